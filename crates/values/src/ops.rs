//! The operators of the language.

mod arithmetic;
mod collection;
mod equality;
mod index;
mod label;
mod matching;
mod membership;
mod number;
mod order;
mod span;
mod unknown;
mod uri;

pub use arithmetic::{arithmetic, negate};
pub use equality::equals;
pub use index::index;
pub use label::{a_label, label};
pub use literals::operator::{Arithmetic, Comparison, Match};
pub use matching::{matches, select_matches};
pub use membership::{find_in, includes};
pub use number::number_of;
pub use order::compare;
pub use unknown::element;

use issue::Issue;

use crate::{Strict, Value};

/// Why an operator does not apply to its operands, or a type cannot have these parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpError {
    pub issue: Issue,
    /// An exception of Ruby, before whose text Puppet puts `Error while evaluating a '+' expression, ` (or `'[]'`).
    pub is_exception: bool,
    pub at: At,
}

impl std::fmt::Display for OpError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.issue.fmt(f)
    }
}

impl std::error::Error for OpError {}

/// Which part of the expression is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Left,
    Right,
    /// The expression itself, whose place is that of its operator.
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

impl OpError {
    /// One of Puppet's issues.
    pub(crate) fn of_issue(at: At, issue: Issue) -> OpError {
        OpError { issue, is_exception: false, at }
    }

    pub(crate) fn new(at: At, code: &'static str, message: impl Into<String>) -> OpError {
        OpError::of_issue(at, Issue::Refused { code, text: message.into() })
    }

    /// An exception of Ruby.
    pub(crate) fn runtime(issue: impl Into<Issue>) -> OpError {
        OpError { issue: issue.into(), is_exception: true, at: At::Operator }
    }

    fn not_applicable(operator: &str, left: &Value) -> OpError {
        let text = format!("Operator '{operator}' is not applicable to {}.", a_label(left));
        OpError::of_issue(At::Left, Issue::NotApplicable { operator: operator.into(), is_undef: left.is_undef(), text })
    }

    fn not_applicable_when(operator: Arithmetic, left: &Value, right: &Value) -> OpError {
        let message = format!("Operator '{operator}' is not applicable to {} when right side is {}.", a_label(left), a_label(right));
        OpError::new(At::Left, "OPERATOR_NOT_APPLICABLE_WHEN", message)
    }
}

/// The value as what Ruby calls a number, which texts can become.
fn coerce(value: &Value, at: At, strict: Strict, warnings: &mut Vec<Warning>) -> Result<Value, OpError> {
    match value {
        Value::Integer(_) | Value::Float(_) | Value::Timestamp(_) | Value::Timespan(_) | Value::Version(_) => return Ok(value.clone()),
        _ => {}
    }
    let Some(number) = value.as_str().and_then(number_of) else {
        let shown = match value {
            Value::Array(_) | Value::Hash(_) => crate::print::ruby(value),
            Value::Regex(it) => format!("(?-mix:{})", it.source()),
            _ => crate::print::interpolate(value),
        };
        return Err(OpError::new(at, "NOT_NUMERIC", format!("The value '{shown}' cannot be converted to Numeric.")));
    };
    let (before, after) = (crate::print::interpolate(value), crate::print::interpolate(&number));
    let message = format!("The string '{before}' was automatically coerced to the numerical value {after}");
    match strict {
        Strict::Off => {}
        Strict::Warning => warnings.push(Warning { message, code: "NUMERIC_COERCION", at }),
        Strict::Error => return Err(OpError::new(at, "NUMERIC_COERCION", message)),
    }
    Ok(number)
}
