//! Character classes: brackets, and escapes for a kind of characters.

use super::Fault;
use super::translate::Flags;

/// ASCII characters of `[[:name:]]`, `\p{name}` and the escapes in a class.
fn ascii(name: &str) -> Option<&'static str> {
    Some(match name {
        "alnum" => "0-9A-Za-z",
        "alpha" => "A-Za-z",
        "ascii" | "any" => "\\x00-\\x7f",
        "blank" => " \\t",
        "cntrl" => "\\x00-\\x1f\\x7f",
        "digit" => "0-9",
        "graph" => "\\x21-\\x7e",
        "lower" => "a-z",
        "print" => "\\x20-\\x7e",
        "punct" => "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
        "space" => " \\t\\n\\x0b\\x0c\\r",
        "upper" => "A-Z",
        "xdigit" => "0-9A-Fa-f",
        "word" => "0-9A-Za-z_",
        _ => return None,
    })
}

/// The same of all scripts.
fn unicode(name: &str) -> Option<&'static str> {
    Some(match name {
        "alnum" => "\\p{Alphabetic}\\p{Nd}",
        "alpha" => "\\p{Alphabetic}",
        "any" => "\\x{0}-\\x{10FFFF}",
        "ascii" => "\\x00-\\x7f",
        "blank" => "\\p{Zs}\\t",
        "cntrl" => "\\p{Cc}",
        "digit" => "\\p{Nd}",
        "graph" => "[^\\p{White_Space}\\p{Cc}\\p{Cn}]",
        "lower" => "\\p{Lowercase}",
        "print" => "[^\\p{White_Space}\\p{Cc}\\p{Cn}]\\p{Zs}",
        "punct" => "\\p{P}$+<=>\\^`|\\~",
        "space" => "\\p{White_Space}",
        "upper" => "\\p{Uppercase}",
        "xdigit" => "0-9A-Fa-f",
        "word" => "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}",
        _ => return None,
    })
}

fn members(inner: &str, negated: bool) -> String {
    if negated { format!("[^{inner}]") } else { format!("[{inner}]") }
}

/// `[:name:]`, as a class of its own.
pub(super) fn posix(name: &str, negated: bool, flags: Flags) -> Option<String> {
    let inner = if flags.ascii { ascii(name) } else { unicode(name) };
    inner.map(|it| members(it, negated))
}

/// `\d`, `\w`, `\s`, `\h` and their opposites: ASCII, unless somebody asks for more.
pub(super) fn escape(letter: char, flags: Flags) -> Option<String> {
    let name = match letter.to_ascii_lowercase() {
        'd' => "digit",
        'w' => "word",
        's' => "space",
        'h' => "xdigit",
        _ => return None,
    };
    let inner = if flags.unicode { unicode(name) } else { ascii(name) };
    inner.map(|it| members(it, letter.is_ascii_uppercase()))
}

/// `\p{name}`.
pub(super) fn property(name: &str, negated: bool) -> Result<String, Fault> {
    let (plain, negated) = match name.strip_prefix('^') {
        Some(plain) => (plain, !negated),
        None => (name, negated),
    };
    let folded: String = plain.chars().filter(|it| !matches!(it, ' ' | '_' | '-')).collect::<String>().to_ascii_lowercase();
    // Here symbols are none of them.
    if let Some(inner) = if folded == "punct" { Some("\\p{P}") } else { unicode(&folded) } {
        return Ok(members(inner, negated));
    }
    let candidate = format!("[{}{{{plain}}}]", if negated { "\\P" } else { "\\p" });
    if plain.is_empty()
        || !plain.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, ' ' | '_' | '-'))
        || fancy_regex::Regex::new(&candidate).is_err()
    {
        return Err(Fault::Property(name.to_owned()));
    }
    Ok(candidate)
}

/// A character as it stands in a class of the engine.
pub(super) fn literal(character: char) -> String {
    match character {
        '[' | ']' | '\\' | '^' | '-' | '&' | '~' => format!("\\{character}"),
        other if other.is_control() || other.is_whitespace() || other == '#' => format!("\\x{{{:x}}}", u32::from(other)),
        other => other.to_string(),
    }
}
