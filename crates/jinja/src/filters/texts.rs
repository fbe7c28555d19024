//! Filters on texts.

use super::{Filter, argument_error, filter};
use crate::args::{Bound, wanted_text};
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::{Renderer, text_like};
use crate::syntax::is_space;
use crate::value::{Args, Str, Value};

pub(super) static FILTERS: &[Filter] = &[
    filter(&["upper"], "do_upper", &["s"], 1, 0, |_, args| {
        let text = args.text(0)?;
        Ok(text_like(&text, &text.to_uppercase()))
    }),
    filter(&["lower"], "do_lower", &["s"], 1, 0, |_, args| {
        let text = args.text(0)?;
        Ok(text_like(&text, &text.to_lowercase()))
    }),
    filter(&["capitalize"], "do_capitalize", &["s"], 1, 0, |_, args| {
        let text = args.text(0)?;
        Ok(text_like(&text, &capitalize(&text)))
    }),
    filter(&["title"], "do_title", &["s"], 1, 0, |_, args| Ok(Value::str(title(&args.text(0)?)))),
    filter(&["trim"], "do_trim", &["value", "chars"], 1, 0, |_, args| {
        let text = args.text(0)?;
        let trimmed = match args.some(1)? {
            None => text.trim_matches(is_space),
            Some(chars) => {
                let chars = wanted_text(chars, |_| "strip arg must be None or str".to_owned())?;
                text.trim_matches(|c| chars.contains(c))
            }
        };
        Ok(text_like(&text, trimmed))
    }),
    filter(&["string"], "soft_str", &["s"], 1, 0, |_, args| Ok(Value::Str(args.text(0)?))),
    filter(&["replace"], "do_replace", &["s", "old", "new", "count"], 3, 1, |r, args| {
        let (text, old, new) = (args.text(0)?, args.text(1)?, args.text(2)?);
        let count = match args.some(3)? {
            None => -1,
            Some(count) => crate::args::integer(count)?,
        };
        replace(r, &text, &old, &new, count).map(Value::from)
    }),
    filter(&["center"], "do_center", &["value", "width"], 1, 0, |r, args| {
        let text = args.text(0)?;
        let width = usize::try_from(args.int(1, 80)?).unwrap_or(0);
        r.charge_text(width)?;
        Ok(text_like(&text, &center(&text, width, ' ')))
    }),
    filter(&["indent"], "do_indent", &["s", "width", "first", "blank"], 1, 0, indent),
    filter(&["truncate"], "do_truncate", &["s", "length", "killwords", "end", "leeway"], 1, 1, truncate),
    filter(&["wordcount"], "do_wordcount", &["s"], 1, 0, |_, args| {
        let text = args.text(0)?;
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|it| !it.is_empty()).count();
        Ok(Value::from_usize(words))
    }),
    filter(&["wordwrap"], "do_wordwrap", &["s", "width", "break_long_words", "wrapstring", "break_on_hyphens"], 1, 1, word_wrap),
];

pub(super) fn format(r: &mut Renderer<'_>, args: Args) -> Outcome {
    let mut positional = args.positional;
    if positional.is_empty() {
        return Err(Error::type_error("do_format() missing 1 required positional argument: 'value'"));
    }
    let text = positional.remove(0).text()?;
    if !positional.is_empty() && !args.named.is_empty() {
        return Err(argument_error("can't handle positional and keyword arguments at the same time"));
    }
    let values = if args.named.is_empty() { Value::tuple(positional) } else { Value::dict(args.named) };
    crate::percent::format(r, &text, &values)
}

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

/// Words begin after white space, hyphens and opening brackets.
fn title(text: &str) -> String {
    let splits = |c: char| matches!(c, '-' | '(' | '{' | '[' | '<') || is_space(c);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let of_kind = splits(first);
        let end = rest.find(|c| splits(c) != of_kind).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let mut chars = word.chars();
        out.extend(chars.next().into_iter().flat_map(char::to_uppercase));
        out.push_str(&chars.as_str().to_lowercase());
        rest = after;
    }
    out
}

pub(crate) fn replace(r: &mut Renderer<'_>, text: &str, old: &str, new: &str, count: i64) -> Outcome<String> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let found = if old.is_empty() { text.chars().count() + 1 } else { text.matches(old).count() }.min(count);
    r.charge_text(text.len().saturating_add(found.saturating_mul(new.len())))?;
    Ok(text.replacen(old, new, count))
}

