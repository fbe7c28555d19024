//! `Regexp`.

use crate::eval::Ruby;
use crate::invoke::{Method, row};
use crate::regexp;
use crate::stop::{Outcome, Stop};
use crate::value::{LastMatch, Pattern, Value};
use std::rc::Rc;

pub const METHODS: &[Method] = &[
    row("===", 1, 1, |ruby, it, given| match given.at(0) {
        text @ (Value::String(_) | Value::Symbol(_)) => {
            Ok(Value::Boolean(regexp::find(ruby, &receiver(it)?, &super::string::receiver(&text), 0)?.is_some()))
        }
        Value::Unknown => Ok(ruby.unknown()),
        Value::Foreign(_) | Value::Output => ruby.not_covered("Regexp#=== of such a value"),
        _ => {
            ruby.matched = LastMatch::None;
            Ok(Value::Boolean(false))
        }
    }),
    row("=~", 1, 1, |ruby, it, given| match given.at(0) {
        Value::Nil => {
            ruby.matched = LastMatch::None;
            Ok(Value::Nil)
        }
        text => {
            let text = text_of(ruby, &text)?;
            regexp::position(ruby, &receiver(it)?, &text)
        }
    }),
    row("match", 1, 2, |ruby, it, given| match given.at(0) {
        Value::Nil => {
            ruby.matched = LastMatch::None;
            Ok(Value::Nil)
        }
        text => {
            let text = text_of(ruby, &text)?;
            let found = super::string::found_from(ruby, &receiver(it)?, &text, given)?;
            let Some(found) = found else { return Ok(Value::Nil) };
            match &given.block {
                Some(block) => ruby.yield_one(&block.clone(), Value::Match(found)),
                None => Ok(Value::Match(found)),
            }
        }
    }),
    row("match?", 1, 2, |ruby, it, given| match given.at(0) {
        Value::Nil => Ok(Value::Boolean(false)),
        text => {
            let text = text_of(ruby, &text)?;
            let before = ruby.matched.clone();
            let found = super::string::found_from(ruby, &receiver(it)?, &text, given)?.is_some();
            ruby.matched = before;
            Ok(Value::Boolean(found))
        }
    }),
    row("casefold?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it)?.flags.ignore_case))),
    row("names", 0, 0, |ruby, it, _| {
        let pattern = receiver(it)?;
        let mut names: Vec<&String> = Vec::new();
        for name in &pattern.names {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let names = names.into_iter().map(|it| ruby.heap.text(it.as_str())).collect();
        Ok(ruby.heap.array(names))
    }),
    row("source", 0, 0, |ruby, it, _| {
        let source = receiver(it)?.source.clone();
        Ok(ruby.heap.text(source))
    }),
];

fn receiver(value: &Value) -> Outcome<Rc<Pattern>> {
    match value {
        Value::Regex(pattern) => Ok(pattern.clone()),
        _ => Err(Stop::Unknown),
    }
}

fn text_of(ruby: &mut Ruby<'_>, value: &Value) -> Outcome<Rc<str>> {
    match value {
        Value::Symbol(_) => Ok(super::string::receiver(value)),
        other => ruby.needs_text(other),
    }
}
