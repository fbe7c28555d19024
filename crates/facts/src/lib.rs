//! Facts of a machine, in Facter's shape: those of this one, external facts, and files of facts.
//!
//! Everything is read through [`World`](world::World) and, where files do not say it, through [`Host`].

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod environment;
mod external;
mod file;
mod host;
mod keys;
mod legacy;
mod local;
mod machine;
mod modern;
pub mod reads;
pub mod sets;
mod units;

use serde_json::{Map, Value as Json};

pub use environment::environment_facts;
pub use external::{External, Run, external, is_program};
pub use file::{FactFile, FactsError, parse, parse_json, parse_yaml};
pub use host::{Address, FixedHost, Host, Identity, Interface, RealHost, Space};
pub use keys::{is_custom, is_name, keys_of, names};
pub use legacy::{is_legacy, legacy};
pub use local::{external_folders, local};
pub use machine::machine;
pub use modern::{Modern, made_names, modern, old_names};

/// Facts by their names.
pub type Facts = Map<String, Json>;

/// Entries in the order of their names, as Facter prints them; those in lists stay as they are.
pub fn sorted(facts: Facts) -> Facts {
    let mut entries: Vec<(String, Json)> = facts.into_iter().collect();
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    let inner = |value| match value {
        Json::Object(inner) => Json::Object(sorted(inner)),
        other => other,
    };
    entries.into_iter().map(|(name, value)| (name, inner(value))).collect()
}
