//! `user`: accounts, with `useradd` and its family, or with that of libuser where only files are to change (`forcelocal`).

mod keys;
mod tools;

use serde_json::{Value as Json, json};

use self::keys::Purge;
use self::tools::{AGES, FLAGS, NOT_LOCAL, Tools};
use super::accounts::{self, Secret, User as Account};
use super::libuser;
use crate::instance::{Cx, Found, Instance, Obstacle, ProviderError, ensure_change, plain_change};
use crate::show::{plain, shown};
use crate::subject::Subject;
use crate::types::tool;
use crate::types::wanted::Wanted;
use machine::{Command, System};

/// Properties that `useradd` cannot set.
const UNMANAGED: [&str; 9] = ["roles", "auths", "profiles", "keys", "project", "attributes", "salt", "iterations", "loginclass"];

pub struct User {
    wanted: Wanted,
    manages_home: bool,
    allows_duplicates: bool,
    is_system: bool,
    /// Groups that are not said are left.
    is_inclusive: bool,
    /// Only what is in the files of the machine counts, where that can be.
    is_local: bool,
    purge: Purge,
    /// The groups that it is in.
    groups: Vec<String>,
}

impl User {
    pub fn new(subject: &Subject) -> User {
        let mut wanted = Wanted::new(subject);
        UNMANAGED.iter().for_each(|it| wanted.forget(it));
        for name in ["uid", "gid"].into_iter().chain(AGES.map(|it| it.0)) {
            if let Some(number) = wanted.text(name).and_then(|it| it.parse::<i64>().ok()) {
                wanted.put(name, json!(number));
            }
        }
        if subject.value("groups").is_some() {
            wanted.put("groups", json!(subject.texts("groups")));
        }
        let on = |name: &str| subject.is_on(name) == Some(true);
        User {
            wanted,
            manages_home: on("managehome"),
            allows_duplicates: on("allowdupe"),
            is_system: on("system"),
            is_inclusive: subject.text("membership").as_deref() == Some("inclusive"),
            is_local: on("forcelocal"),
            purge: Purge::from_subject(subject),
            groups: Vec::new(),
        }
    }

    fn name(&self) -> &str {
        &self.wanted.name
    }

    /// All groups that it is to be in.
    fn wanted_groups(&self) -> Vec<String> {
        let mut all: Vec<String> = match self.wanted.should("groups") {
            Some(Json::Array(all)) => all.iter().map(plain).collect(),
            _ => Vec::new(),
        };
        if !self.is_inclusive {
            all.extend(self.groups.iter().cloned());
        }
        all.sort();
        all.dedup();
        all
    }

    /// Programs that change it.
    fn tools(&self, cx: &Cx<'_>) -> Tools {
        if self.is_local && libuser::is_there(cx.system) { Tools::Libuser } else { Tools::Shadow }
    }

    fn find(&self, cx: &mut Cx<'_>) -> Option<Account> {
        match self.tools(cx) {
            Tools::Libuser => accounts::users(cx.system).into_iter().find(|it| it.name == self.name()),
            Tools::Shadow => accounts::user(self.name(), cx),
        }
    }

    /// The number is given out once, unless it is said otherwise.
    fn duplicates(&self, tools: Tools, cx: &Cx<'_>) -> Result<Option<String>, ProviderError> {
        if tools.is_local() && !self.allows_duplicates {
            let uid = self.wanted.should("uid").and_then(Json::as_i64);
            if let Some(uid) = uid.filter(|uid| accounts::users(cx.system).iter().any(|it| it.uid == *uid)) {
                return Err(ProviderError::new(format!("UID {uid} already exists, use allowdupe to force user creation")));
            }
        }
        Ok((self.allows_duplicates && !tools.is_local()).then(|| "-o".to_owned()))
    }

    fn check_shell(&self, cx: &Cx<'_>) -> Result<(), ProviderError> {
        let Some(shell) = self.wanted.text("shell") else { return Ok(()) };
        if !matches!(cx.system.look(&shell, true), Ok(Some(_))) {
            return Err(ProviderError::new(format!("Shell {shell} must exist")));
        }
        if !cx.system.is_executable(&shell) {
            return Err(ProviderError::new(format!("Shell {shell} must be executable")));
        }
        Ok(())
    }

