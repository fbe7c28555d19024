//! Catalogs: resources, containment and order.
//!
//! ```text
//! compiler ──▶ Catalog ──relations──▶ RelationshipGraph ──▶ order, cycles, why
//!                 │                          │
//!                 └── JSON                   └──view──▶ Picture ──▶ layout ──▶ SVG
//!                                                          └── Mermaid, DOT, JSON
//! ```
//!
//! The catalog and the graph know no language. How Puppet names resources, writes catalogs, reads relationships from
//! parameters and reports cycles is in [`puppet`].

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod catalog;
pub mod diff;
mod few;
pub mod graph;
pub mod layout;
pub mod paint;
pub mod picture;
pub mod puppet;
mod resource;

pub use catalog::Catalog;
pub use few::Few;
pub use graph::{Because, Effect, Group, Relation, RelationshipGraph, Step, StepId, Word, WordId};
pub use issue::split_reference;
pub use resource::{Arrow, Condition, Kind, Origin, Parameter, Resource, ResourceId};
