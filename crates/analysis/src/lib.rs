//! Queries over the workspace, remembered between edits.
//!
//! ```text
//! File.text ─▶ parse (no_eq, lru) ─▶ problems
//!                               └──▶ item_tree, references: see `names`
//! File, Folder ─▶ root ─▶ site ─▶ environment ─▶ program (no_eq, lru) ─▶ outline ─▶ declarers ─▶ subjects
//!                                     └─▶ evaluate(entry, system) (no_eq, lru)
//! ```
//!
//! [`AnalysisHost`] owns the database and is the only one that changes it. [`Analysis`] is what a reader has: one
//! state of the workspace that never changes, and that a write takes away.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod around;
mod below;
mod callers;
mod confined;
pub mod data;
mod db;
mod declared;
mod entry;
pub mod erb;
mod evaluate;
mod hold;
mod host;
mod index;
mod lint;
pub mod names;
mod node_name;
mod nodes;
mod outside;
mod passing;
mod prefetch;
mod queries;
mod rb;
mod remember;
pub mod salt;
mod settings;
mod site;
mod snapshot;
mod systems;
mod template;
#[cfg(test)]
mod tests;
mod watched;

pub use self::lint::Lint;
pub use around::{Around, Realized};
pub use declared::Declares;
pub use entry::Start;
pub use evaluate::{Evaluated, Evaluation, Systems};
pub use hold::hold_evaluations;
pub use host::{Analysis, AnalysisHost, Canceller, ReadError};
pub use passing::Passing;
pub use prefetch::Prefetch;
pub use remember::Remembered;
pub use site::base_modulepath;
pub use snapshot::Snapshot;
pub use watched::Watch;
pub use workspace::discover::{DocumentKind, document_kind, is_data, is_erb, is_input, is_ruby, is_settings, is_states};
pub use workspace::{Change, File, Origin, Settings};
