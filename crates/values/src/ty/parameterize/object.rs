//! `Object[{…}]`.

use std::sync::Arc;

use super::{AccessError, Result};
use crate::ty::{Attribute, AttributeKind, ObjectType, Type};
use crate::{Hash, Str, Value};

pub(super) fn not_a_hash(value: &Value) -> String {
    format!("object initializer has wrong type, expects a Struct value, got {}", crate::infer(value).simple_name())
}

/// Attributes, constants, functions and what is inherited.
pub(super) fn object(entries: &Hash) -> Result<Type> {
    if entries.is_empty() {
        return Ok(Type::ObjectAny);
    }
    let get = |key: &str| entries.get(&Value::from(key));
    for key in entries.keys() {
        let known = [
            "name",
            "parent",
            "attributes",
            "constants",
            "functions",
            "equality",
            "equality_include_type",
            "checks",
            "annotations",
            "type_parameters",
        ];
        if !key.as_str().is_some_and(|key| known.contains(&key)) {
            let key = crate::print::interpolate(key);
            return Err(AccessError::runtime(format!("object initializer has wrong type, unrecognized key '{key}'")));
        }
    }
    if get("type_parameters").is_some() {
        return Err(AccessError::runtime("Object types with type parameters are not supported"));
    }
    let name: Str = get("name").and_then(Value::as_str).unwrap_or_default().into();
    let label = if name.is_empty() { "Object".to_owned() } else { name.to_string() };
    let parent = match get("parent") {
        None => None,
        Some(Value::Type(ty)) => Some(ty.clone()),
        Some(other) => {
            let got = crate::infer(other).simple_name();
            return Err(AccessError::runtime(format!("object initializer has wrong type, entry 'parent' expects a Type value, got {got}")));
        }
    };
    let mut attributes = Vec::new();
    for (key, spec) in section(get("attributes")) {
        let key: Str = key.as_str().unwrap_or_default().into();
        attributes.push(attribute(&label, key, spec)?);
    }
    for (key, value) in section(get("constants")) {
        let key: Str = key.as_str().unwrap_or_default().into();
        if attributes.iter().any(|it| it.name == key) {
            let message = format!("attribute {label}[{key}] is defined as both a constant and an attribute");
            return Err(AccessError::runtime(message));
        }
        attributes.push(Attribute {
            name: key,
            ty: crate::infer_reduced(value).generalize(),
            value: Some(value.clone()),
            kind: AttributeKind::Constant,
            is_final: true,
            overrides: false,
        });
    }
    let mut functions = Vec::new();
    for (key, spec) in section(get("functions")) {
        let spec = match spec {
            Value::Hash(spec) => spec.get(&Value::from("type")).unwrap_or(&Value::Undef),
            spec => spec,
        };
        match spec {
            Value::Type(ty) => functions.push((Str::from(key.as_str().unwrap_or_default()), ty.clone())),
            other => {
                let got = crate::infer(other).simple_name();
                let key = crate::print::interpolate(key);
                let message = format!("function {label}[{key}] has wrong type, expects a Type[Callable] value, got {got}");
                return Err(AccessError::runtime(message));
            }
        }
    }
    let equality = get("equality").map(|it| match it {
        Value::Array(names) => names.iter().filter_map(Value::as_str).map(Str::from).collect(),
        other => other.as_str().map(Str::from).into_iter().collect(),
    });
    Ok(Type::Object(Arc::new(ObjectType {
        name,
        parent,
        type_parameters: Vec::new(),
        attributes,
        functions,
        equality,
        init: Value::hash(entries.clone()),
    })))
}

fn section(value: Option<&Value>) -> impl Iterator<Item = (&Value, &Value)> {
    match value {
        Some(Value::Hash(entries)) => Some(entries.iter()),
        _ => None,
    }
    .into_iter()
    .flatten()
}

fn attribute(label: &str, name: Str, spec: &Value) -> Result<Attribute> {
    let wrong = |message: String| AccessError::runtime(format!("initializer for attribute {label}[{name}] has wrong type, {message}"));
    let mut built =
        Attribute { name: name.clone(), ty: Type::Any, value: None, kind: AttributeKind::Plain, is_final: false, overrides: false };
    match spec {
        Value::Type(ty) => {
            built.ty = ty.clone();
            if matches!(ty, Type::Optional(_)) {
                built.value = Some(Value::Undef);
            }
        }
        Value::Hash(spec) => {
            let get = |key: &str| spec.get(&Value::from(key));
            match get("type") {
                Some(Value::Type(ty)) => built.ty = ty.clone(),
                Some(other) => {
                    return Err(wrong(format!("entry 'type' expects a Type value, got {}", crate::infer(other).simple_name())));
                }
                None => return Err(wrong("expects a value for key 'type'".to_owned())),
            }
            built.is_final = get("final").is_some_and(Value::is_true);
            built.overrides = get("override").is_some_and(Value::is_true);
            built.kind = match get("kind").and_then(Value::as_str) {
                None => AttributeKind::Plain,
                Some("constant") => AttributeKind::Constant,
                Some("derived") => AttributeKind::Derived,
                Some("given_or_derived") => AttributeKind::GivenOrDerived,
                Some("reference") => AttributeKind::Reference,
                Some(other) => {
                    return Err(wrong(format!(
                        "entry 'kind' expects a match for Enum['constant', 'derived', 'given_or_derived', 'reference'], got '{other}'"
                    )));
                }
            };
            built.value = get("value").cloned();
            if built.kind == AttributeKind::Constant {
                built.is_final = true;
                if built.value.is_none() {
                    return Err(AccessError::runtime(format!("attribute {label}[{name}] of kind 'constant' requires a value")));
                }
            }
            if let Some(value) = &built.value
                && !matches!(value, Value::Default)
                && !built.ty.is_instance(value)
            {
                let message = crate::mismatch::value(&format!("attribute {label}[{name}] value"), &built.ty, value);
                return Err(AccessError::runtime(message));
            }
        }
        other => {
            let got = crate::infer(other).simple_name();
            return Err(AccessError::runtime(format!("attribute {label}[{name}] has wrong type, expects a Type value, got {got}")));
        }
    }
    Ok(built)
}
