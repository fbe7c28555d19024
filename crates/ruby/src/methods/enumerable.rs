//! `Enumerable`: what lists, hashes and ranges can do.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::stop::{Outcome, Stop};
use crate::value::{Entries, Hash, Key, Proc, Range, Value};

pub const METHODS: &[Method] = &[
    row("to_set", 0, 0, |ruby, it, given| {
        if given.block.is_some() {
            return ruby.not_covered("to_set with a block");
        }
        match ruby.find_constant("::Set") {
            Some(set) => ruby.send(&set, "new", Args::new(vec![it.clone()])),
            None => ruby.not_covered("to_set"),
        }
    })
    .open_in_ruby(0),
    row("all?", 0, 1, |ruby, it, given| every(ruby, it, given, |found, _| !found, true)),
    row("any?", 0, 1, |ruby, it, given| every(ruby, it, given, |found, _| found, false)),
    row("chunk", 0, 0, |ruby, it, given| parts(ruby, "__by_key", vec![it.clone()], given)),
    row("chunk_while", 0, 0, |ruby, it, given| parts(ruby, "__between", vec![it.clone(), Value::Boolean(false)], given)),
    row("slice_after", 0, 1, |ruby, it, given| sliced(ruby, it, false, given)).open_in_ruby(0),
    row("slice_before", 0, 1, |ruby, it, given| sliced(ruby, it, true, given)).open_in_ruby(0),
    row("slice_when", 0, 0, |ruby, it, given| parts(ruby, "__between", vec![it.clone(), Value::Boolean(true)], given)),
    row("collect", 0, 0, map),
    row("collect_concat", 0, 0, flat_map),
    row("count", 0, 1, |ruby, it, given| {
        let items = ruby.elements(it)?;
        let mut count = 0;
        if given.list.is_empty() && given.block.is_none() {
            return Ok(Value::Integer(size(items.len())));
        }
        for item in items {
            let found = match given.list.first() {
                Some(wanted) => ruby.equal(&item, wanted)?,
                None => truth(ruby, given, item)?,
            };
            count += i64::from(found);
        }
        Ok(Value::Integer(count))
    }),
    row("detect", 0, 1, find),
    row("drop", 1, 1, |ruby, it, given| {
        let items = ruby.elements(it)?;
        let Ok(count) = usize::try_from(ruby.needs_integer(&given.at(0))?) else {
            return ruby.raise("ArgumentError", "attempt to drop negative size");
        };
        Ok(ruby.heap.array(items.get(count..).unwrap_or_default().to_vec()))
    }),
    row("drop_while", 0, 0, |ruby, it, given| {
        ruby.needs_block(given)?;
        let items = ruby.elements(it)?;
        let mut at = 0;
        for item in &items {
            if !truth(ruby, given, item.clone())? {
                break;
            }
            at += 1;
        }
        Ok(ruby.heap.array(items.get(at..).unwrap_or_default().to_vec()))
    }),
    row("each_cons", 1, 1, |ruby, it, given| {
        let count = positive(ruby, &given.at(0), "invalid size")?;
        let block = ruby.needs_block(given)?;
        let items = ruby.elements(it)?;
        for window in items.windows(count) {
            let window = ruby.heap.array(window.to_vec());
            ruby.yield_one(&block, window)?;
        }
        Ok(it.clone())
    }),
    row("each_entry", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        each_of(ruby, it, &mut |ruby, item| ruby.yield_one(&block, item).map(|_| true))?;
        Ok(it.clone())
    })
    .open_in_ruby(0),
    row("each_slice", 1, 1, |ruby, it, given| {
        let count = positive(ruby, &given.at(0), "invalid slice size")?;
        let block = ruby.needs_block(given)?;
        let items = ruby.elements(it)?;
        for slice in items.chunks(count) {
            let slice = ruby.heap.array(slice.to_vec());
            ruby.yield_one(&block, slice)?;
        }
        Ok(it.clone())
    }),
    row("each_with_index", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let mut index = 0;
        each_of(ruby, it, &mut |ruby, item| {
            ruby.call_block(&block, vec![item, Value::Integer(index)])?;
            index += 1;
            Ok(true)
        })?;
        Ok(it.clone())
    })
    .open_in_ruby(0),
    row("each_with_object", 1, 1, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let object = given.at(0);
        each_of(ruby, it, &mut |ruby, item| ruby.call_block(&block, vec![item, object.clone()]).map(|_| true))?;
        Ok(object)
    }),
    row("entries", 0, 0, to_a),
    row("filter", 0, 0, |ruby, it, given| chosen(ruby, it, given, true)),
    row("filter_map", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let mut found = Vec::new();
        each_of(ruby, it, &mut |ruby, item| {
            let value = ruby.yield_one(&block, item)?;
            if ruby.truth(&value)? {
                found.push(value);
            }
            Ok(true)
        })?;
        Ok(ruby.heap.array(found))
    }),
    row("find", 0, 1, find),
    row("find_all", 0, 0, |ruby, it, given| chosen(ruby, it, given, true)),
    row("find_index", 0, 1, find_index),
    row("first", 0, 1, |ruby, it, given| {
        let items = ruby.elements(it)?;
        if given.list.is_empty() {
            return Ok(items.into_iter().next().unwrap_or(Value::Nil));
        }
        let Ok(count) = usize::try_from(ruby.needs_integer(&given.at(0))?) else {
            return ruby.raise("ArgumentError", "attempt to take negative size");
        };
        Ok(ruby.heap.array(items.into_iter().take(count).collect()))
    }),
    row("flat_map", 0, 0, flat_map),
    row("grep", 1, 1, |ruby, it, given| grep(ruby, it, given, true)),
    row("grep_v", 1, 1, |ruby, it, given| grep(ruby, it, given, false)),
    row("group_by", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
        let mut places: rustc_hash::FxHashMap<Key, usize> = rustc_hash::FxHashMap::default();
        each_of(ruby, it, &mut |ruby, item| {
            let group = ruby.yield_one(&block, item.clone())?;
            let key = ruby.key(&group)?;
            let place = *places.entry(key).or_insert_with(|| {
                groups.push((group.clone(), Vec::new()));
                groups.len() - 1
            });
            if let Some(entry) = groups.get_mut(place) {
                entry.1.push(item);
            }
            Ok(true)
        })?;
        let hash = Hash::default();
        for (key, items) in groups {
            let items = ruby.heap.array(items);
            ruby.store(&hash, key, items)?;
        }
        Ok(ruby.heap.hash_of(hash))
    }),
    row("include?", 1, 1, |ruby, it, given| includes(ruby, it, &given.at(0))),
    row("inject", 0, 2, inject),
    row("lazy", 0, 0, |ruby, it, _| match ruby.constant_at("Enumerator") {
        Some(class) => ruby.send(&class, "__lazy", Args::new(vec![it.clone()])),
        None => ruby.not_covered("lazy enumerators"),
    }),
    row("map", 0, 0, map),
    row("max", 0, 1, |ruby, it, given| extreme(ruby, it, given, Ordering::Greater)),
    row("max_by", 0, 1, |ruby, it, given| extreme_by(ruby, it, given, Ordering::Greater)),
    row("member?", 1, 1, |ruby, it, given| includes(ruby, it, &given.at(0))),
    row("min", 0, 1, |ruby, it, given| extreme(ruby, it, given, Ordering::Less)),
    row("min_by", 0, 1, |ruby, it, given| extreme_by(ruby, it, given, Ordering::Less)),
    row("minmax", 0, 0, |ruby, it, given| {
        if matches!(it, Value::Array(_)) && given.block.is_none() {
            let least = extreme(ruby, it, given, Ordering::Less)?;
            let most = extreme(ruby, it, given, Ordering::Greater)?;
            return Ok(ruby.heap.array(vec![least, most]));
        }
        let items = ruby.elements(it)?.into_iter().map(|it| (it.clone(), it)).collect();
        match &given.block {
            Some(block) => both_extremes(ruby, items, &mut |ruby, a, b| block_order(ruby, block, a, b)),
            None => both_extremes(ruby, items, &mut |ruby, a, b| ruby.order(a, b)),
        }
    }),
    row("minmax_by", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let mut items = Vec::new();
        each_of(ruby, it, &mut |ruby, item| {
            items.push((ruby.yield_one(&block, item.clone())?, item));
            Ok(true)
        })?;
        both_extremes(ruby, items, &mut |ruby, a, b| ruby.order(a, b))
    }),
    row("none?", 0, 1, |ruby, it, given| every(ruby, it, given, |found, _| found, true)),
    row("one?", 0, 1, |ruby, it, given| {
        let mut count = 0;
        for item in ruby.elements(it)? {
            if fits(ruby, given, item)? {
                count += 1;
            }
        }
        Ok(Value::Boolean(count == 1))
    }),
    row("partition", 0, 0, |ruby, it, given| {
        ruby.needs_block(given)?;
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        each_of(ruby, it, &mut |ruby, item| {
            if truth(ruby, given, item.clone())? {
                yes.push(item)
            } else {
                no.push(item)
            }
            Ok(true)
        })?;
        let parts = vec![ruby.heap.array(yes), ruby.heap.array(no)];
        Ok(ruby.heap.array(parts))
    }),
    row("reduce", 0, 2, inject),
    row("reject", 0, 0, |ruby, it, given| chosen(ruby, it, given, false)),
    row("reverse_each", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        for item in ruby.elements(it)?.into_iter().rev() {
            ruby.yield_one(&block, item)?;
        }
        Ok(it.clone())
    })
    .open_in_ruby(0),
    row("select", 0, 0, |ruby, it, given| chosen(ruby, it, given, true)),
    row("sort", 0, 0, |ruby, it, given| {
        let items = ruby.elements(it)?;
        let items = sorted(ruby, items, given.block.as_ref())?;
        Ok(ruby.heap.array(items))
    }),
    row("sort_by", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let items = sorted_by(ruby, it, &block)?;
        Ok(ruby.heap.array(items))
    }),
    row("sum", 0, 1, sum),
    row("take", 1, 1, |ruby, it, given| {
        let Ok(count) = usize::try_from(ruby.needs_integer(&given.at(0))?) else {
            return ruby.raise("ArgumentError", "attempt to take negative size");
        };
        taken(ruby, it, count)
    }),
    row("take_while", 0, 0, |ruby, it, given| {
        ruby.needs_block(given)?;
        let mut taken = Vec::new();
        each_of(ruby, it, &mut |ruby, item| {
            let goes_on = truth(ruby, given, item.clone())?;
            taken.extend(goes_on.then_some(item));
            Ok(goes_on)
        })?;
        Ok(ruby.heap.array(taken))
    }),
    row("tally", 0, 1, |ruby, it, given| {
        let (hash, value) = match given.get(0) {
            Some(value) => {
                let hash = ruby.needs_hash(value)?;
                ruby.changes_hash(&hash)?;
                (hash, value.clone())
            }
            None => {
                let value = ruby.heap.hash(Entries::default());
                (ruby.needs_hash(&value)?, value)
            }
        };
        for item in ruby.elements(it)? {
            let key = ruby.key(&item)?;
            let count = match hash.get(&key) {
                None => 1,
                Some(Value::Integer(count)) if count < i64::MAX => count + 1,
                Some(Value::Integer(_) | Value::Big(_)) => return ruby.not_covered("tally of more than 9223372036854775807"),
                Some(other) => {
                    let name = ruby.conversion_name(&other);
                    return ruby.raise("TypeError", format!("wrong argument type {name} (expected Integer)"));
                }
            };
            ruby.store(&hash, item, Value::Integer(count))?;
        }
        Ok(value)
    }),
    row("to_a", 0, 0, to_a),
    row("to_h", 0, 0, |ruby, it, given| {
        let hash = Hash::default();
        for (index, item) in ruby.elements(it)?.into_iter().enumerate() {
            let pair = match &given.block {
                Some(block) => ruby.yield_one(&block.clone(), item)?,
                None => item,
            };
            match &pair {
                Value::Array(list) if list.len() == 2 => {
                    let (key, value) = (list.get(0).unwrap_or(Value::Nil), list.get(1).unwrap_or(Value::Nil));
                    ruby.store(&hash, key, value)?;
                }
                Value::Array(list) => {
                    let length = list.len();
                    return ruby.raise(
                        "ArgumentError",
                        match given.block {
                            Some(_) => format!("element has wrong array length (expected 2, was {length})"),
                            None => format!("wrong array length at {index} (expected 2, was {length})"),
                        },
                    );
                }
                Value::Unknown => return Err(Stop::Unknown),
                other => {
                    let class = crate::class::class_of(other);
                    return ruby.raise(
                        "TypeError",
                        match given.block {
                            Some(_) => format!("wrong element type {class} (expected array)"),
                            None => format!("wrong element type {class} at {index} (expected array)"),
                        },
                    );
                }
            }
        }
        Ok(ruby.heap.hash_of(hash))
    }),
    row("uniq", 0, 0, |ruby, it, given| {
        let items = ruby.elements(it)?;
        let items = unique(ruby, items, given.block.as_ref())?;
        Ok(ruby.heap.array(items))
    }),
    open("zip", 0, |ruby, it, given| {
        if given.block.is_some() {
            return ruby.not_covered("zip with a block");
        }
        let mut others = Vec::new();
        for other in &given.list {
            match other {
                Value::Range(_) | Value::Hash(_) => others.push(ruby.elements(other)?),
                other => others.push(ruby.needs_array(other)?),
            }
        }
        let mut rows = Vec::new();
        for (index, item) in ruby.elements(it)?.into_iter().enumerate() {
            let row = std::iter::once(item).chain(others.iter().map(|it| it.get(index).cloned().unwrap_or(Value::Nil))).collect();
            rows.push(ruby.heap.array(row));
        }
        Ok(ruby.heap.array(rows))
    }),
];

