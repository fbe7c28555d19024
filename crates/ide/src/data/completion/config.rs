//! `hiera.yaml` of version 5.

use std::path::{Path, PathBuf};

use analysis::data::Layer;
use hir::ItemKind;
use yaml::Tree;

use super::Ask;
use crate::completion::item::{CompletionItem, CompletionKind, Found, Rank};
use crate::data::place::Step;

/// A key, and what it is for.
type Key = (&'static str, &'static str);

const OUTERMOST: &[Key] = &[
    ("version", "5"),
    ("defaults", "defaults for all levels"),
    ("hierarchy", "levels, most specific first"),
    ("plan_hierarchy", "levels for plans outside of apply blocks"),
    ("default_hierarchy", "levels to search if no other has the key; modules only"),
];

const FUNCTIONS: &[Key] = &[
    ("data_hash", "function that returns all data of a file"),
    ("lookup_key", "function that returns the value of a key"),
    ("data_dig", "function that returns the value at a path of keys"),
];

const OF_DEFAULTS: &[Key] = &[("datadir", "folder of the data files"), ("options", "options of the function")];

const OF_LEVELS: &[Key] = &[
    ("name", "name of the level"),
    ("path", "file below the datadir"),
    ("paths", "files below the datadir"),
    ("glob", "pattern of files"),
    ("globs", "patterns of files"),
    ("mapped_paths", "variable with a list, name of an element, path with that name"),
    ("uri", "address of the data"),
    ("uris", "addresses of the data"),
    ("datadir", "folder of the data files"),
    ("options", "options of the function"),
];

/// Options of the backend for encrypted data.
const OPTIONS: &[Key] = &[
    ("pkcs7_private_key", "path of the private key"),
    ("pkcs7_public_key", "path of the certificate"),
    ("gpg_gnupghome", "folder of GnuPG's keys"),
];

pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    let path: Vec<&str> = ask.place.path.iter().map(|it| if let Step::Key(key) = it { key } else { "" }).collect();
    let is_module = matches!(ask.data.layer, Layer::Module(_));
    let is_global = ask.data.layer == Layer::Global;
    match path.as_slice() {
        [] => keys(ask, OUTERMOST.iter().filter(|it| is_module || it.0 != "default_hierarchy"), found),
        ["version"] => found.items.extend(ask.word("5").map(|it| CompletionItem::new("5", CompletionKind::Value, Rank::Required).text(it))),
        ["defaults"] => keys(ask, OF_DEFAULTS.iter().chain(functions(ask)), found),
        ["hierarchy" | "plan_hierarchy" | "default_hierarchy", ""] => {
            let backend: &[Key] = if is_global { &[("hiera3_backend", "Hiera 3 backend")] } else { &[] };
            keys(ask, OF_LEVELS.iter().filter(|it| !is_taken(ask, it.0)).chain(functions(ask)).chain(backend), found);
        }
        [.., "options"] if ask.place.may_be_key => keys(ask, OPTIONS.iter(), found),
        [.., function @ ("data_hash" | "lookup_key" | "data_dig")] if ask.place.may_be_value => backends(ask, function, found),
        [.., "datadir"] => folders(ask, found),
        [.., "mapped_paths", ""] if mapped(ask).is_some_and(|it| it.is_empty()) => variable(ask, found),
        [.., "path" | "glob"] | [.., "paths" | "globs", ""] if ask.place.may_be_value => files(ask, found),
        _ => {}
    }
}

fn keys<'k>(ask: &Ask<'_>, all: impl Iterator<Item = &'k Key>, found: &mut Found) {
    for (name, what) in all.filter(|it| ask.place.may_be_key && ask.place.sibling(it.0).is_none()) {
        let item = CompletionItem::new(*name, CompletionKind::Keyword, Rank::Required).detail(*what);
        found.add(item.text(ask.key(name)).goes_on());
    }
}

