//! Interface of a lookup to the evaluation that it serves.

use functions::{Context, Failure};
use values::{Type, Value};

/// Beside what functions need: a lookup calls functions that are written for it.
pub trait Scope: Context {
    /// Why there is no such variable: what Puppet says after `Undefined variable 'x'; `, mostly nothing.
    fn why_undefined(&mut self, _name: &str) -> String {
        String::new()
    }

    /// Whether there is a function of that name for a hierarchy: of the environment or of a module.
    fn has_function(&mut self, name: &str) -> Result<bool, Failure>;

    /// The types that a function says it returns, one for each of its signatures, up to the first that says none.
    fn return_types(&mut self, _name: &str) -> Result<Vec<Type>, Failure> {
        Ok(Vec::new())
    }

    /// Calls a `data_hash`, `lookup_key` or `data_dig` function. None where it said `not_found`. What it calls on its last
    /// argument, which [`crate::context::value`] made, is to be given to [`crate::Lookups::call_context`].
    fn call_data_function(&mut self, name: &str, arguments: Vec<Value>) -> Result<Option<Value>, Failure>;

    /// The class that asks, for configurations of version 3.
    fn calling_class(&mut self) -> Option<String> {
        None
    }

    /// A warning for people, without a place.
    fn warn(&mut self, text: String);
}
