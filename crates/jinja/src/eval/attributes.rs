//! `object.name` and `object[key]`.

use std::rc::Rc;

use super::Renderer;
use crate::error::{Error, ErrorKind, Outcome};
use crate::value::{Key, Range, Str, Undefined, Value, repr_str};

/// Attributes that every object of Python has.
const OF_EVERY_OBJECT: &[&str] = &[
    "__class__",
    "__delattr__",
    "__dir__",
    "__doc__",
    "__eq__",
    "__format__",
    "__ge__",
    "__getattribute__",
    "__getstate__",
    "__gt__",
    "__hash__",
    "__init__",
    "__init_subclass__",
    "__le__",
    "__lt__",
    "__ne__",
    "__new__",
    "__reduce__",
    "__reduce_ex__",
    "__repr__",
    "__setattr__",
    "__sizeof__",
    "__str__",
    "__subclasshook__",
];

/// The parts of a slice.
pub(crate) struct Slice {
    pub(crate) start: Option<i64>,
    pub(crate) stop: Option<i64>,
    pub(crate) step: Option<i64>,
}

impl Slice {
    /// The indexes that it takes of this number.
    pub(crate) fn indexes(&self, length: usize) -> Outcome<Vec<usize>> {
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let step = self.step.unwrap_or(1);
        if step == 0 {
            return Err(Error::value_error("slice step cannot be zero"));
        }
        let (low, high) = if step > 0 { (0, length) } else { (-1, length - 1) };
        let bound = |it: Option<i64>, default: i64| match it {
            None => default,
            Some(it) if it < 0 => it.saturating_add(length).max(low),
            Some(it) => it.min(high),
        };
        let (start, stop) =
            if step > 0 { (bound(self.start, 0), bound(self.stop, length)) } else { (bound(self.start, high), bound(self.stop, low)) };
        let mut found = Vec::new();
        let mut at = start;
        while if step > 0 { at < stop } else { at > stop } {
            found.extend(usize::try_from(at));
            at = at.saturating_add(step);
        }
        Ok(found)
    }
}

/// An index into this number of items.
pub(crate) fn index(index: i64, length: usize) -> Option<usize> {
    let at = if index < 0 { index.checked_add(i64::try_from(length).ok()?)? } else { index };
    usize::try_from(at).ok().filter(|it| *it < length)
}

fn describe(value: &Value) -> String {
    match value {
        Value::None => "None".to_owned(),
        Value::Str(it) if it.is_safe() => "markupsafe.Markup object".to_owned(),
        Value::Object(it) => format!("{} object", it.qualified_type_name()),
        other => format!("{} object", other.type_name()),
    }
}

pub(crate) fn no_attribute(value: &Value, name: &str) -> Value {
    Value::undefined(format!("{} has no attribute {}", repr_str(&describe(value)), repr_str(name)))
}

/// Attributes of Python's protocols that a value has.
fn has_protocol(value: &Value, name: &str) -> bool {
    let has = |names: &[&str]| names.contains(&name);
    let container = has(&["__len__", "__iter__", "__contains__", "__getitem__"]);
    let sum = has(&["__add__", "__mul__", "__rmul__"]);
    match value {
        Value::Str(_) => container || sum || has(&["__mod__", "__rmod__", "__getnewargs__"]),
        Value::Tuple(_) => container || sum || has(&["__getnewargs__", "__class_getitem__"]),
        Value::List(_) => {
            container || sum || has(&["__iadd__", "__imul__", "__setitem__", "__delitem__", "__reversed__", "__class_getitem__"])
        }
        Value::Dict(_) => container || has(&["__setitem__", "__delitem__", "__reversed__", "__or__", "__ior__", "__class_getitem__"]),
        Value::None => name == "__bool__",
        Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => {
            let arithmetic = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "divmod"];
            let unary = has(&["__abs__", "__bool__", "__float__", "__int__", "__neg__", "__pos__", "__round__", "__trunc__", "__floor__"]);
            let plain = name.strip_prefix("__").and_then(|it| it.strip_suffix("__")).unwrap_or("");
            unary || arithmetic.iter().any(|it| plain.strip_prefix('r').unwrap_or(plain) == *it || plain == *it)
        }
        Value::Object(it) if it.is_callable() => has(&["__call__", "__name__", "__module__", "__qualname__", "__dict__", "__self__"]),
        _ => false,
    }
}

