//! Resources of one name that are not there together.

use functions::Failure;
use values::Str;

use crate::compiler::Compiler;
use crate::condition::Condition;
use crate::resource::{ResId, Resource};

impl Compiler<'_> {
    /// Whether a resource may be there beside one of the same name: their conditions exclude each other, or do not always
    /// meet. Where they meet it is an error, under the condition that they do.
    pub fn is_variant(&mut self, key: &(Str, Str), resource: &Resource, existing: ResId) -> bool {
        let mut others = vec![existing];
        others.extend(self.doubt.variants.get(key).into_iter().flatten());
        for other in others {
            let there = self.resource(other).when;
            let Some(both) = self.doubt.conditions.and(there, resource.when) else { continue };
            if self.doubt.conditions.implied(resource.when, there) {
                if self.entry != Some(other) {
                    return false;
                }
                // Who declares the entry itself does it instead of us.
                continue;
            }
            let message = self.duplicate(resource, other);
            self.perhaps(message, resource, both);
        }
        true
    }

    /// The same for another name of a resource.
    pub fn alias_is_variant(&mut self, id: ResId, existing: ResId, message: &str) -> bool {
        let (here, there) = (self.resource(id).when, self.resource(existing).when);
        match self.doubt.conditions.and(there, here) {
            None => true,
            Some(_) if self.doubt.conditions.implied(here, there) => false,
            Some(both) => {
                if !message.is_empty() {
                    let text = format!("{message} already declared {}", self.resource(existing).place.text());
                    let place = self.resource(id).place.clone();
                    let mut error = crate::EvalError::new(text, place);
                    error.condition = both;
                    self.errors.push(error);
                }
                true
            }
        }
    }

    fn perhaps(&mut self, message: String, resource: &Resource, when: Condition) {
        let mut error = crate::EvalError::new(message, resource.place.clone());
        error.condition = when;
        let failure = self.placed(error);
        if let Failure::Error(_) = failure {
            let error = self.take_error(failure);
            self.errors.push(error);
        }
    }
}
