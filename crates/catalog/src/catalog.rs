//! Resources by number and by key, and what contains what.

use std::hash::BuildHasher;
use std::ops::{Index, IndexMut};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use serde_json::Value;
use smol_str::SmolStr;

use crate::Condition;
use crate::resource::{Resource, ResourceId};

/// Result of a compilation. It only grows: a resource keeps its number.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    pub name: String,
    pub environment: String,
    /// Null, a number or a text.
    pub version: Value,
    pub code_id: Option<String>,
    pub catalog_uuid: Option<String>,
    pub tags: Vec<SmolStr>,
    /// Names of the classes, in the order in which they were evaluated.
    pub classes: Vec<SmolStr>,
    /// Other resources than these may exist.
    pub is_doubtful: bool,
    /// Resources that were left out because of an error may set attributes of these.
    pub may_lack_attributes: bool,
    resources: Vec<Resource>,
    /// Others of the name of a resource, that are there where it is not.
    variants: Vec<(ResourceId, Resource)>,
    /// By type and title, which are asked of the resources.
    by_key: HashTable<ResourceId>,
    containment: Vec<(ResourceId, ResourceId)>,
    doubtful_containment: Vec<(ResourceId, ResourceId)>,
}

impl Catalog {
    pub fn new(name: impl Into<String>, environment: impl Into<String>) -> Catalog {
        Catalog { name: name.into(), environment: environment.into(), ..Catalog::default() }
    }

    /// Reserves room for more resources.
    pub fn reserve(&mut self, more: usize) {
        self.resources.reserve_exact(more);
        self.by_key.reserve(more, |id| hash_of(&self.resources, *id));
        self.containment.reserve_exact(more);
    }

    /// Declares a resource; none where there is one with its key.
    pub fn add(&mut self, resource: Resource) -> Option<ResourceId> {
        let id = ResourceId(u32::try_from(self.resources.len()).unwrap_or(u32::MAX));
        if self.of_type(&resource.type_name, &resource.title).is_some() {
            return None;
        }
        let hash = hash(&resource.type_name, &resource.title);
        self.resources.push(resource);
        self.by_key.insert_unique(hash, id, |id| hash_of(&self.resources, *id));
        Some(id)
    }

    /// Declares another one with the key of a resource: their conditions exclude each other. Places and containment are those of the
    /// first, relationships those of both.
    pub fn add_variant(&mut self, of: ResourceId, resource: Resource) {
        self.variants.push((of, resource));
    }

    /// The others of a resource's name.
    pub fn variants(&self) -> &[(ResourceId, Resource)] {
        &self.variants
    }

    /// When it is certain what is said of a resource: always, unless it shares its name.
    pub fn condition_of_alone(&self, id: ResourceId) -> Condition {
        let other = self.variants.iter().find(|(of, _)| *of == id).map(|(_, it)| it.condition);
        other.filter(|_| self[id].condition == Condition::Always).unwrap_or(self[id].condition)
    }

    /// Takes all but the first resources away.
    pub fn truncate(&mut self, count: usize) {
        self.resources.truncate(count);
        self.by_key.retain(|id| id.index() < count);
        self.containment.retain(|(container, content)| container.index() < count && content.index() < count);
        self.variants.retain(|(of, _)| of.index() < count);
    }

    fn of_type(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        let is = |id: &ResourceId| self.get(*id).is_some_and(|it| it.type_name == type_name && it.title == title);
        self.by_key.find(hash(type_name, title), is).copied()
    }

    /// Says that one resource contains another.
    pub fn contain(&mut self, container: ResourceId, content: ResourceId) {
        self.containment.push((container, content));
    }

    /// Says that it is not certain that one resource contains another, which was said.
    pub fn contains_perhaps(&mut self, container: ResourceId, content: ResourceId) {
        self.doubtful_containment.push((container, content));
    }

    /// Whether all that was said of what contains what is certain.
    pub fn has_certain_containment(&self) -> bool {
        self.doubtful_containment.is_empty()
    }

