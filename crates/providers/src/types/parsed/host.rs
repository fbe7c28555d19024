//! `host`: entries of `/etc/hosts`.

use serde_json::{Value as Json, json};

use super::{Fields, Format, present, text};
use crate::instance::{Obstacle, ProviderError};
use crate::show::{plain, shown};
use crate::subject::Subject;
use crate::types::wanted::Wanted;
use machine::System;

pub struct Hosts;

const FILE: &str = "/etc/hosts";

impl Format for Hosts {
    fn type_name(&self) -> &'static str {
        "host"
    }

    fn provider(&self) -> &'static str {
        "parsed"
    }

    fn default_target(&self, _system: &dyn System) -> String {
        FILE.to_owned()
    }

    fn obstacle(&self, system: &dyn System) -> Option<Obstacle> {
        matches!(system.look(FILE, true), Ok(None)).then(|| Obstacle::NoProvider("host".to_owned()))
    }

    fn fields(&self) -> &'static [&'static str] {
        &["ip", "name", "host_aliases", "comment"]
    }

    fn read(&self, line: &str) -> Option<Fields> {
        let starts = line.chars().next().is_some_and(|it| it.is_ascii_digit() || ('a'..='f').contains(&it) || it == ':');
        let (ip, rest) = line.split_once(char::is_whitespace).filter(|(ip, _)| starts && ip.len() > 1)?;
        let (rest, comment) = match rest.split_once('#') {
            Some((rest, comment)) => (rest, comment.trim_start()),
            None => (rest, ""),
        };
        let mut names = rest.split_whitespace();
        let name = names.next().filter(|it| it.len() > 1)?;
        let aliases: Vec<&str> = names.collect();
        let aliases = if aliases.is_empty() { "absent".to_owned() } else { aliases.join(" ") };
        let fields = [("ip", ip), ("name", name), ("host_aliases", &aliases), ("comment", comment)];
        Some(fields.into_iter().map(|(name, it)| (name.to_owned(), json!(it))).collect())
    }

    fn line(&self, fields: &Fields) -> Result<String, ProviderError> {
        for name in ["ip", "name"] {
            present(fields, name).ok_or_else(|| ProviderError::new(format!("{name} is a required attribute for hosts")))?;
        }
        let mut line = format!("{}\t{}", text(fields, "ip"), text(fields, "name"));
        if let Some(aliases) = present(fields, "host_aliases") {
            line = format!("{line}\t{}", plain(aliases));
        }
        match text(fields, "comment") {
            comment if comment.is_empty() => {}
            comment => line = format!("{line}\t# {comment}"),
        }
        Ok(line)
    }

    fn munge(&self, wanted: &mut Wanted, subject: &Subject, _system: &dyn System) {
        if subject.value("host_aliases").is_some() {
            wanted.put("host_aliases", json!(subject.texts("host_aliases").join(" ")));
        }
    }

    fn is(&self, property: &str, fields: &Fields) -> Option<Json> {
        match (property, fields.get(property)?) {
            ("host_aliases", Json::String(all)) if all != "absent" => Some(json!(all.split(' ').collect::<Vec<_>>())),
            (_, other) => Some(other.clone()),
        }
    }

    fn is_in_sync(&self, property: &str, is: &Json, wanted: &Wanted) -> bool {
        // No alias is the same as none.
        match property {
            "host_aliases" => wanted.text(property).is_none_or(|it| it == joined(is)),
            _ => wanted.is_in_sync(property, is),
        }
    }

    fn show_is(&self, property: &str, is: &Json) -> String {
        // Puppet writes what is a list for it without quotes.
        if property == "host_aliases" && is != "absent" { joined(is) } else { shown(is) }
    }
}

fn joined(is: &Json) -> String {
    match is {
        Json::Array(all) => all.iter().map(plain).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_entries_or_not() {
        let read = |line: &str| Hosts.read(line).map(|it| Hosts.line(&it).unwrap());
        assert_eq!(
            read("10.0.0.9   nine.example.org nine  n9 # of nine").as_deref(),
            Some("10.0.0.9\tnine.example.org\tnine n9\t# of nine")
        );
        assert_eq!(read("::1 localhost").as_deref(), Some("::1\tlocalhost"));
        for line in ["# a comment", "", "this is no entry", "10.0.0.1", "10.0.0.1 # nothing"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
