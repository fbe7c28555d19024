//! `group`: groups of users, with `groupadd` and its family, or with that of libuser (`forcelocal`, `members`).

use serde_json::{Value as Json, json};

use super::{accounts, libuser};
use crate::instance::{Cx, Found, Instance, Obstacle, ProviderError, ensure_change, plain_change};
use crate::show::{plain, shown};
use crate::subject::Subject;
use crate::types::tool;
use crate::types::wanted::Wanted;

pub struct Group {
    wanted: Wanted,
    allows_duplicates: bool,
    is_system: bool,
    /// Only what is in the files of the machine counts, where that can be.
    is_local: bool,
    /// Members that are not said are taken away.
    is_inclusive: bool,
    members: Vec<String>,
}

impl Group {
    pub fn new(subject: &Subject) -> Group {
        let mut wanted = Wanted::new(subject);
        // Those of other systems have them.
        wanted.forget("attributes");
        if let Some(number) = wanted.text("gid").and_then(|it| it.parse::<i64>().ok()) {
            wanted.put("gid", json!(number));
        }
        if wanted.should("ensure").is_none() {
            wanted.put("ensure", json!("present"));
        }
        let on = |name: &str| subject.is_on(name) == Some(true);
        Group {
            wanted,
            allows_duplicates: on("allowdupe"),
            is_system: on("system"),
            is_local: on("forcelocal"),
            is_inclusive: on("auth_membership"),
            members: Vec::new(),
        }
    }

    /// Whether libuser changes only files.
    fn is_local(&self, cx: &Cx<'_>) -> bool {
        self.is_local && libuser::is_there(cx.system)
    }

    fn run(&self, words: Vec<String>, what: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let done = match words.first().is_some_and(|it| LOCAL.contains(&it.as_str())) {
            true => libuser::succeed(words, cx),
            false => tool::succeed(&tool::command(words), cx.system).map(drop),
        };
        done.map_err(|it| ProviderError::new(format!("{what}: {}", it.message)))
    }

    /// A number is given out once, unless it is said otherwise.
    fn duplicates(&self, cx: &Cx<'_>) -> Result<Option<String>, ProviderError> {
        if self.is_local && !self.allows_duplicates {
            let gid = self.wanted.should("gid").and_then(Json::as_i64);
            if let Some(gid) = gid.filter(|gid| accounts::groups(cx.system).iter().any(|it| it.gid == *gid)) {
                return Err(ProviderError::new(format!("GID {gid} already exists, use allowdupe to force group creation")));
            }
        }
        Ok((self.allows_duplicates && !self.is_local).then(|| "-o".to_owned()))
    }

    fn said_members(&self) -> Vec<String> {
        let all = self.wanted.should("members").and_then(Json::as_array).cloned().unwrap_or_default();
        all.iter().flat_map(|it| plain(it).split(',').map(|it| it.trim().to_owned()).collect::<Vec<_>>()).collect()
    }

    /// All members that there are to be.
    fn wanted_members(&self) -> Vec<String> {
        let mut all = self.said_members();
        if !self.is_inclusive {
            all.extend(self.members.iter().cloned());
        }
        all.sort();
        all.dedup();
        all
    }

    fn set_members(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let name = &self.wanted.name;
        let said = self.said_members();
        if let Some(unknown) = said.iter().find(|it| accounts::user(it, cx).is_none()) {
            return Err(ProviderError::new(format!("can't find user for {unknown}")));
        }
        let failed = format!("Could not set members on group[{name}]");
        if self.is_inclusive && !self.members.is_empty() {
            self.run(tool::words(&["lgroupmod", "-m", &self.members.join(","), name]), &failed, cx)?;
        }
        self.run(tool::words(&["lgroupmod", "-M", &said.join(","), name]), &failed, cx)
    }
}

/// The programs of libuser.
const LOCAL: [&str; 3] = ["lgroupadd", "lgroupdel", "lgroupmod"];

