//! `sshkey`: the keys of machines.

use serde_json::{Value as Json, json};

use super::{Entry, Fields, Format, flat, missing, present, text};
use crate::instance::{Cx, ProviderError};
use crate::subject::Subject;
use crate::types::wanted::Wanted;
use machine::System;

pub struct KnownHosts;

impl Format for KnownHosts {
    fn type_name(&self) -> &'static str {
        "sshkey"
    }

    fn provider(&self) -> &'static str {
        "parsed"
    }

    fn default_target(&self, _system: &dyn System) -> String {
        "/etc/ssh/ssh_known_hosts".to_owned()
    }

    fn fields(&self) -> &'static [&'static str] {
        &["name", "type", "key"]
    }

    fn read(&self, line: &str) -> Option<Fields> {
        if line.starts_with('#') {
            return None;
        }
        let mut parts = line.split_whitespace();
        let names = parts.next()?;
        let kind = parts.next().unwrap_or("absent");
        let key: Vec<&str> = parts.collect();
        let key = if key.is_empty() { "absent".to_owned() } else { key.join(" ") };
        let mut names = names.split(',');
        let name = names.next().unwrap_or_default();
        let aliases: Vec<&str> = names.collect();
        let fields = [("name", json!(name)), ("type", json!(kind)), ("key", json!(key)), ("host_aliases", json!(aliases))];
        Some(fields.into_iter().map(|(name, it)| (name.to_owned(), it)).collect())
    }

    fn line(&self, fields: &Fields) -> Result<String, ProviderError> {
        let mut names = vec![text(fields, "name")];
        if let Some(Json::Array(aliases)) = present(fields, "host_aliases") {
            names.extend(aliases.iter().map(crate::show::plain));
        }
        let mut line = names.join(",");
        for name in ["type", "key"] {
            let value = present(fields, name).ok_or_else(|| missing(name))?;
            line = format!("{line} {}", crate::show::plain(value));
        }
        Ok(line)
    }

    fn title(&self, fields: &Fields) -> String {
        format!("{}@{}", text(fields, "name"), text(fields, "type"))
    }

    fn munge(&self, wanted: &mut Wanted, subject: &Subject, _system: &dyn System) {
        wanted.name = title(&subject.title, subject.text("name").as_deref(), subject.text("type").as_deref());
        if subject.value("host_aliases").is_some() {
            wanted.put("host_aliases", json!(subject.texts("host_aliases")));
        }
    }

    fn begin(&self, entry: &Entry, fields: &mut Fields) {
        let (name, kind) = entry.wanted.name.split_once('@').unwrap_or((&entry.wanted.name, ""));
        fields.insert("name".to_owned(), json!(name));
        fields.insert("type".to_owned(), json!(kind));
    }

    fn is_in_sync(&self, property: &str, is: &Json, wanted: &Wanted) -> bool {
        if property == "host_aliases" { wanted.should(property) == Some(is) } else { wanted.is_in_sync(property, is) }
    }

    fn store(&self, target: &str, text: &str, _resource: &Entry, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        flat::store(target, text, 0o644, cx)
    }
}

/// Identity of a key: the name of the machine, and the kind of the key.
pub fn title(title: &str, name: Option<&str>, kind: Option<&str>) -> String {
    let (of_title, kind_of_title) = title.split_once('@').unwrap_or((title, ""));
    format!("{}@{}", name.unwrap_or(of_title), full_type(kind.unwrap_or(kind_of_title)))
}

/// The name of a kind of key that may be written shorter.
pub fn full_type(name: &str) -> &str {
    match name {
        "dsa" => "ssh-dss",
        "ed25519" => "ssh-ed25519",
        "rsa" => "ssh-rsa",
        "ecdsa-sk" => "sk-ecdsa-sha2-nistp256@openssh.com",
        "ed25519-sk" => "sk-ssh-ed25519@openssh.com",
        other => other,
    }
}
