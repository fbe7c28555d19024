//! Findings, and the registry of their codes.
//!
//! A [`Finding`] is one mistake in one file, as plain data. Its code is stable, and each code has a page under
//! `docs/diagnostics`, which is embedded: see [`Entry`].

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod advice;
mod around;
mod check;
mod data;
mod edits;
pub mod evaluation;
mod filter;
mod finding;
mod ignore;
mod layout;
mod lints;
mod mends;
mod of_file;
mod project;
mod registry;
mod told;

pub use advice::{HIERA_FUNCTIONS, is_fact_of_old};
pub use check::{CheckOptions, check};
pub use data::data_findings;
pub use data::met::told_in_data;
pub use edits::{apply, overlaps};
pub use filter::{Filter, Ran, filter};
pub use finding::{Edit, Finding, Fix, Related};
pub use ignore::{Ignores, ignore_edit};
pub use layout::Modules;
pub use lints::{fix_all_lints, fix_lints, lint_ignore_edits};
pub use of_file::{by_evaluation, of_file, of_text};
pub use project::{Names, findings_in_settings, unknown_system};
pub use registry::{Code, Entry, Example, all_codes, codes, find};
pub use syntax::Severity;
pub use told::{remembered, told};
