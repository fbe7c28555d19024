//! Resources with the same name that exclude each other.

use functions::Failure;
use issue::Issue;
use values::{Str, Value};

use crate::compiler::Compiler;
use crate::condition::Condition;
use crate::ids::ResId;
use crate::phases::table::NameKind;
use crate::resource::Resource;

impl Compiler<'_> {
    /// Whether a resource may exist together with one of the same name: their conditions exclude each other, or do not always hold
    /// together. Where they meet it is an error, under the condition that they do. Where one or the other of several is there in any case,
    /// it is none.
    pub fn is_variant(&mut self, key: &(Str, Str), resource: &Resource, existing: ResId) -> bool {
        let mut others = vec![existing];
        others.extend(self.analysis.variants.get(key).into_iter().flatten());
        let mut overlapping = Vec::new();
        let mut any: Option<Condition> = None;
        for other in others {
            let there = self.resource(other).when;
            let Some(both) = self.analysis.conditions.and(there, resource.when) else { continue };
            let one_of_them = any.map_or(there, |any| self.analysis.conditions.or(any, there));
            if self.analysis.conditions.implied(resource.when, one_of_them) {
                return false;
            }
            any = Some(one_of_them);
            overlapping.push((other, both));
        }
        for (other, both) in overlapping {
            let issue = self.duplicate(resource, other);
            self.perhaps(issue, resource, both);
        }
        true
    }

    /// The same for another name of a resource.
    pub fn alias_is_variant(&mut self, id: ResId, existing: ResId, names: &[Value], kind: NameKind) -> bool {
        let (here, there) = (self.resource(id).when, self.resource(existing).when);
        match self.analysis.conditions.and(there, here) {
            None => true,
            Some(_) if self.analysis.conditions.implied(here, there) => false,
            Some(both) => {
                if kind != NameKind::Title {
                    let issue = self.clash(id, existing, names, kind);
                    let place = self.resource(id).place.clone();
                    let mut error = crate::EvalError::bare(issue, place);
                    error.condition = both;
                    self.sink.errors.push(error);
                }
                true
            }
        }
    }

    fn perhaps(&mut self, issue: Issue, resource: &Resource, when: Condition) {
        let mut error = crate::EvalError::bare(issue, resource.place.clone());
        error.condition = when;
        let failure = self.placed(error);
        if let Failure::Error(_) = failure {
            let error = self.take_error(failure);
            self.sink.errors.push(error);
        }
    }
}
