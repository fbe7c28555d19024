//! Relationships from `before`, `require`, `notify` and `subscribe`, and those that types add.

use std::sync::Arc;

use issue::{Issue, ResourceUse, Str};
use rustc_hash::FxHashSet;
use serde_json::Value;

use super::{Automatic, Known, ResourceTypes, Source, report};
use crate::{Catalog, Condition, Origin, Relation, Resource, ResourceId};

/// The relationships of a catalog, in Puppet's order, and what is wrong with them.
#[derive(Clone, Debug, Default)]
pub struct Relations {
    pub relations: Vec<Relation>,
    pub problems: Vec<Problem>,
}

/// Why Puppet would not apply a catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub issue: Issue,
    pub resource: ResourceId,
    /// The parameter that is wrong, if it is one.
    pub origin: Origin,
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    pub about: About,
    /// When it is so.
    pub condition: Condition,
}

/// Part of a resource that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Value,
    /// Its title is another resource's name.
    Title,
    /// One of its names is another resource's.
    Name,
}

impl Problem {
    pub(super) fn new(id: ResourceId, resource: &Resource, issue: Issue) -> Problem {
        Problem {
            issue,
            resource: id,
            origin: resource.origin,
            file: resource.file.clone(),
            line: resource.line,
            about: About::Value,
            condition: resource.condition,
        }
    }
}

/// In Puppet's order of evaluation.
const PARAMETERS: [(&str, Source); 4] =
    [("require", Source::Require), ("subscribe", Source::Subscribe), ("before", Source::Before), ("notify", Source::Notify)];

/// Reads the relationships of a catalog.
pub fn relations(catalog: &Catalog, types: &dyn ResourceTypes) -> Relations {
    let mut found = Relations::default();
    let known = Known::new(catalog, types, &mut found.problems);
    for id in catalog.ids().filter(|id| !catalog[*id].is_virtual) {
        written(catalog, &known, id, &catalog[id], &mut found);
    }
    for (id, variant) in catalog.variants().iter().filter(|(_, it)| !it.is_virtual) {
        written(catalog, &known, *id, variant, &mut found);
    }
    automatic(catalog, types, &known, &mut found.relations);
    found
}

/// Collects the relationships of a resource's metaparameters.
fn written(catalog: &Catalog, known: &Known<'_>, id: ResourceId, resource: &Resource, found: &mut Relations) {
    for (name, source) in PARAMETERS {
        let Some(parameter) = resource.parameters.get(name) else { continue };
        each_reference(&parameter.value, &mut |reference| {
            let arrow = resource.arrows.iter().find(|it| it.parameter == name && it.reference == reference);
            let (origin, condition) = arrow.map_or((parameter.origin, parameter.condition), |it| (it.origin, it.condition));
            let Some(other) = known.find(reference) else {
                if catalog.is_doubtful {
                    // Something whose name is not known may be it.
                    return;
                }
                let of: Str = report::reference(resource).into();
                let issue = match super::Reference::parse(reference) {
                    Some(reference) => {
                        let user = if source.comes_before() { ResourceUse::Dependency { of } } else { ResourceUse::Dependent { of } };
                        Issue::MissingResource { references: vec![reference.to_string().into()], user }
                    }
                    None => Issue::InvalidReference(issue::Reference::UntitledParameter {
                        name: name.into(),
                        reference: of,
                        written: reference.into(),
                    }),
                };
                let condition = either(resource.condition, condition);
                let problem = Problem { origin: parameter.origin, condition, ..Problem::new(id, resource, issue) };
                found.problems.push(problem);
                return;
            };
            let condition = either(condition, either(resource.condition, catalog[other].condition));
            let (before, after) = if source.comes_before() { (other, id) } else { (id, other) };
            let written_as = if arrow.is_some() && name != "require" { Source::Arrow } else { source };
            found.relations.push(Relation { word: written_as.id(), ..source.relation(before, after, origin, condition) });
        });
    }
}

/// The first that does not always hold; which of two is of no importance, only that there is one.
pub(super) fn either(a: Condition, b: Condition) -> Condition {
    if a == Condition::Always { b } else { a }
}

/// References may be one, or many, or nested ones.
fn each_reference(value: &Value, found: &mut dyn FnMut(&str)) {
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value {
            Value::String(reference) => found(reference),
            Value::Array(many) => rest.extend(many.iter().rev()),
            _ => {}
        }
    }
}

/// Collects automatic relationships: one is left out where the same or the opposite is written.
fn automatic(catalog: &Catalog, types: &dyn ResourceTypes, known: &Known<'_>, relations: &mut Vec<Relation>) {
    let mut there: FxHashSet<(ResourceId, ResourceId)> = relations.iter().map(|it| (it.before, it.after)).collect();
    for id in catalog.ids() {
        let resource = &catalog[id];
        if resource.is_virtual || resource.is_container() {
            continue;
        }
        for Automatic { source, type_name, title } in types.automatic(id, resource, known) {
            let Some(other) = known.find_title(&type_name, &title) else { continue };
            let (before, after) = if source.comes_before() { (other, id) } else { (id, other) };
            if there.contains(&(before, after)) || there.contains(&(after, before)) {
                continue;
            }
            there.insert((before, after));
            let (origin, condition) = (resource.origin, either(resource.condition, catalog[other].condition));
            relations.push(source.relation(before, after, origin, condition));
        }
    }
}
