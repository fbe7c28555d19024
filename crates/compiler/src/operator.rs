//! The operators of the language: the one place where their texts are read.

use functions::Failure;
use values::ops::{Arithmetic, Comparison, Match};

use crate::compiler::Eval;

/// `=`, `+=` and `-=`, of which Puppet evaluates the first only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assignment {
    Set,
    Add,
    Subtract,
}

/// What an arrow says: `->`, `~>`, `<-` or `<~`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The right side comes first.
    pub to_left: bool,
    pub refreshes: bool,
}

impl Assignment {
    /// How the operator is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Assignment::Set => "=",
            Assignment::Add => "+=",
            Assignment::Subtract => "-=",
        }
    }
}

pub fn arithmetic(symbol: &str) -> Eval<Arithmetic> {
    Arithmetic::parse(symbol).ok_or_else(|| unsupported(symbol))
}

pub fn comparison(symbol: &str) -> Eval<Comparison> {
    Comparison::parse(symbol).ok_or_else(|| unsupported(symbol))
}

pub fn matching(symbol: &str) -> Eval<Match> {
    Match::parse(symbol).ok_or_else(|| unsupported(symbol))
}

pub fn assignment(symbol: &str) -> Eval<Assignment> {
    match symbol {
        "=" => Ok(Assignment::Set),
        "+=" => Ok(Assignment::Add),
        "-=" => Ok(Assignment::Subtract),
        _ => Err(unsupported(symbol)),
    }
}

pub fn arrow(symbol: &str) -> Eval<Direction> {
    let (to_left, refreshes) = match symbol {
        "->" => (false, false),
        "~>" => (false, true),
        "<-" => (true, false),
        "<~" => (true, true),
        _ => return Err(unsupported(symbol)),
    };
    Ok(Direction { to_left, refreshes })
}

/// Whether the arrow of an attribute adds to a value, as `+>` does.
pub fn appends(symbol: &str) -> bool {
    symbol == "+>"
}

/// The parser gives no other.
#[cold]
fn unsupported(symbol: &str) -> Failure {
    Failure::plain(format!("Operator '{symbol}' is not supported"))
}
