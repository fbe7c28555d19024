//! `Struct`, and the objects of its classes.

use crate::ast::Name;
use crate::class;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::objects::{Body, Member};
use crate::stop::{Outcome, Stop};
use crate::value::{Hash, Key, Value};

/// `Struct` itself.
pub const STRUCT: &[Method] = &[open("new", 1, |ruby, _, given| new_struct(ruby, given))];

/// Methods of a `Struct`.
pub const METHODS: &[Method] = &[
    row("[]", 1, 1, |ruby, it, given| {
        let (fields, name) = (fields(ruby, it), given.at(0));
        match &name {
            Value::Integer(index) => {
                let index = if *index < 0 { index.saturating_add(super::enumerable::size(fields.len())) } else { *index };
                match usize::try_from(index).ok().and_then(|it| fields.get(it)) {
                    Some((_, value)) => Ok(value.clone()),
                    None => ruby.not_covered("a member that a Struct lacks"),
                }
            }
            other => {
                let name = ruby.name(other)?;
                match fields.iter().find(|it| it.0 == name) {
                    Some((_, value)) => Ok(value.clone()),
                    None => ruby.not_covered("a member that a Struct lacks"),
                }
            }
        }
    }),
    row("deconstruct", 0, 0, to_a),
    row("deconstruct_keys", 1, 1, deconstruct_keys),
    row("each_pair", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        for (name, value) in fields(ruby, it) {
            let name = Value::Symbol(name);
            ruby.call_block(&block, vec![name, value])?;
        }
        Ok(it.clone())
    }),
    row("members", 0, 0, |ruby, it, _| {
        let names = fields(ruby, it).into_iter().map(|it| Value::Symbol(it.0)).collect();
        Ok(ruby.heap.array(names))
    }),
    row("to_a", 0, 0, to_a),
    row("to_h", 0, 0, |ruby, it, given| {
        if given.block.is_some() {
            return ruby.not_covered("Struct#to_h with a block");
        }
        let hash = Hash::default();
        for (name, value) in fields(ruby, it) {
            ruby.store(&hash, Value::Symbol(name), value)?;
        }
        Ok(ruby.heap.hash_of(hash))
    }),
    row("values", 0, 0, to_a),
];

fn to_a(ruby: &mut Ruby<'_>, it: &Value, _: &Args) -> Outcome {
    let values = fields(ruby, it).into_iter().map(|it| it.1).collect();
    Ok(ruby.heap.array(values))
}

/// The members of a `Struct` with their values.
fn fields(ruby: &Ruby<'_>, it: &Value) -> Vec<(Name, Value)> {
    let Value::Object(object) = it else { return Vec::new() };
    let (members, _) = ruby.members_of(&object.class).unwrap_or_default();
    let values = object.fields.borrow();
    members.into_iter().map(|name| (name.clone(), values.get(&*format!("@{name}")).cloned().unwrap_or(Value::Nil))).collect()
}

/// `deconstruct_keys`: the members that a pattern needs, up to the first that the `Struct` lacks.
fn deconstruct_keys(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let fields = fields(ruby, it);
    let hash = Hash::default();
    match given.at(0) {
        Value::Nil => {
            for (name, value) in fields {
                ruby.store(&hash, Value::Symbol(name), value)?;
            }
        }
        Value::Array(keys) if keys.len() > fields.len() => {}
        Value::Array(keys) => {
            for key in keys.items() {
                let Value::Symbol(name) = &key else { return ruby.not_covered("Struct#deconstruct_keys of something else than symbols") };
                let Some((_, value)) = fields.iter().find(|it| it.0 == *name) else { break };
                ruby.store(&hash, key, value.clone())?;
            }
        }
        Value::Unknown => return Err(Stop::Unknown),
        other => {
            let class = class::class_of(&other);
            return ruby.raise("TypeError", format!("wrong argument type {class} (expected Array or nil)"));
        }
    }
    Ok(ruby.heap.hash_of(hash))
}

/// `Struct.new(:a, :b) { … }`
fn new_struct(ruby: &mut Ruby<'_>, given: &Args) -> Outcome {
    let mut list = given.list.clone();
    let keywords = match (given.keywords, list.last()) {
        (true, Some(Value::Hash(hash))) => {
            let found = hash.get(&Key::Symbol("keyword_init".into()));
            list.pop();
            if matches!(found, Some(Value::Boolean(false))) {
                return ruby.not_covered("a Struct with keyword_init: false");
            }
            matches!(found, Some(Value::Boolean(true)))
        }
        _ => false,
    };
    let mut members = Vec::new();
    for value in &list {
        match value {
            Value::Symbol(name) => members.push(name.clone()),
            _ => return ruby.not_covered("a Struct with a name of its own"),
        }
    }
    let name = ruby.new_class(Some("Struct".into()), false);
    let class = ruby.class_mut(&name);
    for member in &members {
        let field: Name = format!("@{member}").into();
        class.methods.insert(member.clone(), Member { body: Body::Reader(field.clone()), is_private: false });
        class.methods.insert(format!("{member}=").into(), Member { body: Body::Writer(field), is_private: false });
    }
    class.members = Some((members, keywords));
    let value = Value::Class(name.clone());
    if let Some(block) = &given.block {
        ruby.run_as(&block.clone(), value.clone(), Some(name), vec![value.clone()])?;
    }
    Ok(value)
}