impl Renderer<'_> {
    pub(crate) fn get_attribute(&mut self, value: &Value, name: &str) -> Outcome {
        if let Value::Undefined(it) = value {
            return Err(it.error());
        }
        if let Some(found) = self.python_attribute(value, name)? {
            return Ok(found);
        }
        if let Some(found) = self.python_item(value, &Value::str(name))? {
            return Ok(found);
        }
        Ok(no_attribute(value, name))
    }

    pub(crate) fn get_item(&mut self, value: &Value, key: &Value) -> Outcome {
        if let Value::Undefined(it) = value {
            return Err(it.error());
        }
        let key = if key.is_undefined() { key.defined()? } else { key.known()? };
        if let Some(found) = self.python_item(value, key)? {
            return Ok(found);
        }
        if let Value::Str(name) = key {
            if let Some(found) = self.python_attribute(value, name)? {
                return Ok(found);
            }
            return Ok(no_attribute(value, name));
        }
        Ok(Value::undefined(format!("{} has no element {}", describe(value), key.repr()?)))
    }

    /// `getattr`
    pub(crate) fn python_attribute(&mut self, value: &Value, name: &str) -> Outcome<Option<Value>> {
        if OF_EVERY_OBJECT.contains(&name) || has_protocol(value, name) {
            let of = repr_str(&value.type_name());
            let message = format!("access to attribute {} of {of} object is unsafe.", repr_str(name));
            return Ok(Some(Value::Undefined(Rc::new(Undefined { message, kind: ErrorKind::Security, lenient: false }))));
        }
        if let Some(entries) = value.entries() {
            return Ok(Some(entries.attribute(name)));
        }
        value.known()?;
        if let Value::Object(it) = value {
            let it = it.clone();
            return it.attribute(self, name);
        }
        Ok(crate::methods::find(value, name))
    }

    /// `value[key]`; none where Python raises a `TypeError` or a `LookupError`.
    pub(crate) fn python_item(&mut self, value: &Value, key: &Value) -> Outcome<Option<Value>> {
        let at = |length: usize| match key {
            Value::Int(it) => index(*it, length),
            Value::Bool(it) => index(i64::from(*it), length),
            _ => None,
        };
        if let Some(entries) = value.entries() {
            return Ok(Some(entries.item(key)));
        }
        Ok(match value.known()? {
            Value::Dict(it) => {
                if matches!(key, Value::List(_) | Value::Dict(_)) {
                    return Ok(None);
                }
                it.get(&Key::new(key.clone())?)
            }
            Value::List(it) => at(it.len()).and_then(|index| it.get(index)),
            Value::Tuple(it) => at(it.len()).and_then(|index| it.get(index).cloned()),
            Value::Range(it) => at(it.len()).and_then(|index| it.get(index)).map(Value::Int),
            Value::Str(it) => {
                self.charge(it.len() / 256)?;
                let found = match key {
                    Value::Int(0) => it.chars().next(),
                    Value::Int(number) if *number > 0 => usize::try_from(*number).ok().and_then(|number| it.chars().nth(number)),
                    _ => at(it.chars().count()).and_then(|index| it.chars().nth(index)),
                };
                found.map(|c| text_like(it, c.encode_utf8(&mut [0; 4])))
            }
            Value::Object(it) => {
                let it = it.clone();
                it.item(self, key)?
            }
            _ => None,
        })
    }

    pub(crate) fn get_slice(&mut self, value: &Value, slice: &Slice) -> Outcome {
        self.charge(1)?;
        Ok(match value.defined()? {
            Value::List(it) => {
                let items = it.to_vec();
                self.charge(items.len())?;
                Value::list(slice.indexes(items.len())?.into_iter().filter_map(|at| items.get(at).cloned()).collect())
            }
            Value::Tuple(it) => {
                self.charge(it.len())?;
                Value::tuple(slice.indexes(it.len())?.into_iter().filter_map(|at| it.get(at).cloned()).collect())
            }
            Value::Str(it) => {
                let chars: Vec<char> = it.chars().collect();
                self.charge(chars.len() / 16)?;
                let text: String = slice.indexes(chars.len())?.into_iter().filter_map(|at| chars.get(at)).collect();
                text_like(it, &text)
            }
            Value::Range(it) => {
                let indexes = slice.indexes(it.len())?;
                let step = it.step.saturating_mul(slice.step.unwrap_or(1));
                let start = indexes.first().and_then(|at| it.get(*at));
                let stop = indexes.last().and_then(|at| it.get(*at)).map(|it| it.saturating_add(step));
                let start = start.unwrap_or(it.start);
                Value::Range(Rc::new(Range { start, stop: stop.unwrap_or(start), step }))
            }
            Value::Dict(_) => return Err(Error::type_error("unhashable type: 'slice'")),
            other => return Err(Error::type_error(format!("{} object is not subscriptable", repr_str(&other.type_name())))),
        })
    }
}

/// A text that is safe where the other one is.
pub(crate) fn text_like(like: &Str, text: &str) -> Value {
    Value::Str(if like.is_safe() { Str::safe(text) } else { Str::new(text) })
}
