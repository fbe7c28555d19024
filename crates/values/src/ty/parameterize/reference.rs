//! References to resources and classes.

use super::label::{capitalized, with_article};
use issue::{Issue, ResourceUse};

use super::{At, OpError, Result, a_an, flatten, key_name};
use crate::{Str, Type, Value};

/// A resource that is read, and does not exist while types are made.
fn missing(reference: String) -> OpError {
    OpError::of_issue(At::Operator, Issue::MissingResource { references: vec![reference.into()], user: ResourceUse::Access })
}

fn needs_one(base: &Type) -> OpError {
    OpError::new(At::Operator, "BAD_TYPE_SLICE_ARITY", format!("{base}[] accepts 1 or more arguments. Got 0"))
}

/// `apt::setting` is `Apt::Setting`; what begins with a capital letter stays.
pub(crate) fn capitalize(name: &str) -> String {
    if name.lines().any(|line| line.starts_with(|c: char| c.is_ascii_uppercase())) {
        return name.to_owned();
    }
    let segments: Vec<String> = name.split("::").map(|it| capitalized(it.to_lowercase())).collect();
    segments.join("::")
}

/// Segments that begin with capital letters, with `::` between them or not.
fn is_type_name(name: &str) -> bool {
    let word = |segment: &str| {
        segment.starts_with(|c: char| c.is_ascii_uppercase()) && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    !name.is_empty() && name.strip_prefix("::").unwrap_or(name).split("::").all(word)
}

pub(super) fn resource(base: &Type, keys: &[Value]) -> Result<Value> {
    let Type::Resource(own, own_title) = base else { return Err(needs_one(base)) };
    if keys.is_empty() {
        return Err(needs_one(base));
    }
    let mut keys = keys;
    let name: Str = match own {
        Some(name) => name.clone(),
        None => {
            let first = keys.first().unwrap_or(&Value::Undef);
            keys = keys.get(1..).unwrap_or_default();
            match first {
                Value::String(text) => capitalize(text).into(),
                Value::Type(Type::Resource(Some(name), _)) => name.clone(),
                other => {
                    let message = format!("First argument to Resource[] must be a resource type or a String. Got {}.", key_name(other));
                    return Err(OpError::new(At::Key(0), "ILLEGAL_RESOURCE_SPECIALIZATION", message));
                }
            }
        }
    };
    if !is_type_name(&name) {
        let message = format!("Illegal type reference. The given name '{name}' does not conform to the naming rule");
        return Err(OpError::new(At::Key(0), "ILLEGAL_CLASSREF", message));
    }
    let many = keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)));
    let given = keys.len();
    let mut titles = Vec::new();
    flatten(keys, &mut titles, 0);
    titles.retain(|it| !it.is_undef());
    if titles.is_empty() && given > 0 {
        return Ok(if many { Value::array(Vec::new()) } else { Value::Undef });
    }
    if let Some(title) = own_title {
        return Err(missing(format!("{name}['{title}']")));
    }
    let mut all = Vec::with_capacity(titles.len());
    for (index, title) in titles.iter().enumerate() {
        match title {
            Value::String(title) => all.push(Value::Type(Type::Resource(Some(name.clone()), Some(title.clone())))),
            other => {
                let message = format!(
                    "Error creating type specialization of {}, Cannot use {} where a resource title String is expected",
                    a_an(base),
                    key_name(other)
                );
                return Err(OpError::new(At::Key(index), "BAD_TYPE_SPECIALIZATION", message));
            }
        }
    }
    if given == 0 {
        return Ok(Value::Type(Type::Resource(Some(name), None)));
    }
    Ok(if many { Value::array(all) } else { all.pop().unwrap_or(Value::Undef) })
}

pub(super) fn class(base: &Type, keys: &[Value]) -> Result<Value> {
    if keys.is_empty() {
        return Err(needs_one(base));
    }
    let many = keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)));
    let mut names = Vec::new();
    flatten(keys, &mut names, 0);
    names.retain(|it| !it.is_undef());
    if names.is_empty() {
        return Ok(if many { Value::array(Vec::new()) } else { Value::Undef });
    }
    if let Type::Class(Some(own)) = base {
        return Err(missing(format!("Class['{own}']")));
    }
    let mut all = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let Value::String(text) = name else {
            let label = match name {
                Value::Type(ty) => a_an(ty),
                Value::Default => "an Object".to_owned(),
                Value::Boolean(_) => "a Boolean".to_owned(),
                other => with_article(&crate::infer_reduced(other).simple_name()),
            };
            let message =
                format!("Illegal Class name in class reference. {} cannot be used where a String is expected", capitalized(label));
            return Err(OpError::new(At::Key(index), "ILLEGAL_HOSTCLASS_NAME", message));
        };
        let lower = text.to_lowercase();
        let bare = lower.strip_prefix("::").unwrap_or(&lower);
        let word = |segment: &str| {
            segment.starts_with(|c: char| c.is_ascii_lowercase()) && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        if !bare.strip_prefix("::").unwrap_or(bare).split("::").all(word) {
            let message =
                format!("Illegal name. The given name '{text}' does not conform to the naming rule /^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/");
            return Err(OpError::new(At::Key(index), "ILLEGAL_NAME", message));
        }
        all.push(Value::Type(Type::Class(Some(bare.into()))));
    }
    Ok(if many { Value::array(all) } else { all.pop().unwrap_or(Value::Undef) })
}
