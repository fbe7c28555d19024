//! The checks of puppet-lint 4.3, their fixes, and what switches them on and off.
//!
//! ```text
//! text ──lexer──▶ tokens ──Data──▶ checks ──▶ problems ──Edit──▶ the text with fixes
//!                    └──Control──▶ what is silenced ──┘
//! ```
//!
//! Everything is reported as by puppet-lint: names, messages, lines, columns, and the bytes that a fix writes. So a check here goes over
//! the tokens that puppet-lint sees ([`token::Kind`]) and over what it takes for resources and definitions ([`Data`]).
//!
//! # How a check is written
//!
//! A check is a file in `checks` with a constant of type [`Check`], its entry in [`checks::ALL`] at the place where puppet-lint loads
//! it, its page `docs/lint/NAME.md`, and its tests at the end of the file.
//!
//! - `run` goes over [`Data`]. [`Data::of_kind`] has the tokens of a kind; [`Data::resources`], [`Data::definitions`] and the others
//!   what is made of them. An [`token::Id`] is an index as long as nothing is fixed: `id - 1` is the token before.
//! - It reports by [`Found::warning`] or [`Found::error`] at a token, or [`Found::at`] at a line and a column.
//! - What those give takes the fix: a closure over the ids that it needs, which changes an [`Edit`]. It gives nothing where
//!   puppet-lint raises `NoFix`. All checks have run before the first fix is made.
//!
//! `checks/trailing_whitespace.rs` is one on tokens, with a fix; `checks/line_length.rs` has two on lines;
//! `checks/duplicate_params.rs` is one on resources.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod check;
pub mod checks;
mod configuration;
mod control;
mod data;
mod edit;
mod lexer;
mod options;
mod pattern;
mod run;
pub mod token;
mod yaml;

#[cfg(test)]
mod testing;

pub use check::{Check, Fix, Found, Problem, Severity, State};
pub use configuration::Configuration;
pub use control::{CONTROL, Control};
pub use data::{Budget, Data, Definition, Resource};
pub use edit::Edit;
pub use lexer::tokens;
pub use options::{FILE, Load, OptionError, Options, SYSTEM_FILE};
pub use run::{Replacement, Report, SYNTAX, Source, fix, fix_some, fixes, is_data, lint};
