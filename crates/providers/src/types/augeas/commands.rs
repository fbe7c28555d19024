//! Augeas commands of a manifest, one a line.

use crate::instance::ProviderError;

/// A command with its arguments, paths made absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    pub name: String,
    pub arguments: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Formal {
    Path,
    Text,
    Comparator,
    Number,
    /// All that is left.
    Rest,
}

fn formals(name: &str) -> Option<&'static [Formal]> {
    use Formal::{Comparator, Number, Path, Rest, Text};
    Some(match name {
        "set" => &[Path, Text],
        "setm" => &[Path, Text, Text],
        "rm" | "remove" | "clear" | "touch" => &[Path],
        "clearm" | "rename" => &[Path, Text],
        "mv" | "move" => &[Path, Path],
        "insert" | "ins" => &[Text, Text, Path],
        "get" => &[Path, Comparator, Text],
        "values" | "match" => &[Path, Rest],
        "defvar" => &[Text, Path],
        "defnode" => &[Text, Path, Text],
        "size" => &[Comparator, Number],
        "include" | "not_include" => &[Text],
        "==" | "!=" => &[Rest],
        _ => return None,
    })
}

/// Reads commands; a path that is not absolute lies in `context`.
pub fn parsed<'a>(lines: impl Iterator<Item = &'a str>, context: &str) -> Result<Vec<Command>, ProviderError> {
    let context = if context.is_empty() || context.ends_with('/') { context.to_owned() } else { format!("{context}/") };
    lines.map(str::trim).filter(|it| !it.is_empty()).map(|it| command(it, &context)).collect()
}

fn command(line: &str, context: &str) -> Result<Command, ProviderError> {
    let end = line.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_')).unwrap_or(line.len());
    let end = if line.starts_with("==") || line.starts_with("!=") { 2 } else { end };
    let (name, mut rest) = line.split_at(end);
    let formals = formals(name).ok_or_else(|| ProviderError::new(format!("Unknown command {name}")))?;
    let mut arguments = Vec::new();
    for (number, formal) in (1..).zip(formals) {
        rest = rest.trim_start();
        let missing = |what: &str| ProviderError::new(format!("missing {what} argument {number} for {name}"));
        let argument = match formal {
            Formal::Path => {
                let (path, left) = path(rest)?;
                rest = left;
                absolute(path.ok_or_else(|| missing("path"))?, context)
            }
            Formal::Text => {
                let (text, left) = text(rest);
                rest = left;
                text.ok_or_else(|| missing("string"))?
            }
            Formal::Comparator => {
                let found = ["==", "!=", "=~", "<=", ">=", "<", ">"].into_iter().find(|it| rest.starts_with(it));
                let found = found.ok_or_else(|| ProviderError::new(format!("invalid comparator for command {name}")))?;
                rest = rest.get(found.len()..).unwrap_or_default();
                found.to_owned()
            }
            Formal::Number => {
                let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
                let (number, left) = rest.split_at(end);
                rest = left;
                number.parse::<u64>().unwrap_or_default().to_string()
            }
            Formal::Rest => std::mem::take(&mut rest).to_owned(),
        };
        arguments.push(argument);
    }
    Ok(Command { name: name.to_owned(), arguments })
}

/// A path reaches to the first space that is neither in brackets nor in quotes.
fn path(text: &str) -> Result<(Option<&str>, &str), ProviderError> {
    if text.is_empty() {
        return Ok((None, text));
    }
    let (mut depth, mut in_single, mut in_double) = (0_usize, false, false);
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => {
                chars.next();
            }
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1).ok_or_else(|| ProviderError::new("unmatched ["))?,
            '\'' => in_single = !in_single,
            '"' => in_double = !in_double,
            it if it.is_whitespace() && depth == 0 && !in_single && !in_double => {
                return Ok((text.get(..at), text.get(at..).unwrap_or_default()));
            }
            _ => {}
        }
    }
    Ok((Some(text), ""))
}

fn absolute(path: &str, context: &str) -> String {
    let inside = |it: &str| {
        let mut chars = it.chars();
        chars.next();
        chars.next_back();
        chars.as_str().to_owned()
    };
    let path = if path.starts_with(['\'', '"']) { inside(path) } else { path.to_owned() };
    let path = path.strip_suffix('/').unwrap_or(&path);
    if path.starts_with(['$', '/']) { path.to_owned() } else { format!("{context}{path}") }
}

