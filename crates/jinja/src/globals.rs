//! Jinja's global functions.

use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::value::{Args, Dict, Function, Key, Map, Object, Range, Str, Value, repr_str};

/// The sandbox makes no longer ranges.
const MAX_RANGE: usize = 100_000;

pub(crate) fn find(name: &str) -> Option<Value> {
    let run: fn(&mut Renderer<'_>, Args) -> Outcome = match name {
        "range" => range,
        "dict" => dict,
        "namespace" => namespace,
        "cycler" => cycler,
        "joiner" => joiner,
        "lipsum" => |_, _| Err(Error::not_covered("random text")),
        _ => return None,
    };
    Some(Function::new(name, run).into())
}

fn range(_: &mut Renderer<'_>, args: Args) -> Outcome {
    let numbers = args
        .positional
        .iter()
        .map(|it| match it.defined()? {
            Value::Int(it) => Ok(*it),
            Value::Bool(it) => Ok(i64::from(*it)),
            other => Err(Error::type_error(format!("{} object cannot be interpreted as an integer", repr_str(&other.type_name())))),
        })
        .collect::<Outcome<Vec<i64>>>()?;
    let range = match *numbers.as_slice() {
        [stop] => Range { start: 0, stop, step: 1 },
        [start, stop] => Range { start, stop, step: 1 },
        [start, stop, step] => Range { start, stop, step },
        [] => return Err(Error::type_error("range expected at least 1 argument, got 0")),
        _ => return Err(Error::type_error(format!("range expected at most 3 arguments, got {}", numbers.len()))),
    };
    if range.step == 0 {
        return Err(Error::value_error("range() arg 3 must not be zero"));
    }
    if range.len() > MAX_RANGE {
        let message = format!("Range too big. The sandbox blocks ranges larger than MAX_RANGE ({MAX_RANGE}).");
        return Err(Error::new(ErrorKind::Python("OverflowError"), message));
    }
    Ok(Value::Range(Rc::new(range)))
}

/// The pairs of a map, or of what is made of pairs.
pub(crate) fn pairs_of(value: &Value) -> Outcome<Vec<(Value, Value)>> {
    if let Value::Dict(it) = value.defined()? {
        return Ok(it.pairs());
    }
    let mut pairs = Vec::new();
    for (index, item) in value.iterate()?.into_iter().enumerate() {
        let pair = item.iterate().map_err(|error| match error.kind() {
            ErrorKind::Python("TypeError") => {
                Error::type_error(format!("cannot convert dictionary update sequence element #{index} to a sequence"))
            }
            _ => error,
        })?;
        let [key, value] = pair.as_slice() else {
            let message = format!("dictionary update sequence element #{index} has length {}; 2 is required", pair.len());
            return Err(Error::value_error(message));
        };
        pairs.push((key.clone(), value.clone()));
    }
    Ok(pairs)
}

/// Makes a map as Python's `dict` does: of another map or of pairs, and of named arguments.
pub fn dict_of(name: &str, args: &Args) -> Outcome<Map> {
    if args.positional.len() > 1 {
        return Err(Error::type_error(format!("{name} expected at most 1 argument, got {}", args.positional.len())));
    }
    let mut map = Map::new();
    if let Some(first) = args.positional.first() {
        for (key, value) in pairs_of(first)? {
            map.insert(Key::new(key)?, value);
        }
    }
    for (name, value) in &args.named {
        map.insert(Key::text(name.clone()), value.clone());
    }
    Ok(map)
}

fn dict(_: &mut Renderer<'_>, args: Args) -> Outcome {
    Ok(Value::Dict(Dict::new(dict_of("dict", &args)?)))
}

/// `namespace()`: attributes that can be set from inside of loops.
pub(crate) struct Namespace {
    attributes: Dict,
}

fn namespace(_: &mut Renderer<'_>, args: Args) -> Outcome {
    Ok(Value::Object(Rc::new(Namespace { attributes: Dict::new(dict_of("dict", &args)?) })))
}

impl Object for Namespace {
    fn type_name(&self) -> String {
        "Namespace".to_owned()
    }

    fn qualified_type_name(&self) -> String {
        "jinja2.utils.Namespace".to_owned()
    }

    fn attribute(&self, _: &mut Renderer<'_>, name: &str) -> Outcome<Option<Value>> {
        Value::Dict(self.attributes.clone()).known()?;
        Ok(self.attributes.get_str(name))
    }

    fn set_attribute(&self, name: &str, value: Value) -> bool {
        self.attributes.edit(|it| it.insert(Key::text(Rc::from(name)), value));
        true
    }

    fn print(&self, _repr: bool) -> Option<Str> {
        Some(Str::new(format!("<Namespace {}>", Value::Dict(self.attributes.clone()).repr().ok()?)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct Cycler {
    items: Vec<Value>,
    at: Rc<Cell<usize>>,
}

fn cycler(_: &mut Renderer<'_>, args: Args) -> Outcome {
    if args.positional.is_empty() {
        return Err(Error::new(ErrorKind::Python("RuntimeError"), "at least one item has to be provided"));
    }
    Ok(Value::Object(Rc::new(Cycler { items: args.positional, at: Rc::default() })))
}

impl Object for Cycler {
    fn type_name(&self) -> String {
        "Cycler".to_owned()
    }

    fn qualified_type_name(&self) -> String {
        "jinja2.utils.Cycler".to_owned()
    }

    fn attribute(&self, _: &mut Renderer<'_>, name: &str) -> Outcome<Option<Value>> {
        let at = self.at.clone();
        let items = self.items.clone();
        Ok(Some(match name {
            "current" => items.get(at.get()).cloned().unwrap_or(Value::None),
            "pos" => Value::from_usize(at.get()),
            "items" => Value::tuple(items),
            "next" => Function::new("next", move |_, _| {
                let now = at.get();
                at.set((now + 1) % items.len().max(1));
                Ok(items.get(now).cloned().unwrap_or(Value::None))
            })
            .into(),
            "reset" => Function::new("reset", move |_, _| {
                at.set(0);
                Ok(Value::None)
            })
            .into(),
            _ => return Ok(None),
        }))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct Joiner {
    separator: Value,
    used: Cell<bool>,
}

fn joiner(_: &mut Renderer<'_>, args: Args) -> Outcome {
    let named = args.named.into_iter().find(|it| &*it.0 == "sep").map(|it| it.1);
    let separator = args.positional.into_iter().next().or(named).unwrap_or_else(|| Value::str(", "));
    Ok(Value::Object(Rc::new(Joiner { separator, used: Cell::new(false) })))
}

impl Object for Joiner {
    fn type_name(&self) -> String {
        "Joiner".to_owned()
    }

    fn qualified_type_name(&self) -> String {
        "jinja2.utils.Joiner".to_owned()
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn attribute(&self, _: &mut Renderer<'_>, name: &str) -> Outcome<Option<Value>> {
        Ok(match name {
            "sep" => Some(self.separator.clone()),
            "used" => Some(Value::Bool(self.used.get())),
            _ => None,
        })
    }

    fn call(&self, _: &mut Renderer<'_>, _: Args) -> Outcome {
        Ok(if self.used.replace(true) { self.separator.clone() } else { Value::str("") })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
