//! Values of Puppet as Ruby has them, and back.

use std::rc::Rc;
use std::sync::Arc;

use ruby::value::{Entries, Foreign, Key, Pattern};
use ruby::{Heap, Outcome, Stop};
use rustc_hash::FxHashMap;
use values::{Type, Value};

use crate::compiler::Compiler;
use crate::ids::ScopeId;
use crate::unknowns::not_known;

/// Values are given and taken so deep.
pub const DEEPEST: u32 = 200;

/// Lists and hashes that Ruby has already, by their identity: the same is the same there, too.
pub type Seen = FxHashMap<usize, (Value, ruby::Value)>;

/// Ruby object that represents a value of Puppet's.
pub enum Object {
    Scope(ScopeId),
    /// All variables of the scope, each evaluated when it is asked for, and why they are no hash; none where some are unknown.
    Variables(Option<String>),
    Value(Value),
}

/// The identity of a list or hash in Ruby; zero for anything else.
pub fn identity_in_ruby(value: &ruby::Value) -> usize {
    match value {
        ruby::Value::Array(it) => Rc::as_ptr(it).cast::<u8>() as usize,
        ruby::Value::Hash(it) => Rc::as_ptr(it).cast::<u8>() as usize,
        _ => 0,
    }
}

/// The identity of a list or hash in Puppet; zero for anything else.
pub fn identity_in_puppet(value: &Value) -> usize {
    match value {
        Value::Array(it) => Arc::as_ptr(it).cast::<u8>() as usize,
        Value::Hash(it) => Arc::as_ptr(it).cast::<u8>() as usize,
        _ => 0,
    }
}

/// A method of a value that stays a value of Puppet's in Ruby; none of other methods.
pub fn method_of_value(
    heap: &Heap,
    seen: &mut Seen,
    (receiver, value): (&Rc<Foreign>, &Value),
    name: &str,
    arguments: &[ruby::Value],
) -> Outcome<Option<ruby::Value>> {
    match (value, name, arguments) {
        // They do not change.
        (Value::Type(_) | Value::Sensitive(_), "dup" | "clone", []) => Ok(Some(ruby::Value::Foreign(receiver.clone()))),
        (Value::Sensitive(inner), "unwrap", []) => to_ruby(heap, seen, inner, 0).map(Some),
        _ => Ok(None),
    }
}

/// A scope as Ruby has it.
pub fn scope_object(compiler: &Compiler<'_>, scope: ScopeId) -> ruby::Value {
    let text = compiler.scope_name(scope);
    ruby::Value::Foreign(Rc::new(Foreign {
        class: "Puppet::Parser::Scope".into(),
        ancestors: None,
        text: Some(text.as_str().into()),
        inspect: Some(text.as_str().into()),
        object: Box::new(Object::Scope(scope)),
    }))
}

/// A value of Puppet as Ruby has it.
pub fn to_ruby(heap: &Heap, seen: &mut Seen, value: &Value, depth: u32) -> Outcome<ruby::Value> {
    if depth > DEEPEST {
        return Err(Stop::not_covered("values nested so deep"));
    }
    let identity = identity_in_puppet(value);
    if let Some((_, there)) = seen.get(&identity) {
        return Ok(there.clone());
    }
    let converted = convert(heap, seen, value, depth)?;
    if identity != 0 {
        seen.insert(identity, (value.clone(), converted.clone()));
    }
    Ok(converted)
}

fn convert(heap: &Heap, seen: &mut Seen, value: &Value, depth: u32) -> Outcome<ruby::Value> {
    Ok(match value {
        Value::Undef => ruby::Value::Nil,
        Value::Default => ruby::Value::Symbol("default".into()),
        Value::Boolean(it) => ruby::Value::Boolean(*it),
        Value::Integer(it) => ruby::Value::Integer(*it),
        Value::Float(it) => ruby::Value::Float(*it),
        Value::String(it) => heap.shared_text(it),
        Value::Regex(it) => {
            let source: Rc<str> = it.source().into();
            let regex = values::regex::Regex::new(&source).map_err(|_| Stop::not_covered("such a pattern"))?;
            ruby::Value::Regex(Rc::new(Pattern { source, flags: ruby::ast::Flags::default(), regex, names: Vec::new() }))
        }
        Value::Array(items) => {
            let mut all = Vec::with_capacity(items.len());
            for item in items.iter() {
                all.push(to_ruby(heap, seen, item, depth + 1)?);
            }
            heap.shared_array(all)
        }
        Value::Hash(entries) => {
            let mut all = Entries::default();
            for (key, value) in entries.iter() {
                if let Value::Unknown(_) = key {
                    return Ok(heap.unknown());
                }
                all.insert(own_key(key)?, (to_ruby(heap, seen, key, depth + 1)?, to_ruby(heap, seen, value, depth + 1)?));
            }
            heap.shared_hash(all)
        }
        Value::Unknown(_) => heap.unknown(),
        Value::Sensitive(_) => foreign(
            value,
            "Puppet::Pops::Types::PSensitiveType::Sensitive",
            Some("Sensitive [value redacted]"),
            Some("#<Sensitive [value redacted]>"),
        ),
        // In functions of the old kind they are resources.
        Value::Type(Type::Class(_) | Type::Resource(..)) => foreign(value, "Puppet::Pops::Types::PAnyType", None, None),
        Value::Type(ty) => foreign(
            value,
            values::ruby::class_of_type(ty),
            Some(&values::print::interpolate(value)),
            values::print::type_object(ty).as_deref(),
        ),
        context if hiera::context::is_context(context) => foreign(value, "Puppet::Pops::Lookup::Context", None, None),
        _ => foreign(value, "Object", None, None),
    })
}

