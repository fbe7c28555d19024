//! Variables of objects and classes.

use crate::ast::Name;
use crate::class;
use crate::eval::Ruby;
use crate::stop::Outcome;
use crate::value::Value;

impl Ruby<'_> {
    /// Whether a value that a function stores survives until its next call.
    pub fn is_kept(&self, this: &Value, name: &Name) -> bool {
        let Value::Object(object) = this else { return false };
        self.keeps
            && !object.fields.borrow().contains_key(name)
            && self.lineage(&object.class).iter().any(|it| &**it == "Puppet::Functions::Function")
    }

    /// Refuses a change of what stays from one call of a function to the next.
    pub fn changes_early(&self, early: bool) -> Outcome<()> {
        if early && self.keeps && !self.heap.is_loading.get() {
            return self.not_covered("a change of something that stays from one call to the next");
        }
        Ok(())
    }

    /// Refuses a variable of a class that another call of a function has assigned last.
    pub fn knows_field(&self, class: &Name, name: &Name) -> Outcome<()> {
        if self.call.as_ref().is_some_and(|it| it.is_of_another(class, name)) {
            return self.not_covered(format!("the instance variable {name} of {class}, which another call has assigned"));
        }
        Ok(())
    }

    pub fn field(&mut self, this: &Value, name: &Name) -> Outcome {
        if self.is_kept(this, name) {
            return self.not_covered(format!("the instance variable {name}, which an earlier call may have assigned"));
        }
        Ok(match this {
            Value::Object(it) => it.fields.borrow().get(name).cloned().unwrap_or(Value::Nil),
            Value::Exception(it) => it.fields.borrow().get(name).cloned().unwrap_or(Value::Nil),
            Value::Class(class) => {
                self.knows_field(class, name)?;
                self.classes.get(class).and_then(|it| it.fields.get(name)).cloned().unwrap_or(Value::Nil)
            }
            Value::This => self.instance(name)?,
            other => return self.not_covered(format!("an instance variable of {}", class::class_of(other))),
        })
    }

    pub fn set_field(&mut self, this: &Value, name: &Name, value: Value) -> Outcome<()> {
        match this {
            Value::Object(it) => {
                self.changes_early(it.early)?;
                if it.frozen.get() {
                    return self.not_covered("a change of an object that is frozen");
                }
                self.heap.count(64);
                it.assign(name.clone(), value);
            }
            Value::Exception(it) => it.assign(name.clone(), value),
            Value::Class(class) => {
                match &self.call {
                    Some(call) if !self.heap.is_loading.get() => call.assign(class, name),
                    _ => self.changes_early(true)?,
                }
                let class = class.clone();
                self.class_mut(&class).fields.insert(name.clone(), value);
            }
            Value::This => self.set_instance(name, value),
            other => return self.not_covered(format!("an instance variable of {}", class::class_of(other))),
        }
        Ok(())
    }

    pub fn class_variable(&mut self, name: &Name) -> Outcome {
        let Some(module) = self.home_of_variables() else { return self.not_covered("a class variable outside of a class") };
        for class in self.lineage(&module) {
            if let Some(value) = self.classes.get(&class).and_then(|it| it.variables.get(name)) {
                return Ok(value.clone());
            }
        }
        self.not_covered(format!("the class variable {name} without a value"))
    }

    pub fn set_class_variable(&mut self, name: &Name, value: Value) -> Outcome<()> {
        let Some(module) = self.home_of_variables() else { return self.not_covered("a class variable outside of a class") };
        if self.scope.context.method.is_some() {
            // Puppet keeps it from one call to the next.
            return self.not_covered("a class variable that a method assigns");
        }
        self.class_mut(&module).variables.insert(name.clone(), value);
        Ok(())
    }

    fn home_of_variables(&self) -> Option<Name> {
        let context = &self.scope.context;
        Some(context.module.clone()).filter(|it| !it.is_empty()).or_else(|| context.target.clone())
    }
}
