//! Files that a name leads to: those of modules, and the Ruby that may define it.

use analysis::{File, Snapshot};
use hir::{FileKind, Name, Symbol, name};
use syntax::{TextRange, TextSize};

use crate::names::Target;

/// A file of a module. One that nobody has read may be there all the same.
pub(crate) fn files(snapshot: Snapshot<'_>, kind: FileKind, path: &str, from: File) -> Vec<Target> {
    let paths = snapshot.paths_of(kind, path, from);
    match paths.iter().find(|it| snapshot.file(it).is_some()) {
        Some(known) => vec![Target { is_guess: false, ..Target::guess(known.as_str()) }],
        None => paths.into_iter().map(Target::guess).collect(),
    }
}

/// The files of a task: what is run, and its metadata. A task without a name of its own is named as its module.
pub(super) fn task(snapshot: Snapshot<'_>, name: &str, file: File) -> Vec<Target> {
    let (module, own) = name.split_once("::").unwrap_or((name, "init"));
    let mut found = Vec::new();
    for place in snapshot.modules_around(file).into_iter().filter(|it| it.module == module) {
        let folder = format!("{}/tasks", place.root);
        let is_own = |it: &&String| it.rsplit_once('.').map_or(it.as_str(), |(stem, _)| stem) == own;
        let (metadata, run): (Vec<&String>, Vec<&String>) =
            snapshot.listing(&folder, "").iter().filter(is_own).partition(|it| it.ends_with(".json"));
        found.extend(run.into_iter().chain(metadata).map(|it| Target::guess(format!("{folder}/{it}"))));
    }
    found
}

/// The Ruby of a resource type: where the type is declared, and its providers, which other modules may have, too.
pub(super) fn native_type(snapshot: Snapshot<'_>, ty: &str, file: File) -> Vec<Target> {
    let mut types = Vec::new();
    for place in snapshot.modules_around(file) {
        let below = format!("{}/lib/puppet", place.root);
        let declares = snapshot.listing(&format!("{below}/type"), ".rb").iter().any(|it| it.strip_suffix(".rb") == Some(ty));
        types.extend(declares.then(|| Target::guess(format!("{below}/type/{ty}.rb"))));
    }
    let providers = snapshot.providers(file, ty).into_iter().map(|(_, path)| Target::guess(path));
    types.extend(providers);
    types
}

/// Where the Ruby of a function or type declares it; else where a module would have it.
pub(super) fn ruby(snapshot: Snapshot<'_>, meant: &Symbol, file: File) -> Vec<Target> {
    let declared = match meant {
        Symbol::Function(name) => snapshot.ruby_function(file, name).map(|(ruby, info)| declaration(snapshot, ruby, info.start, name)),
        Symbol::Type(name) => snapshot.ruby_type(file, name).map(|(ruby, docs)| declaration(snapshot, ruby, docs.start, name)),
        _ => None,
    };
    declared.map_or_else(|| guessed(snapshot, meant, file), |it| vec![it])
}

/// Where the Ruby of a type declares an attribute, or else the type.
pub(super) fn ruby_attribute(snapshot: Snapshot<'_>, ty: &Name, attribute: &str, file: File) -> Vec<Target> {
    let found = snapshot.ruby_type(file, ty).and_then(|(ruby, docs)| {
        let start = docs.attribute(attribute)?.start;
        Some(declaration(snapshot, ruby, start, attribute))
    });
    found.map_or_else(|| ruby(snapshot, &Symbol::Type(ty.clone()), file), |it| vec![it])
}

/// The name in a declaration that begins at a place.
fn declaration(snapshot: Snapshot<'_>, file: File, start: usize, name: &str) -> Target {
    let text = snapshot.text(file);
    let line = text.get(start..).and_then(|it| it.lines().next()).unwrap_or_default();
    let (at, length) = line.find(name).map_or((start, 0), |it| (start + it, name.len()));
    let size = |it: usize| TextSize::try_from(it).unwrap_or_default();
    Target::name(snapshot, file, TextRange::at(size(at), size(length)))
}

/// Where a module would have its Ruby for a function or type.
fn guessed(snapshot: Snapshot<'_>, meant: &Symbol, file: File) -> Vec<Target> {
    let mut paths = Vec::new();
    for place in snapshot.modules_around(file) {
        let root = place.root;
        match meant {
            Symbol::Function(function) => match function.split_once("::") {
                Some((module, rest)) if module == place.module => {
                    paths.push(format!("{root}/lib/puppet/functions/{module}/{}.rb", rest.replace("::", "/")));
                }
                Some(_) => {}
                None => {
                    paths.push(format!("{root}/lib/puppet/functions/{function}.rb"));
                    paths.push(format!("{root}/lib/puppet/parser/functions/{function}.rb"));
                }
            },
            Symbol::Type(ty) if !ty.contains("::") => paths.push(format!("{root}/lib/puppet/type/{ty}.rb")),
            Symbol::Type(ty) if ty.split("::").next() == Some(place.module.as_str()) => {
                paths.push(format!("{root}/lib/puppet/datatypes/{}.rb", name::last(ty)));
            }
            _ => {}
        }
    }
    paths.into_iter().map(Target::guess).collect()
}
