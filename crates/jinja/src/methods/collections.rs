//! Methods of lists, tuples, maps and ranges.

use super::{Method, method, open};
use crate::args::{Bound, integer};
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::index_of;
use crate::globals::dict_of;
use crate::value::{Args, Dict, DictView, Key, List, Value, ViewKind, repr_str};

pub(super) const CHANGE_LISTS: &[&str] = &["append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"];
pub(super) const CHANGE_DICTS: &[&str] = &["clear", "pop", "popitem", "setdefault", "update"];

/// The list of a method, whose content is known.
fn list(value: &Value) -> Outcome<&List> {
    match value.known()? {
        Value::List(list) => Ok(list),
        other => Err(Error::type_error(format!("{} is no list", other.type_name()))),
    }
}

fn dict(value: &Value) -> Outcome<&Dict> {
    match value.known()? {
        Value::Dict(dict) => Ok(dict),
        other => Err(Error::type_error(format!("{} is no dict", other.type_name()))),
    }
}

fn index_error(message: &str) -> Error {
    Error::new(ErrorKind::Python("IndexError"), message)
}

fn key_error(message: String) -> Error {
    Error::new(ErrorKind::Python("KeyError"), message)
}

/// A place between this number of items.
fn slot(at: i64, length: usize) -> usize {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let at = if at < 0 { at.saturating_add(length).max(0) } else { at.min(length) };
    usize::try_from(at).unwrap_or(0)
}

fn position(items: &[Value], args: &Bound, kind: &str) -> Outcome {
    let wanted = args.value(0);
    let start = slot(args.int(1, 0)?, items.len());
    let stop = slot(args.int(2, i64::MAX)?, items.len());
    for (index, item) in items.iter().enumerate().take(stop).skip(start) {
        if item.is_same(&wanted) || item.equals(&wanted)? {
            return Ok(Value::from_usize(index));
        }
    }
    if kind == "tuple" {
        return Err(Error::value_error("tuple.index(x): x not in tuple"));
    }
    Err(Error::value_error(format!("{} is not in list", wanted.repr()?)))
}

fn count(items: &[Value], wanted: &Value) -> Outcome {
    let mut found = 0;
    for item in items {
        found += i64::from(item.is_same(wanted) || item.equals(wanted)?);
    }
    Ok(Value::Int(found))
}

pub(super) static LIST: &[Method] = &[
    method("list.append", &["object"], 1, |r, it, args| {
        r.charge(1)?;
        list(it)?.edit(|it| it.push(args.value(0)));
        Ok(Value::None)
    }),
    method("list.extend", &["iterable"], 1, |r, it, args| {
        let more = args.value(0).iterate()?;
        r.charge(more.len())?;
        list(it)?.edit(|it| it.extend(more));
        Ok(Value::None)
    }),
    method("list.insert", &["index", "object"], 2, |r, it, args| {
        let at = integer(&args.value(0))?;
        let it = list(it)?;
        r.charge(it.len() / 16 + 1)?;
        it.edit(|it| it.insert(slot(at, it.len()), args.value(1)));
        Ok(Value::None)
    }),
    method("list.pop", &["index"], 0, |r, it, args| {
        let it = list(it)?;
        let at = args.int(0, -1)?;
        r.charge(it.len() / 16 + 1)?;
        if it.is_empty() {
            return Err(index_error("pop from empty list"));
        }
        match index_of(at, it.len()) {
            Some(at) => Ok(it.edit(|it| it.remove(at))),
            None => Err(index_error("pop index out of range")),
        }
    }),
    method("list.remove", &["value"], 1, |r, it, args| {
        let it = list(it)?;
        let wanted = args.value(0);
        r.charge(it.len())?;
        for (at, item) in it.to_vec().iter().enumerate() {
            if item.is_same(&wanted) || item.equals(&wanted)? {
                it.edit(|it| it.remove(at));
                return Ok(Value::None);
            }
        }
        Err(Error::value_error("list.remove(x): x not in list"))
    }),
    method("list.clear", &[], 0, |_, it, _| {
        list(it)?.edit(Vec::clear);
        Ok(Value::None)
    }),
    method("list.reverse", &[], 0, |r, it, _| {
        r.charge(list(it)?.len())?;
        list(it)?.edit(|it| it.reverse());
        Ok(Value::None)
    }),
    method("list.copy", &[], 0, |r, it, _| {
        r.charge(list(it)?.len())?;
        Ok(Value::list(list(it)?.to_vec()))
    }),
    method("list.count", &["value"], 1, |r, it, args| {
        r.charge(list(it)?.len())?;
        count(&list(it)?.to_vec(), &args.value(0))
    }),
    method("list.index", &["value", "start", "stop"], 1, |r, it, args| {
        r.charge(list(it)?.len())?;
        position(&list(it)?.to_vec(), args, "list")
    }),
    open("list.sort", |r, it, args| {
        let it = list(it)?;
        let named = |name: &str| args.named.iter().find(|it| &*it.0 == name).map(|it| it.1.clone());
        if !args.positional.is_empty() {
            return Err(Error::type_error("sort() takes no positional arguments"));
        }
        if let Some((name, _)) = args.named.iter().find(|it| !matches!(&*it.0, "key" | "reverse")) {
            return Err(Error::type_error(format!("{} is an invalid keyword argument for sort()", repr_str(name))));
        }
        let reverse = named("reverse").map_or(Ok(false), |it| it.truth())?;
        let key = named("key").filter(|it| !matches!(it, Value::None));
        let mut keyed = Vec::new();
        for item in it.to_vec() {
            let by = match &key {
                None => item.clone(),
                Some(key) => r.call(key, Args { positional: vec![item.clone()], named: vec![] })?,
            };
            keyed.push((by, item));
        }
        let sorted = crate::filters::sorted(r, keyed, reverse)?;
        it.edit(|it| *it = sorted);
        Ok(Value::None)
    }),
];

