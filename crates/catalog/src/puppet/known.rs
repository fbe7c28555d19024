//! The names by which relationships may call the resources of a catalog.

use issue::{Clash, Issue, Place};
use rustc_hash::FxHashMap;
use serde_json::Value;
use smol_str::SmolStr;

use super::relations::{About, Problem, either};
use super::{Identity, Reference, ResourceTypes, report};
use crate::{Catalog, Resource, ResourceId};

/// Titles, aliases and identities of all resources that are applied.
pub struct Known<'a> {
    types: &'a dyn ResourceTypes,
    /// By type, as Puppet writes it, and by title: whoever asks has the two apart, and asks for many that are not there.
    by_name: FxHashMap<SmolStr, FxHashMap<SmolStr, ResourceId>>,
}

impl<'a> Known<'a> {
    pub fn new(catalog: &Catalog, types: &'a dyn ResourceTypes, problems: &mut Vec<Problem>) -> Known<'a> {
        let mut known = Known { types, by_name: FxHashMap::default() };
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
        let (type_name, title) = crate::split_reference(reference)?;
        self.at(type_name, title).or_else(|| self.find_reference(&Reference::parse(reference)?))
    }

    /// The resource of a type with this title, alias or identity.
    pub fn find_title(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        self.find_reference(&Reference::new(type_name, title))
    }

    fn at(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        self.by_name.get(type_name)?.get(title).copied()
    }

    fn find_reference(&self, reference: &Reference<'_>) -> Option<ResourceId> {
        let Reference { type_name, title } = reference;
        let of_type = self.by_name.get(&**type_name)?;
        if let Some(id) = of_type.get(&**title) {
            return Some(*id);
        }
        match self.types.identity_of_title(type_name, title)?.as_slice() {
            // Nothing but its title.
            [Some(only)] if *only == **title => None,
            identity => of_type.get(&*identity_key(identity)).copied(),
        }
    }

    fn add(&mut self, catalog: &Catalog, id: ResourceId, resource: &Resource, problems: &mut Vec<Problem>) {
        for alias in aliases(resource) {
            self.alias(catalog, id, alias.into(), problems, || format!("{alias:?}"));
        }
        let own = Reference::new(&resource.type_name, &resource.title);
        match self.at(&own.type_name, &own.title) {
            Some(there) if there != id => {
                let condition = either(resource.condition, catalog[there].condition);
                let (first, again) = (place(&catalog[there]), Box::default());
                let issue = Issue::DuplicateResource { reference: own.to_string().into(), first, again };
                problems.push(Problem { about: About::Title, condition, ..Problem::new(id, resource, issue) });
            }
            // Most titles are kept in one place alone.
            _ => {
                let title = if own.title == *resource.title { resource.title.clone() } else { own.title.into() };
                self.insert(&own.type_name, title, id);
            }
        }
        if let Some(identity) = self.identity(id, resource) {
            self.alias(catalog, id, identity_key(&identity), problems, || inspect(&identity));
        }
    }

    fn insert(&mut self, type_name: &str, title: SmolStr, id: ResourceId) {
        // Most are of a type that is there.
        match self.by_name.get_mut(type_name) {
            Some(of_type) => drop(of_type.insert(title, id)),
            None => drop(self.by_name.entry(type_name.into()).or_default().insert(title, id)),
        }
    }

    fn identity(&self, id: ResourceId, resource: &Resource) -> Option<Identity> {
        if resource.is_container() {
            // A container has one name, and that may be given.
            return resource.value("name").and_then(Value::as_str).map(|name| vec![Some(name.into())]);
        }
        self.types.identity(id, resource)
    }

    fn alias(&mut self, catalog: &Catalog, id: ResourceId, key: SmolStr, problems: &mut Vec<Problem>, shown: impl FnOnce() -> String) {
        let resource = &catalog[id];
        match self.at(&resource.type_name, &key) {
            Some(there) if there != id => {
                let other = &catalog[there];
                let issue = Issue::DuplicateName(Box::new(Clash {
                    reference: report::reference(resource).into(),
                    name: shown(),
                    other: shown_key(&resource.type_name, &key),
                    place: place(resource),
                    first: place(other),
                    at_end: false,
                }));
                problems.push(Problem {
                    about: About::Name,
                    condition: either(resource.condition, other.condition),
                    ..Problem::new(id, resource, issue)
                });
            }
            Some(_) => {}
            None => self.insert(&resource.type_name, key, id),
        }
    }
}

fn aliases(resource: &Resource) -> impl Iterator<Item = &str> {
    let given = resource.value("alias");
    let many = given.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    given.into_iter().chain(many).filter_map(Value::as_str)
}

/// One attribute is as good as a title; several make a name that no title is.
fn identity_key(identity: &[Option<SmolStr>]) -> SmolStr {
    if let [Some(only)] = identity {
        return only.clone();
    }
    let parts: Vec<&str> = identity.iter().map(|it| it.as_deref().unwrap_or("\u{1}")).collect();
    format!("\0{}", parts.join("\0")).into()
}

fn shown_key(type_name: &str, key: &str) -> String {
    match key.strip_prefix('\0') {
        Some(parts) => {
            let parts = parts.split('\0').map(|part| (part != "\u{1}").then(|| part.into()));
            inspect(&std::iter::once(Some(type_name.into())).chain(parts).collect())
        }
        None => format!("[{type_name:?}, {key:?}]"),
    }
}

fn inspect(identity: &Identity) -> String {
    let parts: Vec<String> = identity.iter().map(|it| it.as_ref().map_or_else(|| "nil".to_owned(), |it| format!("{it:?}"))).collect();
    format!("[{}]", parts.join(", "))
}

/// The place of a declaration, as Puppet names it.
fn place(resource: &Resource) -> Place {
    // Text that was given on the command line has no name.
    let file = resource.file.as_deref().filter(|file| !file.is_empty()).map(Into::into);
    Place::line(file, resource.line)
}
