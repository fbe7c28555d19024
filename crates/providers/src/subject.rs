//! A resource of a catalog as it is applied.

use std::sync::Arc;

use catalog::puppet::{self, Containers, containing, path_name};
use catalog::{Catalog, Few, ResourceId};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use smol_str::{SmolStr, format_smolstr};

use crate::log::Level;
use crate::options::Options;

/// Containers of a resource, and itself, as in paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Containment {
    /// From the outside. All that a container contains share it.
    pub around: Arc<[SmolStr]>,
    pub own: SmolStr,
}

impl Containment {
    /// From the outside, itself last.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.around.iter().chain(Some(&self.own)).map(SmolStr::as_str)
    }

    /// Whether it is that of what directly contains another one.
    pub fn is_around(&self, other: &Containment) -> bool {
        other.around.split_last().is_some_and(|(last, around)| *last == self.own && *around == *self.around)
    }

    /// `/Stage[main]/Main/File[/a]`.
    pub fn path(&self) -> String {
        let mut path = String::with_capacity(self.iter().map(|it| it.len() + 1).sum());
        for name in self.iter() {
            path.push('/');
            path.push_str(name);
        }
        path
    }
}

/// Resource as the transaction and the types see it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// `File[/etc/motd]`.
    pub reference: SmolStr,
    /// As catalogs write it: `File`.
    pub type_name: SmolStr,
    pub title: SmolStr,
    pub containment: Containment,
    /// The source of its messages: the same, with slashes.
    pub path: String,
    pub tags: Arc<[SmolStr]>,
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    /// In Puppet's rich data.
    pub parameters: Few<SmolStr, Json>,
    pub sensitive: Vec<String>,
    /// Whether it is only checked.
    pub noop: bool,
    /// Whether that is said of this one, and not of the whole run.
    pub is_looked_at: bool,
    /// Of its changes.
    pub level: Level,
    pub schedule: Option<String>,
    pub audit: Vec<String>,
}

impl Subject {
    /// A resource by itself, all of whose properties are asked for. The type is written in lower case.
    pub fn bare(type_name: &str, title: &str, parameters: &[(String, Json)]) -> Subject {
        let mut chars = type_name.chars();
        let type_name: SmolStr = chars.next().map(|it| it.to_ascii_uppercase()).into_iter().chain(chars).collect();
        let reference = format_smolstr!("{type_name}[{title}]");
        Subject {
            containment: Containment { around: [].into(), own: reference.clone() },
            path: format!("/{reference}"),
            tags: own_tags(&type_name, title).collect(),
            type_name,
            title: title.into(),
            reference,
            file: None,
            line: None,
            parameters: parameters.iter().map(|(name, it)| (SmolStr::new(name), it.clone())).collect(),
            sensitive: Vec::new(),
            noop: false,
            is_looked_at: false,
            level: Level::Notice,
            schedule: None,
            audit: vec!["all".to_owned()],
        }
    }

    /// A parameter, unless it is `undef`.
    pub fn value(&self, name: &str) -> Option<&Json> {
        self.parameters.get(name).filter(|it| !it.is_null())
    }

    /// A parameter that is one text, a number as a text, or a list whose first is that.
    pub fn text(&self, name: &str) -> Option<String> {
        fn text(value: &Json) -> Option<String> {
            match value {
                Json::String(text) => Some(text.clone()),
                Json::Number(number) => Some(number.to_string()),
                Json::Bool(it) => Some(it.to_string()),
                _ => None,
            }
        }
        match self.value(name)? {
            Json::Array(all) => all.first().and_then(text),
            other => text(other),
        }
    }

