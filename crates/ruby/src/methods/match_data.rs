//! `MatchData`.

use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::methods::enumerable::size;
use crate::stop::{Outcome, Stop};
use crate::value::{Hash, Match, Value};
use std::rc::Rc;

pub const METHODS: &[Method] = &[
    row("[]", 1, 2, |ruby, it, given| {
        let found = receiver(it)?;
        // Ruby reads a length of nil as none.
        let is_alone = given.list.get(1).is_none_or(Value::is_nil);
        let text = match given.at(0) {
            Value::Integer(number @ 0..) if is_alone => {
                usize::try_from(number).ok().and_then(|number| found.group(number).map(str::to_owned))
            }
            name @ (Value::String(_) | Value::Symbol(_)) if is_alone => {
                let name = ruby.name(&name)?;
                named(ruby, &found, &name)?
            }
            Value::Integer(_) | Value::Float(_) | Value::Range(_) => {
                let all = groups(ruby, it, 0)?;
                return ruby.send(&all, "[]", Args::new(given.list.iter().take(if is_alone { 1 } else { 2 }).cloned().collect()));
            }
            _ => return ruby.not_covered("MatchData#[] of such an index"),
        };
        Ok(text.map_or(Value::Nil, |it| ruby.heap.text(it)))
    }),
    row("begin", 1, 1, |ruby, it, given| Ok(span(ruby, it, given)?.0)),
    row("captures", 0, 0, |ruby, it, _| groups(ruby, it, 1)),
    row("end", 1, 1, |ruby, it, given| Ok(span(ruby, it, given)?.1)),
    row("length", 0, 0, |_, it, _| Ok(Value::Integer(size(receiver(it)?.found.groups.len() + 1)))),
    row("named_captures", 0, 0, |ruby, it, _| {
        let found = receiver(it)?;
        let hash = Hash::default();
        for name in &found.pattern.names {
            let text = named(ruby, &found, name)?.map_or(Value::Nil, |it| ruby.heap.text(it));
            let name = ruby.heap.frozen(name.as_str());
            ruby.store(&hash, name, text)?;
        }
        Ok(ruby.heap.hash_of(hash))
    }),
    row("names", 0, 0, |ruby, it, _| {
        let names = receiver(it)?.pattern.names.iter().map(|it| ruby.heap.text(it.as_str())).collect();
        Ok(ruby.heap.array(names))
    }),
    row("post_match", 0, 0, |ruby, it, _| {
        let found = receiver(it)?;
        Ok(ruby.heap.text(found.text.get(found.found.whole.end..).unwrap_or_default()))
    }),
    row("pre_match", 0, 0, |ruby, it, _| {
        let found = receiver(it)?;
        Ok(ruby.heap.text(found.text.get(..found.found.whole.start).unwrap_or_default()))
    }),
    row("offset", 1, 1, |ruby, it, given| {
        let (start, end) = span(ruby, it, given)?;
        Ok(ruby.heap.array(vec![start, end]))
    }),
    row("regexp", 0, 0, |_, it, _| Ok(Value::Regex(receiver(it)?.pattern.clone()))),
    row("size", 0, 0, |_, it, _| Ok(Value::Integer(size(receiver(it)?.found.groups.len() + 1)))),
    row("string", 0, 0, |ruby, it, _| {
        let text = receiver(it)?.text.clone();
        Ok(ruby.heap.frozen(text))
    }),
    row("to_a", 0, 0, |ruby, it, _| groups(ruby, it, 0)),
    open("values_at", 0, values_at),
];

fn receiver(value: &Value) -> Outcome<Rc<Match>> {
    match value {
        Value::Match(found) => Ok(found.clone()),
        _ => Err(Stop::Unknown),
    }
}

fn groups(ruby: &mut Ruby<'_>, it: &Value, from: usize) -> Outcome {
    let found = receiver(it)?;
    let groups = (from..=found.found.groups.len()).map(|it| found.group(it).map_or(Value::Nil, |it| ruby.heap.text(it))).collect();
    Ok(ruby.heap.array(groups))
}

fn values_at(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let found = receiver(it)?;
    let mut values = Vec::new();
    for index in &given.list {
        let Ok(index) = usize::try_from(ruby.needs_integer(index)?) else { return ruby.not_covered("MatchData#values_at from the end") };
        values.push(found.group(index).map_or(Value::Nil, |it| ruby.heap.text(it)));
    }
    Ok(ruby.heap.array(values))
}

/// Start and end of a group, in characters.
fn span(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome<(Value, Value)> {
    let found = receiver(it)?;
    let Value::Integer(number) = given.at(0) else { return ruby.not_covered("the place of a group by its name") };
    let range = match usize::try_from(number) {
        Ok(0) => Some(found.found.whole.clone()),
        Ok(number) if number <= found.found.groups.len() => found.found.groups.get(number - 1).cloned().flatten(),
        _ => return ruby.raise("IndexError", format!("index {number} out of matches")),
    };
    let place = |at: usize| Value::Integer(size(found.text.get(..at).unwrap_or_default().chars().count()));
    Ok(range.map_or((Value::Nil, Value::Nil), |it| (place(it.start), place(it.end))))
}

/// The text of a group by its name.
pub fn named(ruby: &mut Ruby<'_>, found: &Match, name: &str) -> Outcome<Option<String>> {
    // In a pattern with names, those without one are not captured, so that they have the numbers of the names.
    let count = found.pattern.names.len();
    match found.pattern.names.iter().position(|it| it == name) {
        Some(at) if count == found.found.groups.len() => Ok(found.group(at + 1).map(str::to_owned)),
        Some(_) => ruby.not_covered("a pattern with names that occur twice"),
        None => ruby.raise("IndexError", format!("undefined group name reference: {name}")),
    }
}
