//! Decides at the end of an analysis which errors are reported.

use issue::{Issue, Place, TypeUse};

use crate::compiler::Compiler;
use crate::condition::{Answer, Condition};

impl Compiler<'_> {
    /// Whether it is about something that only a module can have which is there: a name of the module, or a function that it had.
    fn is_gone(&self, issue: &Issue) -> bool {
        let of_module = issue.unknown_name().and_then(|it| Some(it.trim_start_matches("::").split_once("::")?.0));
        if of_module.is_some_and(|it| self.environment.module(&it.to_lowercase()).is_some()) {
            return true;
        }
        let Issue::UnknownFunction { name } = issue else { return false };
        Some(&**name).and_then(crate::absent::module_of_function).is_some_and(|it| self.environment.module(it).is_some())
    }

    /// Says of each error in the end whether it is certain, and each once.
    pub fn settle(&mut self) {
        for (key, others) in std::mem::take(&mut self.analysis.variants) {
            let Some(first) = self.draft.declared(&key.0, &key.1) else { continue };
            for other in others {
                let when = self.analysis.conditions.or(self.resource(first).when, self.resource(other).when);
                self.resource_mut(first).when = when;
            }
        }
        for resource in self.draft.resources_mut() {
            if resource.when != Condition::Always && self.analysis.conditions.is_always(resource.when) {
                resource.when = Condition::Always;
            }
        }
        let mut distinct: Vec<crate::EvalError> = Vec::with_capacity(self.sink.errors.len());
        for mut error in std::mem::take(&mut self.sink.errors) {
            if self.analysis.is_unreached(error.condition) {
                continue;
            }
            if self.analysis.conditions.is_always(error.condition) {
                error.condition = Condition::Always;
            }
            let issue = error.issue.root();
            let is_declared = |user: &TypeUse| *user == TypeUse::Declaration;
            let unknown_name = matches!(issue, Issue::UnknownFunction { .. })
                || matches!(issue, Issue::UnknownResourceType { user, .. } if is_declared(user));
            let may_be_elsewhere = unknown_name && !self.analysis.absent_modules.is_empty() && !self.is_gone(issue);
            if may_be_elsewhere && error.condition == Condition::Always {
                // A module that is not there may bring it.
                let decision = self.analysis.conditions.other(Place::default());
                error.condition = self.analysis.conditions.one_of(vec![vec![Answer { decision, yes: true }]]).unwrap_or_default();
            }
            match distinct.iter_mut().find(|it| it.is_same_as(&error)) {
                Some(same) => same.condition = self.analysis.conditions.or(same.condition, error.condition),
                None => distinct.push(error),
            }
        }
        // A dependency of a declaration's parameters is reported again for the resource in the end.
        let all = distinct.clone();
        distinct.retain(|it| !all.iter().any(|other| other.is_more_than(it)));
        self.sink.errors = distinct;
    }
}
