//! The inputs of all queries: the text of files, as the disk and as the editor have it, and the settings.
//!
//! Nothing here looks at the disk or at an editor by itself. Whoever does, with the help of [`discover`], hands over a
//! [`Change`], and the whole change becomes one step of the database's history.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod change;
pub mod discover;
mod file;
mod settings;

pub use change::Change;
pub use file::{File, Files, Origin};
pub use settings::Settings;

/// What a query may ask of the database.
#[salsa::db]
pub trait Db: salsa::Database {
    fn files(&self) -> &Files;
}