/// A word, or what stands in quotes, in which a backslash protects the quote alone.
fn text(text: &str) -> (Option<String>, &str) {
    let Some(quote) = text.chars().next().filter(|it| matches!(it, '\'' | '"')) else {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        return (Some(word.to_owned()).filter(|it| !it.is_empty()), rest);
    };
    let mut found = String::new();
    let mut chars = text.chars();
    chars.next();
    while let Some(char) = chars.next() {
        if char == quote {
            break;
        }
        if char != '\\' {
            found.push(char);
            continue;
        }
        match chars.next() {
            Some(next) if next == quote => found.push(next),
            next => {
                found.push(char);
                found.extend(next);
            }
        }
    }
    (Some(found), chars.as_str())
}

/// The texts of `['one', "two"]`.
pub fn array(text: &str) -> Option<Vec<String>> {
    let mut rest = text.trim_start().strip_prefix('[')?.trim();
    rest = rest.strip_suffix(']')?.trim_end();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let quote = rest.chars().next().filter(|it| matches!(it, '\'' | '"'))?;
        let (mut one, mut chars) = (String::new(), rest.chars());
        chars.next();
        loop {
            match chars.next()? {
                it if it == quote => break,
                '\\' => one.push(match (chars.next()?, quote) {
                    (it, _) if it == quote || it == '\\' => it,
                    ('n', '"') => '\n',
                    ('t', '"') => '\t',
                    ('s', '"') => ' ',
                    _ => return None,
                }),
                it => one.push(it),
            }
        }
        found.push(one);
        rest = chars.as_str().trim_start();
        match rest.strip_prefix(',') {
            Some(left) => rest = Some(left.trim_start()).filter(|it| !it.is_empty())?,
            None if rest.is_empty() => {}
            None => return None,
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Vec<String>, String> {
        let read = parsed([line].into_iter(), "/files/etc/hosts").map_err(|it| it.message)?;
        Ok(read.into_iter().flat_map(|it| std::iter::once(it.name).chain(it.arguments)).collect())
    }

    #[test]
    fn paths_and_texts_are_told_apart() {
        for (line, read_as) in [
            ("set 1/alias x y", vec!["set", "/files/etc/hosts/1/alias", "x"]),
            (" set *[ipaddr = '1 2']/alias 'a b' ", vec!["set", "/files/etc/hosts/*[ipaddr = '1 2']/alias", "a b"]),
            (r#"set '/files/a b/' "c\"\ d""#, vec!["set", "/files/a b", r#"c"\ d"#]),
            (r"rm my\ file", vec!["rm", r"/files/etc/hosts/my\ file"]),
            ("set $x ''", vec!["set", "$x", ""]),
            ("ins a before 1", vec!["ins", "a", "before", "/files/etc/hosts/1"]),
            ("match *[a] size >= 2", vec!["match", "/files/etc/hosts/*[a]", "size >= 2"]),
            ("get 1 =~ 'a.*'", vec!["get", "/files/etc/hosts/1", "=~", "a.*"]),
            ("== ['a']", vec!["==", "['a']"]),
        ] {
            let read_as: Vec<String> = read_as.into_iter().map(str::to_owned).collect();
            assert_eq!(read(line), Ok(read_as), "{line}");
        }
    }

    #[test]
    fn mistakes_are_puppets() {
        for (line, message) in [
            ("store 1", "Unknown command store"),
            ("set a]b x", "unmatched ["),
            ("set 1/alias", "missing string argument 2 for set"),
            ("rm", "missing path argument 1 for rm"),
            ("get 1 is x", "invalid comparator for command get"),
        ] {
            assert_eq!(read(line), Err(message.to_owned()), "{line}");
        }
    }

    #[test]
    fn arrays_are_lists_of_texts() {
        assert_eq!(array("['a', \"b\\n\"]"), Some(vec!["a".to_owned(), "b\n".to_owned()]));
        assert_eq!(array("[]"), Some(Vec::new()));
        assert_eq!(array("['a',]"), None);
        assert_eq!(array("a"), None);
    }
}