/// A level has one function.
fn functions(ask: &Ask<'_>) -> impl Iterator<Item = &'static Key> {
    let has_one = FUNCTIONS.iter().any(|it| ask.place.sibling(it.0).is_some());
    FUNCTIONS.iter().filter(move |_| !has_one)
}

/// A level says in one way where its data lie.
fn is_taken(ask: &Ask<'_>, name: &str) -> bool {
    let ways = ["path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"];
    ways.contains(&name) && ways.iter().any(|it| ask.place.sibling(it).is_some())
}

/// Functions that give data: those of Puppet, and those of modules.
fn backends(ask: &Ask<'_>, key: &str, found: &mut Found) {
    let own: &[&str] = match key {
        "data_hash" => &["yaml_data", "json_data", "hocon_data"],
        "lookup_key" => &["eyaml_lookup_key"],
        _ => &[],
    };
    for name in own {
        found.add(CompletionItem::new(*name, CompletionKind::Function, Rank::Required).text(ask.string(name)));
    }
    let mut others: Vec<String> =
        ask.snapshot.offered().iter().filter(|it| it.kind == ItemKind::Function).map(|it| it.name.to_string()).collect();
    others.extend(ask.snapshot.ruby_functions(ask.file).iter().map(|it| it.name.to_string()).filter(|it| it.contains("::")));
    for name in others {
        let is_own = ask.data.module().is_some_and(|it| name.split("::").next() == Some(it));
        let rank = if is_own { Rank::Expected } else { Rank::Elsewhere };
        let item = CompletionItem::new(name.as_str(), CompletionKind::Function, rank).with_description(format!("function {name}"));
        found.add(item.text(ask.string(&name)));
    }
}

/// The elements of `mapped_paths` before the one that the cursor is in: a variable, and a name for each of its values.
pub(super) fn mapped<'a>(ask: &Ask<'a>) -> Option<Vec<&'a str>> {
    if !ask.place.path.iter().rev().nth(1).is_some_and(|it| *it == Step::Key("mapped_paths".to_owned())) {
        return None;
    }
    let before = ask.text.get(..ask.place.scalar.start)?.rsplit("mapped_paths").next()?;
    let list = before.trim_start_matches(['"', '\'']).trim_start().strip_prefix(':')?.trim_start();
    let (list, separator) = match list.strip_prefix('[') {
        Some(list) => (list, ","),
        None => (list.strip_prefix('-')?, "\n"),
    };
    let mut elements: Vec<&str> =
        list.split(separator).map(|it| it.trim().trim_start_matches('-').trim().trim_matches(['"', '\''])).collect();
    elements.pop();
    Some(elements)
}

/// The variable whose values the paths are made for.
fn variable(ask: &Ask<'_>, found: &mut Found) {
    let written = |path: &str, has_more: bool| if has_more { path.to_owned() } else { ask.string(path) };
    super::interpolation::variables(ask, ask.typed, &written, found);
}

/// Folders next to the configuration that hold data.
fn folders(ask: &Ask<'_>, found: &mut Found) {
    let mut names: Vec<&str> = Vec::new();
    for ending in [".yaml", ".yml", ".eyaml", ".json"] {
        for folder in ["data", "hieradata"] {
            let path = ask.data.folder.join(folder);
            if !ask.snapshot.listing(&path.to_string_lossy(), ending).is_empty() && !names.contains(&folder) {
                names.push(folder);
            }
        }
    }
    if names.is_empty() {
        names.push("data");
    }
    for name in names {
        found.add(CompletionItem::new(name, CompletionKind::File, Rank::Required).text(ask.string(name)));
    }
}

/// The folder of the data of the level that is written: its own, or that of the defaults.
fn datadir(ask: &Ask<'_>) -> PathBuf {
    let of_defaults = || Tree::of_yaml(ask.text).find(&["defaults", "datadir"]).and_then(|it| it.string()).map(str::to_owned);
    let own = ask.place.sibling("datadir").filter(|it| !it.is_empty()).map(str::to_owned);
    let name = own.or_else(of_defaults).unwrap_or_else(|| "data".to_owned());
    ask.data.folder.join(Path::new(&name))
}

/// The files that lie below it.
fn files(ask: &Ask<'_>, found: &mut Found) {
    let folder = datadir(ask);
    for ending in [".yaml", ".yml", ".eyaml", ".json"] {
        for path in ask.snapshot.listing(&folder.to_string_lossy(), ending) {
            found.add(CompletionItem::new(path.as_str(), CompletionKind::File, Rank::Required).text(ask.string(path)));
        }
    }
}
