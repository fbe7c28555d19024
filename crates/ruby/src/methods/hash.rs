//! `Hash`.

use std::rc::Rc;

use crate::Version;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::methods::enumerable::{each_of, size};
use crate::stop::{Outcome, Stop};
use crate::value::{Hash, Value};

pub const METHODS: &[Method] = &[
    row("[]", 1, 1, |ruby, it, given| ruby.entry(&receiver(it)?, &given.at(0))),
    row("[]=", 2, 2, store),
    row("any?", 0, 1, |ruby, it, given| {
        if given.list.is_empty() && given.block.is_none() {
            return Ok(Value::Boolean(!receiver(it)?.is_empty()));
        }
        let method = super::enumerable::METHODS.iter().find(|it| it.name == "any?");
        match method {
            Some(method) => (method.run)(ruby, it, given),
            None => ruby.not_covered("Hash#any?"),
        }
    }),
    row("assoc", 1, 1, |ruby, it, given| {
        let key = ruby.key(&given.at(0))?;
        Ok(match receiver(it)?.entries().get(&key) {
            Some((key, value)) => ruby.heap.array(vec![key.clone(), value.clone()]),
            None => Value::Nil,
        })
    }),
    row("clear", 0, 0, |ruby, it, _| {
        let hash = receiver(it)?;
        ruby.changes_hash(&hash)?;
        hash.change(|entries| entries.clear());
        Ok(it.clone())
    }),
    row("compact", 0, 0, |ruby, it, _| filtered(ruby, it, &mut |_, _, value| Ok(!value.is_nil()))),
    row("compact!", 0, 0, |ruby, it, _| {
        let new = filtered(ruby, it, &mut |_, _, value| Ok(!value.is_nil()))?;
        replaced(ruby, it, &new)
    }),
    row("deconstruct_keys", 1, 1, |_, it, _| Ok(it.clone())),
    row("default", 0, 1, |ruby, it, given| {
        let hash = receiver(it)?;
        let block = hash.default_of.borrow().clone();
        if let (Some(block), Some(key)) = (block, given.get(0)) {
            return ruby.call_block(&block, vec![it.clone(), key.clone()]);
        }
        let default = hash.default.borrow().clone();
        Ok(default.unwrap_or(Value::Nil))
    }),
    row("default=", 1, 1, |ruby, it, given| {
        let hash = receiver(it)?;
        ruby.changes_hash(&hash)?;
        hash.set_default(Some(given.at(0)), None);
        Ok(given.at(0))
    }),
    row("delete", 1, 1, |ruby, it, given| {
        let hash = receiver(it)?;
        ruby.changes_hash(&hash)?;
        let key = ruby.key(&given.at(0))?;
        match hash.change(|entries| entries.shift_remove(&key)) {
            Some((_, value)) => Ok(value),
            None => match &given.block {
                Some(block) => ruby.yield_one(&block.clone(), given.at(0)),
                None => Ok(Value::Nil),
            },
        }
    }),
    row("delete_if", 0, 0, |ruby, it, given| keep(ruby, it, given, false, false)),
    open("dig", 1, super::array::dig),
    row("default_proc", 0, 0, |_, it, _| match it {
        Value::Hash(hash) => Ok(hash.default_of.borrow().clone().map_or(Value::Nil, Value::Proc)),
        _ => Ok(Value::Nil),
    }),
    row("each", 0, 0, each),
    row("each_key", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        each_of(ruby, it, &mut |ruby, pair| ruby.yield_one(&block, part(&pair, 0)).map(|_| true))?;
        Ok(it.clone())
    }),
    row("each_pair", 0, 0, each),
    row("each_value", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        each_of(ruby, it, &mut |ruby, pair| ruby.yield_one(&block, part(&pair, 1)).map(|_| true))?;
        Ok(it.clone())
    }),
    row("empty?", 0, 0, |_, it, _| Ok(Value::Boolean(receiver(it)?.is_empty()))),
    open("except", 0, |ruby, it, given| {
        let mut keys = Vec::new();
        for key in &given.list {
            keys.push(ruby.key(key)?);
        }
        let mut entries = receiver(it)?.entries();
        entries.retain(|key, _| !keys.contains(key));
        Ok(ruby.heap.hash(entries))
    }),
    row("fetch", 1, 2, |ruby, it, given| {
        let key = ruby.key(&given.at(0))?;
        if let Some(value) = receiver(it)?.get(&key) {
            return Ok(value);
        }
        if let Some(block) = &given.block {
            return ruby.yield_one(&block.clone(), given.at(0));
        }
        match given.list.get(1) {
            Some(value) => Ok(value.clone()),
            None => {
                let shown = ruby.inspect(&given.at(0))?;
                ruby.raise("KeyError", format!("key not found: {shown}"))
            }
        }
    }),
    open("fetch_values", 0, |ruby, it, given| {
        let mut values = Vec::new();
        for key in &given.list {
            let arguments = Args { block: given.block.clone(), ..Args::new(vec![key.clone()]) };
            values.push(ruby.send(it, "fetch", arguments)?);
        }
        Ok(ruby.heap.array(values))
    }),
    row("flatten", 0, 1, |ruby, it, given| {
        let depth = match given.get(0) {
            None => 1,
            Some(depth) => ruby.needs_integer(depth)?,
        };
        if depth == 0 {
            return ruby.send(it, "to_a", Args::default());
        }
        let items = receiver(it)?.pairs().into_iter().flat_map(|(key, value)| [key, value]).collect();
        let items = ruby.heap.array(items);
        if depth == 1 {
            return Ok(items);
        }
        let rest = if depth < 0 { depth } else { depth - 1 };
        ruby.send(&items, "flatten", Args::new(vec![Value::Integer(rest)]))
    }),
    row("filter", 0, 0, |ruby, it, given| select(ruby, it, given, true)),
    row("filter!", 0, 0, |ruby, it, given| keep(ruby, it, given, true, true)),
    row("has_key?", 1, 1, has_key),
    row("has_value?", 1, 1, has_value),
    row("include?", 1, 1, has_key),
    row("<", 1, 1, |ruby, it, given| compare(ruby, it, &given.at(0), false, true)),
    row("<=", 1, 1, |ruby, it, given| compare(ruby, it, &given.at(0), false, false)),
    row(">", 1, 1, |ruby, it, given| compare(ruby, it, &given.at(0), true, true)),
    row(">=", 1, 1, |ruby, it, given| compare(ruby, it, &given.at(0), true, false)),
    row("invert", 0, 0, |ruby, it, _| {
        let inverted = Hash::default();
        for (key, value) in receiver(it)?.pairs() {
            ruby.store(&inverted, value, key)?;
        }
        Ok(ruby.heap.hash_of(inverted))
    }),
    row("keep_if", 0, 0, |ruby, it, given| keep(ruby, it, given, true, false)),
    row("key", 1, 1, |ruby, it, given| {
        for (key, value) in receiver(it)?.pairs() {
            if ruby.equal(&value, &given.at(0))? {
                return Ok(key);
            }
        }
        Ok(Value::Nil)
    }),
    row("key?", 1, 1, has_key),
    row("keys", 0, 0, |ruby, it, _| {
        let keys = receiver(it)?.pairs().into_iter().map(|it| it.0).collect();
        Ok(ruby.heap.array(keys))
    }),
    row("length", 0, 0, |_, it, _| Ok(Value::Integer(size(receiver(it)?.len())))),
    row("member?", 1, 1, has_key),
    open("merge", 0, |ruby, it, given| {
        let copy = super::object::DUP(ruby, it, &Args::default())?;
        merge(ruby, &copy, given)
    }),
    open("merge!", 0, merge),
    row("reject", 0, 0, |ruby, it, given| select(ruby, it, given, false)),
    row("reject!", 0, 0, |ruby, it, given| keep(ruby, it, given, false, true)),
    row("replace", 1, 1, |ruby, it, given| {
        let hash = receiver(it)?;
        ruby.changes_hash(&hash)?;
        let entries = ruby.needs_hash(&given.at(0))?.entries();
        hash.change(|own| *own = entries);
        Ok(it.clone())
    }),
    row("select", 0, 0, |ruby, it, given| select(ruby, it, given, true)),
    row("select!", 0, 0, |ruby, it, given| keep(ruby, it, given, true, true)),
    row("size", 0, 0, |_, it, _| Ok(Value::Integer(size(receiver(it)?.len())))),
    open("slice", 0, |ruby, it, given| {
        let (own, found) = (receiver(it)?, Hash::default());
        for key in &given.list {
            let place = ruby.key(key)?;
            if let Some(value) = own.get(&place) {
                ruby.store(&found, key.clone(), value)?;
            }
        }
        Ok(ruby.heap.hash_of(found))
    }),
    row("store", 2, 2, store),
    row("rassoc", 1, 1, |ruby, it, given| {
        for (key, value) in receiver(it)?.pairs() {
            if ruby.equal(&value, &given.at(0))? {
                return Ok(ruby.heap.array(vec![key, value]));
            }
        }
        Ok(Value::Nil)
    }),
    row("shift", 0, 0, |ruby, it, _| {
        let hash = receiver(it)?;
        ruby.changes_hash(&hash)?;
        if hash.is_empty()
            && (hash.default.borrow().is_some() || hash.default_of.borrow().is_some())
            && ruby.needs_version("Hash#shift of a default")? == Version::V3_1
        {
            let default = hash.default.borrow().clone();
            return default.map_or_else(|| ruby.not_covered("Hash#shift of a block's default"), Ok);
        }
        Ok(match hash.change(|entries| entries.shift_remove_index(0)) {
            Some((_, (key, value))) => ruby.heap.array(vec![key, value]),
            None => Value::Nil,
        })
    }),
    row("to_a", 0, 0, |ruby, it, _| {
        let items = ruby.elements(it)?;
        Ok(ruby.heap.array(items))
    }),
    row("to_h", 0, 0, |ruby, it, given| match &given.block {
        None => Ok(it.clone()),
        Some(block) => {
            let block = block.clone();
            let mut pairs = Vec::new();
            each_of(ruby, it, &mut |ruby, pair| {
                pairs.push(ruby.call_block(&block, vec![part(&pair, 0), part(&pair, 1)])?);
                Ok(true)
            })?;
            let list = ruby.heap.array(pairs);
            let new = Hash::default();
            for pair in ruby.elements(&list)? {
                match &pair {
                    Value::Array(it) if it.len() == 2 => ruby.store(&new, part(&pair, 0), part(&pair, 1))?,
                    Value::Array(it) => {
                        let length = it.len();
                        return ruby.raise("ArgumentError", format!("element has wrong array length (expected 2, was {length})"));
                    }
                    other => {
                        let class = crate::class::class_of(other);
                        return ruby.raise("TypeError", format!("wrong element type {class} (expected array)"));
                    }
                }
            }
            Ok(ruby.heap.hash_of(new))
        }
    }),
    row("to_hash", 0, 0, |_, it, _| Ok(it.clone())),
    row("transform_keys", 0, 1, |ruby, it, given| {
        let table = match given.get(0) {
            Some(table) => Some(ruby.needs_hash(table)?),
            None => None,
        };
        let block = if table.is_some() { given.block.clone() } else { Some(ruby.needs_block(given)?) };
        let new = Hash::default();
        let mut pairs = Vec::new();
        each_of(ruby, it, &mut |ruby, pair| {
            let key = part(&pair, 0);
            let other = match &table {
                Some(table) => table.get(&ruby.key(&key)?),
                None => None,
            };
            let key = match (other, &block) {
                (Some(other), _) => other,
                (None, Some(block)) => ruby.yield_one(block, key)?,
                (None, None) => key,
            };
            pairs.push((key, part(&pair, 1)));
            Ok(true)
        })?;
        for (key, value) in pairs {
            ruby.store(&new, key, value)?;
        }
        Ok(ruby.heap.hash_of(new))
    }),
    row("transform_keys!", 0, 1, |ruby, it, given| changed_by(ruby, it, given, "transform_keys")),
    row("transform_values!", 0, 0, |ruby, it, given| changed_by(ruby, it, given, "transform_values")),
    row("transform_values", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let mut values = Vec::new();
        each_of(ruby, it, &mut |ruby, pair| {
            values.push(ruby.yield_one(&block, part(&pair, 1))?);
            Ok(true)
        })?;
        let mut entries = receiver(it)?.entries();
        for (entry, value) in entries.values_mut().zip(values) {
            entry.1 = value;
        }
        Ok(ruby.heap.hash(entries))
    }),
    open("update", 0, merge),
    row("value?", 1, 1, has_value),
    row("values", 0, 0, |ruby, it, _| {
        let values = receiver(it)?.pairs().into_iter().map(|it| it.1).collect();
        Ok(ruby.heap.array(values))
    }),
    open("values_at", 0, |ruby, it, given| {
        let hash = receiver(it)?;
        let mut values = Vec::new();
        for key in &given.list {
            values.push(ruby.entry(&hash, key)?);
        }
        Ok(ruby.heap.array(values))
    }),
];

