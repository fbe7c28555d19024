//! Entries of a value that is not known as a whole.

use std::rc::Rc;

use super::{Function, Value};
use crate::error::{Error, Outcome};

/// Known entries of a map or an object of which the rest is not known.
pub trait Entries {
    /// `object.name`
    fn attribute(&self, name: &str) -> Value;

    /// `object[key]`
    fn item(&self, key: &Value) -> Value;

    /// `key in object`; an unknown value is an error of that kind.
    fn contains(&self, key: &Value) -> Outcome<bool>;

    fn is_mapping(&self) -> bool {
        true
    }

    /// Whether it exists; else that is not known.
    fn is_defined(&self) -> bool {
        true
    }

    /// Whether it is true in conditions.
    fn is_never_empty(&self) -> bool {
        true
    }
}

/// A map of which only the names of entries are known.
pub(super) struct Named {
    pub(super) why: Rc<str>,
    pub(super) entry: fn(&str) -> String,
}

impl Named {
    fn whole(&self) -> Value {
        Value::unknown_map(Rc::clone(&self.why), self.entry)
    }
}

impl Entries for Named {
    fn attribute(&self, name: &str) -> Value {
        let entries = Named { why: Rc::clone(&self.why), entry: self.entry };
        match name {
            "get" => {
                Function::new("get", move |_, args| Ok(args.positional.first().map_or_else(|| entries.whole(), |it| entries.item(it))))
                    .into()
            }
            "items" | "keys" | "values" | "copy" => self.whole(),
            name => Value::unknown((self.entry)(name)),
        }
    }

    fn item(&self, key: &Value) -> Value {
        key.as_str().map_or_else(|| self.whole(), |it| Value::unknown((self.entry)(it)))
    }

    fn contains(&self, key: &Value) -> Outcome<bool> {
        Err(Error::unknown(key.as_str().map_or_else(|| self.why.to_string(), self.entry)))
    }

    fn is_never_empty(&self) -> bool {
        false
    }
}
