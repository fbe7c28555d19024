//! The filter `wordwrap`: takes a text and returns it wrapped at a width.

use super::shared::split_lines;
use super::{Filter, filter};
use crate::args::{Bound, wanted_text};
use crate::error::{Error, Outcome};
use crate::eval::Renderer;
use crate::syntax::is_space;
use crate::value::Value;

pub(super) static FILTER: Filter =
    filter(&["wordwrap"], "do_wordwrap", &["s", "width", "break_long_words", "wrapstring", "break_on_hyphens"], 1, 1, word_wrap);

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
