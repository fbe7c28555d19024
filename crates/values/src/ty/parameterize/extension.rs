//! `Error['kind']`: the parameters of an `Object` type.

use std::sync::Arc;

use super::{OpError, Result};
use crate::ty::{Extension, ObjectType, Type};
use crate::{Str, Value};

pub(super) fn extension(base: &Arc<ObjectType>, keys: &[Value]) -> Result<Type> {
    let declared = base.all_type_parameters();
    let label = base.label();
    let Some((_, _, first)) = declared.first() else {
        return Err(OpError::runtime(format!("The {label}-Type cannot be parameterized using []")));
    };
    let mut given: Vec<(Str, Value)> = Vec::new();
    let mut give = |container: &ObjectType, name: &Str, ty: &Type, value: &Value| -> Result<()> {
        if matches!(value, Value::Default) {
            return Ok(());
        }
        if !ty.is_instance(value) {
            let subject = format!("type_parameter {}[{name}]", container.label());
            return Err(OpError::runtime(crate::mismatch::value(&subject, ty, value)));
        }
        given.push((name.clone(), value.clone()));
        Ok(())
    };
    match keys {
        [Value::Hash(entries)] if !first.is_instance(&Value::Hash(entries.clone())) => {
            for (key, value) in entries.iter() {
                let found = declared.iter().find(|(_, name, _)| key.as_str() == Some(name));
                let Some((container, name, ty)) = found else {
                    let key = crate::print::interpolate(key);
                    return Err(OpError::runtime(format!("'{key}' is not a known type parameter for {label}-Type")));
                };
                give(container, name, ty, value)?;
            }
        }
        keys => {
            for ((container, name, ty), value) in declared.iter().zip(keys) {
                give(container, name, ty, value)?;
            }
        }
    }
    if given.is_empty() {
        return Err(OpError::runtime(format!("The {label}-Type cannot be parameterized using an empty parameter list")));
    }
    Ok(Type::Extension(Arc::new(Extension { base: base.clone(), parameters: given })))
}