/// An enumerator of parts, which the library makes.
fn parts(ruby: &mut Ruby<'_>, method: &str, mut list: Vec<Value>, given: &Args) -> Outcome {
    let Some(class) = ruby.constant_at("Enumerator") else { return ruby.not_covered("an enumerator") };
    list.push(given.block.clone().map_or(Value::Nil, Value::Proc));
    ruby.send(&class, method, Args::new(list))
}

fn sliced(ruby: &mut Ruby<'_>, it: &Value, before: bool, given: &Args) -> Outcome {
    let patterns = ruby.heap.array(given.list.clone());
    parts(ruby, "__sliced", vec![it.clone(), Value::Boolean(before), patterns], given)
}

pub fn size(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Each element, while what it is of must not change. The closure says whether to go on.
pub fn each_of(ruby: &mut Ruby<'_>, it: &Value, body: &mut dyn FnMut(&mut Ruby<'_>, Value) -> Outcome<bool>) -> Outcome<()> {
    if let Value::Range(range) = it
        && let (Value::Integer(from), Value::Nil | Value::Float(_) | Value::Integer(_)) = (&range.from, &range.to)
    {
        return each_integer(ruby, *from, range, body);
    }
    let items = ruby.elements(it)?;
    let guard = |by: i32| {
        let counter = match it {
            Value::Array(list) => &list.iterated,
            Value::Hash(hash) => &hash.iterated,
            _ => return,
        };
        counter.set(counter.get().saturating_add_signed(by));
    };
    guard(1);
    let mut result = Ok(());
    for item in items {
        match ruby.spend(1).and_then(|()| body(ruby, item)) {
            Ok(true) => {}
            Ok(false) => break,
            Err(stop) => {
                result = Err(stop);
                break;
            }
        }
    }
    guard(-1);
    result
}

