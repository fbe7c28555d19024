//! Converts the evaluated resources to the catalog.

use std::io;
use std::sync::Arc;

use catalog::puppet::Problem;
use catalog::{Arrow, Catalog, Origin, Parameter, ResourceId};
use indexmap::IndexSet;
use issue::Place;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use serde_json::Value as Json;
use values::{Str, Type, Value};

use crate::compiler::Compiler;
use crate::environment::NodeFacts;
use crate::error::EvalError;
use crate::ids::ResId;
use crate::lists::flatten;
use crate::native::Native;
use crate::reference::reference_text;
use crate::resource::{Kind, Resource};

/// A catalog, and where everything in it was written.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// With the virtual resources that nothing realized.
    pub catalog: Catalog,
    /// The facts that it was compiled with.
    pub facts: NodeFacts,
    places: Vec<Place>,
    /// Where a class is put into another one by `contain`.
    contained_at: FxHashMap<(ResourceId, ResourceId), Place>,
}

impl Compiled {
    /// Where something of the catalog was written.
    pub fn place(&self, origin: Origin) -> Option<&Place> {
        self.places.get(usize::try_from(origin.0).ok()?.checked_sub(1)?)
    }

    /// Where a container is said to contain something, if that is written apart from the declaration. Only in an analysis.
    pub fn place_of_containment(&self, container: ResourceId, content: ResourceId) -> Option<&Place> {
        self.contained_at.get(&(container, content))
    }

    /// Why the catalog would not be applied, as an error at the place where that was written.
    pub fn error(&self, problem: &Problem) -> EvalError {
        let mut place = self.place(problem.origin).cloned().unwrap_or_default();
        if place.line.is_none() {
            place.file = problem.file.as_deref().filter(|it| !it.is_empty()).map(Into::into);
            place.line = problem.line;
        }
        EvalError::bare(problem.issue.clone(), place)
    }

    /// Puppet's own JSON, `catalog_format` 2.
    pub fn to_json(&self) -> String {
        catalog::puppet::to_json(&self.catalog)
    }
}

/// Values that many resources share.
#[derive(Default)]
struct Shared {
    files: FxHashSet<Arc<str>>,
    places: Vec<Place>,
    /// The types of resources that occurred, as the code has them; of others those of the table.
    types: FxHashMap<Str, Option<Native>>,
}

impl Shared {
    fn origin(&mut self, place: &Place) -> Origin {
        if place.line.is_none() {
            return Origin::NOWHERE;
        }
        if self.places.last() != Some(place) {
            self.places.push(place.clone());
        }
        Origin(self.places.len() as u64)
    }

    fn type_info(&mut self, name: &Str) -> Option<Native> {
        let found = self.types.entry(name.clone()).or_default();
        if found.is_none() {
            *found = resource_types::type_info(&name.to_lowercase()).map(Native::Table);
        }
        found.clone()
    }

    fn file(&mut self, name: &str) -> Arc<str> {
        if let Some(there) = self.files.get(name) {
            return there.clone();
        }
        let new: Arc<str> = name.into();
        self.files.insert(new.clone());
        new
    }
}

/// Result of an evaluation, before it becomes a catalog.
pub struct Evaluated {
    /// Without its resources.
    catalog: Catalog,
    resources: Vec<Option<Box<Resource>>>,
    /// Those of the catalog, in its order.
    order: Vec<ResId>,
    edges: IndexSet<(ResId, ResId), FxBuildHasher>,
    /// Those of the edges that are there under conditions only.
    doubtful: Vec<(ResId, ResId)>,
    contained_at: FxHashMap<(ResId, ResId), Place>,
    /// Several resources of one name may be there, under conditions that exclude each other.
    has_variants: bool,
    /// The types of the resources.
    types: FxHashMap<Str, Option<Native>>,
}

