//! Arguments bound to parameters, with Python's words when they do not fit.

use crate::error::{Error, Outcome};
use crate::value::{Args, Number, Str, Value, repr_str};

/// A function as its callers see it.
#[derive(Clone, Copy)]
pub(crate) struct Signature {
    pub(crate) name: &'static str,
    pub(crate) parameters: &'static [&'static str],
    pub(crate) required: usize,
    /// Parameters before them that no caller gives, as Python counts them.
    pub(crate) hidden: usize,
}

pub(crate) struct Bound(Vec<Option<Value>>);

impl Signature {
    pub(crate) fn bind(&self, args: Args) -> Outcome<Bound> {
        let count = self.parameters.len();
        let given = args.positional.len();
        if given > count {
            let (low, high) = (self.required + self.hidden, count + self.hidden);
            let takes = if low == high { format!("{high}") } else { format!("from {low} to {high}") };
            let plural = if high == 1 { "" } else { "s" };
            let total = given + self.hidden;
            let were = if total == 1 { "was" } else { "were" };
            return Err(Error::type_error(format!("{}() takes {takes} positional argument{plural} but {total} {were} given", self.name)));
        }
        let mut bound: Vec<Option<Value>> = args.positional.into_iter().map(Some).collect();
        bound.resize(count, None);
        for (name, value) in args.named {
            let Some(at) = self.parameters.iter().position(|it| **it == *name) else {
                return Err(Error::type_error(format!("{}() got an unexpected keyword argument {}", self.name, repr_str(&name))));
            };
            match bound.get_mut(at) {
                Some(slot @ None) => *slot = Some(value),
                _ => return Err(Error::type_error(format!("{}() got multiple values for argument {}", self.name, repr_str(&name)))),
            }
        }
        let pairs = self.parameters.iter().zip(&bound).take(self.required);
        let missing: Vec<String> = pairs.filter(|it| it.1.is_none()).map(|it| repr_str(it.0)).collect();
        if let Some((last, others)) = missing.split_last() {
            let plural = if others.is_empty() { "" } else { "s" };
            let names = match others {
                [] => last.clone(),
                [one] => format!("{one} and {last}"),
                _ => format!("{}, and {last}", others.join(", ")),
            };
            let message = format!("{}() missing {} required positional argument{plural}: {names}", self.name, missing.len());
            return Err(Error::type_error(message));
        }
        Ok(Bound(bound))
    }
}

/// Methods of Python that know their parameters by name.
const WITH_NAMES: &[&str] = &["str.split", "str.rsplit", "str.splitlines", "str.expandtabs", "str.encode"];
/// Methods that count their arguments in words of their own.
const BY_TUPLE: &[&str] = &["str.find", "str.rfind", "str.index", "str.rindex", "str.count", "str.startswith", "str.endswith"];

impl Signature {
    /// The same for methods that Python has in C.
    pub(crate) fn bind_native(&self, args: Args) -> Outcome<Bound> {
        let (name, short) = (self.name, self.name.rsplit('.').next().unwrap_or(self.name));
        let (given, most) = (args.positional.len(), self.parameters.len());
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let by_name = WITH_NAMES.contains(&name);
        let by_tuple = by_name || BY_TUPLE.contains(&name);
        if let Some((keyword, _)) = args.named.first().filter(|it| !by_name || !self.parameters.contains(&&*it.0)) {
            let keyword = repr_str(keyword);
            let unknown = format!("{keyword} is an invalid keyword argument for {short}()");
            return Err(Error::type_error(if by_name { unknown } else { format!("{name}() takes no keyword arguments") }));
        }
        let given = given + args.named.len();
        let wrong = if most == 0 && given > 0 {
            format!("{name}() takes no arguments ({given} given)")
        } else if most == 1 && self.required == 1 && given != 1 {
            format!("{name}() takes exactly one argument ({given} given)")
        } else if given < self.required && by_tuple {
            format!("{short}() takes at least {} argument{} ({given} given)", self.required, plural(self.required))
        } else if given > most && by_tuple {
            format!("{short}() takes at most {most} argument{} ({given} given)", plural(most))
        } else if given != most && self.required == most {
            format!("{short} expected {most} argument{}, got {given}", plural(most))
        } else if given < self.required {
            format!("{short} expected at least {} argument{}, got {given}", self.required, plural(self.required))
        } else if given > most {
            format!("{short} expected at most {most} argument{}, got {given}", plural(most))
        } else {
            return self.bind(args);
        };
        Err(Error::type_error(wrong))
    }
}

impl Bound {
    pub(crate) fn get(&self, index: usize) -> Option<&Value> {
        self.0.get(index).and_then(Option::as_ref)
    }

    /// A parameter that was given, or else `None`.
    pub(crate) fn value(&self, index: usize) -> Value {
        self.get(index).cloned().unwrap_or(Value::None)
    }

    /// A parameter that was given and is not `None`.
    pub(crate) fn some(&self, index: usize) -> Outcome<Option<&Value>> {
        match self.get(index) {
            None => Ok(None),
            Some(value) => Ok(Some(value.known()?).filter(|it| !matches!(it, Value::None))),
        }
    }

    pub(crate) fn truth(&self, index: usize, default: bool) -> Outcome<bool> {
        self.get(index).map_or(Ok(default), Value::truth)
    }

    pub(crate) fn int(&self, index: usize, default: i64) -> Outcome<i64> {
        self.get(index).map_or(Ok(default), integer)
    }

    /// `soft_str`
    pub(crate) fn text(&self, index: usize) -> Outcome<Str> {
        self.get(index).unwrap_or(&Value::None).text()
    }
}

/// A value where Python wants an integer.
pub(crate) fn integer(value: &Value) -> Outcome<i64> {
    match Number::from(value.known()?) {
        Some(Number::Int(it)) => Ok(it),
        Some(Number::Big(_)) => Err(Error::new(crate::ErrorKind::Python("OverflowError"), "Python int too large to convert to C ssize_t")),
        _ => {
            let message = format!("{} object cannot be interpreted as an integer", repr_str(&value.type_name()));
            Err(Error::type_error(message))
        }
    }
}

/// A value where Python wants a text.
pub(crate) fn wanted_text(value: &Value, message: impl FnOnce(&str) -> String) -> Outcome<Str> {
    match value.known()? {
        Value::Str(text) => Ok(text.clone()),
        other => Err(Error::type_error(message(&other.type_name()))),
    }
}
