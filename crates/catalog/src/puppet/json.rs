//! Puppet's catalogs as JSON.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use serde::ser::{SerializeSeq, SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use smol_str::SmolStr;

use super::Reference;
use super::names::canonical_type;
use crate::resource::Parameters;
use crate::{Catalog, Kind, Parameter, Resource, ResourceId};

/// Why a text is no catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError(pub String);

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JsonError {}

#[derive(Deserialize)]
struct CatalogIn {
    #[serde(default)]
    tags: Vec<SmolStr>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    version: Value,
    #[serde(default)]
    code_id: Option<String>,
    #[serde(default)]
    catalog_uuid: Option<String>,
    #[serde(default)]
    environment: Option<String>,
    #[serde(default)]
    resources: Vec<ResourceIn>,
    #[serde(default)]
    edges: Vec<Edge>,
    #[serde(default)]
    classes: Vec<SmolStr>,
}

#[derive(Deserialize)]
struct ResourceIn {
    #[serde(rename = "type")]
    type_name: SmolStr,
    title: SmolStr,
    #[serde(default)]
    tags: Vec<SmolStr>,
    #[serde(default)]
    file: Option<SmolStr>,
    #[serde(default)]
    line: Option<u32>,
    #[serde(default)]
    exported: bool,
    #[serde(default)]
    kind: Option<SmolStr>,
    #[serde(default)]
    parameters: Option<serde_json::Map<String, Value>>,
    #[serde(default)]
    sensitive_parameters: Vec<SmolStr>,
}

#[derive(Deserialize)]
struct Edge {
    source: String,
    target: String,
}

/// Reads a catalog as Puppet writes it.
pub fn from_json(text: &str) -> Result<Catalog, JsonError> {
    let read: CatalogIn = serde_json::from_str(text).map_err(|e| JsonError(e.to_string()))?;
    let mut catalog = Catalog::new(read.name.unwrap_or_default(), read.environment.unwrap_or_default());
    catalog.version = read.version;
    catalog.code_id = read.code_id;
    catalog.catalog_uuid = read.catalog_uuid;
    catalog.tags = read.tags;
    catalog.classes = read.classes;
    let mut files = FxHashSet::default();
    for resource in read.resources {
        let resource = resource.read(&mut files);
        let key = resource.key();
        catalog.add(resource).ok_or_else(|| JsonError(format!("Duplicate declaration: {key} is already declared; cannot redeclare")))?;
    }
    for Edge { source, target } in read.edges {
        let role =
            |role, of: &str, other| JsonError(format!("Could not intern from data: Could not find relationship {role} {of:?} for {other}"));
        let container = find(&catalog, &source).ok_or_else(|| role("source", &source, &target))?;
        let content = find(&catalog, &target).ok_or_else(|| role("target", &target, &source))?;
        catalog.contain(container, content);
    }
    Ok(catalog)
}

impl ResourceIn {
    fn read(self, files: &mut FxHashSet<Arc<str>>) -> Resource {
        let kind = match self.kind {
            Some(kind) => Kind::of_name(&kind),
            // What wrote no kinds had one word for all that contains.
            None if self.type_name == "Class" || self.type_name.contains("::") => Kind::Class,
            None => Kind::Compilable,
        };
        let parameters = self.parameters.unwrap_or_default();
        Resource {
            file: self.file.map(|file| shared(files, &file)),
            line: self.line,
            // As Puppet applies it: names that differ in the case of letters alone are one.
            type_name: canonical_type(&self.type_name.to_lowercase()).into(),
            title: self.title,
            tags: self.tags,
            exported: self.exported,
            kind,
            parameters: parameters.into_iter().map(|(name, value)| (name.into(), Parameter::from(value))).collect(),
            sensitive_parameters: self.sensitive_parameters,
            ..Resource::default()
        }
    }
}

/// Many resources come from one file.
fn shared(files: &mut FxHashSet<Arc<str>>, name: &str) -> Arc<str> {
    if let Some(there) = files.get(name) {
        return there.clone();
    }
    let new: Arc<str> = name.into();
    files.insert(new.clone());
    new
}

/// Edges write `Class[Main]` for what is declared as `Class[main]`.
fn find(catalog: &Catalog, key: &str) -> Option<crate::ResourceId> {
    catalog.find(key).or_else(|| {
        let reference = Reference::parse(key)?.to_string();
        catalog.find(&reference).or_else(|| (reference == "Class[Main]").then(|| catalog.find("Class[main]")).flatten())
    })
}

/// Written while it is walked: no part of it is made before.
struct CatalogOut<'a, R, E> {
    catalog: &'a Catalog,
    resources: R,
    edges: E,
}

impl<'a> CatalogOut<'a, Resources<'a>, Edges<'a>> {
    fn new(catalog: &'a Catalog) -> Self {
        CatalogOut { catalog, resources: Resources(catalog), edges: Edges(catalog) }
    }
}