impl Compiler<'_> {
    /// Ends the compilation: what it needed for itself is gone before there is a catalog.
    pub fn evaluated(&mut self) -> Evaluated {
        self.draft.forget_names();
        self.scopes.clear();
        self.loaded.definitions.clear();
        let mut catalog = Catalog::new(&*self.request.node, &*self.environment.name);
        let mut tags: Vec<&str> = self.draft.tags.iter().map(|it| &**it).collect();
        tags.sort_unstable();
        catalog.tags = tags.into_iter().map(Into::into).collect();
        catalog.classes = self.draft.classified.iter().chain(&self.draft.classes).map(|it| (&**it).into()).collect();
        catalog.is_doubtful = self.analysis.is_doubtful(self.sink.incomplete);
        catalog.may_lack_attributes = self.budget.given_up || self.analysis.may_lack_attributes || self.analysis.cut_short.is_some();
        let mut order = std::mem::take(&mut self.draft.order);
        order.splice(0..0, [ResId::STAGE_MAIN, ResId(1)]);
        let resources = self.draft.take_resources().into_iter().map(Some).collect();
        let conditions = &self.analysis.conditions;
        let contained = self.analysis.contained.iter().filter(|(_, when)| !conditions.is_always(**when));
        let doubtful = contained.map(|(edge, _)| *edge).collect();
        Evaluated {
            catalog,
            resources,
            order,
            edges: std::mem::take(&mut self.draft.edges),
            doubtful,
            contained_at: std::mem::take(&mut self.analysis.contained_at),
            has_variants: self.analysis.has_variants,
            types: self.loaded.take_native_types(),
        }
    }
}

impl Evaluated {
    /// Null, a number or a text.
    pub fn set_version(&mut self, version: impl Into<Json>) {
        self.catalog.version = version.into();
    }

    /// The catalog. Each resource is given up when it is in it.
    pub fn compiled(self) -> Compiled {
        let Evaluated { mut catalog, mut resources, order, edges, doubtful, contained_at, has_variants, types } = self;
        catalog.reserve(resources.len() + catalog::puppet::MOST_DEFAULTS);
        let mut shared = Shared { places: Vec::with_capacity(resources.len()), types, ..Shared::default() };
        let mut numbers: Vec<Option<ResourceId>> = vec![None; resources.len()];
        for id in order {
            let Some(resource) = resources.get_mut(id.index()).and_then(Option::take) else { continue };
            let resource = of_catalog(&resource, &mut shared);
            // Another one of its name, under conditions that exclude each other, has the place of both.
            let other = if has_variants { catalog.of_name(&resource) } else { None };
            let number = match other {
                None => catalog.add(resource),
                Some(number) => {
                    catalog.add_variant(number, resource);
                    Some(number)
                }
            };
            if let Some(place) = numbers.get_mut(id.index()) {
                *place = number;
            }
        }
        contain(&mut catalog, &edges, &numbers);
        for (container, content) in doubtful {
            if let (Some(Some(container)), Some(Some(content))) = (numbers.get(container.index()), numbers.get(content.index())) {
                catalog.contains_perhaps(*container, *content);
            }
        }
        let number = |id: ResId| numbers.get(id.index()).copied().flatten();
        let contained_at = contained_at.into_iter().filter_map(|((a, b), place)| Some(((number(a)?, number(b)?), place))).collect();
        Compiled { catalog, facts: NodeFacts::default(), places: shared.places, contained_at }
    }

    /// Puppet's own JSON, on many lines or on one: that of [`Evaluated::compiled`], of which one resource is made at a time. Outside
    /// of analysis no two resources have one name, so that they can be numbered before they are there.
    pub fn write_json(&self, out: impl io::Write, on_many_lines: bool) -> io::Result<()> {
        let mut catalog = self.catalog.clone();
        let found = || self.order.iter().filter_map(|id| Some((*id, self.resources.get(id.index())?.as_deref()?)));
        let mut numbers: Vec<Option<ResourceId>> = vec![None; self.resources.len()];
        for (number, (id, _)) in (0..).zip(found()) {
            if let Some(place) = numbers.get_mut(id.index()) {
                *place = Some(ResourceId(number));
            }
        }
        contain(&mut catalog, &self.edges, &numbers);
        drop(numbers);
        let mut shared = Shared { types: self.types.clone(), ..Shared::default() };
        let resources = found().map(|(_, resource)| {
            shared.places.clear();
            of_catalog(resource, &mut shared)
        });
        catalog::puppet::write_json_of(out, &catalog, resources, on_many_lines)
    }
}

fn contain(catalog: &mut Catalog, edges: &IndexSet<(ResId, ResId), FxBuildHasher>, numbers: &[Option<ResourceId>]) {
    for (container, content) in edges {
        if let (Some(Some(container)), Some(Some(content))) = (numbers.get(container.index()), numbers.get(content.index())) {
            catalog.contain(*container, *content);
        }
    }
}

