//! Resource types: what they read on a machine, compare and change for one resource.
//!
//! ```text
//! Types ──▶ Instance: one resource as its type sees it
//!   ├─ OfPuppet: those that are here, a file for each (`types`)
//!   └─ WithRuby: the others, through Puppet's own code in Ruby (`bridge`)
//! ```
//!
//! They know nothing of the order of resources, of reports or of other runs: `apply` does. The machine is a [`machine::System`].

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod bridge;
mod inspect;
mod instance;
mod log;
mod options;
pub mod secrets;
pub mod show;
mod store;
pub mod subject;
mod types;

pub use inspect::{Inspected, Only, accepts, has_instances, inspect};
pub use instance::{Around, Child, Cx, Found, Instance, Joins, Obstacle, ProviderError, Types};
pub use log::{Level, Record, Sink, Tags};
pub use options::Options;
pub use store::Store;
pub use subject::Subject;
pub use types::defaults::{Os, default_in_ruby};
pub use types::elsewhere::Elsewhere;
pub use types::{OfPuppet, names_what_is_kept};
