//! `mailalias`: entries of `/etc/aliases`.

use serde_json::{Value as Json, json};

use super::{Fields, Format, present, text};
use crate::instance::ProviderError;
use crate::show::plain;
use machine::System;

pub struct Aliases;

impl Format for Aliases {
    fn type_name(&self) -> &'static str {
        "mailalias"
    }

    fn provider(&self) -> &'static str {
        "aliases"
    }

    fn default_target(&self, _system: &dyn System) -> String {
        "/etc/aliases".to_owned()
    }

    fn fields(&self) -> &'static [&'static str] {
        &["name", "recipient"]
    }

    fn read(&self, line: &str) -> Option<Fields> {
        if line.starts_with('#') || line.trim().is_empty() {
            return None;
        }
        // A line without a colon goes on with another one: it is not ours.
        let (name, rest) = line.split_once(':')?;
        let mut fields = Fields::from([("name".to_owned(), json!(name.trim()))]);
        match rest.trim().strip_prefix(":include:") {
            Some(file) => fields.insert("file".to_owned(), json!(file.trim())),
            None => fields.insert("recipient".to_owned(), json!(recipients(rest.trim()))),
        };
        Some(fields)
    }

    fn line(&self, fields: &Fields) -> Result<String, ProviderError> {
        let name = text(fields, "name");
        if let Some(Json::Array(all)) = present(fields, "recipient") {
            let all: Vec<String> = all.iter().map(plain).map(|it| if is_plain(&it) { it } else { format!("\"{it}\"") }).collect();
            return Ok(format!("{name}: {}", all.join(",")));
        }
        match present(fields, "file") {
            Some(file) => Ok(format!("{name}: :include: {}", plain(file))),
            None => Ok(String::new()),
        }
    }

    fn set(&self, property: &str, should: &Json, fields: &mut Fields) {
        // One takes the place of the other.
        fields.remove(if property == "file" { "recipient" } else { "file" });
        fields.insert(property.to_owned(), should.clone());
    }
}

fn is_plain(recipient: &str) -> bool {
    recipient.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '+' | '_' | '@' | '.'))
}

/// Texts between commas, except those in quotes.
fn recipients(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut is_quoted = false;
    for c in text.chars() {
        match c {
            ',' if !is_quoted => found.push(String::new()),
            c => {
                is_quoted ^= c == '"';
                if let Some(last) = found.last_mut() {
                    last.push(c);
                }
            }
        }
    }
    let bare = |it: &String| {
        let it = it.trim();
        let it = it.strip_prefix(['"', '\'']).unwrap_or(it);
        it.strip_suffix(['"', '\'']).unwrap_or(it).to_owned()
    };
    found.iter().map(bare).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written() {
        for (line, written) in [
            ("postmaster: root", "postmaster: root"),
            ("webmaster:  \"a b\", c", "webmaster: \"a b\",c"),
            ("list: :include: /etc/list", "list: :include: /etc/list"),
            ("many: \"|/bin/x a,b\" , d", "many: \"|/bin/x a,b\",d"),
        ] {
            assert_eq!(Aliases.line(&Aliases.read(line).unwrap()).unwrap(), written);
        }
        assert!(Aliases.read("  goes on").is_none());
    }
}
