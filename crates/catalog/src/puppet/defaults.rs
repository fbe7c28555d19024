//! The resources that Puppet adds to every catalog that it applies.

use serde_json::json;

use crate::{Catalog, Kind, Resource};

const DEFAULTS: [(&str, &str); 7] = [
    ("Schedule", "puppet"),
    ("Schedule", "hourly"),
    ("Schedule", "daily"),
    ("Schedule", "weekly"),
    ("Schedule", "monthly"),
    ("Schedule", "never"),
    ("Filebucket", "puppet"),
];

/// Limit of the added attributes: a caller that reserves room in time need not move the others.
pub const MOST_DEFAULTS: usize = DEFAULTS.len();

/// Adds the schedules and the bucket that are not declared. They come last, and nothing is ordered with them unless it says so.
pub fn add_default_resources(catalog: &mut Catalog) {
    // Just so much: else the last resources double the room of all.
    catalog.reserve(MOST_DEFAULTS);
    for (type_name, title) in DEFAULTS {
        let mut resource = Resource::new(type_name, title, Kind::Compilable);
        resource.set("name", json!(title));
        // One that is declared stays as it is.
        let _ = catalog.add(resource);
    }
}

/// Whether Puppet would add such a resource.
pub fn is_default(type_name: &str, title: &str) -> bool {
    DEFAULTS.contains(&(type_name, title))
}
