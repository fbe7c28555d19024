//! The catalog under construction.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use values::{Str, Value};

use crate::collector::Collector;
use crate::ids::{CollectorId, DefId, ResId};
use crate::relationship::Relationship;
use crate::resource::{Kind, Override, Resource, Tags, capitalize};
use issue::Place;

/// Declarations so far, and the work left for the end.
#[derive(Default)]
pub struct Draft {
    /// Each by itself, so that it can be given up by itself.
    #[allow(clippy::vec_box)]
    resources: Vec<Box<Resource>>,
    /// In the order of the catalog; the stage `main` and the class `settings` are not evaluated and stand before.
    pub order: Vec<ResId>,
    /// By type, then by title.
    table: FxHashMap<Str, FxHashMap<Str, ResId>>,
    /// Names of types as they are declared, by those in lower case.
    type_names: FxHashMap<Str, Str>,
    /// Those in lower case, by the others.
    type_tags: FxHashMap<Str, Str>,
    /// Other names of resources: aliases and the values of their namevars, where these are not their titles.
    aliases: FxHashMap<(Str, Vec<Value>), ResId>,
    pub edges: IndexSet<(ResId, ResId), FxBuildHasher>,
    /// The classes of a classifier come first, once more than the others.
    pub classified: Vec<Str>,
    pub classes: IndexSet<Str>,
    pub tags: Tags,
    pub collectors: Vec<Collector>,
    pub waiting_overrides: IndexMap<(Str, Str), Vec<Override>, FxBuildHasher>,
    /// Definitions that a collector's override may change as if it were their child.
    pub overriding: FxHashSet<DefId>,
    pub relationships: Vec<Relationship>,
}

impl Draft {
    pub fn resource(&self, id: ResId) -> &Resource {
        &self.resources[id.index()]
    }

    pub fn resource_mut(&mut self, id: ResId) -> &mut Resource {
        &mut self.resources[id.index()]
    }

    /// Adds a resource, which is found by its type and title from here on.
    pub fn place(&mut self, resource: Resource) -> ResId {
        let id = ResId(u32::try_from(self.resources.len()).unwrap_or(u32::MAX));
        self.rename(resource.type_name.clone(), resource.title.clone(), id);
        self.resources.push(Box::new(resource));
        id
    }

    /// Lets a type and title stand for a resource.
    pub fn rename(&mut self, type_name: Str, title: Str, id: ResId) {
        self.table.entry(type_name).or_default().insert(title, id);
    }

    pub fn add_alias(&mut self, name: (Str, Vec<Value>), id: ResId) {
        self.aliases.insert(name, id);
    }

    /// A resource by its type and title as they were declared.
    pub fn declared(&self, type_name: &str, title: &str) -> Option<ResId> {
        self.table.get(type_name)?.get(title).copied()
    }

    /// A resource by an alias or the values of its namevars.
    pub fn alias(&self, type_name: &Str, names: &[Value]) -> Option<ResId> {
        if let [Value::String(title)] = names
            && let Some(id) = self.declared(type_name, title)
            && self.resource(id).is_named_by_title
        {
            return Some(id);
        }
        self.aliases.get(&(type_name.clone(), names.to_vec())).copied()
    }

    /// The resources of a type, in the order of the catalog.
    pub fn resources_of_type(&self, type_name: &str) -> impl Iterator<Item = ResId> {
        self.order.iter().copied().filter(move |id| *self.resource(*id).type_name == *type_name)
    }

    /// The name of a type in references, `File`, by that in lower case; and what it is as a tag is known from here on.
    pub fn type_name(&mut self, lower: &Str) -> Str {
        if let Some(known) = self.type_names.get(lower) {
            return known.clone();
        }
        let name = Str::from(capitalize(lower));
        self.type_names.insert(lower.clone(), name.clone());
        self.type_tags.insert(name.clone(), lower.strip_prefix("::").map_or_else(|| lower.clone(), Str::from));
        name
    }

    /// A type as a tag, by its name in references.
    pub fn type_tag<'a>(&'a self, name: &'a Str) -> &'a Str {
        self.type_tags.get(name).unwrap_or(name)
    }

    /// The resource of that number, if it is there already.
    pub fn get(&self, id: ResId) -> Option<&Resource> {
        self.resources.get(id.index()).map(|it| &**it)
    }

    /// All resources in the order in which they were declared.
    pub fn resources(&self) -> impl Iterator<Item = &Resource> {
        self.resources.iter().map(|it| &**it)
    }

    pub fn resources_mut(&mut self) -> impl Iterator<Item = &mut Resource> {
        self.resources.iter_mut().map(|it| &mut **it)
    }

    /// Gives the resources away.
    #[allow(clippy::vec_box)]
    pub fn take_resources(&mut self) -> Vec<Box<Resource>> {
        std::mem::take(&mut self.resources)
    }

    /// Frees what finds resources by their names.
    pub fn forget_names(&mut self) {
        self.table = FxHashMap::default();
        self.aliases = FxHashMap::default();
    }

    pub fn has_class_of(&self, class: DefId) -> bool {
        self.resources().any(|it| it.kind == Kind::Class && it.definition == Some(class))
    }

    /// References to realize that do not exist.
    pub fn unrealized(&self) -> Vec<(String, Place)> {
        self.collectors
            .iter()
            .flat_map(|it| match &it.kind {
                crate::collector::Kind::Names { names, place } => names.iter().map(|name| (name.clone(), place.clone())).collect(),
                crate::collector::Kind::Query { .. } => Vec::new(),
            })
            .collect()
    }

    pub fn add_collector(&mut self, collector: Collector) -> CollectorId {
        let id = CollectorId(u32::try_from(self.collectors.len()).unwrap_or(u32::MAX));
        self.collectors.push(collector);
        id
    }
}