    /// A parameter as a list of texts.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut rest: Vec<&Json> = self.value(name).into_iter().collect();
        while let Some(value) = rest.pop() {
            match value {
                Json::Array(all) => rest.extend(all.iter().rev()),
                Json::String(text) => found.push(text.clone()),
                Json::Number(number) => found.push(number.to_string()),
                _ => {}
            }
        }
        found
    }

    /// A switch that is on, written as a value or as a word.
    pub fn is_on(&self, name: &str) -> Option<bool> {
        match self.value(name)? {
            Json::Bool(it) => Some(*it),
            Json::String(it) => match it.as_str() {
                "true" | "yes" => Some(true),
                "false" | "no" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn is_sensitive(&self, name: &str) -> bool {
        self.sensitive.iter().any(|it| it == name)
    }

    /// Where it is declared, as Puppet writes it after an error.
    pub fn place(&self) -> String {
        match (self.file.as_deref().filter(|it| !it.is_empty()), self.line) {
            (Some(file), Some(line)) => format!(" (file: {file}, line: {line})"),
            (Some(file), None) => format!(" (file: {file})"),
            (None, Some(line)) => format!(" (line: {line})"),
            (None, None) => String::new(),
        }
    }

    /// Gives it the tags that a resource of that type and title has.
    pub fn tag(&mut self, type_name: &str, title: &str) {
        let new: Vec<SmolStr> = own_tags(type_name, title).filter(|it| !self.tags.contains(it)).collect();
        self.tags = self.tags.iter().cloned().chain(new).collect();
    }

    /// The name by which a catalog knows it: what it manages, where that is another than its title.
    pub fn has_tag(&self, wanted: &[String]) -> bool {
        wanted.iter().any(|it| self.tags.iter().any(|tag| tag == it))
    }
}

/// Number up to which one thread is faster than starting another.
const FEW: usize = 2000;

/// All resources of a catalog, by their numbers.
pub fn subjects(catalog: &Catalog, options: &Options) -> Vec<Subject> {
    let containers = puppet::containers(catalog);
    let of = |ids: &mut dyn Iterator<Item = ResourceId>, room: usize| {
        let mut all = Vec::with_capacity(room);
        let mut paths = FxHashMap::default();
        all.extend(ids.map(|id| subject(catalog, id, &containers, &mut paths, options)));
        all
    };
    let (count, half) = (catalog.len(), catalog.len() / 2);
    if count < FEW {
        return of(&mut catalog.ids(), count);
    }
    std::thread::scope(|scope| {
        let second = || of(&mut catalog.ids().skip(half), count - half);
        let worker = std::thread::Builder::new().spawn_scoped(scope, second);
        let mut all = of(&mut catalog.ids().take(half), count);
        match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(rest)) => all.extend(rest),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // There may be no more threads.
            Err(_) => all.extend(second()),
        }
        all
    })
}

/// Containers of a resource, from the outside, and itself, as in its path. `paths` has those of the containers that were asked for.
fn containment(
    catalog: &Catalog,
    (id, reference): (ResourceId, &str),
    containers: &Containers,
    paths: &mut FxHashMap<ResourceId, Arc<[SmolStr]>>,
) -> Containment {
    let container = containers.get(&id);
    if let Some(container) = container.filter(|it| !paths.contains_key(it)) {
        let around = std::iter::once(*container).chain(containing(*container, containers, catalog.len()));
        let mut names: Vec<SmolStr> = around.map(|it| path_name(&catalog[it], &puppet::reference(&catalog[it])).into()).collect();
        names.reverse();
        paths.insert(*container, names.into());
    }
    let around = container.and_then(|it| paths.get(it)).map_or_else(|| [].into(), Arc::clone);
    Containment { around, own: path_name(&catalog[id], reference).into() }
}

fn subject(
    catalog: &Catalog,
    id: ResourceId,
    containers: &Containers,
    paths: &mut FxHashMap<ResourceId, Arc<[SmolStr]>>,
    options: &Options,
) -> Subject {
    let resource = &catalog[id];
    let mut reference = puppet::reference(resource);
    if resource.type_name == "Sshkey" {
        let given = |name: &str| resource.value(name).and_then(Json::as_str);
        reference = format!("Sshkey[{}]", crate::types::sshkey_title(&resource.title, given("name"), given("type")));
    }
    let containment = containment(catalog, (id, &reference), containers, paths);
    let text = |name: &str| resource.value(name).and_then(Json::as_str).map(str::to_owned);
    // Those of a catalog have theirs; what is added to it has not.
    let tags = match resource.tags.as_slice() {
        [] => own_tags(&resource.type_name, &resource.title).collect(),
        tags => tags.into(),
    };
    let mut subject = Subject {
        path: containment.path(),
        containment,
        type_name: resource.type_name.clone(),
        title: catalog::split_reference(&reference).map_or(&*resource.title, |it| it.1).into(),
        reference: reference.into(),
        tags,
        file: resource.file.clone(),
        line: resource.line,
        parameters: resource.parameters.iter().map(|(name, it)| (name.clone(), it.value.clone())).collect(),
        sensitive: resource.sensitive_parameters.iter().map(ToString::to_string).collect(),
        noop: options.noop,
        is_looked_at: false,
        level: text("loglevel").and_then(|it| Level::of_name(&it)).unwrap_or(Level::Notice),
        schedule: text("schedule"),
        audit: Vec::new(),
    };
    let inherited = || containing(id, containers, catalog.len()).find_map(|it| catalog[it].value("noop")?.as_bool());
    let inherited = options.improved.then(inherited).flatten();
    let own = subject.is_on("noop").or(inherited);
    subject.is_looked_at = own == Some(true);
    subject.noop = options.plan || own.unwrap_or(options.noop);
    subject.audit = subject.texts("audit");
    subject
}

/// The tags that a resource has by itself.
fn own_tags(type_name: &str, title: &str) -> impl Iterator<Item = SmolStr> {
    let title = is_tag(title).then(|| title.to_lowercase().into());
    std::iter::once(type_name.to_lowercase().into()).chain(title)
}

/// Whether Puppet accepts a tag.
pub fn is_tag(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|it| it.is_alphanumeric() || it == '_')
        && chars.all(|it| it.is_alphanumeric() || matches!(it, '_' | ':' | '.' | '-'))
}
