//! The inputs of all queries: the text of files, as the disk and as the editor have it, and the settings.
//!
//! Changes arrive as a [`Change`], from code that reads the disk or the editor with the help of [`discover`], and the whole change becomes
//! one step of the database's history. What nobody has spoken of is read when a query first asks for it, as a module of the module path
//! that no editor shows.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod change;
pub mod discover;
mod file;
mod folder;
mod kind;
mod settings;

use std::sync::Arc;

use world::World;

pub use change::Change;
pub use file::{File, Files, Origin};
pub use folder::{Folder, Folders};
pub use settings::{Settings, given};

/// Interface of queries to the database.
#[salsa::db]
pub trait Db: salsa::Database {
    fn files(&self) -> &Files;

    fn folders(&self) -> &Folders;

    /// Where files are read that nobody has spoken of.
    fn world(&self) -> &Arc<dyn World>;
}
