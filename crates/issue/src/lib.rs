//! Errors as data.
//!
//! An [`Issue`] says what is wrong and carries what it is about: names, values, other places. Whoever raises one picks a
//! variant; whoever reports one matches on it. The text is rendered last, by `Display`: Puppet's own words, without what Puppet
//! puts around them and without the place of the error. Nothing decides by looking into that text.
//!
//! This crate knows no other: values, functions, data, catalogs and the compiler all raise issues.

mod code;
mod help;
mod issue;
mod mismatch;
mod place;
mod reference;
mod related;
mod text;

pub use code::codes;
pub use help::{Help, Named};
pub use issue::{
    Assigned, AttributeUse, Clash, ClassUse, DataError, Definition, Ended, FailedTemplate, Issue, MergeError, Override, Reference,
    ResourceUse, Ruby, RubyFile, RubyLimit, StageError, Taken, TitleError, TypeUse, UnreadTemplate,
};
pub use mismatch::{ArgumentMismatch, Mismatch, Wrong};
pub use place::{Node, Place};
pub use reference::split_reference;
pub use related::{Related, Role};

/// A shared text.
pub type Str = std::sync::Arc<str>;
