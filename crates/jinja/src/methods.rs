//! The methods of Python's values, a file for each kind of value.

mod collections;
mod numbers;
mod texts;

use std::any::Any;
use std::rc::Rc;

use crate::args::{Bound, Signature};
use crate::error::{ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::value::{Args, Object, Value};

pub(crate) use texts::{is_lower, is_upper};

/// How a method is run.
pub(crate) enum Run {
    /// With arguments for its parameters.
    Bound(fn(&mut Renderer<'_>, &Value, &Bound) -> Outcome),
    /// With any arguments.
    Open(fn(&mut Renderer<'_>, &Value, Args) -> Outcome),
}

pub(crate) struct Method {
    signature: Signature,
    run: Run,
}

const fn method(
    name: &'static str,
    parameters: &'static [&'static str],
    required: usize,
    run: fn(&mut Renderer<'_>, &Value, &Bound) -> Outcome,
) -> Method {
    Method { signature: Signature { name, parameters, required, hidden: 0 }, run: Run::Bound(run) }
}

const fn open(name: &'static str, run: fn(&mut Renderer<'_>, &Value, Args) -> Outcome) -> Method {
    Method { signature: Signature { name, parameters: &[], required: 0, hidden: 0 }, run: Run::Open(run) }
}

/// An attribute of a value.
pub(crate) fn find(value: &Value, name: &str) -> Option<Value> {
    if let Some(found) = numbers::attribute(value, name) {
        return Some(found);
    }
    let methods: &'static [Method] = match value {
        Value::Str(_) => texts::METHODS,
        Value::List(_) => collections::LIST,
        Value::Tuple(_) => collections::TUPLE,
        Value::Dict(_) => collections::DICT,
        Value::Range(_) => collections::RANGE,
        Value::Float(_) => numbers::FLOAT,
        Value::Bool(_) | Value::Int(_) | Value::Big(_) => numbers::INT,
        Value::View(_) => collections::VIEW,
        _ => return None,
    };
    let method = methods.iter().find(|it| it.signature.name.rsplit('.').next() == Some(name))?;
    Some(Value::Object(Rc::new(BoundMethod { receiver: value.clone(), method })))
}

struct BoundMethod {
    receiver: Value,
    method: &'static Method,
}

impl Object for BoundMethod {
    fn type_name(&self) -> String {
        // The sandbox has its own `format`.
        let of_sandbox = matches!(self.name(), "format" | "format_map");
        if of_sandbox { "function" } else { "builtin_function_or_method" }.to_owned()
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, renderer: &mut Renderer<'_>, args: Args) -> Outcome {
        if let Value::Str(text) = &self.receiver {
            renderer.charge(text.len() / 64)?;
        }
        let result = match self.method.run {
            Run::Bound(run) => self.method.signature.bind_native(args).and_then(|it| run(renderer, &self.receiver, &it)),
            Run::Open(run) => run(renderer, &self.receiver, args),
        };
        if let Err(error) = &result
            && error.kind() == ErrorKind::Unknown
        {
            // Whatever would have changed is not known from now on.
            match &self.receiver {
                Value::List(list) if collections::CHANGE_LISTS.contains(&self.name()) => list.forget(),
                Value::Dict(dict) if collections::CHANGE_DICTS.contains(&self.name()) => dict.forget(),
                _ => {}
            }
        }
        result
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl BoundMethod {
    fn name(&self) -> &'static str {
        self.method.signature.name.rsplit('.').next().unwrap_or("")
    }
}
