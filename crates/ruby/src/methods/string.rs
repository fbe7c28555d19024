//! `String`, of characters in UTF-8.

mod parts;
mod sets;

use std::rc::Rc;

use literals::is_space;

use self::parts::{scan, split};
use self::sets::{sets, translated};

use crate::ast::Flags;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::methods::casing::{self, Case};
use crate::number::{self, Parsed};
use crate::regexp::{self, Replacement};
use crate::stop::{Outcome, Stop};
use crate::value::{LastMatch, Match, Pattern, Value};

pub const METHODS: &[Method] = &[
    row("%", 1, 1, |ruby, it, given| {
        let arguments = match given.at(0) {
            Value::Array(list) => list.items(),
            other => vec![other],
        };
        let text = super::kernel::format_text(ruby, &receiver(it), &arguments)?;
        Ok(ruby.heap.text(text))
    }),
    row("*", 1, 1, |ruby, it, given| {
        let count = ruby.needs_integer(&given.at(0))?;
        let Ok(count) = usize::try_from(count) else { return ruby.raise("ArgumentError", "negative argument") };
        if receiver(it).len().saturating_mul(count) > ruby.limits.memory {
            return Err(Stop::Limit(crate::Limit::Memory));
        }
        Ok(ruby.heap.text(receiver(it).repeat(count)))
    }),
    row("+", 1, 1, |ruby, it, given| {
        if matches!(given.at(0), Value::Bytes(_)) {
            return ruby.joined(it, &given.at(0));
        }
        let other = ruby.needs_text(&given.at(0))?;
        Ok(ruby.heap.text(format!("{}{other}", receiver(it))))
    }),
    row("+@", 0, 0, |ruby, it, _| match it {
        Value::String(text) if text.frozen.get() => Ok(ruby.heap.text(text.get())),
        _ => Ok(it.clone()),
    }),
    row("-@", 0, 0, |ruby, it, _| match it {
        Value::String(text) if !text.frozen.get() => Ok(ruby.heap.frozen(text.get())),
        _ => Ok(it.clone()),
    }),
    row("<<", 1, 1, |ruby, it, given| {
        if matches!(given.at(0), Value::Integer(_)) {
            return ruby.not_covered("String#<< of a character's number");
        }
        let more = match change_check(ruby, it) {
            Ok(()) => ruby.needs_text(&given.at(0))?,
            Err(stop) => return Err(stop),
        };
        set(ruby, it, format!("{}{more}", receiver(it)))
    }),
    row("=~", 1, 1, |ruby, it, given| match given.at(0) {
        Value::Regex(pattern) => regexp::position(ruby, &pattern, &receiver(it)),
        Value::Nil => Ok(Value::Nil),
        Value::String(_) => ruby.raise("TypeError", "type mismatch: String given"),
        _ => ruby.not_covered("String#=~ of something else than a pattern"),
    }),
    row("[]", 1, 2, at),
    row("slice", 1, 2, at),
    row("slice!", 1, 2, |ruby, it, given| {
        change_check(ruby, it)?;
        let taken = at(ruby, it, given)?;
        if matches!(taken, Value::Unknown) {
            return Err(Stop::Unknown);
        }
        let Value::String(part) = &taken else { return Ok(taken) };
        let (text, length) = (receiver(it), part.get().len());
        let start = match (given.at(0), given.list.len()) {
            (Value::String(part), 1) => text.find(&*part.get()),
            (Value::Regex(_), 1) => ruby.last_match()?.map(|it| it.found.whole.start),
            (Value::Range(_), 1) | (Value::Integer(_), 2) => {
                span(ruby, text.chars().count(), &given.list)?.and_then(|it| character(&text, count(it.start)))
            }
            (Value::Integer(index), 1) => character(&text, index),
            _ => return ruby.not_covered("String#slice! of such a part"),
        };
        if let Some(start) = start {
            let before = text.get(..start).unwrap_or_default();
            let after = text.get(start + length..).unwrap_or_default();
            set(ruby, it, format!("{before}{after}"))?;
        }
        Ok(taken)
    }),
    row("[]=", 2, 3, put),
    row("ascii_only?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it).is_ascii()))),
    row("bytes", 0, 0, |ruby, it, _| {
        let bytes = receiver(it).bytes().map(|it| Value::Integer(i64::from(it))).collect();
        Ok(ruby.heap.array(bytes))
    }),
    row("bytesize", 0, 0, |_, it, _| Ok(Value::Integer(count(receiver(it).len())))),
    row("capitalize", 0, 2, |ruby, it, given| in_case(ruby, it, Case::Capital, given)).open_in_ruby(0),
    row("capitalize!", 0, 2, |ruby, it, given| changed_by_or_nil(ruby, it, "capitalize", given)).open_in_ruby(0),
    row("casecmp", 1, 1, |ruby, it, given| {
        let other = ruby.needs_text(&given.at(0))?;
        Ok(Value::Integer(receiver(it).to_ascii_lowercase().cmp(&other.to_ascii_lowercase()) as i64))
    }),
    row("casecmp?", 1, 1, |ruby, it, given| {
        let other = ruby.needs_text(&given.at(0))?;
        if !receiver(it).is_ascii() || !other.is_ascii() {
            return ruby.not_covered("String#casecmp? beyond ASCII");
        }
        Ok(Value::Boolean(receiver(it).eq_ignore_ascii_case(&other)))
    }),
    row("center", 1, 2, |ruby, it, given| pad(ruby, it, given, true, true)),
    row("chars", 0, 0, |ruby, it, _| {
        let text = receiver(it);
        ruby.spend(text.len() as u64)?;
        let characters = text.chars().map(|it| ruby.heap.text(it.to_string())).collect();
        Ok(ruby.heap.array(characters))
    }),
    row("chomp", 0, 1, |ruby, it, given| match given.list.first() {
        None => changed(ruby, it, chomped),
        Some(end) => {
            let end = line_end(ruby, end)?;
            changed(ruby, it, |text| text.strip_suffix(&*end).unwrap_or(text).to_owned())
        }
    }),
    row("chomp!", 0, 1, |ruby, it, given| match given.list.first() {
        None => change(ruby, it, chomped),
        Some(end) => {
            let end = line_end(ruby, end)?;
            change(ruby, it, |text| text.strip_suffix(&*end).unwrap_or(text).to_owned())
        }
    }),
    row("chop", 0, 0, |ruby, it, _| changed(ruby, it, chopped)),
    row("chop!", 0, 0, |ruby, it, _| change(ruby, it, chopped)),
    row("chr", 0, 0, |ruby, it, _| changed(ruby, it, |text| text.chars().take(1).collect())),
    row("clear", 0, 0, |ruby, it, _| {
        change_check(ruby, it)?;
        set(ruby, it, String::new())
    }),
    row("codepoints", 0, 0, |ruby, it, _| {
        let codes = receiver(it).chars().map(|it| Value::Integer(i64::from(u32::from(it)))).collect();
        Ok(ruby.heap.array(codes))
    }),
    open("concat", 0, |ruby, it, given| {
        change_check(ruby, it)?;
        let mut text = receiver(it).to_string();
        for more in &given.list {
            text.push_str(&ruby.needs_text(more)?);
        }
        set(ruby, it, text)
    }),
    open("count", 1, |ruby, it, given| {
        let set = sets(ruby, &given.list)?;
        Ok(Value::Integer(count(receiver(it).chars().filter(|it| set.iter().all(|set| set.has(*it))).count())))
    }),
    open("delete", 1, |ruby, it, given| {
        let set = sets(ruby, &given.list)?;
        changed(ruby, it, |text| text.chars().filter(|it| !set.iter().all(|set| set.has(*it))).collect())
    }),
    open("delete!", 1, |ruby, it, given| {
        let set = sets(ruby, &given.list)?;
        change(ruby, it, |text| text.chars().filter(|it| !set.iter().all(|set| set.has(*it))).collect())
    }),
    row("delete_prefix", 1, 1, |ruby, it, given| {
        let start = ruby.needs_text(&given.at(0))?;
        changed(ruby, it, |text| text.strip_prefix(&*start).unwrap_or(text).to_owned())
    }),
    row("delete_suffix", 1, 1, |ruby, it, given| {
        let end = ruby.needs_text(&given.at(0))?;
        changed(ruby, it, |text| text.strip_suffix(&*end).unwrap_or(text).to_owned())
    }),
    row("downcase", 0, 2, |ruby, it, given| in_case(ruby, it, Case::Lower, given)).open_in_ruby(0),
    row("downcase!", 0, 2, |ruby, it, given| changed_by_or_nil(ruby, it, "downcase", given)).open_in_ruby(0),
    row("dump", 0, 0, |ruby, it, _| {
        let text = receiver(it);
        ruby.spend(text.len() as u64 / 16)?;
        Ok(ruby.heap.text(values::print::dump_str(&text)))
    }),
    row("each_char", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        for character in receiver(it).chars() {
            let value = ruby.heap.text(character.to_string());
            ruby.yield_one(&block, value)?;
        }
        Ok(it.clone())
    }),
    row("each_line", 0, 1, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        for line in lines(ruby, it, given)? {
            ruby.yield_one(&block, line)?;
        }
        Ok(it.clone())
    })
    .open_in_ruby(0),
    row("empty?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it).is_empty()))),
    open("end_with?", 0, |ruby, it, given| {
        for end in &given.list {
            if receiver(it).ends_with(&*ruby.needs_text(end)?) {
                return Ok(Value::Boolean(true));
            }
        }
        Ok(Value::Boolean(false))
    }),
    row("gsub", 1, 2, |ruby, it, given| substituted(ruby, it, given, true)),
    row("gsub!", 1, 2, |ruby, it, given| substitute(ruby, it, given, true)),
    row("hex", 0, 0, |ruby, it, _| integer(ruby, &receiver(it), 16)),
    row("include?", 1, 1, |ruby, it, given| {
        let part = ruby.needs_text(&given.at(0))?;
        Ok(Value::Boolean(receiver(it).contains(&*part)))
    }),
    row("index", 1, 2, |ruby, it, given| {
        let text = receiver(it);
        let start = if given.list.len() > 1 { ruby.needs_integer(&given.at(1))? } else { 0 };
        let Some(start) = character(&text, start) else { return Ok(Value::Nil) };
        let found = match given.at(0) {
            Value::Regex(pattern) => regexp::find(ruby, &pattern, &text, start)?.map(|it| it.found.whole.start),
            other => {
                let part = ruby.needs_text(&other)?;
                text.get(start..).and_then(|it| it.find(&*part)).map(|it| it + start)
            }
        };
        Ok(found.map_or(Value::Nil, |it| Value::Integer(count(text.get(..it).unwrap_or_default().chars().count()))))
    }),
    row("insert", 2, 2, |ruby, it, given| {
        change_check(ruby, it)?;
        let index = ruby.needs_integer(&given.at(0))?;
        let part = ruby.needs_text(&given.at(1))?;
        let mut characters: Vec<char> = receiver(it).chars().collect();
        let length = count(characters.len());
        let place = if index < 0 { length + index + 1 } else { index };
        match usize::try_from(place) {
            Ok(place) if place <= characters.len() => {
                characters.splice(place..place, part.chars());
                set(ruby, it, characters.into_iter().collect())
            }
            _ => ruby.raise("IndexError", format!("index {index} out of string")),
        }
    }),
    row("intern", 0, 0, |_, it, _| Ok(Value::Symbol((*receiver(it)).into()))),
    row("length", 0, 0, |_, it, _| Ok(Value::Integer(count(receiver(it).chars().count())))),
    row("lines", 0, 1, |ruby, it, given| {
        let lines = lines(ruby, it, given)?;
        Ok(ruby.heap.array(lines))
    }),
    row("ljust", 1, 2, |ruby, it, given| pad(ruby, it, given, false, true)),
    row("lstrip", 0, 0, |ruby, it, _| changed(ruby, it, |text| lstrip(text).to_owned())),
    row("lstrip!", 0, 0, |ruby, it, _| change(ruby, it, |text| lstrip(text).to_owned())),
    row("match", 1, 2, |ruby, it, given| {
        let pattern = pattern_of(ruby, &given.at(0))?;
        let Some(found) = found_from(ruby, &pattern, &receiver(it), given)? else { return Ok(Value::Nil) };
        match &given.block {
            Some(block) => ruby.yield_one(&block.clone(), Value::Match(found)),
            None => Ok(Value::Match(found)),
        }
    })
    .open_in_ruby(1),
    row("match?", 1, 2, |ruby, it, given| {
        let pattern = pattern_of(ruby, &given.at(0))?;
        let before = ruby.matched.clone();
        let found = found_from(ruby, &pattern, &receiver(it), given)?.is_some();
        ruby.matched = before;
        Ok(Value::Boolean(found))
    }),
    row("next", 0, 0, succ),
    row("oct", 0, 0, |ruby, it, _| {
        match receiver(it).trim_start().starts_with(['0', '1', '2', '3', '4', '5', '6', '7'])
            && receiver(it).bytes().all(|it| it.is_ascii_digit())
        {
            true => integer(ruby, &receiver(it), 8),
            false => ruby.not_covered("String#oct of such a text"),
        }
    }),
    row("ord", 0, 0, |ruby, it, _| match receiver(it).chars().next() {
        Some(it) => Ok(Value::Integer(i64::from(u32::from(it)))),
        None => ruby.raise("ArgumentError", "empty string"),
    }),
    row("partition", 1, 1, |ruby, it, given| {
        let text = receiver(it);
        let range = match given.at(0) {
            Value::Regex(pattern) => regexp::find(ruby, &pattern, &text, 0)?.map(|it| it.found.whole.clone()),
            other => {
                let part = ruby.needs_text(&other)?;
                text.find(&*part).map(|it| it..it + part.len())
            }
        };
        let parts = match range {
            Some(range) => [text.get(..range.start), text.get(range.clone()), text.get(range.end..)],
            None => [Some(&*text), Some(""), Some("")],
        };
        let parts = parts.into_iter().map(|it| ruby.heap.text(it.unwrap_or_default())).collect();
        Ok(ruby.heap.array(parts))
    }),
    open("prepend", 0, |ruby, it, given| {
        change_check(ruby, it)?;
        let mut text = String::new();
        for part in &given.list {
            text.push_str(&ruby.needs_text(part)?);
        }
        set(ruby, it, format!("{text}{}", receiver(it)))
    }),
    row("replace", 1, 1, |ruby, it, given| {
        change_check(ruby, it)?;
        let text = ruby.needs_text(&given.at(0))?;
        set(ruby, it, text.to_string())
    }),
    row("reverse", 0, 0, |ruby, it, _| changed(ruby, it, |text| text.chars().rev().collect())),
    row("rindex", 1, 2, |ruby, it, given| {
        let text = receiver(it);
        let part = match given.at(0) {
            Value::Regex(_) => return ruby.not_covered("String#rindex of a pattern"),
            other => ruby.needs_text(&other)?,
        };
        let found = match given.get(1) {
            None => text.rfind(&*part),
            Some(last) => {
                let last = ruby.needs_integer(last)?.min(count(text.chars().count()));
                let Some(last) = character(&text, last) else { return Ok(Value::Nil) };
                ruby.spend(last as u64)?;
                (0..=last).rev().find(|at| text.get(*at..).is_some_and(|it| it.starts_with(&*part)))
            }
        };
        Ok(found.map_or(Value::Nil, |it| Value::Integer(count(text.get(..it).unwrap_or_default().chars().count()))))
    }),
    row("rjust", 1, 2, |ruby, it, given| pad(ruby, it, given, true, false)),
    row("rpartition", 1, 1, |ruby, it, given| {
        let text = receiver(it);
        let part = match given.at(0) {
            Value::Regex(_) => return ruby.not_covered("String#rpartition of a pattern"),
            other => ruby.needs_text(&other)?,
        };
        let parts = match text.rfind(&*part) {
            Some(at) => [text.get(..at), Some(&*part), text.get(at + part.len()..)],
            None => [Some(""), Some(""), Some(&*text)],
        };
        let parts = parts.into_iter().map(|it| ruby.heap.text(it.unwrap_or_default())).collect();
        Ok(ruby.heap.array(parts))
    }),
    row("rstrip", 0, 0, |ruby, it, _| changed(ruby, it, |text| rstrip(text).to_owned())),
    row("rstrip!", 0, 0, |ruby, it, _| change(ruby, it, |text| rstrip(text).to_owned())),
    row("scan", 1, 1, scan),
    row("size", 0, 0, |_, it, _| Ok(Value::Integer(count(receiver(it).chars().count())))),
    row("split", 0, 2, split),
    open("squeeze", 0, |ruby, it, given| {
        let set = sets(ruby, &given.list)?;
        changed(ruby, it, |text| {
            let mut out = String::new();
            let mut last = None;
            for it in text.chars() {
                if last == Some(it) && set.iter().all(|set| set.has(it)) {
                    continue;
                }
                last = Some(it);
                out.push(it);
            }
            out
        })
    }),
    open("start_with?", 0, |ruby, it, given| {
        for start in &given.list {
            if let Value::Regex(_) = start {
                return ruby.not_covered("String#start_with? of a pattern");
            }
            if receiver(it).starts_with(&*ruby.needs_text(start)?) {
                return Ok(Value::Boolean(true));
            }
        }
        Ok(Value::Boolean(false))
    }),
    row("strip", 0, 0, |ruby, it, _| changed(ruby, it, |text| rstrip(lstrip(text)).to_owned())),
    row("reverse!", 0, 0, |ruby, it, _| change(ruby, it, |text| text.chars().rev().collect()).map(|_| it.clone())),
    row("delete_prefix!", 1, 1, |ruby, it, given| {
        let start = ruby.needs_text(&given.at(0))?;
        change(ruby, it, |text| text.strip_prefix(&*start).unwrap_or(text).to_owned())
    }),
    row("delete_suffix!", 1, 1, |ruby, it, given| {
        let end = ruby.needs_text(&given.at(0))?;
        change(ruby, it, |text| text.strip_suffix(&*end).unwrap_or(text).to_owned())
    }),
    row("each_byte", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        for byte in receiver(it).bytes() {
            ruby.yield_one(&block, Value::Integer(i64::from(byte)))?;
        }
        Ok(it.clone())
    }),
    row("getbyte", 1, 1, |ruby, it, given| {
        let index = ruby.needs_integer(&given.at(0))?;
        let text = receiver(it);
        let at = usize::try_from(if index < 0 { index + count(text.len()) } else { index }).ok();
        Ok(at.and_then(|it| text.as_bytes().get(it)).map_or(Value::Nil, |it| Value::Integer(i64::from(*it))))
    }),
    row("next!", 0, 0, |ruby, it, given| changed_by(ruby, it, "succ", given)),
    open("squeeze!", 0, |ruby, it, given| changed_by_or_nil(ruby, it, "squeeze", given)),
    row("succ!", 0, 0, |ruby, it, given| changed_by(ruby, it, "succ", given)),
    row("swapcase!", 0, 2, |ruby, it, given| changed_by_or_nil(ruby, it, "swapcase", given)).open_in_ruby(0),
    row("strip!", 0, 0, |ruby, it, _| change(ruby, it, |text| rstrip(lstrip(text)).to_owned())),
    row("sub", 1, 2, |ruby, it, given| substituted(ruby, it, given, false)),
    row("sub!", 1, 2, |ruby, it, given| substitute(ruby, it, given, false)),
    row("succ", 0, 0, succ),
    row("swapcase", 0, 2, |ruby, it, given| in_case(ruby, it, Case::Swapped, given)).open_in_ruby(0),
    row("to_f", 0, 0, |_, it, _| Ok(Value::Float(literals::to_f(&receiver(it))))),
    row("to_i", 0, 1, |ruby, it, given| {
        let base = match given.list.first() {
            None => 10,
            Some(base) => ruby.needs_integer(base)?,
        };
        match u32::try_from(base) {
            Ok(base @ 2..=36) => integer(ruby, &receiver(it), base),
            _ => ruby.not_covered("String#to_i of such a base"),
        }
    }),
    row("to_s", 0, 0, |_, it, _| Ok(it.clone())),
    row("to_str", 0, 0, |_, it, _| Ok(it.clone())),
    row("to_sym", 0, 0, |_, it, _| Ok(Value::Symbol((*receiver(it)).into()))),
    row("tr", 2, 2, |ruby, it, given| {
        let (from, to) = (ruby.needs_text(&given.at(0))?, ruby.needs_text(&given.at(1))?);
        let text = translated(ruby, &receiver(it), &from, &to)?;
        Ok(ruby.heap.text(text))
    }),
    row("tr!", 2, 2, |ruby, it, given| {
        let (from, to) = (ruby.needs_text(&given.at(0))?, ruby.needs_text(&given.at(1))?);
        let text = translated(ruby, &receiver(it), &from, &to)?;
        change(ruby, it, |_| text.clone())
    }),
    row("unicode_normalize", 0, 1, |ruby, _, _| ruby.not_covered("String#unicode_normalize")),
    row("upcase", 0, 2, |ruby, it, given| in_case(ruby, it, Case::Upper, given)).open_in_ruby(0),
    row("upcase!", 0, 2, |ruby, it, given| changed_by_or_nil(ruby, it, "upcase", given)).open_in_ruby(0),
];