    fn create(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.check_shell(cx)?;
        let tools = self.tools(cx);
        let mut words = tool::words(&[tools.add()]);
        if self.wanted.should("gid").is_none() && accounts::group(self.name(), cx).is_some() {
            words.extend(["-g".to_owned(), self.name().to_owned()]);
        }
        for (name, flag) in FLAGS.iter().filter(|it| !tools.is_local() || !NOT_LOCAL.contains(&it.0)) {
            let value = match *name {
                "groups" => self.wanted.should(name).map(|_| self.wanted_groups().join(",")),
                "expiry" => self.wanted.text(name).filter(|it| it != "absent"),
                name => self.wanted.text(name),
            };
            if let Some(value) = value.filter(|it| !it.is_empty()) {
                words.extend([(*flag).to_owned(), value]);
            }
        }
        words.extend(self.duplicates(tools, cx)?);
        match (self.manages_home, tools) {
            (false, _) => words.push("-M".to_owned()),
            (true, Tools::Shadow) => words.push("-m".to_owned()),
            (true, Tools::Libuser) => {}
        }
        if self.is_system {
            words.push("-r".to_owned());
        }
        words.push(self.name().to_owned());
        let failed = format!("Could not create user {}", self.name());
        tools.run(words, &failed, cx)?;
        let ages: Vec<String> =
            AGES.iter().filter_map(|(name, flag)| Some([(*flag).to_owned(), self.wanted.text(name)?])).flatten().collect();
        if !ages.is_empty() {
            let words = [tool::words(&[tools.ages()]), ages, vec![self.name().to_owned()]].concat();
            tools.run(words, &failed, cx)?;
        }
        for name in NOT_LOCAL {
            if tools.is_local() && self.wanted.should(name).is_some_and(|it| it != "absent") {
                self.set(name, cx)?;
            }
        }
        if self.wanted.should("password").is_some() {
            self.set_password(cx)?;
        }
        Ok(())
    }

    fn delete(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let tools = self.tools(cx);
        let mut words = tool::words(&[tools.delete()]);
        if self.manages_home {
            words.push("-r".to_owned());
        }
        words.push(self.name().to_owned());
        tools.run(words, &format!("Could not delete user {}", self.name()), cx)
    }

    /// The password goes where nobody sees it: not among the words of a program.
    fn set_password(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let password = self.wanted.text("password").unwrap_or_default();
        if password.contains('\n') || self.name().contains(['\n', ':']) {
            return Err(ProviderError::new(format!("Could not set password on user[{}]: it would be more than one line", self.name())));
        }
        let line = format!("{}:{password}\n", self.name());
        let command = Command { input: Some(line.into_bytes()), ..tool::command(tool::words(&["chpasswd", "-e"])) };
        let output = tool::run(&command, cx.system)?;
        match output.text() {
            said if said.is_empty() && output.code == Some(0) => Ok(()),
            said => Err(ProviderError::new(format!("chpasswd said {said}"))),
        }
    }

    fn is(&self, property: &str, user: &Account, secret: Option<&Secret>) -> Json {
        let number = |days: Option<i64>| days.map_or_else(|| json!("absent"), |it| json!(it));
        match property {
            "uid" => json!(user.uid),
            "gid" => json!(user.gid),
            "comment" => json!(user.comment),
            "home" => json!(user.home),
            "shell" => json!(user.shell),
            "groups" => json!(self.groups),
            "password" => secret.map_or_else(|| json!("absent"), |it| json!(it.password)),
            "password_min_age" => number(secret.map(|it| it.least_age)),
            "password_max_age" => number(secret.map(|it| it.greatest_age)),
            "password_warn_days" => number(secret.map(|it| it.warning)),
            "expiry" => secret.and_then(|it| day(it.expiry)).map_or_else(|| json!("absent"), |it| json!(it)),
            _ => json!("absent"),
        }
    }
}

/// A day that is counted since 1970.
fn day(days: i64) -> Option<String> {
    if days < 0 {
        return None;
    }
    let day = jiff::civil::date(1970, 1, 1).checked_add(jiff::Span::new().try_days(days).ok()?).ok()?;
    Some(day.strftime("%Y-%m-%d").to_string())
}

