//! The resources that the code of a site may declare: types and titles, as far as the text shows them.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::model::{Data, Model, NodeId};
use values::Str;
use workspace::{Db, File};

use crate::Snapshot;
use crate::around::{code_of_module, code_of_site, module_around};
use crate::queries::model;
use crate::site::root;

/// Whether some code declares a resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Declares {
    #[default]
    No,
    /// There are titles of this type that only an evaluation knows.
    Perhaps,
    /// The title is written, or parts of it are.
    Yes,
}

/// Names that one file may declare.
#[derive(Debug, Default, PartialEq, Eq)]
struct Declared {
    /// By the name of the type in lower case.
    types: FxHashMap<Str, Titles>,
    /// The type of some is not known.
    any: bool,
}

/// The titles, and whatever else names a resource of the type.
#[derive(Debug, Default, PartialEq, Eq)]
struct Titles {
    whole: FxHashSet<Str>,
    /// How a title begins and how it ends that has something unknown within.
    parts: FxHashSet<(Str, Str)>,
    any: bool,
}

impl Titles {
    fn has(&self, title: &str) -> Declares {
        let title = plain(title);
        let is_made =
            |(start, end): &(Str, Str)| title.len() >= start.len() + end.len() && title.starts_with(&**start) && title.ends_with(&**end);
        match self.whole.contains(title.as_str()) || self.parts.iter().any(is_made) {
            true => Declares::Yes,
            false if self.any => Declares::Perhaps,
            false => Declares::No,
        }
    }
}

impl Declared {
    fn has(&self, lower: &str, title: &str) -> Declares {
        let known = self.types.get(lower).map_or(Declares::No, |it| it.has(title));
        known.max(if self.any { Declares::Perhaps } else { Declares::No })
    }
}

/// Some types take titles for the same that differ in the case of letters, or in a slash at the end.
fn plain(title: &str) -> String {
    title.trim_end_matches('/').to_lowercase()
}

#[salsa::tracked(returns(clone))]
fn declared_in(db: &dyn Db, file: File) -> Arc<Declared> {
    let model = model(db, file);
    let mut found = Declared::default();
    for id in model.ids() {
        match model.data(id) {
            Data::Resource { type_name, bodies, .. } => {
                let Data::Name(name) = model.data(*type_name) else {
                    found.any = true;
                    continue;
                };
                let name = lower(name);
                let titles = found.types.entry(name.clone()).or_default();
                bodies.iter().for_each(|it| note_body(&model, *it, &name, titles));
            }
            Data::Call { functor, arguments, .. } => note_call(&model, *functor, arguments, &mut found),
            Data::MethodCall { functor, arguments, .. } => {
                let Data::NamedAccess { left, right } = model.data(*functor) else { continue };
                let all: Vec<NodeId> = std::iter::once(*left).chain(arguments.iter().copied()).collect();
                note_call(&model, *right, &all, &mut found);
            }
            _ => {}
        }
    }
    Arc::new(found)
}

fn lower(name: &str) -> Str {
    name.trim_start_matches("::").to_lowercase().into()
}

fn note_body(model: &Model, body: NodeId, type_name: &str, titles: &mut Titles) {
    let Data::ResourceBody { title, operations } = model.data(body) else { return };
    note_titles(model, *title, titles);
    let info = resource_types::type_info(type_name);
    let is_namevar = |name: &str| match info {
        Some(info) => info.namevars.iter().any(|it| it == name),
        None => name == "name" || name == "path",
    };
    for operation in operations {
        match model.data(*operation) {
            Data::AttributeOperation { name, value, .. } if **name == *"alias" || is_namevar(name) => note_titles(model, *value, titles),
            _ => {}
        }
    }
}

/// A title, a list of them, or a hash of resources by their titles.
fn note_titles(model: &Model, node: NodeId, titles: &mut Titles) {
    match model.data(node) {
        Data::String(text) | Data::Name(text) => {
            titles.whole.insert(plain(text).into());
        }
        Data::List { values } => values.iter().for_each(|it| note_titles(model, *it, titles)),
        Data::Hash { entries } => entries.iter().for_each(|it| match model.data(*it) {
            Data::Entry { key, .. } => note_titles(model, *key, titles),
            _ => titles.any = true,
        }),
        Data::Paren { expr } => note_titles(model, *expr, titles),
        Data::Concat { segments } => note_parts(model, segments, titles),
        Data::Default => {}
        _ => titles.any = true,
    }
}

