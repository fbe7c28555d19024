//! `Comparable`: numbers, texts, symbols.

use std::cmp::Ordering;

use crate::class;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::Value;

pub const METHODS: &[Method] = &[
    row("<", 1, 1, |ruby, it, given| order(ruby, it, given, |it| it == Ordering::Less)),
    row("<=", 1, 1, |ruby, it, given| order(ruby, it, given, |it| it != Ordering::Greater)),
    row("<=>", 1, 1, |ruby, it, given| {
        Ok(match ruby.compare(it, &given.at(0))? {
            Some(order) => Value::Integer(order as i64),
            None => Value::Nil,
        })
    }),
    row(">", 1, 1, |ruby, it, given| order(ruby, it, given, |it| it == Ordering::Greater)),
    row(">=", 1, 1, |ruby, it, given| order(ruby, it, given, |it| it != Ordering::Less)),
    row("between?", 2, 2, |ruby, it, given| {
        let from = ruby.order(it, &given.at(0))?;
        Ok(Value::Boolean(from != Ordering::Less && ruby.order(it, &given.at(1))? != Ordering::Greater))
    }),
    row("clamp", 1, 2, |ruby, it, given| {
        let (from, to) = match given.list.as_slice() {
            [Value::Range(range)] => {
                if range.exclusive && !range.to.is_nil() {
                    return ruby.raise("ArgumentError", "cannot clamp with an exclusive range");
                }
                (range.from.clone(), range.to.clone())
            }
            [other] => {
                let name = ruby.conversion_name(other);
                return ruby.raise("TypeError", format!("wrong argument type {name} (expected Range)"));
            }
            _ => (given.at(0), given.at(1)),
        };
        if !from.is_nil() && !to.is_nil() && ruby.order(&from, &to)? == Ordering::Greater {
            return ruby.raise("ArgumentError", "min argument must be smaller than max argument");
        }
        if !from.is_nil() {
            match ruby.order(it, &from)? {
                Ordering::Less => return Ok(from),
                Ordering::Equal => return Ok(it.clone()),
                Ordering::Greater => {}
            }
        }
        Ok(if !to.is_nil() && ruby.order(it, &to)? == Ordering::Greater { to } else { it.clone() })
    }),
];

fn order(ruby: &mut Ruby<'_>, it: &Value, given: &Args, fits: fn(Ordering) -> bool) -> Outcome {
    let other = given.at(0);
    // What is no number is compared with nothing.
    if let (Value::Float(a), Value::Integer(_) | Value::Big(_) | Value::Float(_)) | (Value::Integer(_) | Value::Big(_), Value::Float(a)) =
        (it, &other)
        && (a.is_nan() || matches!(&other, Value::Float(b) if b.is_nan()))
    {
        return Ok(Value::Boolean(false));
    }
    if matches!(it, Value::Integer(_) | Value::Big(_) | Value::Float(_))
        && !matches!(other, Value::Integer(_) | Value::Big(_) | Value::Float(_) | Value::Object(_))
    {
        let shown = match &other {
            Value::Nil | Value::Boolean(_) | Value::Symbol(_) => ruby.inspect(&other)?,
            Value::Foreign(_) => return ruby.not_covered("the order of such values"),
            other => class::class_of(other).to_string(),
        };
        return ruby.raise("ArgumentError", format!("comparison of {} with {shown} failed", class::class_of(it)));
    }
    Ok(Value::Boolean(fits(ruby.order(it, &other)?)))
}
