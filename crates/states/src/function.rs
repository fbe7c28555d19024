//! State functions, and the table of those that are supported.

use machine::System;
use salt::Release;

use crate::error::StateError;
use crate::files::Files;
use crate::functions::{self, Accumulators};
use crate::low::Low;
use crate::returned::Outcome;

/// Context of a call.
pub struct Cx<'c> {
    pub low: &'c Low,
    pub release: Release,
    /// Nothing is changed, but said.
    pub test: bool,
    /// The watched states that have changes.
    pub changed: &'c [String],
    pub files: &'c Files<'c>,
    /// The file of hosts.
    pub hosts: &'c str,
    /// All states of the run.
    pub lows: &'c [Low],
    /// The lists of packages are to be read anew before the next one is installed.
    pub owes_refresh: &'c mut bool,
    /// Texts that earlier states leave for files.
    pub accumulators: &'c mut Accumulators,
    pub system: &'c mut dyn System,
}

impl<'c> Cx<'c> {
    /// The same call for another state.
    pub fn with<'s>(&'s mut self, low: &'s Low) -> Cx<'s>
    where
        'c: 's,
    {
        let (owes_refresh, accumulators) = (&mut *self.owes_refresh, &mut *self.accumulators);
        Cx { low, owes_refresh, accumulators, system: &mut *self.system, ..*self }
    }
}

/// Result of a call; an error where Salt's function would raise an exception.
pub type Called = Result<Outcome, StateError>;

/// A state function.
pub struct Function {
    /// `test.nop`
    pub name: &'static str,
    pub arguments: Arguments,
    /// Says which values of arguments are not supported.
    pub refuse: fn(&Low, &Files<'_>) -> Vec<String>,
    pub run: fn(&mut Cx<'_>) -> Called,
}

/// The arguments that are supported.
pub enum Arguments {
    /// All: what the function does not know, it ignores.
    Any,
    These(&'static [&'static str]),
}

impl Function {
    pub const fn new(name: &'static str, arguments: Arguments, run: fn(&mut Cx<'_>) -> Called) -> Function {
        Function { name, arguments, refuse: |_, _| Vec::new(), run }
    }

    pub const fn refusing(self, refuse: fn(&Low, &Files<'_>) -> Vec<String>) -> Function {
        Function { refuse, ..self }
    }
}

/// A function by its name.
pub fn find(name: &str) -> Option<&'static Function> {
    functions::all().find(|it| it.name == name)
}
