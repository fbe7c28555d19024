//! `text.split(regex)`.

use super::{Regex, RegexError, next_character};

impl Regex {
    /// The pieces between what is found, with the groups of each place; empty pieces at the end are left out. An empty match
    /// separates two characters.
    pub fn split(&self, text: &str) -> Result<Vec<String>, RegexError> {
        let mut pieces = Vec::new();
        let (mut begin, mut start) = (0, 0);
        let mut after_empty = false;
        while let Some(found) = self.find_at(text, start)? {
            let end = found.whole.start;
            if start == end && found.whole.is_empty() {
                if text.is_empty() {
                    pieces.push(String::new());
                    break;
                }
                let (character, after) = next_character(text, if after_empty { begin } else { start });
                if !after_empty {
                    start = after;
                    after_empty = true;
                    continue;
                }
                pieces.push(character.to_owned());
                begin = start;
            } else {
                pieces.push(text.get(begin..end).unwrap_or_default().to_owned());
                begin = found.whole.end;
                start = begin;
            }
            after_empty = false;
            pieces.extend(found.groups.into_iter().flatten().map(|it| text.get(it).unwrap_or_default().to_owned()));
        }
        if !text.is_empty() && text.len() > begin {
            pieces.push(text.get(begin..).unwrap_or_default().to_owned());
        }
        while pieces.last().is_some_and(String::is_empty) {
            pieces.pop();
        }
        Ok(pieces)
    }
}