/// Each integer of a range, which may have no end.
fn each_integer(ruby: &mut Ruby<'_>, from: i64, range: &Range, body: &mut dyn FnMut(&mut Ruby<'_>, Value) -> Outcome<bool>) -> Outcome<()> {
    let mut next = from;
    loop {
        let is_inside = match &range.to {
            Value::Integer(to) => next < *to || next == *to && !range.exclusive,
            Value::Float(to) => match crate::basics::compare_numbers(next, *to) {
                Some(Ordering::Less) => true,
                Some(Ordering::Equal) => !range.exclusive,
                _ => false,
            },
            _ => true,
        };
        if !is_inside {
            return Ok(());
        }
        ruby.spend(1)?;
        if !body(ruby, Value::Integer(next))? {
            return Ok(());
        }
        let Some(following) = next.checked_add(1) else { return Err(Stop::Limit(crate::Limit::Steps)) };
        next = following;
    }
}

/// The first elements.
pub fn taken(ruby: &mut Ruby<'_>, it: &Value, count: usize) -> Outcome {
    let mut items = Vec::new();
    if count > 0 {
        each_of(ruby, it, &mut |_, item| {
            items.push(item);
            Ok(items.len() < count)
        })?;
    }
    Ok(ruby.heap.array(items))
}

/// Result of the block for an element.
fn truth(ruby: &mut Ruby<'_>, given: &Args, item: Value) -> Outcome<bool> {
    let Some(block) = given.block.clone() else { return ruby.truth(&item) };
    let value = ruby.yield_one(&block, item)?;
    ruby.truth(&value)
}