impl<R: Serialize, E: Serialize> Serialize for CatalogOut<'_, R, E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let catalog = self.catalog;
        let mut out = serializer.serialize_struct("Catalog", 10)?;
        out.serialize_field("tags", &catalog.tags)?;
        out.serialize_field("name", &catalog.name)?;
        out.serialize_field("version", &catalog.version)?;
        out.serialize_field("code_id", &catalog.code_id)?;
        out.serialize_field("catalog_uuid", &catalog.catalog_uuid)?;
        out.serialize_field("catalog_format", &2)?;
        out.serialize_field("environment", &catalog.environment)?;
        out.serialize_field("resources", &self.resources)?;
        out.serialize_field("edges", &self.edges)?;
        out.serialize_field("classes", &catalog.classes)?;
        out.end()
    }
}

struct Resources<'a>(&'a Catalog);

impl Serialize for Resources<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.resources().iter().filter(|it| is_real(it)).map(ResourceOut::new))
    }
}

struct Edges<'a>(&'a Catalog);

impl Serialize for Edges<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let resources = self.0.containment().into_iter().map(|(container, content)| (&self.0[container], &self.0[content]));
        let real = resources.filter(|(container, content)| is_real(container) && is_real(content));
        serializer.collect_seq(real.map(|(container, content)| EdgeOut { source: Key::new(container), target: Key::new(content) }))
    }
}

/// Name of a resource in edges: its type and its title. None of what is virtual.
type Name = Option<(SmolStr, SmolStr)>;

/// Resources that are made while they are written, and their names, which are all that is kept of them.
struct Passing<'n, R> {
    resources: Cell<Option<R>>,
    names: &'n RefCell<Vec<Name>>,
}

impl<R: Iterator<Item = Resource>> Serialize for Passing<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_seq(None)?;
        for resource in self.resources.take().into_iter().flatten() {
            let is_real = is_real(&resource);
            if is_real {
                out.serialize_element(&ResourceOut::new(&resource))?;
            }
            self.names.borrow_mut().push(is_real.then_some((resource.type_name, resource.title)));
        }
        out.end()
    }
}

/// Containment of the resources that were written.
struct EdgesOfNames<'a> {
    catalog: &'a Catalog,
    names: &'a RefCell<Vec<Name>>,
}

impl Serialize for EdgesOfNames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.names.borrow();
        let key = |id: ResourceId| {
            let (type_name, title) = names.get(id.index())?.as_ref()?;
            Some(Key { type_name, title })
        };
        let edges = self.catalog.containment_of(names.len()).into_iter();
        serializer.collect_seq(edges.filter_map(|(container, content)| Some(EdgeOut { source: key(container)?, target: key(content)? })))
    }
}

#[derive(Serialize)]
struct EdgeOut<'a> {
    source: Key<'a>,
    target: Key<'a>,
}

struct Key<'a> {
    type_name: &'a str,
    title: &'a str,
}

impl<'a> Key<'a> {
    fn new(resource: &'a Resource) -> Key<'a> {
        Key { type_name: &resource.type_name, title: &resource.title }
    }
}

impl Serialize for Key<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}[{}]", self.type_name, self.title))
    }
}

fn is_real(resource: &Resource) -> bool {
    !resource.is_virtual
}

#[derive(Serialize)]
struct ResourceOut<'a> {
    #[serde(rename = "type")]
    type_name: &'a str,
    title: &'a str,
    tags: &'a [SmolStr],
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    exported: bool,
    kind: &'a str,
    #[serde(skip_serializing_if = "Values::is_empty")]
    parameters: Values<'a>,
    #[serde(skip_serializing_if = "<[SmolStr]>::is_empty")]
    sensitive_parameters: &'a [SmolStr],
}

impl<'a> ResourceOut<'a> {
    fn new(resource: &'a Resource) -> ResourceOut<'a> {
        ResourceOut {
            type_name: &resource.type_name,
            title: &resource.title,
            tags: &resource.tags,
            file: resource.file.as_deref(),
            line: resource.line,
            exported: resource.exported,
            kind: resource.kind.name(),
            parameters: Values(&resource.parameters),
            sensitive_parameters: &resource.sensitive_parameters,
        }
    }
}

struct Values<'a>(&'a Parameters);

impl Values<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, parameter)| (name, &parameter.value)))
    }
}

/// Writes a catalog as Puppet does: without what is virtual.
pub fn to_json(catalog: &Catalog) -> String {
    // Keys are texts and numbers are finite: there is nothing that JSON could not say.
    serde_json::to_string(&CatalogOut::new(catalog)).unwrap_or_default()
}

/// The same on many lines, for people.
pub fn to_json_pretty(catalog: &Catalog) -> String {
    serde_json::to_string_pretty(&CatalogOut::new(catalog)).unwrap_or_default()
}

