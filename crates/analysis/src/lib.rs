//! Queries over the workspace, remembered between edits.
//!
//! ```text
//! File.text ─▶ parse (no_eq, lru) ─▶ problems
//!                               └──▶ item_tree, references: see `names`
//! ```
//!
//! [`AnalysisHost`] owns the database and is the only one that changes it. [`Analysis`] is what a reader has: one
//! state of the workspace that never changes, and that a write takes away.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod db;
mod host;
pub mod names;
mod outside;
mod queries;
mod site;
mod snapshot;
#[cfg(test)]
mod tests;

pub use host::{Analysis, AnalysisHost, Canceller, Stopped};
pub use snapshot::Snapshot;
pub use workspace::{Change, File, Origin, Settings};
