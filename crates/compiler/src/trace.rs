//! Traces of the evaluation, so that an error in a module can be reported where the module is used.

use std::sync::Arc;

use crate::error::Step;

/// Longer paths are recursions.
pub const LONGEST: usize = 64;

/// Trace of a declaration: its own steps, and those of its container, which other declarations there share.
#[derive(Debug)]
pub struct Trace {
    pub steps: Vec<Step>,
    pub outside: Option<Arc<Trace>>,
    /// How many are outside.
    pub depth: usize,
}

/// All steps of a trace, the innermost first.
pub fn steps(trace: Option<&Arc<Trace>>) -> impl Iterator<Item = Step> {
    std::iter::successors(trace, |it| it.outside.as_ref()).flat_map(|it| it.steps.iter().cloned())
}
