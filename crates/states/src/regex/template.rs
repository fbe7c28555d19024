//! The text that replaces a match: `\1`, `\g<name>`, `\n`.

use fancy_regex::Regex;

#[derive(Debug)]
enum Part {
    Text(String),
    Group(usize),
}

/// The parts of such a text.
#[derive(Debug)]
pub struct Parts(Vec<Part>);

impl Parts {
    pub fn literal(text: String) -> Parts {
        Parts(vec![Part::Text(text)])
    }

    /// Reads a text; none if Python refuses it: an unknown escape of a letter, a group that does not exist.
    pub fn new(text: &str, regex: &Regex) -> Option<Parts> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find('\\') {
            parts.push(Part::Text(rest[..start].to_owned()));
            let after = &rest[start + 1..];
            let (part, left) = escaped(after, regex)?;
            parts.push(part);
            rest = left;
        }
        parts.push(Part::Text(rest.to_owned()));
        Some(Parts(parts))
    }

    /// Appends the text for one match, given what each of its groups is.
    pub fn expand<'t>(&self, group: &dyn Fn(usize) -> &'t str, out: &mut String) {
        for part in &self.0 {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Group(number) => out.push_str(group(*number)),
            }
        }
    }
}

/// Reads the escape after a backslash, and returns the rest of the text.
fn escaped<'t>(text: &'t str, regex: &Regex) -> Option<(Part, &'t str)> {
    let first = text.chars().next()?;
    let rest = &text[first.len_utf8()..];
    let group = |number: usize| (number < regex.captures_len()).then_some(Part::Group(number));
    if first == 'g' {
        let (name, left) = rest.strip_prefix('<')?.split_once('>')?;
        let number = match name.parse() {
            Ok(number) => number,
            Err(_) => regex.capture_names().position(|it| it == Some(name))?,
        };
        return Some((group(number)?, left));
    }
    if first.is_ascii_digit() {
        let digits: String = text.chars().take(3).take_while(char::is_ascii_digit).collect();
        let octal: String = digits.chars().take_while(|it| *it < '8').collect();
        if first == '0' || octal.len() == 3 {
            let value = u32::from_str_radix(&octal, 8).ok().filter(|it| *it <= 0o377)?;
            return Some((Part::Text(char::from_u32(value)?.to_string()), &text[octal.len()..]));
        }
        let number = &digits[..digits.len().min(2)];
        return Some((group(number.parse().ok()?)?, &text[number.len()..]));
    }
    let text = match first {
        'a' => "\x07".to_owned(),
        'b' => "\x08".to_owned(),
        'f' => "\x0c".to_owned(),
        'n' => "\n".to_owned(),
        'r' => "\r".to_owned(),
        't' => "\t".to_owned(),
        'v' => "\x0b".to_owned(),
        '\\' => "\\".to_owned(),
        c if c.is_ascii_alphabetic() => return None,
        c => format!("\\{c}"),
    };
    Some((Part::Text(text), rest))
}
