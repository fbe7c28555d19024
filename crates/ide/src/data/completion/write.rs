//! Keys and values as they are written where the cursor is.

use yaml::{Kind, Tree};

use super::Ask;

impl Ask<'_> {
    /// A key with its colon.
    pub(super) fn key(&self, name: &str) -> String {
        let colon = if self.place.has_colon { "" } else { ": " };
        match self.place.quote {
            Some(_) if self.place.is_closed => name.to_owned(),
            Some(quote) => format!("{name}{quote}{colon}"),
            None if self.data.is_json() => format!("{}{colon}", json(name)),
            None => format!("{}{}{colon}", self.blank(), self.plain(name)),
        }
    }

    /// A text as a value.
    pub(super) fn string(&self, text: &str) -> String {
        let is_last = self.rest_of_line().trim().is_empty();
        match self.place.quote {
            Some(quote) => {
                let escaped = if quote == '\'' { text.replace('\'', "''") } else { inner(&json(text)).to_owned() };
                if self.place.is_closed || !is_last { escaped } else { format!("{escaped}{quote}") }
            }
            None if self.data.is_json() => format!("{}{}", self.blank(), json(text)),
            None => format!("{}{}", self.blank(), self.plain(text)),
        }
    }

    /// A number, a truth: what is no text.
    pub(super) fn word(&self, word: &str) -> Option<String> {
        self.place.quote.is_none().then(|| format!("{}{word}", self.blank()))
    }

    /// Between a colon or a dash and what follows.
    fn blank(&self) -> &'static str {
        let before = self.text.get(..self.place.scalar.start).unwrap_or_default();
        if before.ends_with(':') || before.trim_end().ends_with('-') && before.ends_with('-') { " " } else { "" }
    }

    /// A text of YAML, in quotes where it would mean something else without.
    fn plain(&self, text: &str) -> String {
        let is_itself = match Tree::of_yaml(text) {
            Tree { root: Some(node), problem: None } => match node.kind {
                Kind::Scalar { text: meant, value: yaml::Data::String(_), .. } => {
                    *meant == *text && !text.starts_with(['"', '\'', '|', '>', '&', '!', '?'])
                }
                _ => false,
            },
            _ => false,
        };
        let is_broken = self.place.is_flow && text.contains([',', '[', ']', '{', '}']) || text.contains("%{");
        if is_itself && !is_broken { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) }
    }
}

fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn inner(quoted: &str) -> &str {
    quoted.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(quoted)
}
