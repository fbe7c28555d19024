//! Hiera 5: the data that is looked up.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod yaml;
