//! What led to where the evaluation is, so that an error in a module can be told where somebody uses that.

use std::sync::Arc;

use crate::compiler::Compiler;
use crate::error::{Place, Step};
use crate::resource::{Kind, ResId, Resource};

/// Longer ways are of recursions.
const LONGEST: usize = 64;

/// What led to a declaration: its own steps, and those to what it stands in, which others that stand there share.
#[derive(Debug)]
pub struct Led {
    steps: Vec<Step>,
    outside: Option<Arc<Led>>,
    /// How many are outside.
    depth: usize,
}

/// All steps of a way, the innermost first.
fn steps(way: Option<&Arc<Led>>) -> impl Iterator<Item = Step> {
    std::iter::successors(way, |it| it.outside.as_ref()).flat_map(|it| it.steps.iter().cloned())
}

impl Compiler<'_> {
    /// The calls and declarations around what is being evaluated, the innermost first.
    pub fn way(&self) -> Vec<Step> {
        if !self.analysing {
            return Vec::new();
        }
        self.calls_inside().chain(steps(self.led_inside())).take(LONGEST).collect()
    }

    /// The calls within the class or resource that is being evaluated.
    fn calls_inside(&self) -> impl Iterator<Item = Step> {
        let from = self.inside.last().map_or(0, |it| it.1);
        let calls = self.calls.get(from..).unwrap_or_default().iter().rev().take(LONGEST);
        calls.map(|(file, line)| Step::Call(Place { file: file.clone(), line: Some(*line), column: None }))
    }

    /// The way to that class or resource.
    fn led_inside(&self) -> Option<&Arc<Led>> {
        self.resource(self.inside.last()?.0).led.as_ref()
    }

    /// The way to a resource that is about to be there, if it can hold others.
    pub fn way_to(&self, resource: &Resource) -> Option<Arc<Led>> {
        if !self.analysing || resource.kind == Kind::Native {
            return None;
        }
        let own = resource.place.line.is_some().then(|| Step::Declaration(resource.place.clone(), resource.reference().into()));
        let steps = own.into_iter().chain(self.calls_inside()).collect();
        // What a recursion leads to is no chain without an end.
        let outside = self.led_inside().filter(|it| it.depth < LONGEST).cloned();
        let depth = outside.as_ref().map_or(0, |it| it.depth + 1);
        Some(Arc::new(Led { steps, outside, depth }))
    }

    /// The way to what holds a resource.
    pub fn way_around(&self, id: ResId) -> Vec<Step> {
        let resource = self.resource(id);
        let container = self.scope(resource.scope).resource;
        let led = if resource.kind == Kind::Native { &self.resource(container).led } else { &resource.led };
        steps(led.as_ref()).take(LONGEST).collect()
    }
}
