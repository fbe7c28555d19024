//! `yumrepo`: repositories of packages that yum and dnf use.

mod files;
mod text;

use serde_json::{Value as Json, json};

use self::files::Files;
use super::wanted::Wanted;
use crate::instance::{Cx, Found, Instance, ProviderError};
use crate::show::plain;
use crate::subject::Subject;

/// Properties that are secret in all messages, whether the manifest marks them or not.
const SECRETS: [&str; 2] = ["password", "proxy_password"];

/// Their values are written with a capital: `True`.
const SWITCHES: [&str; 12] = [
    "enabled",
    "gpgcheck",
    "payload_gpgcheck",
    "repo_gpgcheck",
    "enablegroups",
    "module_hotfixes",
    "keepalive",
    "protect",
    "s3_enabled",
    "sslverify",
    "skip_if_unavailable",
    "assumeyes",
];

pub struct Repository {
    wanted: Wanted,
    target: Option<String>,
    files: Files,
    /// The file that has it.
    is_in: Option<String>,
}

impl Repository {
    pub fn new(subject: &Subject) -> Repository {
        let mut wanted = Wanted::new(subject);
        for name in SWITCHES {
            if let Some(value) = wanted.text(name).filter(|it| it != "absent") {
                wanted.put(name, json!(capital(&value)));
            }
        }
        let target = subject.text("target").filter(|it| it != "absent");
        Repository { wanted, target, files: Files::default(), is_in: None }
    }

    fn name(&self) -> String {
        self.wanted.name.clone()
    }

    fn create(&mut self) {
        let name = self.name();
        let place = self.files.place(&name, self.target.as_deref());
        if let Some(old) = self.is_in.replace(place.clone()).filter(|it| *it != place) {
            // It moves, with all that is said of it.
            let sections = &mut self.files.file_mut(&old).text.sections;
            let moved = sections.iter().position(|it| it.name == name).map(|it| sections.remove(it));
            self.files.file_mut(&place).text.sections.extend(moved);
        }
        let section = self.files.file_mut(&place).text.section_mut(&name);
        for property in self.wanted.names() {
            if let Some(value) = self.wanted.should(&property) {
                section.set(key(&property), entry(value).as_deref());
            }
        }
    }
}

/// As the files call it.
fn key(property: &str) -> &str {
    if property == "descr" { "name" } else { property }
}

fn entry(value: &Json) -> Option<String> {
    Some(plain(value)).filter(|it| it != "absent")
}

fn capital(text: &str) -> String {
    let text = text.to_lowercase();
    let mut chars = text.chars();
    chars.next().map(|it| it.to_ascii_uppercase()).into_iter().chain(chars).collect()
}

impl Instance for Repository {
    fn provider(&self) -> Option<&'static str> {
        Some("inifile")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let name = self.name();
        if name.contains(['/', ']', '\n']) {
            return Err(ProviderError::new(format!("'{name}' cannot be the name of a repository")));
        }
        let begins_one = |value: &Json| plain(value).lines().skip(1).any(|it| it.starts_with(|it: char| !it.is_whitespace()));
        if let Some(property) = self.wanted.names().into_iter().find(|it| self.wanted.should(it).is_some_and(begins_one)) {
            return Err(ProviderError::new(format!("Parameter {property} has a line break, which would begin another line of the file")));
        }
        self.files = Files::read(cx)?;
        let holder = self.files.holder(&name);
        self.is_in = holder.map(|it| it.path.clone());
        let section = holder.and_then(|it| it.text.section(&name));
        let is_in_place = self.target.is_none() || self.is_in == Some(self.files.place(&name, self.target.as_deref()));
        let ensure = json!(if section.is_some() && is_in_place { "present" } else { "absent" });
        let is = |property: &str| json!(section.and_then(|it| it.get(key(property))).unwrap_or("absent"));
        Ok(self.wanted.retrieved(ensure, is))
    }

    fn set(&mut self, property: &str, _cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let name = self.name();
        match (property, self.is_in.clone()) {
            ("ensure", Some(place)) if self.wanted.is_absent() => {
                self.files.file_mut(&place).text.sections.retain(|it| it.name != name);
            }
            ("ensure", _) => self.create(),
            (property, Some(place)) => {
                let value = self.wanted.should(property).and_then(entry);
                self.files.file_mut(&place).text.section_mut(&name).set(key(property), value.as_deref());
            }
            _ => {}
        }
        Ok(())
    }

    fn flush(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.files.write(cx)
    }

    fn is_secret(&self, property: &str) -> bool {
        SECRETS.contains(&property) || self.wanted.is_secret(property)
    }
}

/// All repositories of the machine.
pub fn instances(cx: &mut Cx<'_>) -> Result<Vec<Found>, ProviderError> {
    let files = Files::read(cx)?;
    let names = files.all.iter().flat_map(|it| &it.text.sections).map(|it| it.name.clone()).filter(|it| it != "main");
    Ok(names.map(|title| Found { type_name: "Yumrepo".to_owned(), title, parameters: Vec::new(), ..Found::default() }).collect())
}
