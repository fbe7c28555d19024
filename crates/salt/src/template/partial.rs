//! Maps of which only some entries are known: grains and options.

use std::rc::Rc;

use jinja::{Dict, Entries, Error, Function, Key, Outcome, Value};

struct Partial {
    /// Its name in templates.
    name: &'static str,
    /// Word for an entry.
    entry: &'static str,
    some: Dict,
    /// Keys that it certainly has not.
    absent: &'static [&'static str],
}

/// Makes a map that has other entries, too, but none with the keys of `absent`.
pub fn map(name: &'static str, entry: &'static str, some: Dict, absent: &'static [&'static str]) -> Value {
    Value::partly_known(format!("the {name}"), Rc::new(Partial { name, entry, some, absent }))
}

impl Partial {
    fn why(&self, key: &Value) -> String {
        key.as_str().map_or_else(|| format!("the {}", self.name), |key| format!("the {} `{key}`", self.entry))
    }

    fn find(&self, key: &Value) -> Option<Value> {
        let key = Key::new(key.clone()).ok()?;
        self.some.is_known().then(|| self.some.get(&key))?
    }

    /// Whether there is certainly no such entry.
    fn lacks(&self, key: &Value) -> bool {
        self.some.is_known() && self.find(key).is_none() && key.as_str().is_some_and(|it| self.absent.contains(&it))
    }
}

impl Entries for Partial {
    fn attribute(&self, name: &str) -> Value {
        let copy = Partial { name: self.name, entry: self.entry, some: self.some.clone(), absent: self.absent };
        let whole = format!("the {}", self.name);
        match name {
            "get" => Function::new(name, move |_, args| {
                Ok(match args.positional.first() {
                    None => Value::unknown(whole.as_str()),
                    Some(key) if copy.lacks(key) => args.positional.get(1).cloned().unwrap_or(Value::None),
                    Some(key) => copy.item(key),
                })
            })
            .into(),
            "items" | "keys" | "values" => Function::new(name, move |_, _| Ok(Value::unknown(whole.as_str()))).into(),
            "copy" => Function::new(name, move |_, _| Ok(map(copy.name, copy.entry, Dict::new(copy.some.to_map()), copy.absent))).into(),
            "update" => Value::Dict(self.some.clone()).method(name).unwrap_or(Value::None),
            "clear" | "pop" | "popitem" | "setdefault" => Function::new(name, move |_, _| {
                copy.some.forget();
                Ok(Value::unknown(whole.as_str()))
            })
            .into(),
            name => self.item(&Value::str(name)),
        }
    }

    fn item(&self, key: &Value) -> Value {
        match self.find(key) {
            Some(found) => found,
            None if self.lacks(key) => Value::undefined(format!("'dict object' has no attribute '{}'", key.as_str().unwrap_or_default())),
            None => Value::unknown(self.why(key)),
        }
    }

    fn contains(&self, key: &Value) -> Outcome<bool> {
        match self.find(key) {
            Some(_) => Ok(true),
            None if self.lacks(key) => Ok(false),
            None => Err(Error::unknown(self.why(key))),
        }
    }
}
