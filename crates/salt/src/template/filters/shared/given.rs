//! Arguments bound to the parameters of a filter.

use jinja::{Args, Error, Outcome, Value};

use crate::template::arg;

/// Known values of parameters, of which the first is the value that the filter gets.
pub struct Given(Vec<Option<Value>>);

/// Binds arguments. Others than these are refused, and unknown ones make the result unknown.
pub fn given(args: &Args, names: &[&str]) -> Outcome<Given> {
    if args.positional.len() > names.len() || args.named.iter().any(|it| !names.contains(&&*it.0)) {
        return Err(Error::not_covered("arguments that a filter does not take"));
    }
    names.iter().enumerate().map(|(index, name)| arg(args, index, name).map(known).transpose()).collect::<Outcome<_>>().map(Given)
}

/// The value, if it is known and defined.
pub fn known(value: Value) -> Outcome {
    match value {
        Value::Unknown(it) => Err(Error::unknown(&*it.why)),
        Value::Undefined(it) => Err(Error::new(it.kind, it.message.clone())),
        other if other.is_unknown() => Err(Error::unknown("a value that is not known")),
        other => Ok(other),
    }
}

impl Given {
    /// A parameter, or else `None`.
    pub fn value(&self, index: usize) -> Value {
        self.0.get(index).cloned().flatten().unwrap_or(Value::None)
    }

    /// A parameter that is given and is not `None`.
    pub fn some(&self, index: usize) -> Option<Value> {
        self.0.get(index).cloned().flatten().filter(|it| !matches!(it, Value::None))
    }

    pub fn text(&self, index: usize) -> Outcome<String> {
        let text = self.value(index).as_str().map(str::to_owned);
        text.ok_or_else(|| Error::not_covered("a filter of texts for something else"))
    }

    pub fn truth(&self, index: usize) -> Outcome<bool> {
        self.value(index).truth()
    }

    /// A number that is not negative.
    pub fn count(&self, index: usize, default: usize) -> Outcome<usize> {
        match self.some(index) {
            None => Ok(default),
            Some(Value::Int(it)) => usize::try_from(it).map_err(|_| Error::not_covered("a negative number")),
            Some(_) => Err(Error::not_covered("a number that is no integer")),
        }
    }
}
