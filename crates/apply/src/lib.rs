//! Applying a catalog: each resource is read, and changed where it is out of date, in the order of the relationships.
//!
//! ```text
//! Catalog + RelationshipGraph ──▶ Transaction ──▶ Report, State
//!                                  │    │  └──▶ Observer: messages as they come
//!                                  │    └─────▶ Instance: what a type does with one resource
//!                                  └──────────▶ System: files, processes, users, the clock
//! ```
//!
//! Only `machine` touches the machine. Everything else asks a [`machine::System`], so that it runs the same in a test.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod clock;
mod declared;
mod error;
mod events;
mod harness;
mod observer;
mod owed;
mod plan;
mod planned;
mod reached;
mod report;
#[cfg(unix)]
pub mod run;
mod schedule;
mod state;
mod transaction;
mod undo;
pub mod yaml;

pub use declared::salted;
pub use error::Error;
pub use observer::Observer;
pub use owed::Owed;
pub use planned::{Change, Foreseen, Planned, Verdict, salt_of_plan};
pub use reached::Reached;
pub use report::{Event, EventStatus, EventValue, Made, Metrics, Report, Status, StatusOf, Times};
pub use state::State;
pub use transaction::{Deferral, Options, Outcome, Transaction};
pub use undo::{End, Refusal, Snapshot, Taken, UndoRecord, Undone, take_back};
