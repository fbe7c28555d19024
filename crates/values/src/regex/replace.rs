//! `text.sub` and `text.gsub`.

use super::{Found, Regex, RegexError, next_character};
use crate::{Hash, Value};

/// Replacement of a match.
#[derive(Clone, Copy, Debug)]
pub enum Replacement<'a> {
    /// With `\0` to `\9`, `\k<name>`, `\&`, `` \` ``, `\'` and `\\`.
    Text(&'a str),
    /// By the text that was found; nothing for what is not in it.
    Table(&'a Hash),
}

/// No text grows beyond this many bytes.
const LARGEST: usize = 64 << 20;

impl Regex {
    /// Replaces the first place, or all that do not overlap.
    pub fn replace(&self, text: &str, replacement: Replacement<'_>, all: bool) -> Result<String, RegexError> {
        let mut result = String::new();
        let (mut copied, mut start) = (0, 0);
        while let Some(found) = self.find_at(text, start)? {
            result.push_str(text.get(copied..found.whole.start).unwrap_or_default());
            match replacement {
                Replacement::Text(replacement) => self.expand(text, &found, replacement, &mut result)?,
                Replacement::Table(table) => {
                    let key = Value::string(text.get(found.whole.clone()).unwrap_or_default());
                    result.push_str(table.get(&key).and_then(Value::as_str).unwrap_or_default());
                }
            }
            if result.len() > LARGEST {
                return Err(RegexError::TooLong);
            }
            copied = found.whole.end;
            start = copied;
            if found.whole.is_empty() {
                let (character, after) = next_character(text, start);
                result.push_str(character);
                (copied, start) = (after, after);
            }
            if !all {
                break;
            }
        }
        result.push_str(text.get(copied..).unwrap_or_default());
        Ok(result)
    }

    fn expand(&self, text: &str, found: &Found, replacement: &str, result: &mut String) -> Result<(), RegexError> {
        let mut rest = replacement;
        while let Some((before, after)) = rest.split_once('\\') {
            result.push_str(before);
            let mut characters = after.chars();
            let Some(next) = characters.next() else {
                result.push('\\');
                return Ok(());
            };
            let group = |number: usize| match number {
                0 => text.get(found.whole.clone()),
                // Groups have numbers only where none has a name.
                _ if self.shared().is_ok_and(|it| !it.names.is_empty()) => None,
                number => found.groups.get(number - 1)?.clone().and_then(|it| text.get(it)),
            };
            rest = characters.as_str();
            match next {
                '&' => result.push_str(group(0).unwrap_or_default()),
                '`' => result.push_str(text.get(..found.whole.start).unwrap_or_default()),
                '\'' => result.push_str(text.get(found.whole.end..).unwrap_or_default()),
                '\\' => result.push('\\'),
                'k' => match rest.strip_prefix('<').and_then(|it| it.split_once('>')) {
                    Some((name, after)) => {
                        let number = name.parse::<usize>().ok();
                        match (number, self.named(text, found, name)) {
                            (_, Some(piece)) => result.push_str(&piece),
                            (Some(number), None) => result.push_str(group(number).unwrap_or_default()),
                            (None, None) => return Err(RegexError::UndefinedGroup(name.to_owned())),
                        }
                        rest = after;
                    }
                    None => result.push_str("\\k"),
                },
                digit if digit.is_ascii_digit() => {
                    let number = digit.to_digit(10).and_then(|it| usize::try_from(it).ok()).unwrap_or_default();
                    result.push_str(group(number).unwrap_or_default());
                }
                other => {
                    result.push('\\');
                    result.push(other);
                }
            }
        }
        result.push_str(rest);
        Ok(())
    }
}
