//! Filters on lists, maps, and whatever a loop can go over.

use std::rc::Rc;

use super::{Filter, argument_error, filter, generator};
use crate::args::{Bound, integer};
use crate::ast::Binary;
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::{Renderer, text_like};
use crate::value::{Args, Key, Map, Object, Str, Value, repr_str};

pub(super) static FILTERS: &[Filter] = &[
    filter(&["length", "count"], "len", &["obj"], 1, 0, |_, args| {
        let value = args.value(0);
        match value.length()? {
            Some(length) => Ok(Value::from_usize(length)),
            None => Err(Error::type_error(format!("object of type {} has no len()", repr_str(&value.type_name())))),
        }
    }),
    filter(&["first"], "sync_do_first", &["seq"], 1, 1, |_, args| {
        if let Value::Iter(it) = args.value(0) {
            return Ok(it.next()?.unwrap_or_else(|| Value::undefined("No first item, sequence was empty.")));
        }
        let items = args.value(0).iterate()?;
        Ok(items.into_iter().next().unwrap_or_else(|| Value::undefined("No first item, sequence was empty.")))
    }),
    filter(&["last"], "do_last", &["seq"], 1, 1, |_, args| {
        let value = args.value(0);
        if matches!(value.defined()?, Value::Iter(_) | Value::Object(_)) || value.length()?.is_none() {
            return Err(Error::type_error(format!("{} object is not reversible", repr_str(&value.type_name()))));
        }
        Ok(value.iterate()?.pop().unwrap_or_else(|| Value::undefined("No last item, sequence was empty.")))
    }),
    filter(&["list"], "sync_do_list", &["value"], 1, 0, |r, args| {
        let items = args.value(0).iterate()?;
        r.charge(items.len())?;
        Ok(Value::list(items))
    }),
    filter(&["items"], "do_items", &["value"], 1, 0, |_, args| {
        Ok(generator(|out| match args.value(0).known()? {
            Value::Undefined(_) => Ok(()),
            Value::Dict(dict) => {
                out.extend(dict.pairs().into_iter().map(|(key, value)| Value::tuple(vec![key, value])));
                Ok(())
            }
            _ => Err(Error::type_error("Can only get item pairs from a mapping.")),
        }))
    }),
    filter(&["join"], "sync_do_join", &["value", "d", "attribute"], 1, 1, join),
    filter(&["reverse"], "do_reverse", &["value"], 1, 0, reverse),
    filter(&["slice"], "sync_do_slice", &["value", "slices", "fill_with"], 2, 0, slice),
    filter(&["batch"], "do_batch", &["value", "linecount", "fill_with"], 2, 0, batch),
    filter(&["sort"], "do_sort", &["value", "reverse", "case_sensitive", "attribute"], 1, 1, |r, args| {
        let by = Attributes::several(args.some(3)?)?;
        let fold = !args.truth(2, false)?;
        let reverse = args.truth(1, false)?;
        let items = args.value(0).iterate()?;
        let mut keyed = Vec::with_capacity(items.len());
        for item in items {
            let keys =
                by.iter().map(|it| it.get(r, &item, None).map(|it| if fold { ignore_case(&it) } else { it })).collect::<Outcome<_>>()?;
            keyed.push((Value::list(keys), item));
        }
        sorted(r, keyed, reverse).map(Value::list)
    }),
    filter(&["dictsort"], "do_dictsort", &["value", "case_sensitive", "by", "reverse"], 1, 0, |r, args| {
        let by = args.get(2).map_or(Ok(Str::new("key")), Value::text)?;
        let position = match &*by {
            "key" => 0,
            "value" => 1,
            _ => return Err(argument_error("You can only sort by either \"key\" or \"value\"")),
        };
        let fold = !args.truth(1, false)?;
        let value = args.value(0);
        let Value::Dict(dict) = value.defined()? else {
            return Err(Error::not_covered(format!("dictsort of a {}", value.type_name())));
        };
        let pairs = dict.pairs().into_iter().map(|(key, value)| {
            let by = if position == 0 { &key } else { &value };
            let by = if fold { ignore_case(by) } else { by.clone() };
            (by, Value::tuple(vec![key, value]))
        });
        sorted(r, pairs.collect(), args.truth(3, false)?).map(Value::list)
    }),
    filter(&["unique"], "sync_do_unique", &["value", "case_sensitive", "attribute"], 1, 1, |r, args| {
        let by = Attributes::one(args.some(2)?)?;
        let fold = !args.truth(1, false)?;
        let mut run = |out: &mut Vec<Value>| {
            let mut seen = Map::new();
            for item in args.value(0).iterate()? {
                let key = by.get(r, &item, None)?;
                if seen.insert(Key::new(if fold { ignore_case(&key) } else { key })?, Value::None).is_none() {
                    out.push(item);
                }
            }
            Ok(())
        };
        Ok(generator(&mut run))
    }),
    filter(&["min"], "do_min", &["value", "case_sensitive", "attribute"], 1, 1, |r, args| extreme(r, args, "<")),
    filter(&["max"], "do_max", &["value", "case_sensitive", "attribute"], 1, 1, |r, args| extreme(r, args, ">")),
    filter(&["sum"], "sync_do_sum", &["iterable", "attribute", "start"], 1, 1, |r, args| {
        let by = Attributes::one(args.some(1)?)?;
        let mut total = args.get(2).cloned().unwrap_or(Value::Int(0));
        if matches!(total, Value::Str(_)) {
            return Err(Error::type_error("sum() can't sum strings [use ''.join(seq) instead]"));
        }
        for item in args.value(0).iterate()? {
            let item = by.get(r, &item, None)?;
            total = r.binary(Binary::Add, &total, &item)?;
        }
        Ok(total)
    }),
    filter(&["groupby"], "sync_do_groupby", &["value", "attribute", "default", "case_sensitive"], 2, 1, group_by),
];