    /// Asks something of the catalog as it is without the containment that is not certain.
    pub fn with_certain_containment<T>(&mut self, ask: impl FnOnce(&Catalog) -> T) -> T {
        if self.has_certain_containment() {
            return ask(self);
        }
        let doubtful: rustc_hash::FxHashSet<_> = self.doubtful_containment.iter().copied().collect();
        let certain = self.containment.iter().copied().filter(|it| !doubtful.contains(it)).collect();
        let all = std::mem::replace(&mut self.containment, certain);
        let answer = ask(self);
        self.containment = all;
        answer
    }

    /// The resource with the key of another one.
    pub fn of_name(&self, resource: &Resource) -> Option<ResourceId> {
        self.of_type(&resource.type_name, &resource.title)
    }

    /// The resource with this key, `Type[title]` as it was declared.
    pub fn find(&self, key: &str) -> Option<ResourceId> {
        let (type_name, title) = crate::split_reference(key)?;
        self.of_type(type_name, title)
    }

    pub fn get(&self, id: ResourceId) -> Option<&Resource> {
        self.resources.get(id.index())
    }

    pub fn len(&self) -> usize {
        self.resources.len()
    }

    pub fn is_empty(&self) -> bool {
        self.resources.is_empty()
    }

    /// All resources, virtual ones too, in the order of declaration.
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }

    pub fn ids(&self) -> impl ExactSizeIterator<Item = ResourceId> + use<> {
        (0..self.resources.len() as u32).map(ResourceId)
    }

    /// Containers with what they contain, ordered by what is contained: so catalogs write them, and so their order counts.
    pub fn containment(&self) -> Vec<(ResourceId, ResourceId)> {
        self.containment_of(self.len())
    }

    /// The same with this number of resources, which need not be here.
    pub fn containment_of(&self, count: usize) -> Vec<(ResourceId, ResourceId)> {
        let mut sorted = self.containment.clone();
        sorted.retain(|(container, content)| container.index() < count && content.index() < count);
        sorted.sort_by_key(|(_, content)| *content);
        let (mut of, mut seen) = (None, rustc_hash::FxHashSet::default());
        sorted.retain(|(container, content)| {
            // Few have more than one container.
            if of.replace(*content) != Some(*content) {
                if seen.capacity() > FEW {
                    seen = rustc_hash::FxHashSet::default();
                }
                seen.clear();
            }
            seen.insert(*container)
        });
        sorted
    }
}

/// A set of this size is emptied faster than made anew.
const FEW: usize = 64;

fn hash(type_name: &str, title: &str) -> u64 {
    FxBuildHasher.hash_one((type_name, title))
}

fn hash_of(resources: &[Resource], id: ResourceId) -> u64 {
    resources.get(id.index()).map_or(0, |it| hash(&it.type_name, &it.title))
}

impl Index<ResourceId> for Catalog {
    type Output = Resource;

    fn index(&self, id: ResourceId) -> &Resource {
        &self.resources[id.index()]
    }
}

impl IndexMut<ResourceId> for Catalog {
    /// The key of a resource must stay what it is.
    fn index_mut(&mut self, id: ResourceId) -> &mut Resource {
        &mut self.resources[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::Kind;

    #[test]
    fn a_key_is_declared_once() {
        let mut catalog = Catalog::new("n", "production");
        let first = catalog.add(Resource::new("File", "/a", Kind::Compilable)).unwrap();
        assert_eq!(catalog.add(Resource::new("File", "/a", Kind::Compilable)), None);
        assert_eq!(catalog.find("File[/a]"), Some(first));
        assert_eq!(catalog[first].key(), "File[/a]");
        assert_eq!(catalog.len(), 1);
    }

    #[test]
    fn containment_is_ordered_by_content() {
        let mut catalog = Catalog::new("n", "production");
        let ids: Vec<_> = ["a", "b", "c"].map(|t| catalog.add(Resource::new("D", t, Kind::Defined)).unwrap()).into();
        catalog.contain(ids[0], ids[2]);
        catalog.contain(ids[0], ids[1]);
        catalog.contain(ids[0], ids[2]);
        catalog.contain(ids[0], ResourceId(9));
        assert_eq!(catalog.containment(), [(ids[0], ids[1]), (ids[0], ids[2])]);
    }
}
