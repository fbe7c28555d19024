//! Containers of resources, and the paths by which messages name a resource.

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::report::reference;
use crate::{Catalog, Resource, ResourceId, split_reference};

/// The container of each resource: the first, where it was declared.
pub type Containers = FxHashMap<ResourceId, ResourceId>;

/// Finds the container of each resource that has one.
pub fn containers(catalog: &Catalog) -> Containers {
    let mut found = Containers::with_capacity_and_hasher(catalog.len(), FxBuildHasher);
    for (container, content) in catalog.containment() {
        found.entry(content).or_insert(container);
    }
    found
}

/// Containers of a resource, from the inside, at most as many as the catalog has resources.
pub fn containing(id: ResourceId, containers: &Containers, most: usize) -> impl Iterator<Item = ResourceId> {
    std::iter::successors(containers.get(&id).copied(), |it| containers.get(it).copied()).take(most)
}

/// Part of a path for a resource with this reference: a class stands there with its title alone.
pub fn path_name<'r>(resource: &Resource, reference: &'r str) -> &'r str {
    match split_reference(reference) {
        Some((_, title)) if resource.type_name == "Class" => title,
        _ => reference,
    }
}

/// How messages name a resource: `/Stage[main]/Main/File[/a]`.
pub fn resource_path(catalog: &Catalog, containers: &Containers, id: ResourceId) -> String {
    let all = std::iter::once(id).chain(containing(id, containers, catalog.len()));
    let mut names: Vec<String> = all.map(|it| path_name(&catalog[it], &reference(&catalog[it])).to_owned()).collect();
    names.reverse();
    names.iter().flat_map(|it| ["/", it]).collect()
}
