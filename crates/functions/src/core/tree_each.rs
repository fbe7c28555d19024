//! `tree_each`.

use std::collections::VecDeque;
use std::sync::Arc;

use values::{Type, Value, iterator::Iter};

use crate::{Call, Context, Failure, Outcome, iterate};

struct Options {
    /// Types of containers to enter.
    containers: Option<Type>,
    root: bool,
    with_containers: bool,
    with_values: bool,
    breadth_first: bool,
}

impl Options {
    fn from_value(value: &Value) -> Options {
        let get = |name: &str| match value {
            Value::Hash(hash) => hash.get(&Value::from(name)).cloned().unwrap_or(Value::Undef),
            _ => Value::Undef,
        };
        let flag = |name: &str| if get(name).is_undef() { true } else { get(name).is_true() };
        let with_containers = flag("include_containers");
        Options {
            containers: match get("container_type") {
                Value::Type(ty) => Some(ty),
                _ => None,
            },
            root: with_containers && flag("include_root"),
            with_containers,
            with_values: flag("include_values"),
            breadth_first: get("order").as_str() == Some("breadth_first"),
        }
    }
}

pub(super) fn tree_each(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let options = Options::from_value(call.at(1));
    let all = walk(context, call.at(0), &options)?;
    let Some(block) = call.block else {
        let elements = all.into_iter().map(|(path, value)| Value::array(vec![path, value])).collect();
        return Ok(Value::Iterator(Arc::new(Iter { elements, element_type: Type::Any })));
    };
    for (path, value) in all {
        context.spend(1)?;
        let arguments = if block.takes(2) { vec![path, value] } else { vec![value] };
        match context.call_block(block, arguments) {
            Ok(_) => {}
            Err(Failure::Break) => break,
            Err(other) => return Err(other),
        }
    }
    Ok(call.at(0).clone())
}

fn is_container(value: &Value, options: &Options) -> bool {
    match (value, &options.containers) {
        (Value::Array(_) | Value::Hash(_) | Value::Object(_), None) => true,
        (value, Some(ty)) => matches!(value, Value::Array(_) | Value::Hash(_) | Value::Object(_)) && ty.is_instance(value),
        _ => false,
    }
}

fn walk(context: &mut dyn Context, root: &Value, options: &Options) -> Result<Vec<(Value, Value)>, Failure> {
    if !options.with_containers && !options.with_values {
        return Err(Failure::plain("Options 'include_containers' and 'include_values' cannot both be false"));
    }
    let root = match root {
        Value::Iterator(_) => Value::array(iterate::collect(context, iterate::elements("tree_each", root)?)?),
        other => other.clone(),
    };
    let mut found = Vec::new();
    let mut queue = VecDeque::from([(Vec::new(), root, true)]);
    while let Some((path, value, is_root)) = queue.pop_front() {
        context.spend(1 + u64::try_from(path.len()).unwrap_or(0))?;
        let container = is_container(&value, options) || is_root;
        if (is_root && options.root) || (!is_root && if container { options.with_containers } else { options.with_values }) {
            found.push((Value::array(path.clone()), value.clone()));
        }
        if !container {
            continue;
        }
        let below = |key: Value, value: Value| {
            let mut path = path.clone();
            path.push(key);
            (path, value, false)
        };
        let children: Vec<_> = match &value {
            Value::Array(list) => (0..).zip(list.iter()).map(|(index, it)| below(Value::Integer(index), it.clone())).collect(),
            Value::Hash(hash) => hash.iter().map(|(key, it)| below(key.clone(), it.clone())).collect(),
            Value::Object(object) => object.attributes.iter().map(|(name, it)| below(Value::String(name.clone()), it.clone())).collect(),
            _ => Vec::new(),
        };
        if options.breadth_first {
            queue.extend(children);
        } else {
            for child in children.into_iter().rev() {
                queue.push_front(child);
            }
        }
    }
    Ok(found)
}
