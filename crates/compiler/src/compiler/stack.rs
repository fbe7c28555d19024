//! Stack of the evaluation: calls, classes and resources, templates.

use std::sync::Arc;

use issue::Place;
use values::Value;

use crate::ids::ResId;
use crate::source::Program;

pub struct Stack {
    /// Where the innermost calls are, for messages that name their lines.
    calls: Vec<Place>,
    /// The classes and resources that are being evaluated, the innermost last, and how many calls there were around each.
    inside: Vec<(ResId, usize)>,
    /// The text that a template has rendered so far, innermost last.
    pub rendered: Vec<Vec<Value>>,
    /// The main manifest whose statements are being evaluated. Nodes and instances of defined types are evaluated after them.
    pub manifest: Option<Arc<Program>>,
    /// The line of the last `return()`, `next()` or `break()`.
    pub jump_line: u32,
    is_traced: bool,
}

impl Stack {
    pub fn new(is_traced: bool) -> Stack {
        Stack { calls: Vec::new(), inside: Vec::new(), rendered: Vec::new(), manifest: None, jump_line: 1, is_traced }
    }

    /// Whether errors and resources keep what led to them.
    pub fn is_traced(&self) -> bool {
        self.is_traced
    }

    pub fn enter_call(&mut self, place: Place) {
        self.calls.push(place);
    }

    pub fn leave_call(&mut self) {
        self.calls.pop();
    }

    /// The places of the calls, the innermost first.
    pub fn calls(&self) -> impl Iterator<Item = &Place> {
        self.calls.iter().rev()
    }

    /// Where the innermost call is.
    pub fn call_place(&self) -> Option<Place> {
        self.calls.last().cloned()
    }

    pub fn enter_resource(&mut self, id: ResId) {
        self.inside.push((id, self.calls.len()));
    }

    pub fn leave_resource(&mut self) {
        self.inside.pop();
    }

    /// The class or resource that is being evaluated.
    pub fn resource(&self) -> Option<ResId> {
        self.inside.last().map(|it| it.0)
    }

    /// The places of the calls in the class or resource that is being evaluated, the innermost first.
    pub fn calls_inside(&self) -> impl Iterator<Item = Place> {
        let from = self.inside.last().map_or(0, |it| it.1);
        self.calls.get(from..).unwrap_or_default().iter().rev().cloned()
    }
}
