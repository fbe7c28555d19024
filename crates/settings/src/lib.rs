//! Settings of the user, and their precedence.
//!
//! ```text
//! command line ─┐
//! editor ───────┼─▶ Layer ─┐
//! bunraku.toml ─┘          ├─▶ Settings ─▶ what holds for one file
//! defaults ────────────────┘
//! ```
//!
//! Each source becomes a [`Layer`], which says nothing where the source says nothing; [`Settings`] puts layers above one
//! another. `docs/settings.md` is what people read of this.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod confined;
mod error;
mod finder;
mod key;
mod layer;
mod level;
mod node;
mod pattern;
mod reader;
mod rules;
pub mod schema;
mod stack;

pub use confined::{is_within, straight};
pub use error::Error;
pub use finder::{FILE_NAME, Finder, Project, Unread};
pub use layer::{LOCAL_FACTS, Layer, PathRule, SaltTarget, is_local_facts};
pub use level::Level;
pub use pattern::Pattern;
pub use reader::{Known, Problem, ProblemKind, read, read_json};
pub use rules::PathRules;
pub use stack::Settings;
pub use syntax::Strict;