/// The same to somewhere, without a text of all of it.
pub fn write_json(out: impl io::Write, catalog: &Catalog) -> io::Result<()> {
    Ok(serde_json::to_writer(out, &CatalogOut::new(catalog))?)
}

/// As [`write_json`], on many lines.
pub fn write_json_pretty(out: impl io::Write, catalog: &Catalog) -> io::Result<()> {
    Ok(serde_json::to_writer_pretty(out, &CatalogOut::new(catalog))?)
}

/// The same for a catalog without its resources, but with what contains what. They are made while they are written, in the order
/// of their numbers, so that there is one at a time. On many lines, or on one.
pub fn write_json_of(
    out: impl io::Write,
    catalog: &Catalog,
    resources: impl Iterator<Item = Resource>,
    on_many_lines: bool,
) -> io::Result<()> {
    let names = RefCell::new(Vec::new());
    let edges = EdgesOfNames { catalog, names: &names };
    let whole = CatalogOut { catalog, resources: Passing { resources: Cell::new(Some(resources)), names: &names }, edges };
    Ok(if on_many_lines { serde_json::to_writer_pretty(out, &whole) } else { serde_json::to_writer(out, &whole) }?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CATALOG: &str = r#"{"tags":["settings"],"name":"n","version":null,"code_id":null,"catalog_uuid":"u","catalog_format":2,"environment":"production","resources":[{"type":"Stage","title":"main","tags":["stage"],"exported":false,"kind":"compilable_type","parameters":{"name":"main"}},{"type":"Class","title":"main","tags":["class"],"exported":false,"kind":"unknown","parameters":{"name":"main"}},{"type":"File","title":"/a","tags":["file"],"file":"/x.pp","line":3,"exported":false,"kind":"compilable_type","parameters":{"content":"1","backup":false,"require":["Class[A]"]},"sensitive_parameters":["content"]}],"edges":[{"source":"Stage[main]","target":"Class[main]"},{"source":"Class[main]","target":"File[/a]"}],"classes":["settings"]}"#;

    #[test]
    fn what_is_read_is_written_again() {
        assert_eq!(to_json(&from_json(CATALOG).unwrap()), CATALOG);
    }

    #[test]
    fn types_in_other_letters_are_the_same() {
        let twice = r#"{"name":"n","resources":[{"type":"file","title":"/a"},{"type":"FILE","title":"/a"}]}"#;
        let error = from_json(twice).unwrap_err().to_string();
        assert_eq!(error, "Duplicate declaration: File[/a] is already declared; cannot redeclare");
        let catalog = from_json(&CATALOG.replace(r#""type":"File""#, r#""type":"fILE""#)).unwrap();
        assert_eq!(to_json(&catalog), CATALOG);
    }

    #[test]
    fn virtual_resources_are_not_written() {
        let mut catalog = from_json(CATALOG).unwrap();
        let file = catalog.find("File[/a]").unwrap();
        catalog[file].is_virtual = true;
        let written = from_json(&to_json(&catalog)).unwrap();
        assert_eq!((written.len(), written.containment().len()), (2, 1));
    }

    #[test]
    fn what_passes_is_written_as_what_is_there() {
        let mut catalog = from_json(CATALOG).unwrap();
        for hidden in [None, Some("File[/a]"), Some("Class[main]")] {
            for id in catalog.ids() {
                let is_hidden = Some(catalog[id].key().as_str()) == hidden;
                catalog[id].is_virtual = is_hidden;
            }
            let mut head = Catalog::new(catalog.name.as_str(), catalog.environment.as_str());
            head.tags = catalog.tags.clone();
            head.classes = catalog.classes.clone();
            head.catalog_uuid = catalog.catalog_uuid.clone();
            catalog.containment().into_iter().for_each(|(container, content)| head.contain(container, content));
            for on_many_lines in [false, true] {
                let mut out = Vec::new();
                write_json_of(&mut out, &head, catalog.resources().iter().cloned(), on_many_lines).unwrap();
                let expected = if on_many_lines { to_json_pretty(&catalog) } else { to_json(&catalog) };
                assert_eq!(String::from_utf8(out).unwrap(), expected);
            }
        }
    }

    #[test]
    fn texts_that_are_no_catalogs() {
        for (text, error) in [
            ("[", "EOF while parsing a list at line 1 column 1"),
            (r#"{"resources":[{"type":"A"}]}"#, "missing field `title` at line 1 column 26"),
            (
                r#"{"edges":[{"source":"A[b]","target":"C[d]"}]}"#,
                "Could not intern from data: Could not find relationship source \"A[b]\" for C[d]",
            ),
        ] {
            assert_eq!(from_json(text).unwrap_err().to_string(), error);
        }
    }
}
