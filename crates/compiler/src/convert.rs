//! From what was evaluated to Puppet's catalog.

use serde_json::{Map, Value as Json, json};
use values::{Type, Value};

use crate::compiler::Compiler;
use crate::reference::reference_text;
use crate::resource::{Kind, ResId, Resource};

/// A catalog as Puppet writes it.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// Puppet's own JSON, `catalog_format` 2.
    pub json: Json,
    /// Resources that were declared virtual and never realized.
    pub hidden: Vec<Json>,
}

impl Compiler<'_> {
    pub fn finished(&self) -> Compiled {
        let all: Vec<ResId> =
            [ResId(0), ResId(1)].into_iter().filter(|it| it.index() < self.resources.len()).chain(self.order.iter().copied()).collect();
        let resources: Vec<Json> =
            all.iter().filter(|id| !self.resource(**id).is_virtual).map(|id| resource_json(self.resource(*id))).collect();
        let hidden = all
            .iter()
            .map(|id| self.resource(*id))
            .filter(|it| it.is_virtual)
            .map(|it| {
                let mut map = Map::new();
                map.insert("type".into(), json!(&*it.type_name));
                map.insert("title".into(), json!(&*it.title));
                map.insert("exported".into(), json!(it.exported));
                map.insert("file".into(), json!(it.place.file.as_deref()));
                map.insert("line".into(), json!(it.place.line));
                Json::Object(map)
            })
            .collect();
        let edges: Vec<Json> = self
            .edges
            .iter()
            .map(|(from, to)| (self.resource(*from), self.resource(*to)))
            .filter(|(from, to)| !from.is_virtual && !to.is_virtual)
            .map(|(from, to)| json!({"source": from.reference(), "target": to.reference()}))
            .collect();
        let mut tags: Vec<&str> = self.tags.iter().map(|it| &**it).collect();
        tags.sort_unstable();
        let classes: Vec<&str> = self.classes.iter().map(|it| &**it).collect();
        let json = json!({
            "tags": tags,
            "name": &*self.request.node,
            "version": Json::Null,
            "code_id": Json::Null,
            "catalog_format": 2,
            "environment": &*self.environment.name,
            "resources": resources,
            "edges": edges,
            "classes": classes,
        });
        Compiled { json, hidden }
    }
}

fn resource_json(resource: &Resource) -> Json {
    let mut map = Map::new();
    let mut tags: Vec<&str> = resource.tags.iter().map(|it| &**it).collect();
    tags.sort_unstable();
    map.insert("type".into(), json!(&*resource.type_name));
    map.insert("title".into(), json!(&*resource.title));
    map.insert("tags".into(), json!(tags));
    if let Some(file) = &resource.place.file {
        map.insert("file".into(), json!(&**file));
    }
    if let Some(line) = resource.place.line {
        map.insert("line".into(), json!(line));
    }
    map.insert("exported".into(), json!(resource.exported));
    let kind = match resource.kind {
        Kind::Native => "compilable_type",
        Kind::Define => "defined_type",
        Kind::Class => "class",
        Kind::Node => "unknown",
    };
    let kind = if resource.kind == Kind::Class && resource.place.line.is_none() { "unknown" } else { kind };
    map.insert("kind".into(), json!(kind));
    let params: Map<String, Json> = resource
        .params
        .iter()
        .filter(|(_, param)| !param.value.is_undef())
        .map(|(name, param)| (name.to_string(), parameter_json(&param.value)))
        .collect();
    if !params.is_empty() {
        map.insert("parameters".into(), Json::Object(params));
    }
    if !resource.sensitive.is_empty() {
        map.insert("sensitive_parameters".into(), json!(resource.sensitive.iter().map(|it| &**it).collect::<Vec<_>>()));
    }
    Json::Object(map)
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