/// The path to a part of an item: `a.b.0`.
struct Attributes(Vec<Value>);

impl Attributes {
    fn path(text: &str) -> Attributes {
        let part = |it: &str| match it.parse::<i64>() {
            Ok(number) if it.bytes().all(|it| it.is_ascii_digit()) => Value::Int(number),
            _ => Value::str(it),
        };
        Attributes(text.split('.').map(part).collect())
    }

    fn one(value: Option<&Value>) -> Outcome<Attributes> {
        Ok(match value {
            None | Some(Value::None) => Attributes(vec![]),
            Some(Value::Str(text)) => Attributes::path(text),
            Some(other) => Attributes(vec![other.known()?.clone()]),
        })
    }

    fn several(value: Option<&Value>) -> Outcome<Vec<Attributes>> {
        match value {
            Some(Value::Str(text)) => Ok(text.split(',').map(Attributes::path).collect()),
            other => Ok(vec![Attributes::one(other)?]),
        }
    }

    fn get(&self, r: &mut Renderer<'_>, item: &Value, default: Option<&Value>) -> Outcome {
        let mut item = item.clone();
        for part in &self.0 {
            item = r.get_item(&item, part)?;
            if let Some(default) = default
                && item.is_undefined()
            {
                item = default.clone();
            }
        }
        Ok(item)
    }
}

fn ignore_case(value: &Value) -> Value {
    match value {
        Value::Str(text) => text_like(text, &text.to_lowercase()),
        other => other.clone(),
    }
}

/// Sorts by keys, and keeps the order of what is equal.
pub(crate) fn sorted(r: &mut Renderer<'_>, mut items: Vec<(Value, Value)>, reverse: bool) -> Outcome<Vec<Value>> {
    let depth = usize::try_from(items.len().max(1).ilog2()).unwrap_or(64) + 1;
    r.charge(items.len().saturating_mul(depth))?;
    if reverse {
        items.reverse();
    }
    let mut width = 1;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        let mut rest = items.into_iter().peekable();
        while rest.peek().is_some() {
            let left: Vec<_> = rest.by_ref().take(width).collect();
            let right: Vec<_> = rest.by_ref().take(width).collect();
            let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
            while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
                let from = if b.0.less(&a.0)? { &mut right } else { &mut left };
                merged.extend(from.next());
            }
            merged.extend(left.chain(right));
        }
        items = merged;
        width *= 2;
    }
    if reverse {
        items.reverse();
    }
    Ok(items.into_iter().map(|it| it.1).collect())
}

fn extreme(r: &mut Renderer<'_>, args: &Bound, operator: &str) -> Outcome {
    let by = Attributes::one(args.some(2)?)?;
    let fold = !args.truth(1, false)?;
    let mut best: Option<(Value, Value)> = None;
    for item in args.value(0).iterate()? {
        let key = by.get(r, &item, None)?;
        let key = if fold { ignore_case(&key) } else { key };
        let better = match &best {
            None => true,
            Some((known, _)) => {
                let order = key.compare(known, operator)?;
                order == Some(if operator == "<" { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater })
            }
        };
        if better {
            best = Some((key, item));
        }
    }
    Ok(best.map_or_else(|| Value::undefined("No aggregated item, sequence was empty."), |it| it.1))
}

