//! `Range`.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::methods::enumerable::{each_of, size};
use crate::stop::{Outcome, Stop};
use crate::value::{Range, Value};

pub const METHODS: &[Method] = &[
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
        let items = ruby.elements(it)?;
        let Ok(count) = usize::try_from(ruby.needs_integer(&given.at(0))?) else {
            return ruby.raise("ArgumentError", "negative array size (or size too big)");
        };
        Ok(ruby.heap.array(items.into_iter().take(count).collect()))
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
    row("step", 1, 1, |ruby, it, given| {
        let by = ruby.needs_integer(&given.at(0))?;
        let Some(by) = usize::try_from(by).ok().filter(|it| *it > 0) else { return ruby.not_covered("Range#step of such a step") };
        let block = ruby.needs_block(given)?;
        if !matches!(receiver(it)?.from, Value::Integer(_)) {
            return ruby.not_covered("Range#step");
        }
        for item in ruby.elements(it)?.into_iter().step_by(by) {
            ruby.yield_one(&block, item)?;
        }
        Ok(it.clone())
    }),
];

fn receiver(value: &Value) -> Outcome<Rc<Range>> {
    match value {
        Value::Range(range) => Ok(range.clone()),
        _ => Err(Stop::Unknown),
    }
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