pub fn receiver(value: &Value) -> Rc<str> {
    match value {
        Value::String(text) => text.get(),
        Value::Symbol(name) => Rc::from(&**name),
        _ => Rc::from(""),
    }
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

pub fn change_check(ruby: &mut Ruby<'_>, it: &Value) -> Outcome<()> {
    if let Value::String(text) = it {
        ruby.changes_early(text.early)?;
    }
    match it {
        Value::String(text) if text.shared => ruby.not_covered("a change of a text that is Puppet's"),
        Value::String(text) if text.frozen.get() => {
            let shown = ruby.inspect(it)?;
            ruby.raise("FrozenError", format!("can't modify frozen String: {shown}"))
        }
        _ => Ok(()),
    }
}

fn set(ruby: &mut Ruby<'_>, it: &Value, text: String) -> Outcome {
    ruby.spend(text.len() as u64 / 64)?;
    ruby.heap.count(text.len() / 4);
    if text.len() > ruby.limits.memory {
        return Err(Stop::Limit(crate::Limit::Memory));
    }
    if let Value::String(own) = it {
        own.set(text);
    }
    Ok(it.clone())
}

fn changed(ruby: &mut Ruby<'_>, it: &Value, run: impl FnOnce(&str) -> String) -> Outcome {
    let text = run(&receiver(it));
    Ok(ruby.heap.text(text))
}

/// Takes the text that a method gives.
fn changed_by(ruby: &mut Ruby<'_>, it: &Value, method: &str, given: &Args) -> Outcome {
    changed_by_or_nil(ruby, it, method, given).map(|_| it.clone())
}

/// The same, and `nil` where nothing changes.
fn changed_by_or_nil(ruby: &mut Ruby<'_>, it: &Value, method: &str, given: &Args) -> Outcome {
    change_check(ruby, it)?;
    let new = ruby.send(it, method, given.clone())?;
    let new = receiver(&new);
    change(ruby, it, |_| new.to_string())
}

/// Changes the text of the receiver, and returns `nil` where nothing changes.
fn change(ruby: &mut Ruby<'_>, it: &Value, run: impl FnOnce(&str) -> String) -> Outcome {
    change_check(ruby, it)?;
    let before = receiver(it);
    let text = run(&before);
    if *text == *before {
        return Ok(Value::Nil);
    }
    set(ruby, it, text)
}

fn in_case(ruby: &mut Ruby<'_>, it: &Value, case: Case, given: &Args) -> Outcome {
    let text = casing::cased(ruby, &receiver(it), case, given)?;
    Ok(ruby.heap.text(text))
}

fn chomped(text: &str) -> String {
    text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r'])).unwrap_or(text).to_owned()
}

fn chopped(text: &str) -> String {
    if let Some(rest) = text.strip_suffix("\r\n") {
        return rest.to_owned();
    }
    let mut characters = text.chars();
    characters.next_back();
    characters.as_str().to_owned()
}

fn lstrip(text: &str) -> &str {
    text.trim_start_matches(|it| it == '\0' || is_space(it))
}

fn rstrip(text: &str) -> &str {
    text.trim_end_matches(|it| it == '\0' || is_space(it))
}

fn integer(ruby: &mut Ruby<'_>, text: &str, base: u32) -> Outcome {
    match number::to_i(text, base) {
        Parsed::Integer(it) => Ok(Value::Integer(it)),
        Parsed::Big(digits, base) => crate::big::read(ruby, &digits, base),
        Parsed::None => Ok(Value::Integer(0)),
    }
}

/// The end that `chomp` takes away.
fn line_end(ruby: &mut Ruby<'_>, end: &Value) -> Outcome<Rc<str>> {
    let end = ruby.needs_text(end)?;
    if matches!(&*end, "" | "\n") {
        return ruby.not_covered("String#chomp of line ends by name");
    }
    Ok(end)
}

/// Searches a pattern from the character whose index is the second argument.
pub fn found_from(ruby: &mut Ruby<'_>, pattern: &Rc<Pattern>, text: &Rc<str>, given: &Args) -> Outcome<Option<Rc<Match>>> {
    let start = match given.get(1) {
        None => Some(0),
        Some(index) => {
            let index = ruby.needs_integer(index)?;
            ruby.spend(text.len() as u64 / 64)?;
            character(text, index)
        }
    };
    let Some(start) = start else {
        ruby.matched = LastMatch::None;
        return Ok(None);
    };
    regexp::find(ruby, pattern, text, start)
}

/// Where a character begins, counted from the start or from the end; none beyond both.
fn character(text: &str, index: i64) -> Option<usize> {
    let length = text.chars().count();
    let index = if index < 0 { count(length) + index } else { index };
    let index = usize::try_from(index).ok().filter(|it| *it <= length)?;
    Some(text.char_indices().nth(index).map_or(text.len(), |it| it.0))
}

/// The characters of a place and a length, as for lists.
pub fn span(ruby: &mut Ruby<'_>, length: usize, given: &[Value]) -> Outcome<Option<std::ops::Range<usize>>> {
    let (start, size) = match given {
        [Value::Range(range)] => {
            let from = if range.from.is_nil() { 0 } else { ruby.needs_integer(&range.from)? };
            let to = if range.to.is_nil() { -1 } else { ruby.needs_integer(&range.to)? };
            let from = if from < 0 { from + count(length) } else { from };
            let mut to = if to < 0 { to + count(length) } else { to };
            if !range.exclusive || range.to.is_nil() {
                to = to.saturating_add(1);
            }
            (from, to.saturating_sub(from).max(0))
        }
        [start, size] => {
            let (start, size) = (ruby.needs_integer(start)?, ruby.needs_integer(size)?);
            if size < 0 {
                return Ok(None);
            }
            (if start < 0 { start + count(length) } else { start }, size)
        }
        _ => return Ok(None),
    };
    let Some(start) = usize::try_from(start).ok().filter(|it| *it <= length) else { return Ok(None) };
    let end = start.saturating_add(usize::try_from(size).unwrap_or(0)).min(length);
    Ok(Some(start..end))
}

fn at(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let text = receiver(it);
    match (given.at(0), given.list.len()) {
        (Value::Regex(pattern), size) => {
            let Some(found) = regexp::find(ruby, &pattern, &text, 0)? else { return Ok(Value::Nil) };
            let group = match given.at(1) {
                _ if size == 1 => found.group(0).map(str::to_owned),
                Value::Integer(number) => match usize::try_from(number) {
                    Ok(number) => found.group(number).map(str::to_owned),
                    Err(_) => return ruby.not_covered("String#[] of a group from the end"),
                },
                name => {
                    let name = ruby.name(&name)?;
                    super::match_data::named(ruby, &found, &name)?
                }
            };
            Ok(group.map_or(Value::Nil, |it| ruby.heap.text(it)))
        }
        (Value::String(part), 1) => Ok(if text.contains(&*part.get()) { ruby.heap.text(part.get()) } else { Value::Nil }),
        (Value::Range(_), 1) | (_, 2) => {
            let length = text.chars().count();
            match span(ruby, length, &given.list)? {
                Some(range) => Ok(ruby.heap.text(text.chars().skip(range.start).take(range.len()).collect::<String>())),
                None => Ok(Value::Nil),
            }
        }
        (index, _) => {
            let index = ruby.needs_integer(&index)?;
            let length = count(text.chars().count());
            let index = if index < 0 { index + length } else { index };
            let found = usize::try_from(index).ok().and_then(|it| text.chars().nth(it));
            Ok(found.map_or(Value::Nil, |it| ruby.heap.text(it.to_string())))
        }
    }
}

fn put(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    change_check(ruby, it)?;
    let text = receiver(it);
    let [key, value] = given.list.as_slice() else { return ruby.not_covered("String#[]= of a part") };
    let new = ruby.needs_text(value)?;
    match key {
        Value::String(part) => match text.find(&*part.get()) {
            Some(place) => {
                let whole =
                    format!("{}{new}{}", text.get(..place).unwrap_or_default(), text.get(place + part.get().len()..).unwrap_or_default());
                set(ruby, it, whole)?;
                Ok(value.clone())
            }
            None => ruby.raise("IndexError", "string not matched"),
        },
        Value::Integer(index) => {
            let mut characters: Vec<char> = text.chars().collect();
            let place = if *index < 0 { index + count(characters.len()) } else { *index };
            match usize::try_from(place).ok().filter(|it| *it < characters.len()) {
                Some(place) => {
                    characters.splice(place..=place, new.chars());
                    set(ruby, it, characters.into_iter().collect())?;
                    Ok(value.clone())
                }
                None => ruby.not_covered("String#[]= beyond the end"),
            }
        }
        _ => ruby.not_covered("String#[]= of such a key"),
    }
}

fn pad(ruby: &mut Ruby<'_>, it: &Value, given: &Args, before: bool, after: bool) -> Outcome {
    let width = ruby.needs_integer(&given.at(0))?;
    let fill = if given.list.len() > 1 { ruby.needs_text(&given.at(1))? } else { Rc::from(" ") };
    if fill.is_empty() {
        return ruby.raise("ArgumentError", "zero width padding");
    }
    let text = receiver(it);
    let missing = usize::try_from(width).unwrap_or(0).saturating_sub(text.chars().count());
    if missing > 1 << 24 {
        return Err(Stop::Limit(crate::Limit::Memory));
    }
    let left = match (before, after) {
        (true, true) => missing / 2,
        (true, false) => missing,
        _ => 0,
    };
    let right = missing - left;
    let padding = |size: usize| fill.chars().cycle().take(size).collect::<String>();
    Ok(ruby.heap.text(format!("{}{text}{}", padding(left), padding(right))))
}

/// The lines of a text; `chomp: true` leaves their ends out.
fn lines(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome<Vec<Value>> {
    let chomps = match given.list.first() {
        None => false,
        Some(Value::Hash(options)) if given.keywords => match options.pairs().as_slice() {
            [(Value::Symbol(name), value)] if &**name == "chomp" => ruby.truth(value)?,
            _ => return ruby.not_covered("String#lines with such options"),
        },
        Some(_) => return ruby.not_covered("String#lines with a separator"),
    };
    let text = receiver(it);
    let bare = |line: &'_ str| -> usize {
        let end = line.strip_suffix('\n').map_or(line, |it| it.strip_suffix('\r').unwrap_or(it));
        if chomps { end.len() } else { line.len() }
    };
    Ok(text.split_inclusive('\n').map(|it| ruby.heap.text(it.get(..bare(it)).unwrap_or(it))).collect())
}

/// A pattern, or a text that stands for itself as `Regexp.new` takes it.
pub fn pattern_of(ruby: &mut Ruby<'_>, value: &Value) -> Outcome<Rc<Pattern>> {
    match value {
        Value::Regex(pattern) => Ok(pattern.clone()),
        Value::String(text) => match regexp::compile(ruby, &text.get(), Flags::default())? {
            Value::Regex(pattern) => Ok(pattern),
            _ => ruby.not_covered("such a pattern"),
        },
        Value::Unknown => Err(Stop::Unknown),
        other => {
            let name = ruby.conversion_name(other);
            ruby.raise("TypeError", format!("wrong argument type {name} (expected Regexp)"))
        }
    }
}

/// The same for methods that look for a text as it is.
fn literal(ruby: &mut Ruby<'_>, value: &Value) -> Outcome<Rc<Pattern>> {
    match value {
        Value::String(text) => pattern_of(ruby, &Value::String(Rc::new(crate::value::Text::new(values::regex::escape(&text.get()), true)))),
        other => pattern_of(ruby, other),
    }
}

fn replaced(ruby: &mut Ruby<'_>, it: &Value, given: &Args, all: bool) -> Outcome<(Rc<str>, String)> {
    let text = receiver(it);
    let replacement = match (given.list.get(1), &given.block) {
        (Some(Value::Hash(hash)), _) => Replacement::Table(hash.clone()),
        (Some(other), _) => Replacement::Text(ruby.needs_text(other)?),
        (None, Some(block)) => Replacement::Block(block.clone()),
        (None, None) => return ruby.not_covered("String#gsub without a replacement"),
    };
    let pattern = literal(ruby, &given.at(0))?;
    let result = regexp::replace(ruby, &pattern, &text, &replacement, all)?;
    Ok((text, result))
}

fn substituted(ruby: &mut Ruby<'_>, it: &Value, given: &Args, all: bool) -> Outcome {
    let (_, text) = replaced(ruby, it, given, all)?;
    Ok(ruby.heap.text(text))
}

fn substitute(ruby: &mut Ruby<'_>, it: &Value, given: &Args, all: bool) -> Outcome {
    change_check(ruby, it)?;
    let (_, text) = replaced(ruby, it, given, all)?;
    if ruby.last_match()?.is_none() {
        return Ok(Value::Nil);
    }
    set(ruby, it, text)
}

fn succ(ruby: &mut Ruby<'_>, it: &Value, _: &Args) -> Outcome {
    let text = receiver(it);
    if text.is_empty() || !text.bytes().all(|it| it.is_ascii_alphanumeric()) {
        return ruby.not_covered("String#succ of such a text");
    }
    Ok(ruby.heap.text(successor(&text)))
}

/// The text after one of letters and digits.
pub fn successor(text: &str) -> String {
    let mut bytes: Vec<u8> = text.bytes().collect();
    for index in (0..bytes.len()).rev() {
        let Some(byte) = bytes.get_mut(index) else { break };
        let (next, carry) = match *byte {
            b'z' => (b'a', Some(b'a')),
            b'Z' => (b'A', Some(b'A')),
            b'9' => (b'0', Some(b'1')),
            other => (other + 1, None),
        };
        *byte = next;
        match carry {
            None => return String::from_utf8(bytes).unwrap_or_default(),
            Some(first) if index == 0 => bytes.insert(0, first),
            Some(_) => {}
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}