pub(crate) fn center(text: &str, width: usize, fill: char) -> String {
    let length = text.chars().count();
    let pad = width.saturating_sub(length);
    // Where Python puts the odd one.
    let left = pad / 2 + (pad & width & 1);
    format!("{}{text}{}", String::from(fill).repeat(left), String::from(fill).repeat(pad - left))
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

fn indent(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let text = match args.value(0).defined()? {
        Value::Str(text) => text.clone(),
        other => {
            return Err(Error::type_error(format!(
                "unsupported operand type(s) for +=: {} and 'str'",
                crate::value::repr_str(&other.type_name())
            )));
        }
    };
    let indention = match args.get(1) {
        Some(Value::Str(text)) => text.to_string(),
        _ => {
            if let Some(width) = args.get(1) {
                width.defined()?;
            }
            let width = usize::try_from(args.int(1, 4)?).unwrap_or(0);
            r.charge_text(width)?;
            " ".repeat(width)
        }
    };
    let (first, blank) = (args.truth(2, false)?, args.truth(3, false)?);
    let whole = format!("{}\n", &*text);
    let lines = split_lines(&whole, false);
    r.charge_text(whole.len().saturating_add(lines.len().saturating_mul(indention.len())))?;
    let mut out = String::new();
    if first {
        out.push_str(&indention);
    }
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push('\n');
            if blank || !line.is_empty() {
                out.push_str(&indention);
            }
        }
        out.push_str(line);
    }
    Ok(text_like(&text, &out))
}

fn assertion(message: String) -> Error {
    Error::new(ErrorKind::Python("AssertionError"), message)
}

fn truncate(_: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let end = args.get(3).map_or(Ok(Str::new("...")), Value::text)?;
    let length = args.int(1, 255)?;
    let leeway = if args.some(4)?.is_some() { args.int(4, 5)? } else { 5 };
    let end_length = i64::try_from(end.chars().count()).unwrap_or(i64::MAX);
    if length < end_length {
        return Err(assertion(format!("expected length >= {end_length}, got {length}")));
    }
    if leeway < 0 {
        return Err(assertion(format!("expected leeway >= 0, got {leeway}")));
    }
    let value = args.value(0);
    let Some(size) = value.length()? else {
        return Err(Error::type_error(format!("object of type {} has no len()", crate::value::repr_str(&value.type_name()))));
    };
    if i64::try_from(size).unwrap_or(i64::MAX) <= length.saturating_add(leeway) {
        return Ok(value);
    }
    let Value::Str(text) = &value else { return Err(Error::not_covered("truncate of what is no text")) };
    let shortened: String = text.chars().take(usize::try_from(length - end_length).unwrap_or(0)).collect();
    let shortened = if args.truth(2, false)? { &*shortened } else { shortened.rsplit_once(' ').map_or(&*shortened, |it| it.0) };
    Ok(text_like(text, &format!("{shortened}{}", &*end)))
}

fn word_wrap(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let text = wanted_text(&args.value(0), |it| format!("'{it}' object has no attribute 'splitlines'"))?;
    let width = args.int(1, 79)?;
    let break_words = args.truth(2, true)?;
    let between = match args.some(3)? {
        None => "\n".to_owned(),
        Some(it) => it.text()?.to_string(),
    };
    let simple = |c: char| c.is_alphanumeric() || is_space(c) || matches!(c, '_' | '.' | ',' | '?' | '!' | '"' | '\'' | '&');
    if args.truth(4, true)? && !text.chars().all(simple) {
        return Err(Error::not_covered("wordwrap of hyphens and signs"));
    }
    let Some(width) = usize::try_from(width).ok().filter(|it| *it > 0) else {
        return Err(Error::value_error(format!("invalid width {width} (must be > 0)")));
    };
    r.charge(text.len())?;
    let lines: Vec<String> = split_lines(&text, false).into_iter().map(|it| wrap(it, width, break_words).join(&between)).collect();
    r.charge_text(lines.iter().map(String::len).sum::<usize>() + lines.len() * between.len())?;
    Ok(Value::str(lines.join(&between)))
}

/// `textwrap.wrap` of one line without hyphens.
fn wrap(line: &str, width: usize, break_words: bool) -> Vec<String> {
    let blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r');
    let mut chunks: Vec<String> = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| blank(c) != blank(first)).unwrap_or(rest.len());
        let (chunk, after) = rest.split_at(end);
        chunks.push(chunk.to_owned());
        rest = after;
    }
    chunks.reverse();
    let is_blank = |it: &str| it.chars().all(is_space);
    let mut lines = Vec::new();
    while !chunks.is_empty() {
        let mut current: Vec<String> = Vec::new();
        let mut length = 0;
        if !lines.is_empty() && chunks.last().is_some_and(|it| is_blank(it)) {
            chunks.pop();
        }
        while let Some(chunk) = chunks.last() {
            let size = chunk.chars().count();
            if length + size > width {
                break;
            }
            length += size;
            current.extend(chunks.pop());
        }
        if let Some(chunk) = chunks.last_mut()
            && chunk.chars().count() > width
        {
            if break_words {
                let space = width - length;
                let space = if space < 1 { 1 } else { space };
                let at = chunk.char_indices().nth(space).map_or(chunk.len(), |it| it.0);
                let after = chunk.split_off(at);
                current.push(std::mem::replace(chunk, after));
            } else if current.is_empty() {
                current.extend(chunks.pop());
            }
        }
        if current.last().is_some_and(|it| is_blank(it)) {
            current.pop();
        }
        if !current.is_empty() {
            lines.push(current.concat());
        }
    }
    lines
}
