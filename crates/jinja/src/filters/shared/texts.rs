//! Functions on texts that filters and methods share.

use crate::error::Outcome;
use crate::eval::Renderer;

pub(crate) fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    title_case(first) + &chars.as_str().to_lowercase()
}

/// A character at the beginning of a word.
pub(crate) fn title_case(c: char) -> String {
    let mut upper = c.to_uppercase();
    let first = upper.next().unwrap_or(c);
    let mut out = String::from(first);
    out.extend(upper.flat_map(char::to_lowercase));
    out
}

pub(crate) fn center(text: &str, width: usize, fill: char) -> String {
    let length = text.chars().count();
    let pad = width.saturating_sub(length);
    // Where Python puts the odd one.
    let left = pad / 2 + (pad & width & 1);
    format!("{}{text}{}", String::from(fill).repeat(left), String::from(fill).repeat(pad - left))
}

pub(crate) fn replace(r: &mut Renderer<'_>, text: &str, old: &str, new: &str, count: i64) -> Outcome<String> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let found = if old.is_empty() { text.chars().count() + 1 } else { text.matches(old).count() }.min(count);
    r.charge_text(text.len().saturating_add(found.saturating_mul(new.len())))?;
    Ok(text.replacen(old, new, count))
}

/// `str.splitlines`
pub(crate) fn split_lines(text: &str, keep_ends: bool) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let breaks = matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}');
        if !breaks {
            continue;
        }
        let mut end = at + c.len_utf8();
        if c == '\r' && chars.peek().is_some_and(|it| it.1 == '\n') {
            chars.next();
            end += 1;
        }
        lines.push(text.get(start..if keep_ends { end } else { at }).unwrap_or(""));
        start = end;
    }
    if start < text.len() {
        lines.push(text.get(start..).unwrap_or(""));
    }
    lines
}
