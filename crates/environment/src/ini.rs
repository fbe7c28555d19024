//! Puppet's settings files: lines of `name = value` in sections.

use rustc_hash::FxHashSet;

/// Everything before the first section is in `main`.
const MAIN: &str = "main";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ini {
    /// In the order of the file.
    lines: Vec<Line>,
    /// With the numbers of the lines that open them.
    sections: Vec<(usize, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    /// From 1.
    number: usize,
    section: String,
    name: String,
    value: String,
}

/// A line that is neither a section, a setting nor a comment, and its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    pub number: usize,
    pub text: String,
}

impl Ini {
    /// Parses what it can, and returns the bad lines too.
    pub fn parse(text: &str) -> (Ini, Vec<BadLine>) {
        let mut bad = Vec::new();
        let mut ini = Ini { lines: Vec::new(), sections: vec![(0, MAIN.to_owned())] };
        let mut section = MAIN.to_owned();
        let mut known = FxHashSet::from_iter([section.clone()]);
        for (index, line) in text.lines().enumerate() {
            let trimmed = line.trim();
            let named = trimmed.strip_prefix('[').and_then(|it| it.strip_suffix(']')).filter(|it| is_word(it));
            if let Some(name) = named {
                name.clone_into(&mut section);
                if known.insert(section.clone()) {
                    ini.sections.push((index + 1, section.clone()));
                }
            } else if let Some((name, value)) = trimmed.split_once('=').filter(|(name, _)| is_word(name.trim_end())) {
                let number = index + 1;
                let line =
                    Line { number, section: section.clone(), name: name.trim_end().to_owned(), value: unquoted(value.trim()).to_owned() };
                ini.lines.push(line);
            } else if !trimmed.is_empty() && !trimmed.starts_with('#') {
                bad.push(BadLine { number: index + 1, text: line.to_owned() });
            }
        }
        (ini, bad)
    }

    /// The first setting of that name in a section counts, as for Puppet. What stands in braces after a path is who owns the file.
    pub fn get(&self, section: &str, name: &str) -> Option<String> {
        let line = self.lines.iter().find(|it| it.section == section && it.name == name)?;
        Some(without_owner(&line.value))
    }

    /// The sections other than `main`: the numbers of the lines that open them, from 1, and their names.
    pub fn sections(&self) -> impl Iterator<Item = (usize, &str)> {
        self.sections.iter().skip(1).map(|(line, it)| (*line, it.as_str()))
    }

    /// The settings in `main`: the numbers of their lines, from 1, and their names.
    pub fn names(&self) -> impl Iterator<Item = (usize, &str)> {
        self.values().map(|(line, name, _)| (line, name))
    }

    /// The same, with what they are set to.
    pub fn values(&self) -> impl Iterator<Item = (usize, &str, &str)> {
        self.lines.iter().filter(|it| it.section == MAIN).map(|it| (it.number, it.name.as_str(), it.value.as_str()))
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_alphanumeric() || it == '_')
}

/// Quotes may stand around a value; either of them goes by itself.
fn unquoted(value: &str) -> &str {
    let quotes = ['"', '\''];
    let value = value.strip_prefix(quotes).unwrap_or(value);
    value.strip_suffix(quotes).unwrap_or(value).trim_end()
}

/// `/a/b { owner = root, mode = 644 }` is `/a/b`.
fn without_owner(value: &str) -> String {
    let braces = value.find('{').and_then(|from| Some((from, from + value.get(from..)?.find('}')?)));
    match braces {
        Some((from, to)) if is_owner(value.get(from + 1..to).unwrap_or("")) => {
            let rest = [value.get(..from), value.get(to + 1..)].map(Option::unwrap_or_default).concat();
            rest.trim_end().to_owned()
        }
        _ => value.to_owned(),
    }
}

fn is_owner(inside: &str) -> bool {
    inside.split(',').all(|part| part.split_once('=').is_some_and(|(name, _)| matches!(name.trim(), "owner" | "group" | "mode")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_hold_settings() {
        let text = "a = 1\n# no\n[main]\n b=x = y  \na = 2\n[agent]\nb = $a/c {owner = root, mode = 644}\n\n[other]\n";
        let (ini, _) = Ini::parse(text);
        assert_eq!(ini.get("main", "a").as_deref(), Some("1"));
        assert_eq!(ini.get("main", "b").as_deref(), Some("x = y"));
        assert_eq!(ini.get("agent", "b").as_deref(), Some("$a/c"));
        assert_eq!(ini.get("agent", "a"), None);
        assert_eq!(ini.sections().collect::<Vec<_>>(), [(6, "agent"), (9, "other")]);
        assert_eq!(ini.names().collect::<Vec<_>>(), [(1, "a"), (4, "b"), (5, "a")]);
    }

    #[test]
    fn other_lines_are_refused() {
        assert_eq!(Ini::parse("a = 1\nnonsense\n").1, [BadLine { number: 2, text: "nonsense".to_owned() }]);
        assert_eq!(Ini::parse("[a b]\n").1.len(), 1);
        assert_eq!(Ini::parse("; no comment\n").1.len(), 1);
    }

    #[test]
    fn quotes_and_comments_behind_a_value() {
        let (ini, _) = Ini::parse("a=\"x:y\"\nb = 'x \nc = x.pp  # c\nd = \"\n");
        let found = ["a", "b", "c", "d"].map(|it| ini.get("main", it).unwrap_or_default());
        assert_eq!(found, ["x:y", "x", "x.pp  # c", ""]);
    }

    #[test]
    fn globs_keep_their_braces() {
        let (ini, _) = Ini::parse("modulepath = {a,b}/modules");
        assert_eq!(ini.get("main", "modulepath").as_deref(), Some("{a,b}/modules"));
    }
}
