//! Applying a catalog: each resource is looked at and changed where it is not as it should be, in the order that the relationships
//! ask for.
//!
//! ```text
//! Catalog + RelationshipGraph ──▶ Transaction ──▶ Report, State
//!                                  │    │  └──▶ Sink: messages as they come
//!                                  │    └─────▶ Instance: what a type does with one resource
//!                                  └──────────▶ System: files, processes, users, the clock
//! ```
//!
//! Only [`real`] touches the machine. Everything else asks a [`System`], so that it runs the same in a test.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod access;
pub mod bridge;
mod clock;
mod declared;
mod events;
mod harness;
mod hex;
mod inspect;
mod instance;
mod log;
mod owed;
mod plan;
mod planned;
mod reached;
#[cfg(unix)]
pub mod real;
mod report;
mod schedule;
pub mod secrets;
mod show;
mod state;
mod store;
mod subject;
mod system;
mod transaction;
mod types;
mod undo;
pub mod yaml;

pub use inspect::{Inspected, accepts, inspect};
pub use instance::{Around, Child, Cx, Failure, Instance, Obstacle, Types};
pub use log::{Level, Record, Sink};
pub use planned::{Change, Foreseen, Planned, Verdict, salt_of_plan};
pub use reached::Reached;
pub use report::{Event, EventStatus, EventValue, Made, Metrics, Report, Status, StatusOf, Times};
pub use show::shown;
pub use state::{State, StateError};
pub use store::Store;
pub use subject::Subject;
pub use system::{Account, Command, Content, Details, FileKind, Found, Holder, Judge, Output, RunError, System};
pub use transaction::{Deferral, Options, Outcome, Transaction};
pub use types::defaults::{Os, default_in_ruby};
pub use types::{OfPuppet, names_what_is_kept};
pub use undo::{End, Kept, Taken, Undone, take_back};
