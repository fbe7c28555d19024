//! `Array`.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::class::class_of;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::methods::enumerable::{each_of, find_index, size, sorted, sorted_by, unique};
use crate::methods::string::span;
use crate::stop::{Outcome, Stop};
use crate::value::{Array, Entries, Key, Value};

pub const METHODS: &[Method] = &[
    row("&", 1, 1, |ruby, it, given| {
        let other = ruby.needs_array(&given.at(0))?;
        let mut keys = Entries::default();
        for item in &other {
            keys.insert(ruby.key(item)?, (Value::Nil, Value::Nil));
        }
        let mut both = Vec::new();
        for item in receiver(it)?.items() {
            if keys.contains_key(&ruby.key(&item)?) {
                both.push(item);
            }
        }
        let both = unique(ruby, both, None)?;
        Ok(ruby.heap.array(both))
    }),
    open("intersection", 0, |ruby, it, given| {
        let mut both = ruby.heap.array(receiver(it)?.items());
        for other in &given.list {
            both = ruby.send(&both, "&", Args::new(vec![other.clone()]))?;
        }
        Ok(both)
    }),
    row("|", 1, 1, |ruby, it, given| {
        let mut items = receiver(it)?.items();
        items.extend(ruby.needs_array(&given.at(0))?);
        let items = unique(ruby, items, None)?;
        Ok(ruby.heap.array(items))
    }),
    open("union", 0, |ruby, it, given| {
        let mut items = receiver(it)?.items();
        for other in &given.list {
            items.extend(ruby.needs_array(other)?);
        }
        let items = unique(ruby, items, None)?;
        Ok(ruby.heap.array(items))
    }),
    row("*", 1, 1, |ruby, it, given| match given.at(0) {
        Value::String(_) => join(ruby, it, given),
        other => {
            let Ok(count) = usize::try_from(ruby.needs_integer(&other)?) else {
                return ruby.raise("ArgumentError", "argument must be non-negative");
            };
            let items = receiver(it)?.items();
            ruby.spend(items.len().saturating_mul(count) as u64)?;
            let many = std::iter::repeat_n(items, count).flatten().collect();
            Ok(ruby.heap.array(many))
        }
    }),
    row("+", 1, 1, |ruby, it, given| {
        let mut items = receiver(it)?.items();
        items.extend(ruby.needs_array(&given.at(0))?);
        ruby.spend(items.len() as u64 / 4)?;
        Ok(ruby.heap.array(items))
    }),
    row("-", 1, 1, |ruby, it, given| without(ruby, it, &given.at(0))),
    open("difference", 0, |ruby, it, given| {
        let mut rest = it.clone();
        for other in &given.list {
            rest = without(ruby, &rest, other)?;
        }
        Ok(rest)
    }),
    row("<<", 1, 1, |ruby, it, given| {
        let list = receiver(it)?;
        ruby.changes_array(&list)?;
        ruby.heap.count(24);
        list.change(|items| items.push(given.at(0)));
        Ok(it.clone())
    }),
    row("<=>", 1, 1, |ruby, it, given| {
        Ok(match ruby.compare(it, &given.at(0))? {
            Some(order) => Value::Integer(order as i64),
            None => Value::Nil,
        })
    }),
    row("[]", 1, 2, at),
    row("slice", 1, 2, at),
    row("slice!", 1, 2, |ruby, it, given| {
        let list = receiver(it)?;
        ruby.changes_array(&list)?;
        let taken = at(ruby, it, given)?;
        let range = match (given.at(0), given.list.len()) {
            (Value::Range(_), 1) | (_, 2) => span(ruby, list.len(), &given.list)?,
            (index, _) => place(ruby.needs_integer(&index)?, list.len()).filter(|it| *it < list.len()).map(|it| it..it + 1),
        };
        if let Some(range) = range {
            ruby.spend(list.len() as u64 / 16)?;
            list.change(|items| {
                let end = range.end.min(items.len());
                items.drain(range.start.min(end)..end);
            });
        }
        Ok(taken)
    }),
    row("[]=", 2, 3, put),
    open("append", 0, push),
    row("assoc", 1, 1, |ruby, it, given| {
        for item in receiver(it)?.items() {
            if let Value::Array(pair) = &item
                && let Some(key) = pair.get(0)
                && ruby.equal(&key, &given.at(0))?
            {
                return Ok(item);
            }
        }
        Ok(Value::Nil)
    }),
    row("at", 1, 1, at),
    row("clear", 0, 0, |ruby, it, _| {
        let list = receiver(it)?;
        ruby.changes_array(&list)?;
        list.change(Vec::clear);
        Ok(it.clone())
    }),
    row("collect!", 0, 0, map_in_place),
    row("combination", 1, 1, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let count = ruby.needs_integer(&given.at(0))?;
        let items = receiver(it)?.items();
        if let Some(count) = usize::try_from(count).ok().filter(|it| *it <= items.len()) {
            let mut chosen: Vec<usize> = (0..count).collect();
            loop {
                ruby.spend(1 + count as u64)?;
                let part = chosen.iter().filter_map(|it| items.get(*it).cloned()).collect();
                let part = ruby.heap.array(part);
                ruby.yield_one(&block, part)?;
                // The last index that can go on, and those after it.
                let Some(at) = (0..count).rev().find(|at| chosen.get(*at).is_some_and(|it| *it < items.len() - count + at)) else { break };
                let first = chosen.get(at).map_or(0, |it| it + 1);
                chosen.truncate(at);
                chosen.extend(first..first + count - at);
            }
        }
        Ok(it.clone())
    }),
    row("permutation", 0, 1, |ruby, it, given| {
        let count = match given.at(0) {
            Value::Nil => size(receiver(it)?.len()),
            other => ruby.needs_integer(&other)?,
        };
        each_selection(ruby, it, given, count, |chosen, next| !chosen.contains(&next))
    })
    .open_in_ruby(0),
    row("repeated_combination", 1, 1, |ruby, it, given| {
        let count = ruby.needs_integer(&given.at(0))?;
        each_selection(ruby, it, given, count, |chosen, next| chosen.last().is_none_or(|it| *it <= next))
    }),
    row("repeated_permutation", 1, 1, |ruby, it, given| {
        let count = ruby.needs_integer(&given.at(0))?;
        each_selection(ruby, it, given, count, |_, _| true)
    }),
    row("compact", 0, 0, |ruby, it, _| {
        let items = receiver(it)?.items().into_iter().filter(|it| !it.is_nil()).collect();
        Ok(ruby.heap.array(items))
    }),
    row("compact!", 0, 0, |ruby, it, _| {
        let items = receiver(it)?.items().into_iter().filter(|it| !it.is_nil()).collect();
        replace(ruby, it, items, true)
    }),
    row("pack", 1, 1, super::pack::pack),
    open("concat", 0, |ruby, it, given| {
        let list = receiver(it)?;
        ruby.changes_array(&list)?;
        let mut more = Vec::new();
        for other in &given.list {
            more.extend(ruby.needs_array(other)?);
        }
        ruby.spend(more.len() as u64)?;
        ruby.heap.count(more.len() * 24);
        list.change(|items| items.extend(more));
        Ok(it.clone())
    }),
    row("deconstruct", 0, 0, |_, it, _| Ok(it.clone())),
    row("delete", 1, 1, |ruby, it, given| {
        if given.block.is_some() {
            return ruby.not_covered("Array#delete with a block");
        }
        let list = receiver(it)?;
        let mut retained = Vec::new();
        let mut found = Value::Nil;
        let mut any = false;
        for item in list.items() {
            if ruby.equal(&item, &given.at(0))? {
                found = item;
                any = true;
            } else {
                retained.push(item);
            }
        }
        if any {
            ruby.changes_array(&list)?;
            list.change(|items| *items = retained);
        }
        Ok(found)
    }),
    row("delete_at", 1, 1, |ruby, it, given| {
        let list = receiver(it)?;
        ruby.changes_array(&list)?;
        let index = ruby.needs_integer(&given.at(0))?;
        Ok(match place(index, list.len()).filter(|it| *it < list.len()) {
            Some(index) => list.change(|items| items.remove(index)),
            None => Value::Nil,
        })
    }),
    row("delete_if", 0, 0, |ruby, it, given| keep(ruby, it, given, false, false)),
    open("dig", 1, dig),
    row("each", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        each_of(ruby, it, &mut |ruby, item| ruby.yield_one(&block, item).map(|_| true))?;
        Ok(it.clone())
    }),
    row("each_index", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let mut index = 0;
        each_of(ruby, it, &mut |ruby, _| {
            index += 1;
            ruby.yield_one(&block, Value::Integer(index - 1)).map(|_| true)
        })?;
        Ok(it.clone())
    }),
    row("empty?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it)?.is_empty()))),
    row("fetch", 1, 2, |ruby, it, given| {
        let list = receiver(it)?;
        let index = ruby.needs_integer(&given.at(0))?;
        if let Some(value) = place(index, list.len()).and_then(|it| list.get(it)) {
            return Ok(value);
        }
        if let Some(block) = &given.block {
            return ruby.yield_one(&block.clone(), given.at(0));
        }
        match given.list.get(1) {
            Some(value) => Ok(value.clone()),
            None => {
                let length = list.len();
                ruby.raise("IndexError", format!("index {index} outside of array bounds: {}...{length}", -size(length)))
            }
        }
    }),
    row("filter!", 0, 0, |ruby, it, given| keep(ruby, it, given, true, true)),
    row("first", 0, 1, |ruby, it, given| {
        let list = receiver(it)?;
        if given.list.is_empty() {
            return Ok(list.get(0).unwrap_or(Value::Nil));
        }
        let Ok(count) = usize::try_from(ruby.needs_integer(&given.at(0))?) else {
            return ruby.raise("ArgumentError", "negative array size");
        };
        Ok(ruby.heap.array(list.items().into_iter().take(count).collect()))
    }),
    row("flatten", 0, 1, |ruby, it, given| {
        let items = flattened(ruby, it, given)?;
        Ok(ruby.heap.array(items))
    }),
    row("flatten!", 0, 1, |ruby, it, given| {
        let is_flat = !receiver(it)?.items().iter().any(|it| matches!(it, Value::Array(_)));
        let items = flattened(ruby, it, given)?;
        replace(ruby, it, items, false).map(|it| if is_flat { Value::Nil } else { it })
    }),
    row("index", 0, 1, find_index),
    open("insert", 1, |ruby, it, given| {
        let list = receiver(it)?;
        ruby.changes_array(&list)?;
        let index = ruby.needs_integer(&given.at(0))?;
        let index = if index < 0 { index + size(list.len()) + 1 } else { index };
        match usize::try_from(index).ok().filter(|it| *it <= list.len()) {
            Some(index) => {
                let new = given.list.get(1..).unwrap_or_default().to_vec();
                list.change(|items| drop(items.splice(index..index, new)));
                Ok(it.clone())
            }
            None => ruby.not_covered("Array#insert beyond the end"),
        }
    }),
    row("join", 0, 1, join),
    row("keep_if", 0, 0, |ruby, it, given| keep(ruby, it, given, true, false)),
    row("last", 0, 1, |ruby, it, given| {
        let items = receiver(it)?.items();
        if given.list.is_empty() {
            return Ok(items.last().cloned().unwrap_or(Value::Nil));
        }
        let Ok(count) = usize::try_from(ruby.needs_integer(&given.at(0))?) else {
            return ruby.raise("ArgumentError", "negative array size");
        };
        let from = items.len().saturating_sub(count);
        Ok(ruby.heap.array(items.get(from..).unwrap_or_default().to_vec()))
    }),
    row("length", 0, 0, |_, it, _| Ok(Value::Integer(size(receiver(it)?.len())))),
    row("map!", 0, 0, map_in_place),
    row("pop", 0, 1, |ruby, it, given| {
        let list = receiver(it)?;
        ruby.changes_array(&list)?;
        if given.list.is_empty() {
            return Ok(list.change(Vec::pop).unwrap_or(Value::Nil));
        }
        let count = removed_count(ruby, &list, given)?;
        let items = list.change(|items| items.split_off(items.len() - count));
        Ok(ruby.heap.array(items))
    }),
    open("prepend", 0, unshift),
    open("product", 0, |ruby, it, given| {
        let mut rows: Vec<Vec<Value>> = receiver(it)?.items().into_iter().map(|it| vec![it]).collect();
        for other in &given.list {
            let other = ruby.needs_array(other)?;
            ruby.spend(rows.len().saturating_mul(other.len()) as u64)?;
            rows = rows.iter().flat_map(|row| other.iter().map(|it| row.iter().cloned().chain([it.clone()]).collect())).collect();
        }
        let rows: Vec<Value> = rows.into_iter().map(|it| ruby.heap.array(it)).collect();
        if let Some(block) = &given.block {
            for row in rows {
                ruby.yield_one(block, row)?;
            }
            return Ok(it.clone());
        }
        Ok(ruby.heap.array(rows))
    }),
    open("push", 0, push),
    row("rassoc", 1, 1, |ruby, it, given| {
        for item in receiver(it)?.items() {
            if let Value::Array(pair) = &item
                && let Some(value) = pair.get(1)
                && ruby.equal(&value, &given.at(0))?
            {
                return Ok(item);
            }
        }
        Ok(Value::Nil)
    }),
    row("reject!", 0, 0, |ruby, it, given| keep(ruby, it, given, false, true)),
    row("replace", 1, 1, |ruby, it, given| {
        let items = ruby.needs_array(&given.at(0))?;
        replace(ruby, it, items, false)
    }),
    row("reverse", 0, 0, |ruby, it, _| {
        let items = receiver(it)?.items().into_iter().rev().collect();
        Ok(ruby.heap.array(items))
    }),
    row("reverse!", 0, 0, |ruby, it, _| {
        let items = receiver(it)?.items().into_iter().rev().collect();
        replace(ruby, it, items, false)
    }),
    row("rindex", 0, 1, |ruby, it, given| {
        let block = if given.list.is_empty() { Some(ruby.needs_block(given)?) } else { None };
        for (index, item) in receiver(it)?.items().into_iter().enumerate().rev() {
            let found = match &block {
                Some(block) => {
                    let value = ruby.yield_one(block, item)?;
                    ruby.truth(&value)?
                }
                None => ruby.equal(&item, &given.at(0))?,
            };
            if found {
                return Ok(Value::Integer(size(index)));
            }
        }
        Ok(Value::Nil)
    }),
    row("sample", 0, 1, |ruby, it, given| {
        let random = source_of_numbers(ruby, given.list.as_slice(), given.keywords)?;
        let items = receiver(it)?.items();
        if items.is_empty() {
            return Ok(Value::Nil);
        }
        let limit = Value::Integer(super::enumerable::size(items.len()));
        let index = ruby.send(&random, "rand", Args::new(vec![limit]))?;
        let index = usize::try_from(ruby.needs_integer(&index)?).unwrap_or(0);
        Ok(items.get(index).cloned().unwrap_or(Value::Nil))
    })
    .of_ruby(0, 2),
    row("shuffle", 0, 1, |ruby, it, given| {
        let random = source_of_numbers(ruby, given.list.as_slice(), given.keywords)?;
        let mut items = ruby.elements(it)?;
        for index in (0..items.len()).rev() {
            let limit = Value::Integer(super::enumerable::size(index + 1));
            let other = ruby.send(&random, "rand", Args::new(vec![limit]))?;
            items.swap(index, usize::try_from(ruby.needs_integer(&other)?).unwrap_or(0));
        }
        Ok(ruby.heap.array(items))
    }),
    row("rotate", 0, 1, |ruby, it, given| {
        let mut items = receiver(it)?.items();
        let by = if given.list.is_empty() { 1 } else { ruby.needs_integer(&given.at(0))? };
        if !items.is_empty() {
            let by = by.rem_euclid(size(items.len()));
            items.rotate_left(usize::try_from(by).unwrap_or(0));
        }
        Ok(ruby.heap.array(items))
    }),
    row("rotate!", 0, 1, |ruby, it, given| {
        let new = ruby.send(it, "rotate", given.clone())?;
        let items = ruby.needs_array(&new)?;
        replace(ruby, it, items, false)
    }),
    row("intersect?", 1, 1, |ruby, it, given| {
        let both = ruby.send(it, "&", given.clone())?;
        Ok(Value::Boolean(!receiver(&both)?.is_empty()))
    }),
    row("select!", 0, 0, |ruby, it, given| keep(ruby, it, given, true, true)),
    row("shift", 0, 1, |ruby, it, given| {
        let list = receiver(it)?;
        ruby.changes_array(&list)?;
        if !given.list.is_empty() {
            let count = removed_count(ruby, &list, given)?;
            let items = list.change(|items| items.drain(..count).collect());
            return Ok(ruby.heap.array(items));
        }
        Ok(list.change(|items| if items.is_empty() { Value::Nil } else { items.remove(0) }))
    }),
    row("size", 0, 0, |_, it, _| Ok(Value::Integer(size(receiver(it)?.len())))),
    row("sort!", 0, 0, |ruby, it, given| {
        let items = receiver(it)?.items();
        let items = sorted(ruby, items, given.block.as_ref())?;
        replace(ruby, it, items, false)
    }),
    row("sort_by!", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let items = sorted_by(ruby, it, &block)?;
        replace(ruby, it, items, false)
    }),
    row("to_a", 0, 0, |_, it, _| Ok(it.clone())),
    row("entries", 0, 0, super::object::DUP),
    row("to_ary", 0, 0, |_, it, _| Ok(it.clone())),
    row("transpose", 0, 0, |ruby, it, _| {
        let mut rows = Vec::new();
        for row in receiver(it)?.items() {
            rows.push(ruby.needs_array(&row)?);
        }
        let width = rows.first().map_or(0, Vec::len);
        if let Some(row) = rows.iter().find(|it| it.len() != width) {
            let length = row.len();
            return ruby.raise("IndexError", format!("element size differs ({length} should be {width})"));
        }
        let columns = (0..width).map(|index| rows.iter().filter_map(|it| it.get(index).cloned()).collect::<Vec<_>>());
        let columns: Vec<Value> = columns.map(|it| ruby.heap.array(it)).collect();
        Ok(ruby.heap.array(columns))
    }),
    row("uniq!", 0, 0, |ruby, it, given| {
        let items = receiver(it)?.items();
        let items = unique(ruby, items, given.block.as_ref())?;
        replace(ruby, it, items, true)
    }),
    open("unshift", 0, unshift),
    open("values_at", 0, |ruby, it, given| {
        let list = receiver(it)?;
        let mut found = Vec::new();
        for index in &given.list {
            if matches!(index, Value::Range(_)) {
                return ruby.not_covered("Array#values_at of ranges");
            }
            let index = ruby.needs_integer(index)?;
            found.push(place(index, list.len()).and_then(|it| list.get(it)).unwrap_or(Value::Nil));
        }
        Ok(ruby.heap.array(found))
    }),
];

