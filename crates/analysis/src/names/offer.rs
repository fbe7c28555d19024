//! Names that can be written at a place: definitions, functions and types of Ruby code, facts, files.
//!
//! Each answer is a query, so that what is asked at every keystroke is made but once.

use std::path::Path;
use std::sync::Arc;

use compiler::Native;
use hir::{ItemKind, Name};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;
use values::Str;
use workspace::{Db, File};

use super::resolve::Definition;
use super::{installed, lowered, modules};
use crate::Snapshot;
use crate::below::paths_below;
use crate::index::Module;
use crate::site::{Root, environment_of, root};

/// A definition of some manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    pub name: Name,
    pub kind: ItemKind,
    /// The name of a type as its definition has it: `Stdlib::HTTPUrl`.
    pub written: Option<SmolStr>,
    /// Where it stands, if its file was read whole.
    pub definition: Option<Definition>,
}

/// A function of Ruby code in a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RubyFunction {
    pub name: Name,
    pub module: Name,
    /// The file that declares it.
    pub path: Arc<str>,
}

/// The definitions of a file.
#[salsa::tracked(returns(ref))]
pub(super) fn offered_in(db: &dyn Db, file: File) -> Box<[Offered]> {
    let (tree, map) = lowered(db, file);
    let text = file.text(db).unwrap_or_else(|| Arc::from(""));
    let items = tree.items.iter().zip(&map.items).enumerate().filter(|(_, (it, _))| it.kind != ItemKind::Node);
    let offer = |(item, (it, ranges)): (usize, (&hir::Item, &hir::ItemRanges))| {
        let written = text.get(usize::from(ranges.name.start())..usize::from(ranges.name.end())).map(str::trim);
        let written = written.filter(|written| it.kind == ItemKind::Alias && written.eq_ignore_ascii_case(&it.name));
        Offered { name: it.name.clone(), kind: it.kind, written: written.map(SmolStr::new), definition: Some(Definition { file, item }) }
    };
    items.map(offer).collect()
}

/// Definitions of this number of files are one answer: after an edit only the groups with an open file are asked again.
const TOGETHER: usize = 64;

/// Neighbouring files of the workspace, by the number of groups before them.
#[salsa::interned]
struct Together<'db> {
    number: usize,
}

#[salsa::tracked(returns(ref))]
fn offered_together<'db>(db: &'db dyn Db, group: Together<'db>) -> Vec<Offered> {
    let all = File::all(db);
    let files = all.chunks(TOGETHER).nth(*group.number(db)).unwrap_or_default();
    files.iter().flat_map(|file| offered_in(db, *file).iter().cloned()).collect()
}

/// All definitions of the workspace, by name.
#[salsa::tracked(returns(ref))]
fn offered(db: &dyn Db) -> Vec<Offered> {
    let mut found = Vec::new();
    for number in 0..File::all(db).chunks(TOGETHER).len() {
        found.extend(offered_together(db, Together::new(db, number)).iter().cloned());
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Who asks what modules offer: all files of a site get the same.
#[salsa::interned]
struct Asker<'db> {
    #[returns(copy)]
    site: Option<Root<'db>>,
}

impl<'db> Asker<'db> {
    fn for_file(db: &'db dyn Db, from: File) -> Asker<'db> {
        Asker::new(db, root(db, from))
    }
}

/// Definitions of an installed module, by the places of its files and a glance at them.
#[salsa::tracked(returns(ref))]
fn offered_by<'db>(db: &'db dyn Db, root: Root<'db>, module: Module<'db>) -> Vec<Offered> {
    let Some(folder) = environment_of(db, root).and_then(|it| it.module(module.name(db)).cloned()) else { return Vec::new() };
    let mut found = Vec::new();
    for (kind, below) in
        [(ItemKind::Class, "manifests"), (ItemKind::Function, "functions"), (ItemKind::Alias, "types"), (ItemKind::Plan, "plans")]
    {
        for path in files_below(db, &folder.join(below), ".pp") {
            let rest = path.trim_end_matches(".pp");
            let name =
                if rest == "init" { module.name(db).to_string() } else { format!("{}::{}", module.name(db), rest.replace('/', "::")) };
            let kind = match kind {
                ItemKind::Class => {
                    let file = db.files().at(db, &folder.join(below).join(&path).to_string_lossy());
                    let Some(kind) = glance(&file.text(db).unwrap_or_else(|| Arc::from(""))) else { continue };
                    kind
                }
                kind => kind,
            };
            found.push(Offered { name: hir::name::normal(&name), kind, written: None, definition: None });
        }
    }
    found
}

/// Definitions of modules outside of the workspace.
#[salsa::tracked(returns(ref), lru = 8)]
fn offered_by_installed<'db>(db: &'db dyn Db, of: Asker<'db>) -> Vec<Offered> {
    let Some(root) = of.site(db) else { return Vec::new() };
    let known: FxHashSet<&str> = modules::roots(db).values().flatten().map(String::as_str).collect();
    let others = installed::modules(db, of.site(db)).into_iter().filter(|(_, folder)| !known.contains(folder.as_str()));
    others.flat_map(|(name, _)| offered_by(db, root, Module::new(db, Str::from(name.as_str()))).iter().cloned()).collect()
}

