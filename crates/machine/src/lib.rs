//! The machine that a catalog is applied to: files, processes, users and the clock.
//!
//! Providers ask a [`System`], so that they run the same on this machine ([`real`]) and in a test ([`memory`]). Only [`real`] touches
//! the machine.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod access;
mod error;
pub mod hex;
pub mod memory;
#[cfg(unix)]
pub mod real;
pub mod ruby;
mod system;

pub use error::Error;
pub use system::{Account, Command, Content, Details, FileKind, Found, Holder, Judge, Output, System, ruby_text};