fn receiver(value: &Value) -> Outcome<Rc<Array>> {
    match value {
        Value::Array(list) => Ok(list.clone()),
        _ => Err(Stop::Unknown),
    }
}

/// How many elements `pop` and `shift` take away.
fn removed_count(ruby: &mut Ruby<'_>, list: &Rc<Array>, given: &Args) -> Outcome<usize> {
    match usize::try_from(ruby.needs_integer(&given.at(0))?) {
        Ok(count) => Ok(count.min(list.len())),
        Err(_) => ruby.raise("ArgumentError", "negative array size"),
    }
}

/// An index from the start or from the end.
fn place(index: i64, length: usize) -> Option<usize> {
    usize::try_from(if index < 0 { index + size(length) } else { index }).ok()
}

fn at(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let list = receiver(it)?;
    match (given.at(0), given.list.len()) {
        (Value::Range(_), 1) | (_, 2) => match span(ruby, list.len(), &given.list)? {
            Some(range) => Ok(ruby.heap.array(list.items().get(range).unwrap_or_default().to_vec())),
            None => Ok(Value::Nil),
        },
        (index, _) => {
            let index = ruby.needs_integer(&index)?;
            Ok(place(index, list.len()).and_then(|it| list.get(it)).unwrap_or(Value::Nil))
        }
    }
}

