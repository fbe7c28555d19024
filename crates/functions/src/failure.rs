//! What ends a function before it gives a value.

use values::Value;

#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    Error(Box<Error>),
    /// `next(x)`: ends the block that is being called, with a value.
    Next(Value),
    /// `break()`: ends the iteration.
    Break,
    /// `return(x)`: ends the function, class or defined type around.
    Return(Value),
    /// Someone no longer wants to know.
    Cancelled,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// Puppet's text, without what it puts around it and without a place.
    pub message: String,
    pub kind: ErrorKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An exception of Ruby: Puppet puts `Error while evaluating a Function Call, ` before it, and the place of the call behind.
    Plain,
    /// One of Puppet's issues, with its code: `Evaluation Error: ` alone comes before it.
    Issue(&'static str),
    /// Nothing is put around it, and it has no place of its own (`lookup` without a value).
    Bare,
    /// It says already where it is: raised in what the function called.
    Placed(u64),
}

impl Failure {
    pub fn plain(message: impl Into<String>) -> Failure {
        Failure::Error(Box::new(Error { message: message.into(), kind: ErrorKind::Plain }))
    }

    /// The text of an error; empty for what ends a function otherwise.
    pub fn message(&self) -> &str {
        match self {
            Failure::Error(error) => &error.message,
            _ => "",
        }
    }

    pub fn issue(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::Error(Box::new(Error { message: message.into(), kind: ErrorKind::Issue(code) }))
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::plain(message)
    }
}
