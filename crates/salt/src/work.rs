//! How much the requisites of a compilation may cost: a wildcard can mean all states, and each state can have one.

use crate::place::Span;
use crate::problem::Finding;

/// The names that are compared with wildcards, and the states that requisites lead to.
const MOST: usize = 10_000_000;
/// Cost of a stored edge to a state: no compilation has more than 500,000 of these.
pub const EDGE: usize = 20;

#[derive(Clone, Debug)]
pub struct Work {
    left: usize,
}

impl Default for Work {
    fn default() -> Work {
        Work { left: MOST }
    }
}

impl Work {
    pub fn charge(&mut self, steps: usize, at: Span) -> Result<(), Box<Finding>> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Finding::limit("the requisites lead to too many states (limit 500,000)", at)),
        }
    }
}