fn put(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let list = receiver(it)?;
    let [index, value] = given.list.as_slice() else { return ruby.not_covered("Array#[]= of a part") };
    if matches!(index, Value::Range(_)) {
        return ruby.not_covered("Array#[]= of a part");
    }
    let index = ruby.needs_integer(index)?;
    if list.frozen.get() || list.shared || list.early {
        ruby.changes_array(&list)?;
    }
    let length = list.len();
    let Some(index) = place(index, length) else {
        return ruby.raise("IndexError", format!("index {index} too small for array; minimum: -{length}"));
    };
    if index >= length {
        ruby.changes_array(&list)?;
        ruby.spend((index - length) as u64)?;
        ruby.heap.count((index - length).saturating_mul(24));
        if index > 1 << 24 {
            return Err(Stop::Limit(crate::Limit::Memory));
        }
        list.change(|items| items.resize(index + 1, Value::Nil));
    }
    list.change(|items| {
        if let Some(item) = items.get_mut(index) {
            *item = value.clone();
        }
    });
    Ok(value.clone())
}

fn push(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let list = receiver(it)?;
    ruby.changes_array(&list)?;
    ruby.heap.count(given.list.len() * 24);
    list.change(|items| items.extend(given.list.iter().cloned()));
    Ok(it.clone())
}