fn join(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let between = args.get(1).map_or(Ok(Str::new("")), Value::text)?;
    let by = Attributes::one(args.some(2)?)?;
    let mut out = String::new();
    for (index, item) in args.value(0).iterate()?.iter().enumerate() {
        if index > 0 {
            out.push_str(&between);
        }
        out.push_str(&by.get(r, item, None)?.text()?);
        if out.len() > r.settings.limits.output {
            r.charge_text(out.len())?;
        }
    }
    r.charge_text(out.len())?;
    Ok(Value::str(out))
}

fn reverse(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let value = args.value(0);
    match value.defined()? {
        Value::Str(text) => Ok(text_like(text, &text.chars().rev().collect::<String>())),
        Value::None | Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => Err(argument_error("argument must be iterable")),
        _ => {
            let mut items = match value.iterate() {
                Err(error) if error.kind() == ErrorKind::Python("TypeError") => return Err(argument_error("argument must be iterable")),
                other => other?,
            };
            r.charge(items.len())?;
            items.reverse();
            if matches!(value, Value::Iter(_)) {
                return Ok(Value::list(items));
            }
            Ok(generator(|out| {
                out.append(&mut items);
                Ok(())
            }))
        }
    }
}

fn slice(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let fill = args.some(2)?.cloned();
    let mut run = |out: &mut Vec<Value>| {
        let items = args.value(0).iterate()?;
        let slices = args.int(1, 1)?;
        if slices == 0 {
            return Err(Error::new(ErrorKind::Python("ZeroDivisionError"), "integer division or modulo by zero"));
        }
        let Ok(slices) = usize::try_from(slices) else { return Ok(()) };
        r.charge(slices)?;
        let (each, extra) = (items.len() / slices, items.len() % slices);
        let mut start = 0;
        for number in 0..slices {
            let end = start + each + usize::from(number < extra);
            let mut part = items.get(start..end).unwrap_or(&[]).to_vec();
            if let Some(fill) = &fill
                && number >= extra
            {
                part.push(fill.clone());
            }
            out.push(Value::list(part));
            start = end;
        }
        Ok(())
    };
    Ok(generator(&mut run))
}

fn batch(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let fill = args.some(2)?.cloned();
    let count = args.value(1);
    let mut run = |out: &mut Vec<Value>| {
        let size = match count.known()? {
            Value::Int(size) => usize::try_from(*size).ok(),
            _ => None,
        };
        let mut part = Vec::new();
        for item in args.value(0).iterate()? {
            if Some(part.len()) == size {
                out.push(Value::list(std::mem::take(&mut part)));
            }
            part.push(item);
        }
        if part.is_empty() {
            return Ok(());
        }
        if let Some(fill) = &fill {
            let size = usize::try_from(integer(&count)?).unwrap_or(0);
            r.charge(size)?;
            while part.len() < size {
                part.push(fill.clone());
            }
        }
        out.push(Value::list(part));
        Ok(())
    };
    Ok(generator(&mut run))
}

/// A group of `groupby`: a tuple with names.
struct Group {
    grouper: Value,
    list: Value,
}

impl Object for Group {
    fn type_name(&self) -> String {
        "_GroupTuple".to_owned()
    }

    fn qualified_type_name(&self) -> String {
        "jinja2.filters._GroupTuple".to_owned()
    }

    fn attribute(&self, _: &mut Renderer<'_>, name: &str) -> Outcome<Option<Value>> {
        Ok(match name {
            "grouper" => Some(self.grouper.clone()),
            "list" => Some(self.list.clone()),
            _ => None,
        })
    }

    fn item(&self, _: &mut Renderer<'_>, key: &Value) -> Outcome<Option<Value>> {
        Ok(match key {
            Value::Int(0 | -2) => Some(self.grouper.clone()),
            Value::Int(1 | -1) => Some(self.list.clone()),
            _ => None,
        })
    }

    fn items(&self) -> Option<Outcome<Vec<Value>>> {
        Some(Ok(vec![self.grouper.clone(), self.list.clone()]))
    }

    fn length(&self) -> Option<usize> {
        Some(2)
    }

