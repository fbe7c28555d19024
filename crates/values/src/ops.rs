//! The operators of the language.

use crate::regex::Captures;
use crate::{Strict, Value};

/// What an operator refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpError {
    /// With the code `RUNTIME_ERROR` what stands behind `Error while evaluating a '+' expression, `, else the whole text.
    pub message: String,
    /// The code of Puppet's issue.
    pub code: &'static str,
    pub at: At,
}

/// Which part of the expression is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Left,
    Right,
    Operator,
    /// One of the keys between the brackets, from 0.
    Key(usize),
}

/// Said of what worked nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub message: String,
    pub code: &'static str,
    pub at: At,
}

/// The language's `==`.
pub fn equals(a: &Value, b: &Value) -> bool {
    a == b
}

/// `<`, `<=`, `>` or `>=`.
pub fn compare(_operator: &str, _a: &Value, _b: &Value) -> Result<bool, OpError> {
    Ok(false)
}

/// `in`.
pub fn includes(_needle: &Value, _haystack: &Value) -> Result<bool, OpError> {
    Ok(false)
}

/// `=~`. Captures only from a regular expression that matched.
pub fn matches(_left: &Value, _pattern: &Value) -> Result<(bool, Option<Captures>), OpError> {
    Ok((false, None))
}

/// `+ - * / % << >>`.
pub fn arithmetic(_operator: &str, a: &Value, _b: &Value, _strict: Strict) -> Result<(Value, Vec<Warning>), OpError> {
    Ok((a.clone(), vec![]))
}

/// Unary `-`; the operand is `At::Left`.
pub fn negate(value: &Value, _strict: Strict) -> Result<(Value, Vec<Warning>), OpError> {
    Ok((value.clone(), vec![]))
}

/// The number that Puppet reads from a text: decimal, hexadecimal, octal, floats, with blanks around.
pub fn number_of(_text: &str) -> Option<Value> {
    None
}

/// Whether an option of `case` or a selector takes the subject.
pub fn select_matches(option: &Value, subject: &Value) -> (bool, Option<Captures>) {
    (equals(option, subject), None)
}

/// `value[keys]` of texts, lists, hashes, versions …. Types are not for this: `ty::parameterize` knows them.
pub fn index(_value: &Value, _keys: &[Value], _strict: Strict) -> Result<(Value, Vec<Warning>), OpError> {
    Ok((Value::Undef, vec![]))
}