fn unshift(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let list = receiver(it)?;
    ruby.changes_array(&list)?;
    ruby.heap.count(given.list.len() * 24);
    list.change(|items| drop(items.splice(0..0, given.list.iter().cloned())));
    Ok(it.clone())
}

/// The source of random numbers that a call names, or that `srand` has given a seed.
fn source_of_numbers(ruby: &mut Ruby<'_>, given: &[Value], keywords: bool) -> Outcome {
    let random = match given {
        [] => {
            let Some(random) = ruby.constant_at("Random") else { return ruby.not_covered("a random number") };
            return ruby.send(&random, "__default", Args::default());
        }
        [Value::Hash(options)] if keywords && options.len() == 1 => options.get(&Key::Symbol("random".into())),
        _ => None,
    };
    match random {
        Some(random @ Value::Object(_)) if &*class_of(&random) == "Random" => Ok(random),
        _ => ruby.not_covered("a random choice with such arguments"),
    }
}

fn without(ruby: &mut Ruby<'_>, it: &Value, other: &Value) -> Outcome {
    let other = ruby.needs_array(other)?;
    let mut keys = Entries::default();
    for item in &other {
        keys.insert(ruby.key(item)?, (Value::Nil, Value::Nil));
    }
    let mut rest = Vec::new();
    for item in receiver(it)?.items() {
        if !keys.contains_key(&ruby.key(&item)?) {
            rest.push(item);
        }
    }
    Ok(ruby.heap.array(rest))
}

