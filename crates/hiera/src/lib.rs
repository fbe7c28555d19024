//! Hiera 5: the data that is looked up.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod error;
pub mod key;
pub mod merge;
mod ruby;
pub mod yaml;

pub use error::Error;