fn receiver(value: &Value) -> Outcome<Rc<Hash>> {
    match value {
        Value::Hash(hash) => Ok(hash.clone()),
        _ => Err(Stop::Unknown),
    }
}

/// A part of a pair.
fn part(pair: &Value, index: usize) -> Value {
    match pair {
        Value::Array(list) => list.get(index).unwrap_or(Value::Nil),
        _ => Value::Nil,
    }
}

impl Ruby<'_> {
    /// `hash[key]`
    pub fn entry(&mut self, hash: &Rc<Hash>, key: &Value) -> Outcome {
        let own = self.key(key)?;
        if let Some(value) = hash.get(&own) {
            return Ok(value);
        }
        let block = hash.default_of.borrow().clone();
        if let Some(block) = block {
            return self.call_block(&block, vec![Value::Hash(hash.clone()), key.clone()]);
        }
        let default = hash.default.borrow().clone();
        Ok(default.unwrap_or(Value::Nil))
    }
}

fn store(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let hash = receiver(it)?;
    if hash.frozen.get() {
        ruby.changes_hash(&hash)?;
    }
    if hash.shared {
        ruby.changes_hash(&hash)?;
    }
    hash.note();
    ruby.store(&hash, given.at(0), given.at(1))?;
    Ok(given.at(1))
}