/// Result of a pattern, the block, or nothing for an element.
fn fits(ruby: &mut Ruby<'_>, given: &Args, item: Value) -> Outcome<bool> {
    match given.list.first() {
        Some(pattern) => {
            let found = ruby.send(pattern, "===", Args::new(vec![item]))?;
            ruby.truth(&found)
        }
        None => truth(ruby, given, item),
    }
}

fn every(ruby: &mut Ruby<'_>, it: &Value, given: &Args, ends: fn(bool, bool) -> bool, otherwise: bool) -> Outcome {
    let mut result = otherwise;
    each_of(ruby, it, &mut |ruby, item| {
        let found = fits(ruby, given, item)?;
        if ends(found, otherwise) {
            result = !otherwise;
            return Ok(false);
        }
        Ok(true)
    })?;
    Ok(Value::Boolean(result))
}

fn map(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let block = ruby.needs_block(given)?;
    let mut mapped = Vec::new();
    each_of(ruby, it, &mut |ruby, item| {
        mapped.push(ruby.yield_one(&block, item)?);
        Ok(true)
    })?;
    Ok(ruby.heap.array(mapped))
}

fn flat_map(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let block = ruby.needs_block(given)?;
    let mut mapped = Vec::new();
    each_of(ruby, it, &mut |ruby, item| {
        match ruby.yield_one(&block, item)? {
            Value::Array(list) => mapped.extend(list.items()),
            Value::Unknown => return Err(Stop::Unknown),
            other => mapped.push(other),
        }
        Ok(true)
    })?;
    Ok(ruby.heap.array(mapped))
}