/// A key of a hash of Puppet's, compared as in Ruby.
pub fn own_key(key: &Value) -> Outcome<Key> {
    Ok(match key {
        Value::Undef => Key::Nil,
        Value::Default => Key::Symbol("default".into()),
        Value::Boolean(it) => Key::Boolean(*it),
        Value::Integer(it) => Key::Integer(*it),
        Value::String(it) => Key::String((**it).into()),
        _ => return Err(Stop::not_covered("a hash with such keys")),
    })
}

/// A copy that must not change, for another template.
pub fn shared(heap: &Heap, value: &ruby::Value, depth: u32) -> Outcome<ruby::Value> {
    if depth > DEEPEST {
        return Err(Stop::not_covered("values nested so deep"));
    }
    Ok(match value {
        ruby::Value::String(it) => heap.shared_text(&it.get()),
        ruby::Value::Array(it) => {
            let mut all = Vec::new();
            for item in it.items() {
                all.push(shared(heap, &item, depth + 1)?);
            }
            heap.shared_array(all)
        }
        ruby::Value::Hash(it) if it.default.borrow().is_none() && it.default_of.borrow().is_none() => {
            let mut all = Entries::default();
            for (own, (key, value)) in it.entries() {
                all.insert(own, (shared(heap, &key, depth + 1)?, shared(heap, &value, depth + 1)?));
            }
            heap.shared_hash(all)
        }
        ruby::Value::Nil
        | ruby::Value::Boolean(_)
        | ruby::Value::Integer(_)
        | ruby::Value::Float(_)
        | ruby::Value::Symbol(_)
        | ruby::Value::Regex(_)
        | ruby::Value::Foreign(_) => value.clone(),
        ruby::Value::Unknown => heap.unknown(),
        _ => return Err(Stop::not_covered("such a value of another template")),
    })
}

fn foreign(value: &Value, class: &str, text: Option<&str>, inspect: Option<&str>) -> ruby::Value {
    let object = Box::new(Object::Value(value.clone()));
    ruby::Value::Foreign(Rc::new(Foreign {
        class: class.into(),
        // None of them is a list, a hash, a text or a number.
        ancestors: matches!(value, Value::Sensitive(_) | Value::Type(_)).then(Vec::new),
        text: text.map(Into::into),
        inspect: inspect.map(Into::into),
        object,
    }))
}

/// A value of Ruby as Puppet's functions take it.
pub fn from_ruby(value: &ruby::Value, depth: u32) -> Outcome<Value> {
    taken(value, &FxHashMap::default(), depth)
}

/// The same, where lists and hashes of Puppet, by their identity in Ruby, stay what they are.
pub fn taken(value: &ruby::Value, known: &FxHashMap<usize, Value>, depth: u32) -> Outcome<Value> {
    if depth > DEEPEST {
        return Err(Stop::not_covered("values nested so deep"));
    }
    if !known.is_empty()
        && let Some(value) = known.get(&identity_in_ruby(value))
    {
        return Ok(value.clone());
    }
    Ok(match value {
        value if matches!(value, ruby::Value::Unknown) || value.is_lost() => not_known(Type::Any),
        ruby::Value::Nil => Value::Undef,
        ruby::Value::Boolean(it) => Value::Boolean(*it),
        ruby::Value::Integer(it) => Value::Integer(*it),
        ruby::Value::Float(it) => Value::Float(*it),
        ruby::Value::String(it) => Value::string(it.get()),
        ruby::Value::Symbol(it) if &**it == "default" => Value::Default,
        ruby::Value::Array(items) => {
            let mut all = Vec::new();
            for item in items.items() {
                all.push(taken(&item, known, depth + 1)?);
            }
            Value::array(all)
        }
        ruby::Value::Hash(hash) => {
            let mut all = values::Hash::default();
            for (key, value) in hash.pairs() {
                all.insert(taken(&key, known, depth + 1)?, taken(&value, known, depth + 1)?);
            }
            Value::hash(all)
        }
        ruby::Value::Regex(it) if it.flags == ruby::ast::Flags::default() => match values::regex::Regex::new(&it.source) {
            Ok(regex) => Value::Regex(Arc::new(regex)),
            Err(_) => return Err(Stop::not_covered("such a pattern")),
        },
        ruby::Value::Foreign(it) => match it.object.downcast_ref::<Object>() {
            Some(Object::Value(value)) => value.clone(),
            _ => return Err(Stop::not_covered("the scope as an argument")),
        },
        ruby::Value::Bytes(it) => match std::str::from_utf8(&it.get()) {
            Ok(text) if text.is_ascii() && it.encoding.is_ascii_compatible() => Value::string(text),
            _ => return Err(Stop::not_covered("a binary string as a value of Puppet")),
        },
        // Puppet takes it from Ruby, and refuses it in a catalog and in calculations.
        ruby::Value::Big(_) => return Err(Stop::not_covered("an integer of more than 64 bits as a value of Puppet")),
        _ => return Err(Stop::not_covered("such an argument of a function")),
    })
}