fn each(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let block = ruby.needs_block(given)?;
    each_of(ruby, it, &mut |ruby, pair| ruby.yield_one(&block, pair).map(|_| true))?;
    Ok(it.clone())
}

fn has_key(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let key = ruby.key(&given.at(0))?;
    Ok(Value::Boolean(receiver(it)?.get(&key).is_some()))
}

fn has_value(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    for (_, value) in receiver(it)?.pairs() {
        if ruby.equal(&value, &given.at(0))? {
            return Ok(Value::Boolean(true));
        }
    }
    Ok(Value::Boolean(false))
}

fn filtered(ruby: &mut Ruby<'_>, it: &Value, wanted: &mut dyn FnMut(&mut Ruby<'_>, &Value, &Value) -> Outcome<bool>) -> Outcome {
    let mut keeps = Vec::new();
    each_of(ruby, it, &mut |ruby, pair| {
        keeps.push(wanted(ruby, &part(&pair, 0), &part(&pair, 1))?);
        Ok(true)
    })?;
    let mut entries = receiver(it)?.entries();
    let mut keeps = keeps.into_iter();
    entries.retain(|_, _| keeps.next().unwrap_or(true));
    Ok(ruby.heap.hash(entries))
}

fn select(ruby: &mut Ruby<'_>, it: &Value, given: &Args, wanted: bool) -> Outcome {
    let block = ruby.needs_block(given)?;
    filtered(ruby, it, &mut |ruby, key, value| {
        let found = ruby.call_block(&block, vec![key.clone(), value.clone()])?;
        Ok(ruby.truth(&found)? == wanted)
    })
}

