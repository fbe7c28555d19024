//! Hiera 5: the data that is looked up.
//!
//! A [`Lookups`] answers the lookups of one compilation. It reads `hiera.yaml` and the files of data through [`Files`], and
//! asks the evaluation, its [`Scope`], for variables and functions.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod builtin;
mod candidates;
mod config;
pub mod context;
mod entry;
mod error;
pub mod explain;
mod eyaml;
mod files;
mod glob;
mod interpolate;
mod invocation;
mod json;
pub mod key;
mod layers;
pub mod levels;
mod location;
mod lookups;
pub mod merge;
mod open;
mod provider;
mod ruby;
mod scope;
mod types;

pub use candidates::{Candidates, FileKeys, KeyIndex};
pub use config::problem::{Owner, config_problem};
pub use error::{Error, ErrorKind};
pub use eyaml::Unseal;
pub use files::{Content, Files, Format, LARGEST_FILE, Reader};
pub use interpolate::interpolation_problem;
pub use lookups::{Lookups, Read, Request, Site};
pub use open::{Elsewhere, OpenLayer};
pub use scope::Scope;