impl Instance for Group {
    fn provider(&self) -> Option<&'static str> {
        Some("groupadd")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        let is_missing = ["groupadd", "groupdel", "groupmod"].iter().any(|it| tool::find(it, cx.system).is_none());
        is_missing.then(|| Obstacle::NoProvider("group".to_owned()))
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let name = self.wanted.name.clone();
        if name.starts_with('-') || name.contains([':', '\n', ',']) {
            return Err(ProviderError::new(format!("{} cannot be the name of a group", shown(&json!(name)))));
        }
        if !libuser::is_there(cx.system) {
            // Nothing else can change who belongs to a group.
            self.wanted.forget("members");
        }
        let is_local = self.is_local(cx);
        let group = match is_local {
            true => accounts::groups(cx.system).into_iter().find(|it| it.name == name),
            false => accounts::group(&name, cx),
        };
        let Some(group) = group else { return Ok(self.wanted.retrieved(json!("absent"), |_| Json::Null)) };
        self.members.clone_from(&group.members);
        Ok(self.wanted.retrieved(json!("present"), |property| match property {
            // What is read from the file is a text to Puppet.
            "gid" if is_local => json!(group.gid.to_string()),
            "gid" => json!(group.gid),
            "members" => json!(group.members),
            _ => json!("absent"),
        }))
    }

    fn is_in_sync(&mut self, property: &str, is: &Json, _cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        if property != "members" {
            return Ok(self.wanted.is_in_sync(property, is));
        }
        let mut is = self.members.clone();
        is.sort();
        is.dedup();
        Ok(is == self.wanted_members())
    }

    fn change(&self, property: &str, is: &Json, should: &Json, cx: &mut Cx<'_>) -> String {
        if property == "ensure" {
            return ensure_change(is, should);
        }
        plain_change(property, &self.show_is(property, is, cx), &self.show_should(property, should, cx), is, should)
    }

    fn show_is(&self, property: &str, is: &Json, _cx: &mut Cx<'_>) -> String {
        if property == "members" { self.members.join(",") } else { shown(is) }
    }

    fn show_should(&self, property: &str, should: &Json, _cx: &mut Cx<'_>) -> String {
        if property == "members" { self.wanted_members().join(",") } else { shown(should) }
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let name = self.wanted.name.clone();
        let is_local = self.is_local(cx);
        let program = |plain: &'static str, local: &'static str| if is_local { local } else { plain };
        let (words, failed) = match property {
            "ensure" if self.wanted.is_absent() => {
                let words = tool::words(&[program("groupdel", "lgroupdel"), &name]);
                return self.run(words, &format!("Could not delete group {name}"), cx);
            }
            "members" => return self.set_members(cx),
            "ensure" => (tool::words(&[program("groupadd", "lgroupadd")]), format!("Could not create group {name}")),
            // One whose members are said is changed by what changes them.
            _ if self.wanted.should("members").is_some() => {
                (tool::words(&["lgroupmod"]), format!("Could not set {property} on group[{name}]"))
            }
            _ => (tool::words(&[program("groupmod", "lgroupmod")]), format!("Could not set {property} on group[{name}]")),
        };
        let mut words = words;
        if let Some(gid) = self.wanted.text("gid") {
            words.extend(["-g".to_owned(), gid]);
        }
        words.extend(self.duplicates(cx)?);
        if self.is_system && property == "ensure" {
            words.push("-r".to_owned());
        }
        words.push(name);
        self.run(words, &failed, cx)?;
        if property == "ensure" && self.wanted.should("members").is_some() { self.set_members(cx) } else { Ok(()) }
    }
}

pub fn instances(cx: &mut Cx<'_>) -> Vec<Found> {
    let groups = accounts::groups(cx.system).into_iter();
    groups.map(|it| Found { type_name: "Group".to_owned(), title: it.name, parameters: Vec::new(), ..Found::default() }).collect()
}
