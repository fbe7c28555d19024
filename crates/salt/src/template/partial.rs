//! Maps of which only some entries are known: grains and options.

use std::rc::Rc;

use jinja::{Dict, Entries, Error, Function, Key, Outcome, Value};

struct Partial {
    /// Its name in templates.
    name: &'static str,
    /// Word for an entry.
    entry: &'static str,
    some: Dict,
}

/// Makes a map that has other entries, too.
pub fn map(name: &'static str, entry: &'static str, some: Dict) -> Value {
    Value::partly_known(format!("the {name}"), Rc::new(Partial { name, entry, some }))
}

impl Partial {
    fn why(&self, key: &Value) -> String {
        key.as_str().map_or_else(|| format!("the {}", self.name), |key| format!("the {} `{key}`", self.entry))
    }

    fn find(&self, key: &Value) -> Option<Value> {
        let key = Key::new(key.clone()).ok()?;
        self.some.is_known().then(|| self.some.get(&key))?
    }
}

impl Entries for Partial {
    fn attribute(&self, name: &str) -> Value {
        let copy = Partial { name: self.name, entry: self.entry, some: self.some.clone() };
        let whole = format!("the {}", self.name);
        match name {
            "get" => Function::new(name, move |_, args| {
                Ok(args.positional.first().map_or_else(|| Value::unknown(whole.as_str()), |it| copy.item(it)))
            })
            .into(),
            "items" | "keys" | "values" => Function::new(name, move |_, _| Ok(Value::unknown(whole.as_str()))).into(),
            "copy" => Function::new(name, move |_, _| Ok(map(copy.name, copy.entry, Dict::new(copy.some.to_map())))).into(),
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
        self.find(key).unwrap_or_else(|| Value::unknown(self.why(key)))
    }

    fn contains(&self, key: &Value) -> Outcome<bool> {
        match self.find(key) {
            Some(_) => Ok(true),
            None => Err(Error::unknown(self.why(key))),
        }
    }
}