fn find(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    ruby.needs_block(given)?;
    let mut found = None;
    each_of(ruby, it, &mut |ruby, item| {
        if truth(ruby, given, item.clone())? {
            found = Some(item);
            return Ok(false);
        }
        Ok(true)
    })?;
    match (found, given.get(0)) {
        (Some(found), _) => Ok(found),
        (None, None | Some(Value::Nil)) => Ok(Value::Nil),
        (None, Some(otherwise)) => ruby.send(otherwise, "call", Args::default()),
    }
}

pub fn find_index(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    if given.list.is_empty() {
        ruby.needs_block(given)?;
    }
    for (index, item) in ruby.elements(it)?.into_iter().enumerate() {
        let found = match given.list.first() {
            Some(wanted) => ruby.equal(&item, wanted)?,
            None => truth(ruby, given, item)?,
        };
        if found {
            return Ok(Value::Integer(size(index)));
        }
    }
    Ok(Value::Nil)
}

fn chosen(ruby: &mut Ruby<'_>, it: &Value, given: &Args, wanted: bool) -> Outcome {
    ruby.needs_block(given)?;
    let mut found = Vec::new();
    each_of(ruby, it, &mut |ruby, item| {
        if truth(ruby, given, item.clone())? == wanted {
            found.push(item);
        }
        Ok(true)
    })?;
    Ok(ruby.heap.array(found))
}

fn grep(ruby: &mut Ruby<'_>, it: &Value, given: &Args, wanted: bool) -> Outcome {
    let mut found = Vec::new();
    for item in ruby.elements(it)? {
        let fits = ruby.send(&given.at(0), "===", Args::new(vec![item.clone()]))?;
        if ruby.truth(&fits)? == wanted {
            found.push(match &given.block {
                Some(block) => ruby.yield_one(&block.clone(), item)?,
                None => item,
            });
        }
    }
    Ok(ruby.heap.array(found))
}

fn includes(ruby: &mut Ruby<'_>, it: &Value, wanted: &Value) -> Outcome {
    for item in ruby.elements(it)? {
        ruby.spend(1)?;
        if ruby.equal(&item, wanted)? {
            return Ok(Value::Boolean(true));
        }
    }
    Ok(Value::Boolean(false))
}

