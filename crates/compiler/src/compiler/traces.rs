//! Traces: steps that led to the current place of the evaluation.

use std::sync::Arc;

use super::Compiler;
use crate::error::Step;
use crate::ids::ResId;
use crate::resource::{Kind, Resource};
use crate::trace::{LONGEST, Trace, steps};

impl Compiler<'_> {
    /// The calls and declarations around what is being evaluated, the innermost first.
    pub fn trace(&self) -> Vec<Step> {
        if !self.stack.is_traced() {
            return Vec::new();
        }
        self.calls_inside().chain(steps(self.trace_inside())).take(LONGEST).collect()
    }

    /// The calls within the class or resource that is being evaluated.
    fn calls_inside(&self) -> impl Iterator<Item = Step> {
        self.stack.calls_inside().take(LONGEST).map(Step::Call)
    }

    /// The trace of that class or resource.
    fn trace_inside(&self) -> Option<&Arc<Trace>> {
        self.resource(self.stack.resource()?).trace.as_ref()
    }

    /// The trace of a resource that is about to be there, if it can hold others.
    pub fn trace_to(&self, resource: &Resource) -> Option<Arc<Trace>> {
        if !self.stack.is_traced() || resource.kind == Kind::Native {
            return None;
        }
        let own = resource.place.line.is_some().then(|| Step::Declaration(resource.place.clone(), resource.reference().into()));
        let steps = own.into_iter().chain(self.calls_inside()).collect();
        // What a recursion leads to is no chain without an end.
        let outside = self.trace_inside().filter(|it| it.depth < LONGEST).cloned();
        let depth = outside.as_ref().map_or(0, |it| it.depth + 1);
        Some(Arc::new(Trace { steps, outside, depth }))
    }

    /// The trace of what holds a resource.
    pub fn trace_of(&self, id: ResId) -> Vec<Step> {
        let resource = self.resource(id);
        let container = self.scope(resource.scope).resource;
        let trace = if resource.kind == Kind::Native { &self.resource(container).trace } else { &resource.trace };
        steps(trace.as_ref()).take(LONGEST).collect()
    }
}
