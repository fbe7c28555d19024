//! The default providers of this machine.

use catalog::{Catalog, ResourceId};
use machine::real::Real;
use providers::{Os, default_in_ruby};
use serde_json::json;

/// The types that have other providers on other systems.
const TYPES: [&str; 2] = ["Package", "Service"];

/// Names the provider of each resource that names none, where the one that this machine has is in Ruby.
pub fn name(catalog: &mut Catalog, os: &dyn Fn() -> Os) {
    let mut found: Option<Vec<(&str, &str)>> = None;
    for number in 0..catalog.resources().len() {
        let resource = &mut catalog[ResourceId(u32::try_from(number).unwrap_or(u32::MAX))];
        if !TYPES.contains(&resource.type_name.as_str()) || resource.value("provider").is_some() {
            continue;
        }
        let all = found.get_or_insert_with(|| {
            let os = os();
            TYPES.iter().filter_map(|it| Some((*it, provider_on(it, &os)?))).collect()
        });
        if let Some((_, provider)) = all.iter().find(|it| it.0 == resource.type_name) {
            resource.set("provider", json!(provider));
        }
    }
}

/// The provider in Ruby that a type has on this machine; the type is written as in references.
pub fn default_provider(type_name: &str, os: &dyn Fn() -> Os) -> Option<&'static str> {
    TYPES.contains(&type_name).then(|| provider_on(type_name, &os())).flatten()
}

fn provider_on(type_name: &str, os: &Os) -> Option<&'static str> {
    default_in_ruby(type_name, os, &Real::default())
}
