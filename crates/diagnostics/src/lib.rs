//! Findings, and the registry of their codes.
//!
//! A [`Finding`] is one mistake in one file, as plain data. Its code is stable, and each code has a page under
//! `docs/diagnostics`, which is embedded: see [`Entry`].

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod advice;
mod check;
mod combine;
mod data;
mod edits;
mod erb;
pub mod evaluation;
mod filter;
mod finding;
mod fixes;
mod ignore;
mod layout;
mod lints;
mod neighbours;
mod passes;
mod project;
mod rb;
mod registry;
mod report;
mod sls;
mod unused_template;

pub use advice::{HIERA_FUNCTIONS, is_fact_of_old};
pub use check::{CheckOptions, check};
pub use data::data_findings;
pub use data::evaluated::report_in_data;
pub use edits::{apply, overlaps};
pub use erb::{add_raised, in_template};
pub use filter::{Filter, Ran, filter, is_lowered};
pub use finding::{Edit, Finding, Fix, Related};
pub use ignore::{Ignores, ignore_edit};
pub use layout::Modules;
pub use lints::{fix_all_lints, fix_lints, lint_ignore_edits};
pub use passes::{find_by_evaluation, find_in_file, find_in_text};
pub use project::{Names, findings_in_settings, unknown_system};
pub use rb::is_for_editors;
pub use registry::{Code, Entry, Example, all_codes, codes, find};
pub use report::{report, stored_report};
pub use sls::{SlsFiles, code_of as code_of_sls_problem, sls_finding};
pub use syntax::Severity;
