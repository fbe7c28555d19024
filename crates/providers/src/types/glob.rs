//! Patterns of shells, as Ruby has them.

pub use world::glob::{matches as glob, matches_visible as glob_shown};
