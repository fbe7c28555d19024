//! Automatic relationships of resources: a file with its folder, a command with its user.

mod modules;
mod puppet;
mod recorded;

use crate::managed::Managed;
use crate::table::{Relation, RelationInfo, TypeInfo};
use crate::value::Value;

/// The resources of the catalog, as far as automatic relations look at them.
pub trait Known {
    /// Whether a reference to this resource finds one: it has this title, or what
    /// [`uniqueness_key`](crate::uniqueness_key) makes of the title alone is its [`Managed::key`].
    fn contains(&self, type_name: &str, title: &str) -> bool;

    /// All resources of a type, in the catalog's order.
    fn of_type(&self, type_name: &str) -> Vec<&Managed<'_>>;
}

/// Resources that another one is ordered with, if they are in the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automatic<'a> {
    pub relation: Relation,
    pub target: &'a str,
    pub titles: Vec<String>,
}

/// The automatic relations of a resource.
#[derive(Clone, Debug, Default)]
pub struct Relations<'a> {
    /// In the order in which Puppet asks for them. A later relation that contradicts an earlier one does not hold, nor does one
    /// that contradicts the manifest.
    pub found: Vec<Automatic<'a>>,
    /// Relations of the type about whose titles nothing can be said.
    pub unknown: Vec<&'a RelationInfo>,
}

/// Automatic relationships of a resource. Titles are those that Puppet would look up; most are in no catalog.
///
/// Rules that ask the machine are answered as on one where none of the resources exist and the agent runs as root.
pub fn automatic<'a>(resource: &Managed<'a>, known: &dyn Known) -> Relations<'a> {
    let mut relations = Relations::default();
    for info in &resource.info.relations {
        let titles = match &info.titles {
            Some(titles) if info.attributes.is_empty() => Some(titles.clone()),
            _ => computed(resource, info, known),
        };
        match titles {
            Some(titles) => relations.found.push(Automatic { relation: info.relation, target: &info.target, titles }),
            None => relations.unknown.push(info),
        }
    }
    relations
}

fn computed(resource: &Managed<'_>, info: &RelationInfo, known: &dyn Known) -> Option<Vec<String>> {
    if !info.attributes.is_empty() {
        return of_attributes(resource, info);
    }
    if info.code.is_some_and(|code| !recorded::is_recorded(&resource.info.name, code)) {
        return None;
    }
    puppet::titles(resource, info, known).or_else(|| modules::titles(resource, info, known))
}

/// The titles that attributes hold, and those that the type says; none where an attribute is not known.
fn of_attributes(resource: &Managed<'_>, info: &RelationInfo) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for name in &info.attributes {
        if !resource.info.sure && resource.given(name).is_none() && is_set_by_code(resource.info, name) {
            return None;
        }
        match info.takes_lists {
            true => found.extend(all_texts(resource, name)),
            // Puppet looks for one resource of this name.
            false => found.extend(resource.value(name).as_ref().and_then(Value::as_word).map(str::to_owned)),
        }
    }
    found.extend(info.titles.iter().flatten().cloned());
    Some(found)
}

/// Whether code that was not read gives an attribute its value where nobody else does.
fn is_set_by_code(info: &TypeInfo, name: &str) -> bool {
    let of_title = |name: &str| info.title_patterns.is_empty() && info.namevars.iter().any(|it| it == name);
    info.attribute(name).is_none_or(|it| it.computed_default || it.name == "provider" || of_title(&it.name))
}

/// The texts of attributes that are given.
fn texts<const N: usize>(resource: &Managed<'_>, names: [&str; N]) -> Vec<String> {
    names.iter().filter_map(|it| resource.text(it)).collect()
}

/// The texts in a list, or the only text.
fn all_texts(resource: &Managed<'_>, name: &str) -> Vec<String> {
    let Some(value) = resource.value(name) else { return Vec::new() };
    value.flattened().into_iter().filter_map(|it| it.as_word()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
