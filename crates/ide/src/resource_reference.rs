//! The resource that a reference means: the one with its title, or the one whose alias or naming attribute has that value.

use analysis::{File, Snapshot};
use catalog::{Catalog, Resource, ResourceId, puppet};

/// Finds what `Type[title]` means in a catalog, as relationships do.
pub(crate) fn find(snapshot: Snapshot<'_>, file: File, catalog: &Catalog, ty: &str, title: &str) -> Option<ResourceId> {
    let type_name = puppet::canonical_type(ty);
    if let Some(id) = catalog.find(&format!("{type_name}[{title}]")) {
        return Some(id);
    }
    let native = snapshot.native_type(file, ty);
    // Of several naming attributes no single one is a name.
    let namevar = native.as_ref().filter(|it| it.isomorphic).and_then(|it| it.namevar());
    let is_named = |resource: &Resource| {
        let has = |attribute: &str| resource.value(attribute).is_some_and(|it| it.as_str() == Some(title));
        has("alias") || namevar.is_some_and(has)
    };
    catalog.ids().find(|id| catalog.get(*id).is_some_and(|it| *it.type_name == *type_name && is_named(it)))
}
