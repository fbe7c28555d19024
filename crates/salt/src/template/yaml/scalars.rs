//! Scalars: their text, and the quotes that PyYAML chooses.

use std::sync::LazyLock;

use fancy_regex::Regex;
use jinja::Value;

use crate::scalar::{self, Tag};
use crate::template::filters::shared::double;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    Single,
    Double,
}

/// Characters that end a line.
const BREAKS: [char; 4] = ['\n', '\u{85}', '\u{2028}', '\u{2029}'];

/// Salt reads dates as texts, but PyYAML quotes them.
static DATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let zone = r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?";
    let time = r"[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?";
    Regex::new(&format!(r"^(?:[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}|[0-9]{{4}}-[0-9]{{1,2}}-[0-9]{{1,2}}(?:[Tt]|[ \t]+){time}{zone})$")).ok()
});

/// The text of a scalar and its quotes; none if it is no scalar.
pub fn scalar(value: &Value, is_flow: bool, is_key: bool) -> Option<(String, Style)> {
    let plain = |text: String| Some((text, Style::Plain));
    match value {
        Value::None => plain("null".to_owned()),
        Value::Bool(it) => plain(it.to_string()),
        Value::Int(it) => plain(it.to_string()),
        Value::Big(it) => plain(it.to_string()),
        Value::Float(it) => plain(float(*it)),
        other => {
            let text = other.as_str()?;
            Some((text.to_owned(), style(text, is_flow, is_key)?))
        }
    }
}

fn float(value: f64) -> String {
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let text = crate::python::float(value);
    if text.contains('.') { text } else { text.replacen('e', ".0e", 1) }
}

/// The style of a text. Line breaks of other kinds than one are rare.
fn style(text: &str, is_flow: bool, is_key: bool) -> Option<Style> {
    if text.contains(BREAKS.get(1..).unwrap_or_default()) {
        return None;
    }
    let found = Analysis::new(text);
    let is_text = !text.is_empty()
        && scalar::resolve(text) == Tag::Str
        && !matches!(text, "=" | "<<")
        && DATE.as_ref().is_some_and(|it| matches!(it.is_match(text), Ok(false)));
    let may_be_plain = if is_flow { found.flow_plain } else { found.block_plain };
    Some(if is_text && may_be_plain {
        Style::Plain
    } else if found.single && !(is_key && text.contains('\n')) {
        Style::Single
    } else {
        Style::Double
    })
}

/// The styles that a text can have.
struct Analysis {
    flow_plain: bool,
    block_plain: bool,
    single: bool,
}

impl Analysis {
    fn new(text: &str) -> Analysis {
        let chars: Vec<char> = text.chars().collect();
        let is_blank = |it: Option<&char>| it.is_none_or(|it| matches!(it, '\0' | ' ' | '\t' | '\r') || BREAKS.contains(it));
        let mut flow_indicators = text.starts_with("---") || text.starts_with("...");
        let mut block_indicators = flow_indicators;
        let (mut has_special, mut space_break, mut break_space) = (false, false, false);
        for (at, char) in chars.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|it| chars.get(it));
            let is_followed = is_blank(chars.get(at + 1));
            match char {
                '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' if at == 0 => {
                    flow_indicators = true;
                    block_indicators = true;
                }
                '-' if at == 0 && is_followed => {
                    flow_indicators = true;
                    block_indicators = true;
                }
                ':' => {
                    flow_indicators = true;
                    block_indicators |= is_followed;
                }
                '?' => {
                    flow_indicators = true;
                    block_indicators |= at == 0 && is_followed;
                }
                ',' | '[' | ']' | '{' | '}' => flow_indicators = true,
                '#' if is_blank(before) => {
                    flow_indicators = true;
                    block_indicators = true;
                }
                ' ' => break_space |= before.is_some_and(|it| BREAKS.contains(it)),
                it if BREAKS.contains(it) => space_break |= before == Some(&' '),
                _ => {}
            }
            let is_printed = matches!(char, '\n' | ' '..='~' | '\u{a0}'..='\u{fffd}') && *char != '\u{feff}';
            has_special |= !is_printed;
        }
        let is_edge = |it: Option<&char>| it.is_some_and(|it| *it == ' ' || BREAKS.contains(it));
        let is_open = is_edge(chars.first()) || is_edge(chars.last());
        let is_broken = break_space || space_break || has_special;
        let may_be_plain = !is_open && !is_broken && !text.contains(BREAKS);
        Analysis {
            flow_plain: may_be_plain && !flow_indicators && !text.is_empty(),
            block_plain: may_be_plain && !block_indicators,
            single: !is_broken,
        }
    }
}

/// The escape of a character in double quotes, if it needs one.
pub fn escape(char: char) -> Option<String> {
    match char {
        '\u{2028}' | '\u{2029}' | '\u{feff}' => double::escape(char),
        '\u{a0}'..='\u{fffd}' => None,
        _ => double::escape(char),
    }
}
