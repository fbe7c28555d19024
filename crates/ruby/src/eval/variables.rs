//! Variables and constants that are read, and `defined?`.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::Version;
use crate::ast::{Kind, Name, Node, Place};
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::{Scope, Value};

/// Whether a global variable is none of Ruby's own. It is nil: code that assigns one is not covered.
pub fn is_own_global(name: &str) -> bool {
    let word = name.strip_prefix('$').unwrap_or_default();
    word.starts_with(|it: char| it.is_ascii_lowercase()) && !matches!(word, "stderr" | "stdin" | "stdout")
}

impl Ruby<'_> {
    pub(super) fn local(&self, place: Place) -> Option<(Rc<Scope>, usize)> {
        let mut scope = self.scope.clone();
        for _ in 0..place.depth {
            scope = scope.parent.clone()?;
        }
        Some((scope, place.slot as usize))
    }

    pub fn instance(&mut self, name: &Name) -> Outcome {
        if let Some(value) = self.instances.get(name) {
            return Ok(value.clone());
        }
        match self.host.instance(&self.heap, name.strip_prefix('@').unwrap_or(name))? {
            Some(value) => {
                self.instances.insert(name.clone(), value.clone());
                Ok(value)
            }
            None => Ok(Value::Nil),
        }
    }

    /// Assigns `@name`, with its sign.
    pub fn set_instance(&mut self, name: &Name, value: Value) {
        self.instances.insert(name.clone(), value);
    }

    /// A method for the instance variables of the outermost `self`; none of another name.
    pub fn of_variables(&mut self, name: &str, arguments: &Args) -> Outcome<Option<Value>> {
        let is_question = name == "instance_variable_defined?";
        let name = match (name, arguments.list.as_slice()) {
            ("instance_variables", []) => {
                // Until Ruby 3.2 all objects of a class have the order in which any of them has set them.
                if self.version != Some(Version::V3_2) {
                    return self.not_covered("instance_variables, whose order is known from Ruby 3.2 on");
                }
                let mut names: Vec<Name> =
                    self.host.instances().map_err(|it| self.placed(it))?.iter().map(|it| format!("@{it}").into()).collect();
                // What the host gives and the code has read is among both.
                let of_host: FxHashSet<Name> = names.iter().cloned().collect();
                names.extend(self.instances.keys().filter(|it| !of_host.contains(*it)).cloned());
                self.spend(names.len() as u64)?;
                // One that is unknown may be missing.
                if self.instances.values().any(|it| matches!(it, Value::Unknown)) {
                    return Err(Stop::Unknown);
                }
                return Ok(Some(self.heap.array(names.into_iter().map(Value::Symbol).collect())));
            }
            ("instance_variable_get" | "instance_variable_defined?", [name]) | ("instance_variable_set", [name, _]) => self.name(name)?,
            _ => return Ok(None),
        };
        let is_name = |it: &str| {
            it.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
                && it.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
        };
        if !name.strip_prefix('@').is_some_and(is_name) {
            if name.is_ascii() {
                return self.raise("NameError", format!("`{name}' is not allowed as an instance variable name"));
            }
            return self.not_covered("an instance variable of such a name");
        }
        if let Some(value) = arguments.list.get(1) {
            self.set_instance(&name, value.clone());
            return Ok(Some(value.clone()));
        }
        if !is_question {
            return self.instance(&name).map(Some);
        }
        let given = self.host.instance(&self.heap, name.strip_prefix('@').unwrap_or(&name)).map_err(|it| self.placed(it))?;
        match given {
            Some(Value::Unknown) => Err(Stop::Unknown),
            None if matches!(self.instances.get(&name), Some(Value::Unknown)) => Err(Stop::Unknown),
            given => Ok(Some(Value::Boolean(given.is_some() || self.instances.contains_key(&name)))),
        }
    }

    pub(super) fn constant(&mut self, name: &Name) -> Outcome {
        if let Some(value) = self.find_constant(name) {
            return Ok(value);
        }
        let written = name.strip_prefix("::").unwrap_or(name);
        if written == "RUBY_VERSION" {
            let version = self.needs_version("RUBY_VERSION")?;
            return Ok(self.heap.frozen(version.number()));
        }
        match self.host.constant(&self.heap, written) {
            Some(value) => {
                // Ways of a decision must define the same.
                if self.guesses == 0 {
                    Rc::make_mut(&mut self.constants).insert(written.into(), value.clone());
                }
                Ok(value)
            }
            None => self.not_covered(format!("the constant {written}")),
        }
    }

    pub(super) fn defined(&mut self, node: &Node) -> Outcome {
        let text = match &node.kind {
            Kind::Nil => "expression",
            Kind::Local(_) => "local-variable",
            Kind::Instance(name) if !matches!(self.scope.context.this, Value::This) => {
                let this = self.scope.context.this.clone();
                if self.is_kept(&this, name) {
                    return self.not_covered("`defined?` of an instance variable of a function");
                }
                if let Value::Class(class) = &this {
                    self.knows_field(class, name)?;
                }
                if matches!(self.field(&this, name), Ok(Value::Unknown)) {
                    return Ok(self.unknown());
                }
                let there = match &this {
                    Value::Object(it) => it.fields.borrow().contains_key(name),
                    Value::Class(it) => self.classes.get(it).is_some_and(|it| it.fields.contains_key(name)),
                    _ => return self.not_covered("`defined?` of this"),
                };
                if there { "instance-variable" } else { return Ok(Value::Nil) }
            }
            Kind::Instance(name) => match self.host.instance(&self.heap, name.strip_prefix('@').unwrap_or(name))? {
                Some(Value::Unknown) => return Ok(self.unknown()),
                Some(_) => "instance-variable",
                None if matches!(self.instances.get(name), Some(Value::Unknown)) => return Ok(self.unknown()),
                None if self.instances.contains_key(name) => "instance-variable",
                None => return Ok(Value::Nil),
            },
            Kind::Call(call) if call.receiver.is_none() && call.arguments.is_empty() => {
                let this = self.scope.context.this.clone();
                let is_main = matches!(this, Value::This);
                if self.methods.contains_key(&call.name)
                    || (is_main && self.host.responds(&call.name))
                    || (!is_main && self.member_of(&this, &call.name).is_some())
                {
                    "method"
                } else if crate::methods::is_private(&call.name) {
                    return self.not_covered("`defined?` of a method");
                } else {
                    return Ok(Value::Nil);
                }
            }
            Kind::Call(call) if call.block.is_none() && matches!(call.receiver.as_ref().map(|it| &it.kind), Some(Kind::Constant(_))) => {
                let Some(Kind::Constant(name)) = call.receiver.as_ref().map(|it| &it.kind) else { return Ok(Value::Nil) };
                let of = self.constant(name)?;
                match self.member_of(&of, &call.name) {
                    Some(_) => "method",
                    None => return self.not_covered("`defined?` of this"),
                }
            }
            Kind::Constant(name) => match self.constant(name) {
                Ok(_) => "constant",
                Err(stop) => return Err(stop),
            },
            Kind::Assign(..) | Kind::Update { .. } => "assignment",
            Kind::String(_) | Kind::Integer(_) | Kind::Array(_) | Kind::And(..) | Kind::Or(..) => "expression",
            _ => return self.not_covered("`defined?` of this"),
        };
        Ok(self.heap.frozen(text))
    }
}
