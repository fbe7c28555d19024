//! The functions of the language that need no catalog: those built in, and those of widely used modules that are ported.
//!
//! A function is a file, registered in [`table`]. What it needs of the evaluation that calls it comes through [`Context`].

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod context;
mod failure;

pub use context::{Block, Call, Context, FileKind, Level};
pub use values::Strict;
pub use failure::{Error, ErrorKind, Failure};

/// What every function is, to the one that calls it.
pub type Body = fn(&mut dyn Context, &Call<'_>) -> Result<values::Value, Failure>;
