//! YAML as Ruby's Psych reads and writes it: YAML 1.1.
//!
//! A text becomes a [`Tree`] whose nodes know their places, [`load`] makes [`Data`] of it, with Psych's rules and Psych's
//! errors. JSON has the same tree. An [`Emitter`] writes what Psych would write.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod compose;
mod data;
mod emitter;
mod events;
mod json;
mod reader;
mod scalar;
mod tree;

pub use compose::{Document, load, load_with_times, load_without_aliases, read};
pub use data::{Data, Text};
pub use emitter::{Collection, Emitter, Level, Options, Scalar, Style};
pub use tree::{Entry, Error, ErrorKind, Kind, Node, Parts, Stage, Step, Tree};