/// Puts other elements in the place of its own; `nil` where that changes nothing and somebody asks.
fn replace(ruby: &mut Ruby<'_>, it: &Value, new: Vec<Value>, nil_if_same: bool) -> Outcome {
    let list = receiver(it)?;
    ruby.changes_array(&list)?;
    let is_same = nil_if_same && new.len() == list.len();
    list.change(|items| *items = new);
    Ok(if is_same { Value::Nil } else { it.clone() })
}

fn keep(ruby: &mut Ruby<'_>, it: &Value, given: &Args, wanted: bool, nil_if_same: bool) -> Outcome {
    let block = ruby.needs_block(given)?;
    let mut retained = Vec::new();
    each_of(ruby, it, &mut |ruby, item| {
        let found = ruby.yield_one(&block, item.clone())?;
        if ruby.truth(&found)? == wanted {
            retained.push(item);
        }
        Ok(true)
    })?;
    replace(ruby, it, retained, nil_if_same)
}

fn map_in_place(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let block = ruby.needs_block(given)?;
    let mut mapped = Vec::new();
    each_of(ruby, it, &mut |ruby, item| {
        mapped.push(ruby.yield_one(&block, item)?);
        Ok(true)
    })?;
    replace(ruby, it, mapped, false)
}

pub fn dig(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let mut current = it.clone();
    for key in &given.list {
        current = match &current {
            Value::Nil => return Ok(Value::Nil),
            Value::Array(_) | Value::Hash(_) => ruby.send(&current, "[]", Args::new(vec![key.clone()]))?,
            Value::Unknown => return Ok(ruby.unknown()),
            Value::Foreign(_) => return ruby.not_covered("dig into something of Puppet's"),
            other => {
                let class = crate::class::class_of(other);
                return ruby.raise("TypeError", format!("{class} does not have #dig method"));
            }
        };
    }
    Ok(current)
}