    fn print(&self, _repr: bool) -> Option<Str> {
        Value::tuple(vec![self.grouper.clone(), self.list.clone()]).repr().ok().map(Str::new)
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

fn group_by(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let by = Attributes::one(args.get(1))?;
    let default = args.some(2)?.cloned();
    let fold = !args.truth(3, false)?;
    let mut keyed = Vec::new();
    for item in args.value(0).iterate()? {
        let key = by.get(r, &item, default.as_ref())?;
        let key = if fold { ignore_case(&key) } else { key };
        keyed.push((key.clone(), Value::tuple(vec![key, item])));
    }
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for pair in sorted(r, keyed, false)? {
        let Value::Tuple(pair) = pair else { continue };
        let [key, item] = &*pair else { continue };
        match groups.last_mut() {
            Some((known, items)) if known.equals(key)? => items.push(item.clone()),
            _ => groups.push((key.clone(), vec![item.clone()])),
        }
    }
    let mut out = Vec::with_capacity(groups.len());
    for (key, items) in groups {
        let key = match items.first() {
            Some(first) if fold => by.get(r, first, default.as_ref())?,
            _ => key,
        };
        out.push(Value::Object(Rc::new(Group { grouper: key, list: Value::list(items) })));
    }
    Ok(Value::list(out))
}

pub(super) fn map(r: &mut Renderer<'_>, mut args: Args) -> Outcome {
    let value = if args.positional.is_empty() { Value::None } else { args.positional.remove(0) };
    let mut run = |out: &mut Vec<Value>| {
        if !matches!(value.known()?, Value::Iter(_)) && !value.truth()? {
            return Ok(());
        }
        let by_attribute = args.positional.is_empty() && args.named.iter().any(|it| &*it.0 == "attribute");
        if by_attribute {
            let mut named = args.named.clone();
            let mut take = |name: &str| named.iter().position(|it| &*it.0 == name).map(|at| named.remove(at).1);
            let (attribute, default) = (take("attribute"), take("default").filter(|it| !matches!(it, Value::None)));
            if let Some((name, _)) = named.first() {
                return Err(argument_error(format!("Unexpected keyword argument {}", repr_str(name))));
            }
            let by = Attributes::one(attribute.as_ref())?;
            return each(&value, out, |item| by.get(r, item, default.as_ref()));
        }
        let Some((name, rest)) = args.positional.split_first() else {
            return Err(argument_error("map requires a filter argument"));
        };
        let name = name.text()?;
        if r.filter(&name).is_none() {
            return Err(Error::new(ErrorKind::Runtime, format!("No filter named {}.", repr_str(&name))));
        }
        each(&value, out, |item| r.call_filter(&name, item.clone(), Args { positional: rest.to_vec(), named: args.named.clone() }))
    };
    Ok(generator(&mut run))
}

fn each(value: &Value, out: &mut Vec<Value>, mut run: impl FnMut(&Value) -> Outcome) -> Outcome<()> {
    let (items, error) = value.iterate_lazily()?;
    for item in items {
        out.push(match run(&item) {
            Err(error) if error.kind() == ErrorKind::Unknown => Value::unknown(error.message()),
            other => other?,
        });
    }
    error.map_or(Ok(()), Err)
}

pub(super) fn select(r: &mut Renderer<'_>, mut args: Args, wanted: bool, by_attribute: bool) -> Outcome {
    let value = if args.positional.is_empty() { Value::None } else { args.positional.remove(0) };
    let mut run = |out: &mut Vec<Value>| {
        if !matches!(value.known()?, Value::Iter(_)) && !value.truth()? {
            return Ok(());
        }
        let mut rest = args.positional.as_slice();
        let mut by = Attributes(vec![]);
        if by_attribute {
            let Some((attribute, others)) = rest.split_first() else {
                return Err(argument_error("Missing parameter for attribute name"));
            };
            by = Attributes::one(Some(attribute))?;
            rest = others;
        }
        let test = match rest.split_first() {
            None => None,
            Some((name, rest)) => {
                let name = name.text()?;
                let Some(test) = r.test(&name) else {
                    return Err(Error::new(ErrorKind::Runtime, format!("No test named {}.", repr_str(&name))));
                };
                Some((test, rest))
            }
        };
        let (items, error) = value.iterate_lazily()?;
        for item in items {
            let part = by.get(r, &item, None)?;
            let holds = match &test {
                None => part.truth()?,
                Some((test, rest)) => {
                    let positional = std::iter::once(part).chain(rest.iter().cloned()).collect();
                    test.run(r, Args { positional, named: args.named.clone() })?.truth()?
                }
            };
            if holds == wanted {
                out.push(item);
            }
        }
        error.map_or(Ok(()), Err)
    };
    Ok(generator(&mut run))
}
