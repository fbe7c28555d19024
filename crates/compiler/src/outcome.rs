//! Result of a compilation.

use issue::Place;
use values::{Str, Value};

use crate::collector::{Collecting, Virtual};
use crate::condition::Conditions;
use crate::convert::Compiled;
use crate::entry::CutShort;
use crate::error::{EvalError, Log};
use crate::outside::Used;
use crate::watch::Watched;

/// The result of a compilation.
#[derive(Debug, Default)]
pub struct Outcome {
    /// None where Puppet would give none; what could be evaluated all the same is in `partial`.
    pub catalog: Option<Compiled>,
    pub partial: Option<Compiled>,
    /// In order of occurrence: the first one is Puppet's.
    pub errors: Vec<EvalError>,
    /// Calls of Ruby that is not covered, whose results an analysis does not know. In a compilation they are errors.
    pub not_run: Vec<EvalError>,
    pub logs: Vec<Log>,
    /// How many of the messages come before the first error: Puppet ends there.
    pub logs_before_error: usize,
    /// Number of errors before the first Ruby that is not run.
    pub errors_before_ruby: usize,
    /// It was ended from outside: the rest says nothing.
    pub cancelled: bool,
    /// A text could not be used as it is.
    pub is_unread: bool,
    /// Something was evaluated that is not reached, as a function such as `fail` refused before it what the entry was given.
    pub is_refused: bool,
    /// The value of the last statement of the main manifest, or what a function that was the entry gave.
    pub value: Option<Value>,
    /// Meanings of the conditions of errors and resources.
    pub conditions: Conditions,
    /// Modules that are named and not there, each with the first place that names it. Only in analysis: else they are errors.
    pub absent_modules: Vec<(Str, Place)>,
    /// Why an analysis has not seen everything.
    pub cut_short: Option<CutShort>,
    /// How many declarations had a title that was not known.
    pub unknown_titles: u32,
    /// Classes that a main manifest with errors includes before another entry is evaluated. Their errors are not reported.
    pub unjudged: Vec<Str>,
    /// The collectors with a query, but for exported resources. Only in analysis.
    pub collecting: Vec<Collecting>,
    /// The resources that were declared virtual, but for exported ones. Only in analysis.
    pub virtuals: Vec<Virtual>,
    /// The facts that were read, in the order in which they first were: for facts that agree on them the outcome is the same,
    /// but for help with names that may have been meant.
    pub facts_read: Vec<facts::reads::FactRead>,
    /// Things outside of the site that Ruby code has used.
    pub outside: Vec<Used>,
    /// The values of the expressions of files, if they were asked for.
    pub watched: Option<Watched>,
    /// The texts of the template that was asked for.
    pub rendered: Vec<Rendered>,
}

/// A text that a template of Ruby gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The call.
    pub place: Place,
    pub text: String,
    /// The places of unknown values, in bytes.
    pub holes: Vec<usize>,
}
