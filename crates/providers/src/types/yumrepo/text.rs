//! Files of repositories as yum reads them: sections with entries `key=value`, and what is in between.

use crate::instance::ProviderError;

/// The text of a file, by its sections.
#[derive(Debug, Default)]
pub struct Text {
    /// Text before the first section.
    head: String,
    pub sections: Vec<Section>,
}

#[derive(Clone, Debug)]
pub struct Section {
    pub name: String,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
enum Entry {
    /// A line without a setting: a comment, an empty line.
    Line(String),
    Pair(String, String),
}

impl Section {
    pub fn new(name: &str) -> Section {
        Section { name: name.to_owned(), entries: Vec::new() }
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries.iter().find_map(|it| match it {
            Entry::Pair(name, value) if name == key => Some(value.as_str()),
            _ => None,
        })
    }

    /// Sets an entry, at its place or at the end, or takes it away.
    pub fn set(&mut self, key: &str, value: Option<&str>) {
        let place = self.entries.iter().position(|it| matches!(it, Entry::Pair(name, _) if name == key));
        match (place, value) {
            (Some(place), Some(value)) => {
                if let Some(Entry::Pair(_, old)) = self.entries.get_mut(place) {
                    value.clone_into(old);
                }
            }
            (None, Some(value)) => self.entries.push(Entry::Pair(key.to_owned(), value.to_owned())),
            (Some(place), None) => drop(self.entries.remove(place)),
            (None, None) => {}
        }
    }

    /// A line that goes on with what the last entry says.
    fn go_on(&mut self, key: &str, line: &str) {
        let value = self.get(key).unwrap_or_default();
        let value = format!("{value}\n{line}");
        self.set(key, Some(&value));
    }
}

impl Text {
    /// Says in Puppet's words what is wrong with it where it cannot be read: it must not be written, then.
    pub fn read(text: &str) -> Result<Text, ProviderError> {
        let mut read = Text::default();
        let mut last_key: Option<String> = None;
        for whole in text.split_inclusive('\n') {
            let line = whole.strip_suffix('\n').unwrap_or(whole);
            let section = read.sections.last_mut();
            if is_comment(line) {
                match section {
                    Some(section) => section.entries.push(Entry::Line(whole.to_owned())),
                    None => read.head.push_str(whole),
                }
            } else if let (Some(section), Some(key), true) = (section, &last_key, line.starts_with([' ', '\t', '\r', '\x0c'])) {
                section.go_on(key, line);
            } else if let Some(name) = line.strip_prefix('[').and_then(|it| it.split_once(']')).map(|it| it.0).filter(|it| !it.is_empty()) {
                if read.sections.iter().any(|it| it.name == name) {
                    return Err(ProviderError::new(format!("Section \"{name}\" is already defined, cannot redefine")));
                }
                read.sections.push(Section::new(name));
                last_key = None;
            } else if let Some((key, value)) = pair(line) {
                let Some(section) = read.sections.last_mut() else {
                    return Err(ProviderError::new(format!("Property with key \"{key}\" outside of a section")));
                };
                section.set(key, Some(value));
                last_key = Some(key.to_owned());
            } else {
                return Err(ProviderError::new(format!("Can't parse line '{line}'")));
            }
        }
        Ok(read)
    }

    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|it| it.name == name)
    }

    /// The section of that name; a new one stands at the end.
    pub fn section_mut(&mut self, name: &str) -> &mut Section {
        let at = self.sections.iter().position(|it| it.name == name).unwrap_or(self.sections.len());
        if at == self.sections.len() {
            self.sections.push(Section::new(name));
        }
        &mut self.sections[at]
    }

    pub fn text(&self) -> String {
        let mut out = self.head.clone();
        for section in &self.sections {
            out.push_str(&format!("[{}]\n", section.name));
            for entry in &section.entries {
                match entry {
                    Entry::Line(line) => out.push_str(line),
                    Entry::Pair(key, value) => out.push_str(&format!("{key}={value}\n")),
                }
            }
        }
        out
    }
}

fn is_comment(line: &str) -> bool {
    let trimmed = line.trim_start();
    let is_remark = trimmed.get(..3).is_some_and(|it| it.eq_ignore_ascii_case("rem")) && trimmed[3..].starts_with(char::is_whitespace);
    trimmed.is_empty() || line.starts_with(['#', ';']) || is_remark
}

fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    let key = key.trim();
    (!key.is_empty() && !key.contains(char::is_whitespace)).then(|| (key, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_continued_lines_stay() {
        let text = "# head\n[a]\nname = A\nbaseurl=http://x/\n  http://y/\n; why\n\n[b]\nname=B\n";
        let mut read = Text::read(text).unwrap();
        assert_eq!(read.section("a").and_then(|it| it.get("baseurl")), Some("http://x/\n  http://y/"));
        read.section_mut("a").set("enabled", Some("0"));
        read.section_mut("b").set("name", None);
        read.section_mut("c").set("name", Some("C"));
        let after = "# head\n[a]\nname=A\nbaseurl=http://x/\n  http://y/\n; why\n\nenabled=0\n[b]\n[c]\nname=C\n";
        assert_eq!(read.text(), after);
    }

    #[test]
    fn unreadable_texts_are_refused() {
        for (text, expected) in [
            ("a=1\n", "Property with key \"a\" outside of a section"),
            ("[a]\nnothing\n", "Can't parse line 'nothing'"),
            ("[a]\n[a]\n", "Section \"a\" is already defined, cannot redefine"),
        ] {
            assert_eq!(Text::read(text).unwrap_err().to_string(), expected);
        }
    }
}