fn note_parts(model: &Model, segments: &[NodeId], titles: &mut Titles) {
    let text = |node: Option<&NodeId>| match node.map(|it| model.data(*it)) {
        Some(Data::String(text)) => text.to_lowercase(),
        _ => String::new(),
    };
    let (start, end) = (text(segments.first()), text(segments.last()));
    match start.is_empty() && end.is_empty() {
        true => titles.any = true,
        false => {
            titles.parts.insert((start.into(), end.trim_end_matches('/').into()));
        }
    }
}

/// Functions that declare resources.
fn note_call(model: &Model, functor: NodeId, arguments: &[NodeId], found: &mut Declared) {
    let Data::Name(name) = model.data(functor) else { return };
    let (type_name, titles) = match name.trim_start_matches("::") {
        "ensure_packages" | "stdlib::ensure_packages" => (Some(Str::from("package")), arguments.first()),
        "ensure_resource" | "ensure_resources" | "create_resources" => {
            let type_name = arguments.first().and_then(|it| match model.data(*it) {
                Data::String(name) | Data::Name(name) | Data::Reference(name) => Some(lower(name.trim_start_matches('@'))),
                _ => None,
            });
            (type_name, arguments.get(1))
        }
        _ => return,
    };
    match (type_name, titles) {
        (Some(type_name), Some(titles)) => note_titles(model, *titles, found.types.entry(type_name).or_default()),
        _ => found.any = true,
    }
}

/// Whether any of some files may declare a resource.
fn any_declares(db: &dyn Db, files: impl IntoIterator<Item = File>, type_name: &str, title: &str) -> Declares {
    let lower = lower(type_name);
    let mut most = Declares::No;
    for it in files {
        most = most.max(declared_in(db, it).has(&lower, title));
        if most == Declares::Yes {
            break;
        }
    }
    most
}

impl Snapshot<'_> {
    /// Whether the module of a file may declare a resource; where it is in none, the file alone.
    pub fn declares_here(&self, file: File, type_name: &str, title: &str) -> Declares {
        let db = self.db();
        let Some(root) = root(db, file) else { return Declares::Perhaps };
        let of_module = module_around(db, root, file).map(|it| code_of_module(db, &it.folder)).unwrap_or_default();
        any_declares(db, std::iter::once(file).chain(of_module), type_name, title)
    }

    /// Whether any code may that the site of a file finds. All of that is read for it: [`Snapshot::declares_here`] is asked first.
    pub fn declares_anywhere(&self, file: File, type_name: &str, title: &str) -> Declares {
        let db = self.db();
        root(db, file).map_or(Declares::Perhaps, |root| any_declares(db, code_of_site(db, root), type_name, title))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::log;
    use crate::{AnalysisHost, Change};
    use world::MemoryWorld;

    const FILES: [(&str, &str); 6] = [
        ("/e/environment.conf", ""),
        ("/e/modules/web/metadata.json", "{\"name\": \"a-web\"}"),
        ("/e/modules/other/metadata.json", "{\"name\": \"a-other\"}"),
        ("/e/modules/web/manifests/init.pp", "class web {\n  package { 'nginx': }\n}\n"),
        ("/e/modules/web/manifests/site.pp", "define web::site {\n  file { \"/etc/nginx/${title}\": }\n}\n"),
        ("/e/modules/other/manifests/init.pp", "class other {\n  package { 'php': }\n}\n"),
    ];

    /// Whether somebody declares a package, here and anywhere, and how many files were read for each.
    fn asked(title: &str) -> String {
        let mut world = MemoryWorld::new();
        FILES.iter().for_each(|(path, text)| world.add_file(path, *text));
        let (executed, on_event) = log();
        let mut host = AnalysisHost::with_events(Arc::new(world), Some(Box::new(on_event)));
        let (path, text) = FILES[4];
        host.apply(Change::new().editor(path, Some(text.into())));
        let read = || std::mem::take(&mut *executed.lock().unwrap()).iter().filter(|it| *it == "declared_in").count();
        let asked = host.analysis().run(|snapshot| {
            let file = snapshot.file_of_place(path).expect("an absolute path");
            let here = snapshot.declares_here(file, "Package", title);
            let read_here = read();
            let anywhere = snapshot.declares_anywhere(file, "Package", title);
            format!("here {here:?}, {read_here} read; anywhere {anywhere:?}, {} more", read())
        });
        asked.expect("nobody writes")
    }

    #[test]
    fn other_modules_are_read_only_for_what_the_own_does_not_declare() {
        assert_eq!(asked("nginx"), "here Yes, 2 read; anywhere Yes, 1 more");
        assert_eq!(asked("php"), "here No, 2 read; anywhere Yes, 1 more");
        assert_eq!(asked("git"), "here No, 2 read; anywhere No, 1 more");
    }
}