impl Instance for User {
    fn provider(&self) -> Option<&'static str> {
        Some("useradd")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        let is_missing = ["useradd", "userdel", "usermod", "chage"].iter().any(|it| tool::find(it, cx.system).is_none());
        is_missing.then(|| Obstacle::NoProvider("user".to_owned()))
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        if self.name().starts_with('-') || self.name().contains([':', '\n', '/']) {
            return Err(ProviderError::new(format!("{} cannot be the name of a user", shown(&json!(self.name())))));
        }
        let name = self.name().to_owned();
        let Some(user) = self.find(cx) else { return Ok(self.wanted.retrieved(json!("absent"), |_| Json::Null)) };
        let secret = accounts::secret(&name, cx.system);
        let groups = accounts::groups(cx.system).into_iter().filter(|it| it.members.contains(&name));
        self.groups = groups.map(|it| it.name).collect();
        let is_local = self.tools(cx).is_local();
        Ok(self.wanted.retrieved(json!("present"), |property| match self.is(property, &user, secret.as_ref()) {
            // What is read from the file is a text to Puppet.
            Json::Number(uid) if is_local && property == "uid" => json!(uid.to_string()),
            is => is,
        }))
    }

    fn should(&self, property: &str) -> Option<Json> {
        let should = self.wanted.should(property)?;
        Some(if property == "groups" { json!(self.wanted_groups().join(",")) } else { should.clone() })
    }

    fn is_in_sync(&mut self, property: &str, is: &Json, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        Ok(match property {
            "gid" => {
                let should = self.wanted.text("gid").unwrap_or_default();
                accounts::group_number(&should, cx).is_some_and(|it| *is == json!(it))
            }
            "groups" => {
                let mut is = self.groups.clone();
                is.sort();
                is == self.wanted_groups()
            }
            _ => self.wanted.is_in_sync(property, is),
        })
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let value = match property {
            "ensure" if self.wanted.is_absent() => return self.delete(cx),
            "ensure" => return self.create(cx),
            "password" => return self.set_password(cx),
            "groups" => self.wanted_groups().join(","),
            "gid" => {
                let should = self.wanted.text("gid").unwrap_or_default();
                let number = accounts::group_number(&should, cx);
                number.ok_or_else(|| ProviderError::new(format!("Could not find group(s) {should}")))?.to_string()
            }
            "expiry" => self.wanted.text("expiry").filter(|it| it != "absent").unwrap_or_default(),
            "shell" => {
                self.check_shell(cx)?;
                self.wanted.text("shell").unwrap_or_default()
            }
            other => self.wanted.text(other).unwrap_or_default(),
        };
        let tools = self.tools(cx);
        let (program, flag) = tools.modify(property);
        let mut words = tool::words(&[program, flag, &value]);
        if property == "uid" {
            words.extend(self.duplicates(tools, cx)?);
        }
        words.push(self.name().to_owned());
        tools.run(words, &format!("Could not set {property} on user[{}]", self.name()), cx)
    }

    fn change(&self, property: &str, is: &Json, should: &Json, _cx: &mut Cx<'_>) -> String {
        let list = |it: &Json| plain(it).split(',').filter(|it| !it.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        match property {
            "ensure" => ensure_change(is, should),
            "groups" => {
                let is_shown = match is {
                    Json::Array(all) => all.iter().map(plain).collect::<Vec<_>>().join(","),
                    other => shown(other),
                };
                plain_change(property, &is_shown, &shown(&json!(list(should))), is, should)
            }
            _ => plain_change(property, &shown(is), &shown(should), is, should),
        }
    }

    fn is_secret(&self, property: &str) -> bool {
        property == "password" || self.wanted.is_secret(property)
    }

    fn generate_first(&mut self, cx: &mut Cx<'_>) -> Result<(Vec<Found>, bool), ProviderError> {
        Ok((self.purge.found(self.name(), self.wanted.text("home").as_deref(), cx), false))
    }
}

/// The users that may be taken away: not those of the system, unless `resources` says so.
pub fn instances(cx: &mut Cx<'_>) -> Vec<Found> {
    const NEVER: [&str; 6] = ["root", "nobody", "bin", "noaccess", "daemon", "sys"];
    let least = match cx.subject.text("unless_system_user").as_deref() {
        _ if cx.subject.type_name != "Resources" => None,
        Some("false") => None,
        None | Some("true") => Some(greatest_of_system(cx.system)),
        Some(number) => number.parse().ok(),
    };
    let spared: Vec<String> = cx.subject.texts("unless_uid");
    let may_go = |it: &Account| match least {
        None => true,
        Some(least) => it.uid > least && !NEVER.contains(&it.name.as_str()) && !spared.contains(&it.uid.to_string()),
    };
    let users = accounts::users(cx.system).into_iter().filter(may_go);
    // Puppet audits what it has read.
    let parameters: Vec<_> = least.map(|_| ("audit".to_owned(), Json::from("uid"))).into_iter().collect();
    users.map(|it| Found { type_name: "User".to_owned(), title: it.name, parameters: parameters.clone(), ..Found::default() }).collect()
}

fn greatest_of_system(system: &dyn System) -> i64 {
    let text = system.read("/etc/login.defs").unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let least = text.lines().find_map(|it| it.trim().strip_prefix("UID_MIN")?.split_whitespace().next()?.parse::<i64>().ok());
    least.map_or(499, |it| it - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_since_1970() {
        assert_eq!(day(0).as_deref(), Some("1970-01-01"));
        assert_eq!(day(20000).as_deref(), Some("2024-10-04"));
        assert_eq!(day(-1), None);
    }
}
