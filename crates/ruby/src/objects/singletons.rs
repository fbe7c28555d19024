//! Methods and modules of one object alone: `def object.name`, `object.extend(Module)`.

use std::rc::Rc;

use crate::ast::Name;
use crate::class;
use crate::eval::Ruby;
use crate::objects::{Body, Class, Member};
use crate::stop::Outcome;
use crate::value::Value;

/// Methods that Ruby's own code calls of texts, lists and hashes. Here it takes their contents.
const CALLED_INSIDE: &[&str] = &[
    "<=>",
    "==",
    "===",
    "call",
    "coerce",
    "default",
    "each",
    "eql?",
    "hash",
    "inspect",
    "is_a?",
    "key?",
    "method_missing",
    "respond_to?",
    "respond_to_missing?",
    "to_a",
    "to_ary",
    "to_h",
    "to_hash",
    "to_proc",
    "to_s",
    "to_str",
    "to_sym",
];

impl Ruby<'_> {
    /// The class of one object alone, if it has one.
    pub fn singleton_of(&self, value: &Value) -> Option<&Name> {
        if self.singletons.is_empty() {
            return None;
        }
        self.singletons.get(&address(value)?)
    }

    /// The class whose methods a value has first.
    pub fn first_class_of(&self, value: &Value) -> Name {
        self.singleton_of(value).cloned().unwrap_or_else(|| class::class_of(value))
    }

    /// Makes the class of one object alone.
    pub fn singleton(&mut self, value: &Value) -> Outcome<Name> {
        if let Some(name) = self.singleton_of(value) {
            return Ok(name.clone());
        }
        let (is_frozen, is_shared, early) = match value {
            Value::String(it) => (it.frozen.get(), it.shared, it.early),
            Value::Array(it) => (it.frozen.get(), it.shared, it.early),
            Value::Hash(it) => (it.frozen.get(), it.shared, it.early),
            Value::Object(it) => (it.frozen.get(), false, it.early),
            Value::Integer(_) | Value::Big(_) | Value::Float(_) | Value::Symbol(_) => {
                return self.raise("TypeError", "can't define singleton");
            }
            _ => return self.not_covered("a method of such an object alone"),
        };
        if is_shared {
            return self.not_covered("a method of a value that is Puppet's");
        }
        self.changes_early(early)?;
        if is_frozen {
            let shown = self.inspect(value)?;
            return self.raise("FrozenError", format!("can't modify frozen object: {shown}"));
        }
        let Some(address) = address(value) else { return self.not_covered("a method of such an object alone") };
        let name: Name = format!("#<Class:{}>", self.new_id()).into();
        let class = Class { parent: Some(class::class_of(value)), ..Class::default() };
        Rc::make_mut(&mut self.classes).insert(name.clone(), Rc::new(class));
        // The address stays that of this object.
        self.heap.keep(value.clone());
        Rc::make_mut(&mut self.singletons).insert(address, name.clone());
        Ok(name)
    }

    /// Defines a method of one object.
    pub fn define_singleton(&mut self, value: &Value, name: &Name, body: Body) -> Outcome<()> {
        self.may_replace(value, name)?;
        let singleton = self.singleton(value)?;
        self.class_mut(&singleton).methods.insert(name.clone(), Member { body, is_private: false });
        Ok(())
    }

    /// Adds the methods of a module to one object.
    pub fn extend_one(&mut self, value: &Value, module: &Name) -> Outcome<()> {
        let is_own = self.classes.contains_key(module);
        let is_fit = matches!(&**module, "Comparable" | "Kernel") || &**module == "Enumerable" && matches!(value, Value::Object(_));
        if !is_own && !is_fit {
            return self.not_covered(format!("extend with {module}"));
        }
        for name in self.lineage(module) {
            let names: Vec<Name> = self.classes.get(&name).map(|it| it.methods.keys().cloned().collect()).unwrap_or_default();
            for name in names {
                self.may_replace(value, &name)?;
            }
        }
        let singleton = self.singleton(value)?;
        self.class_mut(&singleton).includes.insert(0, module.clone());
        Ok(())
    }

    /// Refuses a method that Ruby's own code would call.
    fn may_replace(&self, value: &Value, name: &str) -> Outcome<()> {
        if !matches!(value, Value::Object(_)) && CALLED_INSIDE.contains(&name) {
            return self.not_covered(format!("a method of one object that Ruby's methods call ({name})"));
        }
        Ok(())
    }
}

/// The identity of something that may have methods of its own.
fn address(value: &Value) -> Option<usize> {
    fn pointer<T>(it: &Rc<T>) -> usize {
        Rc::as_ptr(it).cast::<u8>() as usize
    }
    match value {
        Value::String(it) => Some(pointer(it)),
        Value::Array(it) => Some(pointer(it)),
        Value::Hash(it) => Some(pointer(it)),
        Value::Object(it) => Some(pointer(it)),
        _ => None,
    }
}
