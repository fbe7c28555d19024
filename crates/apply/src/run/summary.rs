//! `--write_catalog_summary`: what a catalog holds, for other programs.

use catalog::{Catalog, puppet};

/// `classes.txt`.
pub fn classes(catalog: &Catalog) -> String {
    catalog.classes.iter().map(|it| format!("{it}\n")).collect()
}

/// `resources.txt`: what is written down in manifests, and no containers.
pub fn resources(catalog: &Catalog) -> String {
    let is_told = |it: &&catalog::Resource| !it.is_virtual && it.file.is_some() && it.kind == catalog::Kind::Compilable;
    let name = |it: &catalog::Resource| format!("{}\n", puppet::reference(it).to_lowercase());
    catalog.resources().iter().filter(is_told).map(name).collect()
}