#[salsa::tracked(returns(ref), lru = 8)]
fn ruby_functions<'db>(db: &'db dyn Db, of: Asker<'db>) -> Vec<RubyFunction> {
    let mut found = Vec::new();
    for place in modules::all_modules(db, of.site(db)) {
        for folder in ["lib/puppet/functions", "lib/puppet/parser/functions"] {
            for path in list(db, &format!("{}/{folder}", place.root), ".rb") {
                let name = path.trim_end_matches(".rb").replace('/', "::").into();
                let path = format!("{}/{folder}/{path}", place.root).into();
                found.push(RubyFunction { name, module: place.module.clone(), path });
            }
        }
    }
    found
}

#[salsa::tracked(returns(ref), lru = 8)]
fn ruby_types<'db>(db: &'db dyn Db, of: Asker<'db>) -> Vec<(Name, Name)> {
    let mut found = Vec::new();
    for place in modules::all_modules(db, of.site(db)) {
        let paths = list(db, &format!("{}/lib/puppet/type", place.root), ".rb");
        let own = paths.iter().filter(|it| !it.contains('/'));
        found.extend(own.map(|it| (it.trim_end_matches(".rb").into(), place.module.clone())));
    }
    found
}

#[salsa::tracked(returns(ref), lru = 8)]
fn facts_of_modules<'db>(db: &'db dyn Db, of: Asker<'db>) -> Vec<(Str, Name)> {
    let mut found = Vec::new();
    for place in modules::all_modules(db, of.site(db)) {
        let folder = format!("{}/lib/facter", place.root);
        for path in list(db, &folder, ".rb") {
            let file = db.files().at(db, &format!("{folder}/{path}"));
            found.extend(facts_in(db, file).iter().map(|it| (it.clone(), place.module.clone())));
        }
    }
    found
}

/// Kind of the first definition of a manifest.
fn glance(text: &str) -> Option<ItemKind> {
    text.lines().find_map(|line| match line.split_whitespace().next() {
        Some("class") => Some(ItemKind::Class),
        Some("define") => Some(ItemKind::Define),
        _ => None,
    })
}

/// The files below a folder whose names end so, by their paths in it.
fn files_below(db: &dyn Db, folder: &Path, ending: &str) -> Vec<String> {
    let paths = paths_below(db, folder, |name| name.ends_with(ending));
    paths.iter().filter_map(|path| Some(path.strip_prefix(folder).ok()?.to_string_lossy().into_owned())).collect()
}

/// A folder of a module, as a key.
#[salsa::interned]
struct Below<'db> {
    #[returns(ref)]
    folder: Arc<str>,
    #[returns(ref)]
    ending: Arc<str>,
}

#[salsa::tracked(returns(ref))]
fn listed<'db>(db: &'db dyn Db, below: Below<'db>) -> Vec<String> {
    files_below(db, Path::new(&**below.folder(db)), below.ending(db))
}

pub(super) fn list<'db>(db: &'db dyn Db, folder: &str, ending: &str) -> &'db [String] {
    listed(db, Below::new(db, Arc::<str>::from(folder), Arc::<str>::from(ending)))
}

/// The names of the facts that a file of Ruby code defines.
#[salsa::tracked(returns(ref))]
fn facts_in(db: &dyn Db, file: File) -> Vec<Str> {
    let added = compiler::facts_added(&file.text(db).unwrap_or_else(|| Arc::from("")));
    if !added.is_empty() {
        return added;
    }
    let path = file.path(db);
    let stem = Path::new(&*path).file_stem().map(|it| it.to_string_lossy().into_owned());
    stem.map(Str::from).into_iter().collect()
}

impl<'db> Snapshot<'db> {
    /// All classes, defined types, functions, plans and type aliases of the workspace, by name.
    pub fn offered(&self) -> &'db [Offered] {
        offered(self.db())
    }

    /// Reads what may be completed in a file, so that the first who asks need not wait for it.
    pub fn prepare_completion(&self, from: File) {
        self.offered();
        self.offered_by_installed(from);
        self.ruby_functions(from);
        self.ruby_types(from);
        self.facts_of_modules(from);
    }

    /// Those of the modules that lie outside of the workspace.
    pub fn offered_by_installed(&self, from: File) -> &'db [Offered] {
        offered_by_installed(self.db(), Asker::for_file(self.db(), from))
    }

    /// Functions of Ruby code in modules, in either of their forms.
    pub fn ruby_functions(&self, from: File) -> &'db [RubyFunction] {
        ruby_functions(self.db(), Asker::for_file(self.db(), from))
    }

    /// Types of Ruby code in modules, with their modules.
    pub fn ruby_types(&self, from: File) -> &'db [(Name, Name)] {
        ruby_types(self.db(), Asker::for_file(self.db(), from))
    }

    /// A resource type of Ruby code, by its name in lower case, as the site of a file has it.
    pub fn native_type(&self, from: File, name: &str) -> Option<Native> {
        let known = root(self.db(), from).and_then(|root| crate::site::native(self.db(), root, name));
        known.or_else(|| resource_types::type_info(name).map(Native::Table))
    }

    /// The facts that modules define.
    pub fn facts_of_modules(&self, from: File) -> &'db [(Str, Name)] {
        facts_of_modules(self.db(), Asker::for_file(self.db(), from))
    }

    /// Whether modules of the site define a fact, in Ruby or in a file of facts.
    pub fn is_fact_of_site(&self, from: File, name: &str) -> bool {
        root(self.db(), from).is_some_and(|it| crate::site::facts_of_modules(self.db(), it).iter().any(|it| &**it == name))
    }

    /// The files below a folder of a module whose names end so, by their paths in it.
    pub fn listing(&self, folder: &str, ending: &str) -> &'db [String] {
        list(self.db(), folder, ending)
    }
}
