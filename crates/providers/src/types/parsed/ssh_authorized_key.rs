//! `ssh_authorized_key`: keys that may log in.

use resource_types::Pattern;
use serde_json::{Value as Json, json};

use super::{Entry, Fields, Format, Record, flat, missing, present, sshkey, text};
use crate::instance::{Cx, ProviderError};
use crate::log::Level;
use crate::show::plain;
use crate::subject::Subject;
use crate::types::tool;
use crate::types::wanted::Wanted;
use machine::{Command, System};

pub struct Keys;

const LINE: &str = r"^(?:(.+)\s+)?(ssh-dss|ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp256|ecdsa-sha2-nistp384|ecdsa-sha2-nistp521|ecdsa-sk|ed25519-sk|sk-ecdsa-sha2-nistp256@openssh.com|sk-ssh-ed25519@openssh.com|ssh-rsa-cert-v01@openssh.com|ssh-ed25519-cert-v01@openssh.com|ssh-dss-cert-v01@openssh.com|ecdsa-sha2-nistp256-cert-v01@openssh.com|ecdsa-sha2-nistp384-cert-v01@openssh.com|ecdsa-sha2-nistp521-cert-v01@openssh.com)\s+([^ ]+)\s*(.*)$";

/// Writes a file as the user whose it is: nothing that the user may not do can come of links in the user's own folders.
const WRITE: &str = "set -e; umask 077; d=${1%/*}; [ -d \"$d\" ] || mkdir -m 700 \"$d\"; \
    if [ -w \"$d\" ] && [ ! -L \"$1\" ]; then t=$(mktemp \"$1.XXXXXX\"); cat >\"$t\"; chmod 600 \"$t\"; mv -f \"$t\" \"$1\"; \
    else cat >\"$1\"; chmod 600 \"$1\"; fi";

impl Format for Keys {
    fn type_name(&self) -> &'static str {
        "ssh_authorized_key"
    }

    fn provider(&self) -> &'static str {
        "parsed"
    }

    fn default_target(&self, _system: &dyn System) -> String {
        String::new()
    }

    fn fields(&self) -> &'static [&'static str] {
        &["options", "type", "key", "name"]
    }

    fn read(&self, line: &str) -> Option<Fields> {
        if line.trim_start().starts_with('#') || line.trim().is_empty() {
            return None;
        }
        let groups = Pattern::new(LINE).captures(line)?;
        let group = |number: usize| groups.get(number).cloned().flatten().unwrap_or_default();
        let options = match group(0) {
            none if none.is_empty() => json!(["absent"]),
            text => json!(options(&text)),
        };
        let fields = [("options", options), ("type", json!(group(1))), ("key", json!(group(2))), ("name", json!(group(3)))];
        Some(fields.into_iter().map(|(name, it)| (name.to_owned(), it)).collect())
    }

    fn gather(&self, mut records: Vec<Record>, _count: &mut usize) -> Vec<Record> {
        let mut number = 0;
        for record in &mut records {
            let target = record.target.clone();
            let Some(fields) = record.entry.as_mut().filter(|it| text(it, "name").is_empty()) else { continue };
            number += 1;
            fields.insert("unnamed".to_owned(), json!(true));
            fields.insert("name".to_owned(), json!(format!("{target}:unnamed-{number}")));
        }
        records
    }

    fn line(&self, fields: &Fields) -> Result<String, ProviderError> {
        let options: Vec<String> = match present(fields, "options") {
            Some(Json::Array(all)) if !all.iter().any(|it| it == "absent") => all.iter().map(plain).collect(),
            _ => Vec::new(),
        };
        let mut line = options.join(",");
        for name in ["type", "key"] {
            let value = present(fields, name).ok_or_else(|| missing(name))?;
            line = format!("{line} {}", plain(value));
        }
        let name = if fields.contains_key("unnamed") { String::new() } else { text(fields, "name") };
        Ok(format!("{line} {name}").trim_start().to_owned())
    }

    fn munge(&self, wanted: &mut Wanted, subject: &Subject, system: &dyn System) {
        if let Some(kind) = wanted.text("type") {
            wanted.put("type", json!(sshkey::full_type(&kind)));
        }
        if wanted.should("options").is_none() {
            wanted.put("options", json!(["absent"]));
        }
        if subject.text("target").is_none()
            && let Some(home) = wanted.text("user").and_then(|it| system.home(&it))
        {
            wanted.put("target", json!(format!("{home}/.ssh/authorized_keys")));
        }
    }

    fn is_in_sync(&self, property: &str, is: &Json, wanted: &Wanted) -> bool {
        wanted.is_in_sync(property, is)
    }

    fn store(&self, target: &str, text: &str, entry: &Entry, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let user = entry.wanted.text("user").ok_or_else(|| ProviderError::new("Cannot write SSH authorized keys without user"))?;
        let account = cx.system.user(&user).ok_or_else(|| ProviderError::new(format!("User '{user}' does not exist")))?;
        if !entry.drops_privileges {
            flat::store(target, text, 0o600, cx)?;
            let failed = |it: std::io::Error| ProviderError::of_system(&it, target);
            cx.system.set_owner(target, Some(account.id), Some(account.group), true).map_err(failed)?;
            return cx.system.set_mode(target, 0o600).map_err(failed);
        }
        cx.tell_plainly(Level::Debug, format!("Writing {target} as {user}"));
        let command = Command {
            user: cx.system.is_root().then_some(account),
            input: Some(text.as_bytes().to_vec()),
            ..tool::command(tool::words(&["/bin/sh", "-c", WRITE, "sh", target]))
        };
        let output = tool::run(&command, cx.system)?;
        match output.code {
            Some(0) => Ok(()),
            _ => Err(ProviderError::new(format!("Could not write {target} as {user}: {}", output.text().trim_end()))),
        }
    }
}

/// Options between commas: words, or words with values in quotes.
fn options(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|it: char| !(it.is_ascii_alphanumeric() || it == '-' || it == '_')).unwrap_or(rest.len());
        let mut length = end;
        if end == 0 {
            break;
        }
        if let Some(value) = rest.get(end..).and_then(|it| it.strip_prefix("=\"")) {
            let mut before = ' ';
            for (at, c) in value.char_indices() {
                if c == '"' && before != '\\' {
                    length = end + 2 + at + 1;
                    break;
                }
                before = c;
            }
        }
        found.push(rest.get(..length).unwrap_or_default().to_owned());
        rest = rest.get(length..).unwrap_or_default().trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written() {
        for line in ["ssh-rsa AAAA1 first@x", "from=\"10.0.0.1\",no-pty,command=\"/bin/a \\\"b c\\\"\" ssh-ed25519 AAAA2 second key"] {
            assert_eq!(Keys.line(&Keys.read(line).unwrap()).unwrap(), line);
        }
        assert!(Keys.read("# a comment").is_none());
        assert!(Keys.read("nothing known").is_none());
    }
}
