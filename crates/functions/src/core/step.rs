//! `step` and `reverse_each`.

use std::sync::Arc;

use values::{Type, Value, iterator::Iter};

use crate::{Call, Context, Failure, Outcome, iterate};

pub(super) fn step(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let value = call.at(0);
    let width = match call.at(1) {
        Value::Integer(width) => usize::try_from(*width).unwrap_or(1).max(1),
        _ => 1,
    };
    let mut elements = iterate::elements("step", value)?;
    // A large range of numbers is not walked but counted.
    if let iterate::Elements::Numbers { next, last, done: false } = elements {
        return numbers(context, call, next, last, width);
    }
    let mut all = Vec::new();
    while let Some(element) = elements.next() {
        context.spend(1)?;
        iterate::add(&mut all, element)?;
        for _ in 1..width {
            if elements.next().is_none() {
                break;
            }
            context.spend(1)?;
        }
    }
    give(context, call, all, element_type(value))
}

fn numbers(context: &mut dyn Context, call: &Call<'_>, from: i64, last: i64, width: usize) -> Outcome {
    let mut all = Vec::new();
    let mut next = Some(from);
    let mut largest = from;
    while let Some(number) = next.filter(|it| *it <= last) {
        context.spend(1)?;
        iterate::add(&mut all, Value::Integer(number))?;
        largest = number;
        next = i64::try_from(width).ok().and_then(|width| number.checked_add(width));
    }
    let ty = if all.is_empty() { Type::Unit } else { Type::Integer(Some(from), Some(if width == 1 { last } else { largest })) };
    give(context, call, all, ty)
}

pub(super) fn reverse_each(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let value = call.at(0);
    let mut all = iterate::collect(context, iterate::elements("reverse_each", value)?)?;
    all.reverse();
    give(context, call, all, element_type(value))
}

fn give(context: &mut dyn Context, call: &Call<'_>, elements: Vec<Value>, element_type: Type) -> Outcome {
    let Some(block) = call.block else {
        return Ok(Value::Iterator(Arc::new(Iter { elements, element_type })));
    };
    for element in elements {
        context.spend(1)?;
        match context.call_block(block, vec![element]) {
            Ok(_) => {}
            Err(Failure::Break) => break,
            Err(other) => return Err(other),
        }
    }
    Ok(Value::Undef)
}

/// How Puppet names the type of what it goes over.
fn element_type(value: &Value) -> Type {
    match value {
        Value::String(_) => Type::String(values::Size::exactly(1)),
        Value::Array(list) if list.is_empty() => Type::Unit,
        Value::Array(list) => variant(list.iter()),
        Value::Hash(hash) if hash.is_empty() => Type::Tuple([Type::Any, Type::Any].into(), Some(values::Size::exactly(2))),
        Value::Hash(hash) => Type::Tuple([variant(hash.keys()), variant(hash.values())].into(), Some(values::Size::exactly(2))),
        Value::Integer(0) => Type::Unit,
        Value::Integer(count) => Type::Integer(Some(0), Some(count - 1)),
        Value::Iterator(iterator) => iterator.element_type.clone(),
        Value::Type(ty) => ty.clone(),
        _ => Type::Any,
    }
}

fn variant<'a>(values: impl Iterator<Item = &'a Value>) -> Type {
    let mut types: Vec<Type> = Vec::new();
    for value in values {
        let ty = values::infer(value);
        if !types.contains(&ty) {
            types.push(ty);
        }
    }
    match types.pop() {
        Some(single) if types.is_empty() => single,
        Some(last) => {
            types.push(last);
            Type::Variant(types.into())
        }
        None => Type::Unit,
    }
}