fn flattened(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome<Vec<Value>> {
    let depth = match given.at(0) {
        Value::Nil => i64::MAX,
        other => ruby.needs_integer(&other)?,
    };
    let depth = if depth < 0 { i64::MAX } else { depth };
    let mut flat = Vec::new();
    let own = receiver(it)?;
    // The lists that one is in, each with what is left of it.
    let mut around = vec![(own.clone(), own.items().into_iter())];
    let mut open = FxHashSet::from_iter([Rc::as_ptr(&own)]);
    while let Some((list, items)) = around.last_mut() {
        ruby.spend(1)?;
        let Some(item) = items.next() else {
            open.remove(&Rc::as_ptr(list));
            around.pop();
            continue;
        };
        match item {
            Value::Array(list) if i64::try_from(around.len()).is_ok_and(|it| it <= depth) => {
                let is_new = open.insert(Rc::as_ptr(&list));
                // With a depth, Ruby goes as deep.
                if !is_new && depth == i64::MAX {
                    return ruby.raise("ArgumentError", "tried to flatten recursive array");
                }
                if !is_new {
                    return ruby.not_covered("flatten with a depth of a list that holds itself");
                }
                let items = list.items().into_iter();
                around.push((list, items));
            }
            other => flat.push(other),
        }
    }
    Ok(flat)
}

fn join(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let separator: Rc<str> = match given.at(0) {
        Value::Nil => Rc::from(""),
        other => ruby.needs_text(&other)?,
    };
    let mut text = String::new();
    let mut first = true;
    let mut waiting: Vec<Value> = receiver(it)?.items().into_iter().rev().collect();
    while let Some(item) = waiting.pop() {
        ruby.spend(1)?;
        match item {
            // An empty list within a list is an empty text between two separators.
            Value::Array(list) if !list.is_empty() => waiting.extend(list.items().into_iter().rev()),
            other => {
                if !first {
                    text.push_str(&separator);
                }
                first = false;
                if !matches!(other, Value::Array(_)) {
                    text.push_str(&ruby.text_of(&other)?);
                }
            }
        }
        if text.len() > ruby.limits.memory {
            return Err(Stop::Limit(crate::Limit::Memory));
        }
    }
    Ok(ruby.heap.text(text))
}

/// Runs the block with each list of as many elements, in the order of their places; the closure says whether a place may follow others.
fn each_selection(ruby: &mut Ruby<'_>, it: &Value, given: &Args, count: i64, fits: fn(&[usize], usize) -> bool) -> Outcome {
    let block = ruby.needs_block(given)?;
    let items = receiver(it)?.items();
    let Ok(count) = usize::try_from(count) else { return Ok(it.clone()) };
    let mut chosen: Vec<usize> = Vec::new();
    let mut next = 0;
    loop {
        ruby.spend(1 + chosen.len() as u64 / 8)?;
        if chosen.len() == count {
            let part = chosen.iter().filter_map(|it| items.get(*it).cloned()).collect();
            let part = ruby.heap.array(part);
            ruby.yield_one(&block, part)?;
            next = items.len();
        }
        while next < items.len() && !fits(&chosen, next) {
            next += 1;
        }
        if next < items.len() {
            chosen.push(next);
            next = 0;
            continue;
        }
        match chosen.pop() {
            Some(last) => next = last + 1,
            None => return Ok(it.clone()),
        }
    }
}
