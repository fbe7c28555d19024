//! Values that do not fit what is asked for.

use crate::Str;

/// One thing that is wrong with what a class, defined type or template is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The parameter, wherever in its value the mistake is.
    pub parameter: Str,
    pub wrong: Wrong,
    /// The keys and indexes that lead to the mistake within the value.
    pub path: Vec<Str>,
    /// A line of Puppet's text, as `parameter 'x' expects an Integer value, got String`.
    pub text: String,
}

impl Mismatch {
    /// Whether it is about the value of a parameter.
    pub fn is_about(&self, parameter: &str) -> bool {
        *self.parameter == *parameter && matches!(self.wrong, Wrong::Type | Wrong::UnresolvedType)
    }
}

/// Error in a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It has no default and is not given.
    Missing,
    /// It is given and does not exist.
    Unknown,
    /// A key in its value that does not exist; the mismatch names that instead of the parameter.
    UnknownKey,
    /// Its type names a type that does not exist.
    UnresolvedType,
    /// Its value is of another type.
    Type,
}

/// Arguments that none of a function's signatures accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentMismatch {
    /// Puppet's text.
    pub text: String,
    /// The first parameter that the text names.
    pub parameter: Option<Str>,
    /// The number of the argument, from 0, where each signature refuses one by its parameter: that of the signature which
    /// accepts most of the others.
    pub index: Option<usize>,
}
