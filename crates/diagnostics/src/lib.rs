//! Findings, and the registry of their codes.
//!
//! A [`Finding`] is one mistake in one file, as plain data. Its code is stable, and each code has a page under
//! `docs/diagnostics`, which is embedded: see [`Rule`].

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod check;
mod finding;
mod layout;
mod registry;

pub use check::{CheckOptions, check, findings};
pub use finding::{Edit, Finding, Fix, Related};
pub use layout::Modules;
pub use registry::{Rule, find, rules};
pub use syntax::Severity;
