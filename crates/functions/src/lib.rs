//! The functions of the language that need no catalog: those built in, and those of widely used modules that are ported.
//!
//! A function is a file, registered in `core.rs` or `modules.rs`. What it needs of the evaluation that calls it comes
//! through [`Context`]. Its signatures are data, read from Puppet itself; [`call`] checks the arguments against them.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod arguments;
mod call;
mod context;
mod core;
mod failure;
mod iterate;
mod modules;
mod releases;
mod ruby;
mod signatures;
mod splice;
mod table;
mod unknown;

pub use ruby::{class as ruby_class, no_conversion, no_method, to_s as ruby_text};
pub use unknown::unknown_within;
mod yaml;

pub use call::{call, check_arity, old_arguments, select};
pub use context::{Block, Call, Context, FileKind};
pub use core::{compare_versions, keys_walked};
pub use failure::{Error, ErrorKind, Failure};
pub use modules::json_text;
pub use releases::{Released, released};
pub use signatures::{find as signatures, says_what_it_returns};
pub use splice::{Splice, open_list, type_of};
pub use table::{Function, Home, Origin, Version, find, find_in, names};
pub use unknown::is_unknown;
pub use values::LogLevel;
pub use yaml::yaml_text;

/// Common signature of all functions.
pub type Body = fn(&mut dyn Context, &Call<'_>) -> Result<values::Value, Failure>;

/// Result of a function.
type Outcome = Result<values::Value, Failure>;