fn inject(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let mut items = ruby.elements(it)?.into_iter();
    let (start, operator) = match (given.list.as_slice(), &given.block) {
        ([], Some(_)) => (items.next(), None),
        ([start], Some(_)) => (Some(start.clone()), None),
        ([name], None) => (items.next(), Some(ruby.name(name)?)),
        ([start, name], _) => (Some(start.clone()), Some(ruby.name(name)?)),
        _ => return ruby.not_covered("inject without a block"),
    };
    let Some(mut memo) = start else { return Ok(Value::Nil) };
    for item in items {
        ruby.spend(1)?;
        memo = match (&operator, &given.block) {
            (Some(name), _) => ruby.send(&memo, name, Args::new(vec![item]))?,
            (None, Some(block)) => ruby.call_block(&block.clone(), vec![memo, item])?,
            (None, None) => memo,
        };
    }
    Ok(memo)
}

/// The order that a block gives.
fn block_order(ruby: &mut Ruby<'_>, block: &Rc<Proc>, a: &Value, b: &Value) -> Outcome<Ordering> {
    match ruby.call_block(block, vec![a.clone(), b.clone()])? {
        Value::Integer(it) => Ok(it.cmp(&0)),
        Value::Big(it) => Ok(crate::big::sign(&it)),
        Value::Float(it) => Ok(it.partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
        Value::Unknown => Err(Stop::Unknown),
        Value::Nil => ruby.not_comparable(a, b),
        _ => ruby.not_covered("a block for sorting that gives no number"),
    }
}

pub fn sorted(ruby: &mut Ruby<'_>, items: Vec<Value>, block: Option<&Rc<Proc>>) -> Outcome<Vec<Value>> {
    match block {
        Some(block) => ruby.sort(items, &mut |ruby, a, b| block_order(ruby, block, a, b)),
        None => ruby.sort(items, &mut |ruby, a, b| ruby.order(a, b)),
    }
}

pub fn sorted_by(ruby: &mut Ruby<'_>, it: &Value, block: &Rc<Proc>) -> Outcome<Vec<Value>> {
    let mut keyed = Vec::new();
    each_of(ruby, it, &mut |ruby, item| {
        let key = ruby.yield_one(block, item.clone())?;
        keyed.push(ruby.heap.array(vec![key, item]));
        Ok(true)
    })?;
    let part = |it: &Value, index: usize| match it {
        Value::Array(list) => list.get(index).unwrap_or(Value::Nil),
        _ => Value::Nil,
    };
    let keyed = ruby.sort(keyed, &mut |ruby, a, b| ruby.order(&part(a, 0), &part(b, 0)))?;
    Ok(keyed.iter().map(|it| part(it, 1)).collect())
}

type Order<'o> = &'o mut dyn FnMut(&mut Ruby<'_>, &Value, &Value) -> Outcome<Ordering>;

/// The elements with the least and the greatest key. Ruby compares them in pairs, and the lesser and the greater of a pair with the others.
fn both_extremes(ruby: &mut Ruby<'_>, items: Vec<(Value, Value)>, order: Order<'_>) -> Outcome {
    let mut found: Option<((Value, Value), (Value, Value))> = None;
    for pair in items.chunks(2) {
        let (less, greater) = match pair {
            [a, b] => match order(ruby, &a.0, &b.0)? {
                Ordering::Less => (a, b),
                Ordering::Equal => (a, a),
                Ordering::Greater => (b, a),
            },
            [a] => (a, a),
            _ => continue,
        };
        ruby.spend(1)?;
        found = Some(match found {
            None => (less.clone(), greater.clone()),
            Some((least, most)) => {
                let least = if order(ruby, &less.0, &least.0)? == Ordering::Less { less.clone() } else { least };
                let most = if order(ruby, &greater.0, &most.0)? == Ordering::Greater { greater.clone() } else { most };
                (least, most)
            }
        });
    }
    let (least, most) = found.map_or((Value::Nil, Value::Nil), |it| (it.0.1, it.1.1));
    Ok(ruby.heap.array(vec![least, most]))
}

fn extreme(ruby: &mut Ruby<'_>, it: &Value, given: &Args, wanted: Ordering) -> Outcome {
    // Lists without a block ask the best one, unless the call lists them; all others ask the next one.
    let asks_best = matches!(it, Value::Array(_)) && given.block.is_none() && !std::mem::take(&mut ruby.is_listed);
    let items = ruby.elements(it)?;
    if let Some(count) = given.list.first() {
        let count = usize::try_from(ruby.needs_integer(count)?).unwrap_or(0);
        // Ruby compares them in an order of its own.
        let unordered = |it: Stop| match it {
            Stop::Raise(_) => Stop::not_covered("max and min of several values without an order"),
            other => other,
        };
        let mut items = sorted(ruby, items, given.block.as_ref()).map_err(unordered)?;
        if wanted == Ordering::Greater {
            items.reverse();
        }
        items.truncate(count);
        return Ok(ruby.heap.array(items));
    }
    let mut best: Option<Value> = None;
    for item in items {
        let is_better = match &best {
            None => true,
            Some(best) => {
                let order = match &given.block {
                    Some(block) => block_order(ruby, block, &item, best)?,
                    None if asks_best => ruby.order(best, &item)?.reverse(),
                    None => ruby.order(&item, best)?,
                };
                order == wanted
            }
        };
        if is_better {
            best = Some(item);
        }
    }
    Ok(best.unwrap_or(Value::Nil))
}

fn extreme_by(ruby: &mut Ruby<'_>, it: &Value, given: &Args, wanted: Ordering) -> Outcome {
    if !given.list.is_empty() {
        return ruby.not_covered("max_by of several");
    }
    let block = ruby.needs_block(given)?;
    let mut best: Option<(Value, Value)> = None;
    for item in ruby.elements(it)? {
        let key = ruby.yield_one(&block, item.clone())?;
        let is_better = match &best {
            None => true,
            Some((best, _)) => ruby.order(&key, best)? == wanted,
        };
        if is_better {
            best = Some((key, item));
        }
    }
    Ok(best.map_or(Value::Nil, |it| it.1))
}

fn sum(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let mut total = if given.list.is_empty() { Value::Integer(0) } else { given.at(0) };
    let mut correction = 0.0_f64;
    for item in ruby.elements(it)? {
        let item = match &given.block {
            Some(block) => ruby.yield_one(&block.clone(), item)?,
            None => item,
        };
        // Floats are added with what is lost, as Ruby does.
        let number = match &item {
            Value::Float(it) => Some(*it),
            Value::Integer(it) => Some(*it as f64),
            Value::Big(it) => Some(crate::big::float(it)),
            _ => None,
        };
        total = match (&total, number, &item) {
            (Value::Float(sum), Some(by), _) => {
                let next = sum + by;
                if next.is_finite() {
                    correction += if sum.abs() >= by.abs() { (sum - next) + by } else { (by - next) + sum };
                }
                Value::Float(next)
            }
            (Value::Integer(sum), Some(by), Value::Float(_)) => Value::Float(*sum as f64 + by),
            (Value::Big(sum), Some(by), Value::Float(_)) => Value::Float(crate::big::float(sum) + by),
            (_, _, item) => {
                if let Value::Float(sum) = total {
                    total = Value::Float(sum + correction);
                    correction = 0.0;
                }
                ruby.send(&total, "+", Args::new(vec![item.clone()]))?
            }
        };
    }
    Ok(match total {
        Value::Float(sum) => Value::Float(sum + correction),
        other => other,
    })
}

fn to_a(ruby: &mut Ruby<'_>, it: &Value, _: &Args) -> Outcome {
    let items = ruby.elements(it)?;
    Ok(ruby.heap.array(items))
}

pub fn unique(ruby: &mut Ruby<'_>, items: Vec<Value>, block: Option<&Rc<Proc>>) -> Outcome<Vec<Value>> {
    let mut seen = Entries::default();
    for item in items {
        let by = match block {
            Some(block) => ruby.yield_one(block, item.clone())?,
            None => item.clone(),
        };
        let key = ruby.key(&by)?;
        ruby.spend(1)?;
        seen.entry(key).or_insert((item, Value::Nil));
    }
    Ok(seen.into_values().map(|it| it.0).collect())
}

fn positive(ruby: &mut Ruby<'_>, value: &Value, message: &str) -> Outcome<usize> {
    match usize::try_from(ruby.needs_integer(value)?) {
        Ok(count) if count > 0 => Ok(count),
        _ => ruby.raise("ArgumentError", message),
    }
}
