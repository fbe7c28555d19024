//! Reasons for ending the evaluation of an expression before it has a value.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use crate::ast::Name;
use crate::value::{Exception, Value};

/// Code that is not evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCovered {
    pub construct: String,
    /// Where it is, in bytes of the file.
    pub at: u32,
    /// The file; it is empty for a template.
    pub file: Name,
}

#[derive(Debug)]
pub enum Stop {
    Raise(Rc<Exception>),
    /// `break` of the block of a call.
    Break(u64, Value),
    /// `next` of a block.
    Next(Value),
    /// `return` of a method.
    Return(u64, Value),
    /// `break` and `next` of a loop.
    LeaveLoop(Value),
    NextOfLoop,
    /// `retry` of a `rescue`.
    Retry,
    /// `throw`
    Throw(Value, Value),
    NotCovered(Box<NotCovered>),
    /// The limit that was exceeded.
    Limit(Limit),
    /// The next step depends on an unknown value.
    Unknown,
    /// A failure of the host, for the host.
    Host(Box<dyn Any>),
}

/// Limit that an evaluation exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Steps,
    /// Bytes of values that exist at the same time.
    Memory,
    /// Calls and values, one inside of another.
    Depth,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Steps => "takes too many steps",
            Limit::Memory => "needs too much memory",
            Limit::Depth => "is nested too deeply",
        })
    }
}

impl Stop {
    /// Something that a host does not cover; its place is that of the call.
    pub fn not_covered(construct: impl Into<String>) -> Stop {
        Stop::NotCovered(Box::new(NotCovered { construct: construct.into(), at: u32::MAX, file: "".into() }))
    }

    /// An exception of a host, at the place of the call.
    pub fn raise(class: &str, message: impl Into<Rc<str>>) -> Stop {
        Stop::Raise(Rc::new(Exception::new(class, message, u32::MAX, "".into())))
    }

    /// Gives a stop of a host its place.
    pub fn placed(self, at: u32, file: &Name) -> Stop {
        match self {
            Stop::NotCovered(it) if it.at == u32::MAX => Stop::NotCovered(Box::new(NotCovered { at, file: file.clone(), ..*it })),
            Stop::Raise(it) if it.at == u32::MAX => Stop::Raise(Rc::new(Exception::new(it.class.clone(), it.message(), at, file.clone()))),
            other => other,
        }
    }
}

pub type Outcome<T = Value> = Result<T, Stop>;
