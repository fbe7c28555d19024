//! `Range`.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::methods::enumerable::{each_of, size, taken};
use crate::methods::integer::sequence;
use crate::stop::{Outcome, Stop};
use crate::value::{Range, Value};

pub const METHODS: &[Method] = &[
    row("%", 1, 1, |ruby, it, given| stepped(ruby, it, given, "%")),
    row("===", 1, 1, cover),
    row("begin", 0, 0, |_, it, _| Ok(receiver(it)?.from.clone())),
    row("cover?", 1, 1, cover),
    row("each", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        each_of(ruby, it, &mut |ruby, item| ruby.yield_one(&block, item).map(|_| true))?;
        Ok(it.clone())
    }),
    row("end", 0, 0, |_, it, _| Ok(receiver(it)?.to.clone())),
    row("exclude_end?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it)?.exclusive))),
    row("first", 0, 1, |ruby, it, given| {
        if given.list.is_empty() {
            return Ok(receiver(it)?.from.clone());
        }
        let Ok(count) = usize::try_from(ruby.needs_integer(&given.at(0))?) else {
            return ruby.raise("ArgumentError", "negative array size (or size too big)");
        };
        taken(ruby, it, count)
    }),
    row("include?", 1, 1, includes),
    row("last", 0, 1, |ruby, it, given| {
        if given.list.is_empty() {
            return Ok(receiver(it)?.to.clone());
        }
        let items = ruby.elements(it)?;
        let count = usize::try_from(ruby.needs_integer(&given.at(0))?).unwrap_or(0);
        let from = items.len().saturating_sub(count);
        Ok(ruby.heap.array(items.get(from..).unwrap_or_default().to_vec()))
    }),
    row("member?", 1, 1, includes),
    row("size", 0, 0, |ruby, it, _| match (&receiver(it)?.from, &receiver(it)?.to) {
        (Value::Integer(_), Value::Integer(_)) => Ok(Value::Integer(size(ruby.elements(it)?.len()))),
        _ => ruby.not_covered("Range#size"),
    }),
    row("step", 0, 1, |ruby, it, given| stepped(ruby, it, given, "step")),
];

fn receiver(value: &Value) -> Outcome<Rc<Range>> {
    match value {
        Value::Range(range) => Ok(range.clone()),
        _ => Err(Stop::Unknown),
    }
}

fn stepped(ruby: &mut Ruby<'_>, it: &Value, given: &Args, name: &str) -> Outcome {
    let range = receiver(it)?;
    let by = given.get(0).cloned().unwrap_or(Value::Integer(1));
    let is_number = |it: &Value| matches!(it, Value::Integer(_) | Value::Float(_));
    if is_number(&range.from) && (is_number(&range.to) || range.to.is_nil()) && is_number(&by) {
        let shown = match given.get(0) {
            Some(by) => format!("(({}).{name}({}))", ruby.inspect(it)?, ruby.inspect(by)?),
            None => format!("(({}).{name})", ruby.inspect(it)?),
        };
        if given.block.is_some() && matches!(by, Value::Integer(..0) | Value::Float(..0.0)) {
            return ruby.raise("ArgumentError", "step can't be negative");
        }
        return sequence(ruby, it, (range.from.clone(), range.to.clone(), by, range.exclusive), &shown, given);
    }
    let Some(size) = usize::try_from(ruby.needs_integer(&by)?).ok().filter(|it| *it > 0) else {
        return ruby.not_covered("Range#step of such a step");
    };
    let (Value::String(_), Value::String(_)) = (&range.from, &range.to) else { return ruby.not_covered("Range#step of such a range") };
    let Some(block) = &given.block else { return ruby.made_enumerator(it, name, &given.list) };
    for item in ruby.elements(it)?.into_iter().step_by(size) {
        ruby.yield_one(block, item)?;
    }
    Ok(it.clone())
}

fn includes(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    match receiver(it)?.from {
        Value::Integer(_) | Value::Big(_) | Value::Float(_) | Value::Nil => cover(ruby, it, given),
        _ => ruby.not_covered("Range#include? of such a range"),
    }
}

fn cover(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let (range, value) = (receiver(it)?, given.at(0));
    if matches!(value, Value::Range(_)) {
        return ruby.not_covered("Range#cover? of a range");
    }
    if !range.from.is_nil() {
        match ruby.compare(&range.from, &value)? {
            Some(Ordering::Less | Ordering::Equal) => {}
            _ => return Ok(Value::Boolean(false)),
        }
    }
    if range.to.is_nil() {
        return Ok(Value::Boolean(true));
    }
    Ok(Value::Boolean(match ruby.compare(&value, &range.to)? {
        Some(Ordering::Less) => true,
        Some(Ordering::Equal) => !range.exclusive,
        _ => false,
    }))
}
