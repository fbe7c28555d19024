//! Objects of the program's classes, and of those that `Struct` makes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::Version;
use crate::ast::Name;
use crate::class;
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::Outcome;
use crate::value::{Object, Value};

impl Ruby<'_> {
    /// `Class.new(…)` of a class of the program.
    pub fn instantiate(&mut self, class: &Name, arguments: Args) -> Outcome {
        if let Some((members, keywords)) = self.members_of(class) {
            return self.new_struct(class, &members, keywords, arguments);
        }
        let lineage = self.lineage(class);
        let is_exception = lineage.iter().any(|it| &**it == "Exception");
        let first_builtin = lineage.iter().find(|it| class::ancestors(it).is_some() && !class::is_module(it)).cloned();
        let object = if is_exception {
            let shown = self.class_name(class).unwrap_or_else(|| "Class".into());
            Value::Exception(self.heap.exception(self.exception(class.clone(), &*shown)))
        } else if first_builtin.as_deref() == Some("Object") {
            Value::Object(self.heap.object(Object {
                class: class.clone(),
                fields: RefCell::default(),
                frozen: Cell::default(),
                early: self.heap.is_loading.get(),
            }))
        } else {
            return self.not_covered(format!("a class below {}", first_builtin.as_deref().unwrap_or("none")));
        };
        let object = self.heap.keep(object);
        match self.find_member(class, "initialize") {
            Some(found) => {
                self.call_member(&object, "initialize", found, false, arguments)?;
            }
            None => {
                self.initialize(&object, &arguments)?;
            }
        }
        Ok(object)
    }

    /// Runs `initialize` of Ruby's own classes.
    pub(super) fn initialize(&mut self, object: &Value, arguments: &Args) -> Outcome {
        match (object, arguments.list.as_slice()) {
            (Value::Exception(_) | Value::Object(_), []) => {}
            (Value::Exception(it), [message]) if !arguments.keywords => {
                let message = if message.is_nil() { return Ok(Value::Nil) } else { self.text_of(message)? };
                it.set_message(message);
            }
            (Value::Exception(_), _) => return self.not_covered("an exception with more than a message"),
            (_, list) => return self.wrong_number(list.len(), 0, Some(0)),
        }
        Ok(Value::Nil)
    }

    pub fn members_of(&self, class: &Name) -> Option<(Vec<Name>, bool)> {
        self.lineage(class).iter().find_map(|it| self.classes.get(it)?.members.clone())
    }

    fn new_struct(&mut self, class: &Name, members: &[Name], keywords: bool, arguments: Args) -> Outcome {
        let object = self.heap.object(Object {
            class: class.clone(),
            fields: RefCell::default(),
            frozen: Cell::default(),
            early: self.heap.is_loading.get(),
        });
        let value = self.heap.keep(Value::Object(object.clone()));
        match self.find_member(class, "initialize") {
            Some(found) => {
                self.call_member(&value, "initialize", found, false, arguments)?;
            }
            None => self.fill_struct(&object, members, keywords, &arguments)?,
        }
        Ok(value)
    }

    pub(super) fn fill_struct(&mut self, object: &Rc<Object>, members: &[Name], keywords: bool, arguments: &Args) -> Outcome<()> {
        if arguments.list.len() > members.len() && !keywords {
            return self.raise("ArgumentError", "struct size differs");
        }
        let named = match (arguments.keywords, arguments.list.as_slice()) {
            (true, [Value::Hash(hash)]) if keywords || self.needs_version("a Struct with keywords")? == Version::V3_2 => Some(hash.pairs()),
            _ if keywords && !arguments.list.is_empty() => return self.not_covered("a Struct with keywords that is given none"),
            _ => None,
        };
        for (index, member) in members.iter().enumerate() {
            let value = match &named {
                Some(pairs) => pairs.iter().find(|(key, _)| matches!(key, Value::Symbol(it) if it == member)).map(|it| it.1.clone()),
                None => arguments.list.get(index).cloned(),
            };
            object.fields.borrow_mut().insert(format!("@{member}").into(), value.unwrap_or(Value::Nil));
        }
        if let Some(pairs) = named {
            let is_member = |key: &Value| matches!(key, Value::Symbol(it) if members.contains(it));
            if pairs.iter().any(|(key, _)| !is_member(key)) {
                return self.not_covered("a Struct with keywords that it does not have");
            }
        }
        Ok(())
    }
}
