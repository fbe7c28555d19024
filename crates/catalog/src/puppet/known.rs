//! The names by which relationships may call the resources of a catalog.

use rustc_hash::FxHashMap;
use serde_json::Value;
use smol_str::SmolStr;

use super::relations::{About, Problem, either};
use super::{Identity, Reference, ResourceTypes, report};
use crate::{Catalog, Resource, ResourceId};

/// Titles, aliases and identities of all resources that are applied.
pub struct Known<'a> {
    types: &'a dyn ResourceTypes,
    by_name: FxHashMap<Box<str>, ResourceId>,
}

impl<'a> Known<'a> {
    pub fn new(catalog: &Catalog, types: &'a dyn ResourceTypes, problems: &mut Vec<Problem>) -> Known<'a> {
        let mut known = Known { types, by_name: FxHashMap::with_capacity_and_hasher(catalog.len(), Default::default()) };
        for id in catalog.ids() {
            let resource = &catalog[id];
            if !resource.is_virtual {
                known.add(catalog, id, resource, problems);
            }
        }
        known
    }

    /// The resource that a name in a relationship means.
    pub fn find(&self, reference: &str) -> Option<ResourceId> {
        // Nearly every reference is written as it is kept.
        if let Some(id) = self.by_name.get(reference) {
            return Some(*id);
        }
        let reference = Reference::parse(reference)?;
        self.find_reference(&reference)
    }

    /// The resource of a type with this title, alias or identity.
    pub fn find_title(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        self.find_reference(&Reference::new(type_name, title))
    }

    fn find_reference(&self, reference: &Reference<'_>) -> Option<ResourceId> {
        if let Some(id) = self.by_name.get(reference.to_string().as_str()) {
            return Some(*id);
        }
        let identity = self.types.identity_of_title(&reference.type_name, &reference.title)?;
        self.by_name.get(identity_key(&reference.type_name, &identity).as_str()).copied()
    }

    fn add(&mut self, catalog: &Catalog, id: ResourceId, resource: &Resource, problems: &mut Vec<Problem>) {
        let own = report::reference(resource);
        for alias in aliases(resource) {
            self.alias(catalog, id, format!("{}[{alias}]", resource.type_name), problems, || format!("{alias:?}"));
        }
        match self.by_name.get(own.as_str()) {
            Some(there) if *there != id => {
                let place = at(" at ", &catalog[*there]);
                let condition = either(resource.condition, catalog[*there].condition);
                let message = format!("Duplicate declaration: {own} is already declared{place}; cannot redeclare");
                problems.push(Problem { about: About::Title, condition, ..Problem::of(id, resource, message) });
            }
            _ => drop(self.by_name.insert(own.into_boxed_str(), id)),
        }
        if let Some(identity) = self.identity(id, resource) {
            let key = identity_key(&resource.type_name, &identity);
            self.alias(catalog, id, key, problems, || inspect(&identity));
        }
    }

    fn identity(&self, id: ResourceId, resource: &Resource) -> Option<Identity> {
        if resource.is_container() {
            // A container has one name, and that may be given.
            return resource.value("name").and_then(Value::as_str).map(|name| vec![Some(name.into())]);
        }
        self.types.identity(id, resource)
    }

    fn alias(&mut self, catalog: &Catalog, id: ResourceId, key: String, problems: &mut Vec<Problem>, shown: impl FnOnce() -> String) {
        match self.by_name.get(key.as_str()) {
            Some(there) if *there != id => {
                let resource = &catalog[id];
                let other = &catalog[*there];
                let message = format!(
                    "Cannot alias {} to {}{}; resource {} already declared{}",
                    report::reference(resource),
                    shown(),
                    at(" at ", resource),
                    shown_key(&key),
                    at(" ", other),
                );
                problems.push(Problem {
                    about: About::Name,
                    condition: either(resource.condition, other.condition),
                    ..Problem::of(id, resource, message)
                });
            }
            Some(_) => {}
            None => drop(self.by_name.insert(key.into_boxed_str(), id)),
        }
    }
}

fn aliases(resource: &Resource) -> impl Iterator<Item = &str> {
    let given = resource.value("alias");
    let many = given.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    given.into_iter().chain(many).filter_map(Value::as_str)
}

/// One attribute is as good as a title; several make a name that no title is.
fn identity_key(type_name: &str, identity: &Identity) -> String {
    if let [Some(only)] = identity.as_slice() {
        return format!("{type_name}[{only}]");
    }
    let mut key = type_name.to_owned();
    for part in identity {
        key.push('\0');
        key.push_str(part.as_ref().map_or("\u{1}", SmolStr::as_str));
    }
    key
}

fn shown_key(key: &str) -> String {
    match key.split_once('\0') {
        Some((type_name, parts)) => {
            let parts = parts.split('\0').map(|part| (part != "\u{1}").then(|| part.into()));
            inspect(&std::iter::once(Some(type_name.into())).chain(parts).collect())
        }
        None => match key.strip_suffix(']').and_then(|it| it.split_once('[')) {
            Some((type_name, title)) => format!("[{type_name:?}, {title:?}]"),
            None => format!("[{key:?}]"),
        },
    }
}

fn inspect(identity: &Identity) -> String {
    let parts: Vec<String> = identity.iter().map(|it| it.as_ref().map_or_else(|| "nil".to_owned(), |it| format!("{it:?}"))).collect();
    format!("[{}]", parts.join(", "))
}

/// The place of a declaration as Puppet writes it inside of a text.
fn at(before: &str, resource: &Resource) -> String {
    // Text that was given on the command line has no name.
    match (resource.file.as_deref().filter(|file| !file.is_empty()), resource.line) {
        (Some(file), Some(line)) => format!("{before}(file: {file}, line: {line})"),
        (Some(file), None) => format!("{before}(file: {file})"),
        (None, Some(line)) => format!("{before}(line: {line})"),
        (None, None) => String::new(),
    }
}
