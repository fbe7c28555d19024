//! How much work a compilation may still do.

use functions::Failure;
use issue::{Ended, Issue};

use super::Eval;
use crate::Cancel;

/// How deeply calls of lambdas, functions, classes and expressions may be nested.
const DEEPEST: u32 = 6_000;

pub struct Budget {
    steps: u64,
    most: u64,
    depth: u32,
    cancel: Cancel,
    /// A match was given up. Each costs much time, and what depends on it is not known: nothing more is evaluated.
    pub given_up: bool,
}

impl Budget {
    pub fn new(most: u64, cancel: Cancel) -> Budget {
        Budget { steps: 0, most, depth: 0, cancel, given_up: false }
    }

    /// Counts one step; whether the rest is enough is checked now and then.
    #[inline]
    pub fn step(&mut self) -> Eval<()> {
        self.steps += 1;
        if self.steps & 0xfff == 0 { self.spend(0) } else { Ok(()) }
    }

    pub fn spend(&mut self, steps: u64) -> Eval<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.cancel.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        if self.steps > self.most {
            return Err(Issue::Ended(Ended::Steps).into());
        }
        Ok(())
    }

    /// The budget is used up, or a match was given up: there is no use in going on.
    pub fn is_exhausted(&self) -> bool {
        self.steps > self.most || self.given_up
    }

    /// Goes one level deeper; false if that is too deep.
    #[inline]
    pub fn enter(&mut self) -> bool {
        if self.depth >= DEEPEST {
            return false;
        }
        self.depth += 1;
        true
    }

    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}
