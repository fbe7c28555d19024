//! `scan` and `split`: the parts of a text.

use std::rc::Rc;

use literals::is_space;

use super::{literal, receiver};
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::regexp;
use crate::stop::{Outcome, Stop};
use crate::value::{Match, Pattern, Value};

pub(super) fn scan(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let text = receiver(it);
    let pattern = literal(ruby, &given.at(0))?;
    let mut found_all = Vec::new();
    let mut start = 0;
    let mut last: Option<Rc<Match>> = None;
    while let Some(found) = regexp::find(ruby, &pattern, &text, start)? {
        ruby.spend(1)?;
        let whole = found.found.whole.clone();
        start = if whole.is_empty() {
            whole.end + text.get(whole.end..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8)
        } else {
            whole.end
        };
        let value = if found.found.groups.is_empty() {
            ruby.heap.text(found.group(0).unwrap_or_default())
        } else {
            let groups = (1..=found.found.groups.len()).map(|it| found.group(it).map_or(Value::Nil, |it| ruby.heap.text(it))).collect();
            ruby.heap.array(groups)
        };
        last = Some(found);
        match &given.block {
            Some(block) => {
                ruby.yield_one(&block.clone(), value)?;
            }
            None => found_all.push(value),
        }
    }
    ruby.matched = last.into();
    if given.block.is_some() {
        return Ok(it.clone());
    }
    Ok(ruby.heap.array(found_all))
}

pub(super) fn split(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    if given.block.is_some() {
        return ruby.not_covered("String#split with a block");
    }
    let text = receiver(it);
    let limit = if given.list.len() > 1 { ruby.needs_integer(&given.at(1))? } else { 0 };
    let most = usize::try_from(limit).unwrap_or(0);
    if most == 1 {
        let list = if text.is_empty() { Vec::new() } else { vec![ruby.heap.text(text)] };
        return Ok(ruby.heap.array(list));
    }
    let mut parts: Vec<String> = Vec::new();
    match given.at(0) {
        Value::Nil => awk(&text, most, &mut parts),
        Value::String(by) if &*by.get() == " " => awk(&text, most, &mut parts),
        Value::String(by) if !by.get().is_empty() => {
            let by = by.get();
            if !text.is_empty() {
                match most {
                    0 => parts.extend(text.split(&*by).map(str::to_owned)),
                    most => parts.extend(text.splitn(most, &*by).map(str::to_owned)),
                }
            }
        }
        Value::String(_) => {
            let characters: Vec<char> = text.chars().collect();
            if most > 0 && characters.len() > most {
                parts.extend(characters.iter().take(most - 1).map(char::to_string));
                parts.push(characters.iter().skip(most - 1).collect());
            } else {
                parts.extend(characters.iter().map(char::to_string));
                if limit != 0 && !characters.is_empty() {
                    parts.push(String::new());
                }
            }
        }
        Value::Regex(pattern) => {
            let before = ruby.matched.clone();
            by_pattern(ruby, &pattern, &text, most, &mut parts)?;
            ruby.matched = before;
        }
        Value::Unknown => return Err(Stop::Unknown),
        other => {
            let name = ruby.conversion_name(&other);
            return ruby.raise("TypeError", format!("wrong argument type {name} (expected Regexp)"));
        }
    }
    if limit == 0 {
        while parts.last().is_some_and(String::is_empty) {
            parts.pop();
        }
    }
    ruby.spend(parts.len() as u64)?;
    let parts = parts.into_iter().map(|it| ruby.heap.text(it)).collect();
    Ok(ruby.heap.array(parts))
}

/// Words between blanks.
fn awk(text: &str, most: usize, parts: &mut Vec<String>) {
    let blank = |it: char| it == '\0' || is_space(it);
    let mut rest = text.trim_start_matches(blank);
    while !rest.is_empty() {
        if most > 0 && parts.len() + 1 == most {
            parts.push(rest.to_owned());
            return;
        }
        let end = rest.find(blank).unwrap_or(rest.len());
        parts.push(rest.get(..end).unwrap_or_default().to_owned());
        let after = rest.get(end..).unwrap_or_default();
        rest = after.trim_start_matches(blank);
        if rest.is_empty() && !after.is_empty() {
            // What a limit keeps.
            parts.push(String::new());
        }
    }
}

fn by_pattern(ruby: &mut Ruby<'_>, pattern: &Rc<Pattern>, text: &str, most: usize, parts: &mut Vec<String>) -> Outcome<()> {
    if text.is_empty() {
        return Ok(());
    }
    let (mut begin, mut start) = (0, 0);
    let mut after_empty = false;
    let mut pieces = 1;
    while let Some(found) = regexp::find(ruby, pattern, text, start)? {
        ruby.spend(1)?;
        if most > 0 && pieces >= most {
            break;
        }
        let (found, end) = (&found.found, found.found.whole.start);
        if start == end && found.whole.is_empty() {
            let from = if after_empty { begin } else { start };
            let after = from + text.get(from..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8);
            if !after_empty {
                start = after;
                after_empty = true;
                if start > text.len() {
                    break;
                }
                continue;
            }
            parts.push(text.get(begin..after).unwrap_or_default().to_owned());
            begin = start;
        } else {
            parts.push(text.get(begin..end).unwrap_or_default().to_owned());
            begin = found.whole.end;
            start = begin;
        }
        pieces += 1;
        after_empty = false;
        for group in found.groups.iter().flatten() {
            parts.push(text.get(group.clone()).unwrap_or_default().to_owned());
        }
    }
    parts.push(text.get(begin..).unwrap_or_default().to_owned());
    Ok(())
}