/// Whether a hash has all entries of another one, or that one its entries; and more, if it must.
fn compare(ruby: &mut Ruby<'_>, it: &Value, other: &Value, is_larger: bool, is_strict: bool) -> Outcome {
    let (own, other) = (receiver(it)?, ruby.needs_hash(other)?);
    let (small, large) = if is_larger { (other, own) } else { (own, other) };
    if small.len() > large.len() || (is_strict && small.len() == large.len()) {
        return Ok(Value::Boolean(false));
    }
    for (key, (_, value)) in small.entries() {
        ruby.spend(1)?;
        let Some(found) = large.get(&key) else { return Ok(Value::Boolean(false)) };
        if !ruby.equal(&value, &found)? {
            return Ok(Value::Boolean(false));
        }
    }
    Ok(Value::Boolean(true))
}

/// Takes the entries of another hash; `nil` where there are as many.
fn replaced(ruby: &mut Ruby<'_>, it: &Value, new: &Value) -> Outcome {
    let (hash, new) = (receiver(it)?, receiver(new)?);
    ruby.changes_hash(&hash)?;
    let is_same = hash.len() == new.len();
    hash.change(|entries| *entries = new.entries());
    Ok(if is_same { Value::Nil } else { it.clone() })
}

fn keep(ruby: &mut Ruby<'_>, it: &Value, given: &Args, wanted: bool, nil_if_same: bool) -> Outcome {
    let new = select(ruby, it, given, wanted)?;
    let (hash, new) = (receiver(it)?, receiver(&new)?);
    ruby.changes_hash(&hash)?;
    let is_same = nil_if_same && hash.len() == new.len();
    hash.change(|entries| *entries = new.entries());
    Ok(if is_same { Value::Nil } else { it.clone() })
}

/// Takes the entries that a method gives.
fn changed_by(ruby: &mut Ruby<'_>, it: &Value, given: &Args, method: &str) -> Outcome {
    let new = ruby.send(it, method, given.clone())?;
    replaced(ruby, it, &new).map(|_| it.clone())
}

fn merge(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let hash = receiver(it)?;
    ruby.changes_hash(&hash)?;
    hash.note();
    for other in &given.list {
        for (key, value) in ruby.needs_hash(other)?.pairs() {
            let own = ruby.key(&key)?;
            let value = match (&given.block, hash.get(&own)) {
                (Some(block), Some(before)) => ruby.call_block(&block.clone(), vec![key.clone(), before, value])?,
                _ => value,
            };
            ruby.store(&hash, key, value)?;
        }
    }
    Ok(it.clone())
}