fn of_catalog(resource: &Resource, shared: &mut Shared) -> catalog::Resource {
    let mut tags: Vec<&str> = resource.tags.iter().map(|it| &**it).collect();
    tags.sort_unstable();
    let kind = match resource.kind {
        Kind::Native => "compilable_type",
        Kind::Define => "defined_type",
        Kind::Class if resource.place.line.is_some() => "class",
        Kind::Class | Kind::Node => "unknown",
    };
    let mut out = catalog::Resource::new(&*resource.type_name, &*resource.title, catalog::Kind::of_name(kind));
    out.tags = tags.into_iter().map(Into::into).collect();
    // Text of the command line is a file without a name.
    let file = resource.place.file.as_deref().or(resource.place.line.map(|_| ""));
    out.file = file.map(|file| shared.file(file));
    out.line = resource.place.line;
    out.exported = resource.exported;
    out.is_virtual = resource.is_virtual;
    out.condition = resource.when;
    if resource.open {
        out.unknown.push("*".into());
    }
    if resource.unknown_title.is_some() {
        out.unknown.push("title".into());
    }
    out.origin = shared.origin(&resource.place);
    let info = match resource.kind {
        Kind::Native => shared.type_info(&resource.type_name),
        _ => None,
    };
    let info = info.as_deref();
    let namevar = info.map_or("name", |it| it.namevar().unwrap_or("name"));
    // What the title says counts, unless an attribute says otherwise.
    out.parameters.reserve_exact(resource.params.len() + 1);
    for (name, value) in info.into_iter().flat_map(|it| resource_types::from_title(it, &resource.title)) {
        if let resource_types::Value::Str(text) = value {
            out.set(name, Json::String(text));
        }
    }
    for (name, param) in resource.params.iter().filter(|(_, param)| !param.value.is_undef()) {
        let lower;
        let name: &str = if name.bytes().all(|it| it.is_ascii() && !it.is_ascii_uppercase()) {
            name
        } else {
            lower = name.to_lowercase();
            &lower
        };
        let name = if name == "name" && info.is_some() { namevar } else { name };
        if hides(&param.value) {
            out.unknown.push(name.into());
            if !is_relationship(name) {
                continue;
            }
        }
        let value = given(name, &param.value);
        let parameter = Parameter { value, origin: shared.origin(&param.place), condition: param.when };
        out.parameters.insert(name.into(), parameter);
    }
    let is_no_text = resource.given_title.is_some() || is_main(resource);
    if resource.given_title.is_some() && out.value(namevar).is_none() {
        out.set(namevar, Json::String(resource.title.to_string()));
    }
    // The title need not be said twice.
    if out.value(namevar).and_then(Json::as_str) == Some(&resource.title) && !is_no_text {
        out.parameters.shift_remove(namevar);
    }
    out.sensitive_parameters = resource.sensitive.iter().map(|it| (&**it).into()).collect();
    out.arrows = resource
        .arrows
        .iter()
        .map(|arrow| Arrow {
            parameter: arrow.parameter.into(),
            reference: arrow.reference.as_str().into(),
            origin: shared.origin(&arrow.place),
            condition: arrow.when,
        })
        .collect();
    out
}

/// The names of the first stage and class are no texts to Puppet, so that it says them twice.
fn is_main(resource: &Resource) -> bool {
    &*resource.title == "main" && matches!(&*resource.type_name, "Stage" | "Class")
}

fn is_relationship(name: &str) -> bool {
    matches!(name, "before" | "notify" | "require" | "subscribe")
}

/// Whether a part of a value is not known.
fn hides(value: &Value) -> bool {
    match value {
        Value::Unknown(_) => true,
        Value::Array(_) | Value::Hash(_) => functions::unknown_within(value).is_some(),
        _ => false,
    }
}

fn given(name: &str, value: &Value) -> Json {
    match value {
        Value::Array(_) if is_relationship(name) => {
            let mut references = Vec::new();
            flatten(value.clone(), &mut references, 0);
            let mut list = Vec::with_capacity(references.len());
            list.extend(references.iter().filter(|it| !matches!(it, Value::Undef | Value::Unknown(_))).map(parameter_json));
            Json::Array(list)
        }
        _ => parameter_json(value),
    }
}

/// References become text; the rest is Puppet's rich data.
fn parameter_json(value: &Value) -> Json {
    match value {
        Value::Type(Type::Class(Some(_)) | Type::Resource(Some(_), Some(_))) => Json::String(reference_text(value)),
        Value::Array(values) => Json::Array(values.iter().map(parameter_json).collect()),
        Value::Hash(entries) if entries.keys().all(|key| matches!(key, Value::String(_))) => {
            Json::Object(entries.iter().map(|(key, value)| (values::print::interpolate(key), parameter_json(value))).collect())
        }
        other => values::data::to_rich(other),
    }
}
