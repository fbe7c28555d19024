//! Puppet's values and types.
//!
//! Values and types: inference, acceptance, printing, comparison, conversion, and Puppet's messages for a value that does not match.
//! Nothing here knows scopes, catalogs or files.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod binary;
pub mod convert;
pub mod data;
mod error;
pub mod format;
mod hash;
pub mod iterator;
mod log_level;
pub mod mismatch;
pub mod object;
pub mod ops;
pub mod print;
pub mod random;
pub mod regex;
pub mod ruby;
mod signature;
mod strict;
pub mod time;
pub mod ty;
mod unknown;
mod value;
pub mod version;
pub mod weight;

pub use error::{FormatError, Number, Part, Taking};
pub use hash::Hash;
pub use log_level::LogLevel;
pub use signature::Signature;
pub use strict::Strict;
pub use ty::{
    Alias, Attribute, AttributeKind, Bits, CallableType, Extension, Function, ObjectType, Size, StructElement, Times, Tri, Type, TypeSet,
    infer, infer_reduced,
};
pub use unknown::{Origin, Unknown};
pub use value::{Deferred, Object, Str, Value};