pub(super) static TUPLE: &[Method] = &[
    method("tuple.count", &["value"], 1, |r, it, args| {
        let items = it.iterate()?;
        r.charge(items.len())?;
        count(&items, &args.value(0))
    }),
    method("tuple.index", &["value", "start", "stop"], 1, |r, it, args| {
        let items = it.iterate()?;
        r.charge(items.len())?;
        position(&items, args, "tuple")
    }),
];

pub(super) static RANGE: &[Method] = &[
    method("range.count", &["value"], 1, |_, it, args| Ok(Value::Int(i64::from(it.contains(&args.value(0))?)))),
    method("range.index", &["value"], 1, |_, it, args| {
        let wanted = args.value(0);
        let at = it.iterate()?.iter().position(|it| it.equals(&wanted).unwrap_or(false));
        at.map(Value::from_usize).map_or_else(|| Err(Error::value_error(format!("{} is not in range", wanted.repr()?))), Ok)
    }),
];

fn view(value: &Value, kind: ViewKind) -> Outcome {
    Ok(Value::View(DictView { kind, dict: dict(value)?.clone() }))
}

/// The default of a method with two arguments.
fn get(value: &Value, args: &Bound) -> Outcome<Option<Value>> {
    let key = Key::new(args.value(0))?;
    Ok(dict(value)?.get(&key))
}

pub(super) static DICT: &[Method] = &[
    method("dict.keys", &[], 0, |_, it, _| view(it, ViewKind::Keys)),
    method("dict.values", &[], 0, |_, it, _| view(it, ViewKind::Values)),
    method("dict.items", &[], 0, |_, it, _| view(it, ViewKind::Items)),
    method("dict.get", &["key", "default"], 1, |_, it, args| Ok(get(it, args)?.unwrap_or_else(|| args.value(1)))),
    method("dict.setdefault", &["key", "default"], 1, |r, it, args| {
        if let Some(found) = get(it, args)? {
            return Ok(found);
        }
        r.charge(1)?;
        let key = Key::new(args.value(0))?;
        dict(it)?.edit(|it| it.insert(key, args.value(1)));
        Ok(args.value(1))
    }),
    method("dict.pop", &["key", "default"], 1, |r, it, args| {
        let key = Key::new(args.value(0))?;
        r.charge(dict(it)?.len() / 16 + 1)?;
        match dict(it)?.edit(|it| it.shift_remove(&key)) {
            Some(value) => Ok(value),
            None => match args.get(1) {
                Some(default) => Ok(default.clone()),
                None => Err(key_error(args.value(0).repr()?)),
            },
        }
    }),
    method("dict.popitem", &[], 0, |_, it, _| match dict(it)?.edit(|it| it.pop()) {
        Some((key, value)) => Ok(Value::tuple(vec![key.value().clone(), value])),
        None => Err(key_error("'popitem(): dictionary is empty'".to_owned())),
    }),
    method("dict.clear", &[], 0, |_, it, _| {
        dict(it)?.edit(|it| it.clear());
        Ok(Value::None)
    }),
    method("dict.copy", &[], 0, |r, it, _| {
        r.charge(dict(it)?.len())?;
        let dict = dict(it)?;
        Ok(Value::Dict(dict.of_same_form(dict.to_map())))
    }),
    open("dict.update", |r, it, args| {
        let more = dict_of("update", &args)?;
        r.charge(more.len())?;
        dict(it)?.edit(|it| it.extend(more));
        Ok(Value::None)
    }),
    method("dict.fromkeys", &["iterable", "value"], 1, |r, _, args| {
        let keys = args.value(0).iterate()?;
        r.charge(keys.len())?;
        let map = keys.into_iter().map(|it| Ok((Key::new(it)?, args.value(1)))).collect::<Outcome<_>>()?;
        Ok(Value::Dict(Dict::new(map)))
    }),
];

pub(super) static VIEW: &[Method] = &[method("isdisjoint", &["other"], 1, |r, it, args| {
    let items = it.iterate()?;
    r.charge(items.len())?;
    let other = Value::list(args.value(0).iterate()?);
    for item in &items {
        if other.contains(item)? {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Bool(true))
})];
