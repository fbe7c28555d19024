//! Applying SLS trees: what runs, is skipped or fails by Salt's rules, and what each state function does on a machine.
//!
//! ```text
//! salt::Compiled ──▶ refusal: what is not supported, before anything runs
//!               └──▶ Run: the states in their order, by `rules`
//!                     └──▶ functions: one file for each module; on `providers` and `apply`'s harness
//!                          └──▶ machine::System
//! ```
//!
//! The rules are those of Salt 3008.3, or of an earlier release (`listed`); the words are Salt's ([why they are not Puppet's](../../../docs/decisions/salt-rules.md)).

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod aggregate;
mod call;
mod checks;
mod difflib;
mod error;
mod files;
mod function;
mod functions;
mod history;
mod injection;
mod journal;
mod listed;
mod low;
mod output;
mod parallel;
mod planned;
mod python;
mod refusal;
mod regex;
mod retry;
mod returned;
mod rules;
mod run;
mod sealed;
mod shell;
mod words;

pub use error::StateError;
pub use files::Files;
pub use function::Cx;
pub use history::statuses;
pub use journal::Journal;
pub use low::Low;
pub use output::{json, text};
pub use planned::planned;
pub use refusal::{Refusal, refusals};
pub use returned::Return;
pub use run::{Options, Returns, Run};
pub use sealed::{Values, sealed};
