//! Which keys of data texts may look up: those that they name, and those that they put together. It is asked for each key of each
//! file of data, so each text is searched once.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use values::Str;
use workspace::{Db, File};

use super::{Folder, files_of, files_of_levels, levels_in_file};
use crate::Snapshot;
use crate::below::paths_below;
use crate::site::{environment_of, root, settings_of};

/// Where code may look something up.
const CODE: [&str; 5] = [".pp", ".epp", ".erb", ".rb", ".json"];
const DATA: [&str; 3] = [".yaml", ".yml", ".eyaml"];

/// Keys that a text of code may look up.
#[derive(Debug, Default, PartialEq, Eq)]
struct InCode {
    /// The words that may be keys of modules.
    names: FxHashSet<Str>,
    /// Beginnings of keys that are composed.
    beginnings: FxHashSet<Str>,
    /// Whether it looks up what a variable holds.
    is_variable: bool,
}

impl InCode {
    fn new(text: &str) -> InCode {
        let mut found = InCode::default();
        for word in text.split(|it| !is_part(it)).filter(|it| it.contains("::")) {
            // The name of a module comes after any number of colons, or after the names around it.
            let starts = word.match_indices(':').map(|(at, _)| at + 1).chain([0]);
            let names = starts.filter_map(|at| word.get(at..)).filter(|it| !it.starts_with(':') && it.contains("::"));
            found.names.extend(names.map(Str::from));
        }
        for function in FUNCTIONS {
            for (at, _) in text.match_indices(function) {
                let argument = text.get(at + function.len()..).unwrap_or_default().trim_start();
                match argument.strip_prefix('"') {
                    Some(quoted) => {
                        let fixed = quoted.split(['"', '$']).next().unwrap_or_default();
                        if quoted.get(fixed.len()..).is_some_and(|it| it.starts_with('$')) {
                            found.beginnings.insert(fixed.trim_start_matches("::").into());
                        }
                    }
                    None => found.is_variable |= argument.starts_with('$'),
                }
            }
        }
        found
    }

    fn has(&self, key: &str) -> bool {
        self.names.contains(key) || (0..=key.len()).filter_map(|it| key.get(..it)).any(|it| self.beginnings.contains(it))
    }
}

const FUNCTIONS: [&str; 7] = ["lookup(", "hiera(", "hiera_hash(", "hiera_array(", "hiera_include(", "lookup (", "hiera ("];

fn is_part(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_' || it == ':'
}

/// The same of many texts.
#[derive(Debug, Default, PartialEq, Eq)]
struct InCodes {
    all: InCode,
    /// Those that look up what a variable holds.
    variable: Vec<File>,
}

impl InCodes {
    fn new(db: &dyn Db, files: impl Iterator<Item = File>) -> InCodes {
        let mut found = InCodes::default();
        for file in files {
            let own = in_code(db, file);
            found.all.names.extend(own.names.iter().cloned());
            found.all.beginnings.extend(own.beginnings.iter().cloned());
            found.variable.extend(own.is_variable.then_some(file));
        }
        found
    }
}

#[salsa::tracked(returns(ref))]
fn in_code(db: &dyn Db, file: File) -> InCode {
    InCode::new(&file.text(db).unwrap_or_else(|| Arc::from("")))
}

#[salsa::tracked(returns(ref))]
fn in_all_code(db: &dyn Db) -> InCodes {
    InCodes::new(db, File::all(db).iter().copied())
}

/// Of what lies below the folder of a module.
#[salsa::tracked(returns(ref))]
fn in_code_of<'db>(db: &'db dyn Db, folder: Folder<'db>) -> InCodes {
    InCodes::new(db, files_below(db, folder.path(db), &CODE))
}

fn files_below<'db>(db: &'db dyn Db, folder: &Path, endings: &[&str]) -> impl Iterator<Item = File> + use<'db> {
    let paths = paths_below(db, folder, |name| endings.iter().any(|it| name.ends_with(it)));
    paths.into_iter().map(|path| db.files().at(db, &path.to_string_lossy()))
}

#[salsa::interned(debug)]
struct Module<'db> {
    #[returns(ref)]
    name: Str,
    #[returns(ref)]
    folder: Arc<Path>,
}

/// Whether code looks up what a variable holds, in the module itself, or in a function that takes any key of it.
#[salsa::tracked]
fn is_any_key_read<'db>(db: &'db dyn Db, module: Module<'db>) -> bool {
    let own = &in_code_of(db, Folder::new(db, module.folder(db).clone())).variable;
    let name = &**module.name(db);
    in_all_code(db).variable.iter().chain(own).any(|it| it.text(db).is_some_and(|text| text.contains(name)))
}

/// Keys that data refer to by `%{lookup('a::b')}` and `%{a::b}`, in order.
fn interpolated(text: &str) -> Vec<Str> {
    let mut found = Vec::new();
    for (at, opening) in text.match_indices(['(', '{']) {
        if opening == "{" && !text.get(..at).is_some_and(|it| it.ends_with('%')) {
            continue;
        }
        let rest = text.get(at + 1..).unwrap_or_default();
        let unquoted = rest.trim_start_matches(QUOTES);
        let global = rest.strip_prefix("::").filter(|_| opening == "{").map(|it| it.trim_start_matches(QUOTES));
        for rest in [Some(unquoted), global].into_iter().flatten() {
            let end = rest.find(|it: char| !is_part(it)).unwrap_or(rest.len());
            found.extend(rest.get(..end).filter(|it| it.contains("::")).map(Str::from));
        }
    }
    sorted(found)
}

const QUOTES: [char; 4] = ['\'', '"', '\\', ' '];

fn sorted(mut keys: Vec<Str>) -> Vec<Str> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Whether one of them begins so.
fn has(interpolated: &[Str], key: &str) -> bool {
    interpolated.get(interpolated.partition_point(|it| **it < *key)).is_some_and(|it| it.starts_with(key))
}

#[salsa::tracked(returns(ref))]
fn in_data(db: &dyn Db, file: File) -> Vec<Str> {
    interpolated(&file.text(db).unwrap_or_else(|| Arc::from("")))
}

fn in_all_data(db: &dyn Db, files: impl Iterator<Item = File>) -> Vec<Str> {
    sorted(files.flat_map(|it| in_data(db, it)).cloned().collect())
}

/// Of the files that the hierarchy of a folder reads, and of all data below it.
#[salsa::tracked(returns(ref))]
fn in_data_of<'db>(db: &'db dyn Db, folder: Folder<'db>, with_all_below: bool) -> Vec<Str> {
    let below = with_all_below.then(|| files_below(db, folder.path(db), &DATA)).into_iter().flatten();
    in_all_data(db, files_of(db, folder).iter().map(|it| it.0).chain(below))
}

/// Of the files that a configuration of any name reads.
#[salsa::tracked(returns(ref))]
fn in_data_of_config<'db>(db: &'db dyn Db, config: Folder<'db>) -> Vec<Str> {
    in_all_data(db, files_of_levels(db, &levels_in_file(db, config.path(db))).into_iter().map(|it| it.0))
}

impl Snapshot<'_> {
    /// Returns whether any text that a file of data is seen with may look up a key of a module: one that names it, or one that puts
    /// keys together.
    pub fn may_read_key(&self, key: &str, module: &str, from: File) -> bool {
        let db = self.db();
        let (Some(root), Some(folder)) = (root(db, from), self.module_folder(from, module)) else { return true };
        let key = key.trim_start_matches("::");
        let folder: Arc<Path> = Arc::from(folder);
        let of_module = Folder::new(db, folder.clone());
        if in_all_code(db).all.has(key) || in_code_of(db, of_module).all.has(key) || has(in_data(db, from), key) {
            return true;
        }
        let config = settings_of(db, root).hiera_config().map(|it| Folder::new(db, Arc::from(it)));
        let is_alone = *root.path(db) == folder || environment_of(db, root).is_none();
        config.is_some_and(|it| has(in_data_of_config(db, it), key))
            || has(in_data_of(db, of_module, true), key)
            || !is_alone && has(in_data_of(db, Folder::new(db, root.path(db).clone()), false), key)
            || *is_any_key_read(db, Module::new(db, Str::from(module), folder))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use world::MemoryWorld;

    use super::*;
    use crate::AnalysisHost;
    use crate::tests::log;

    fn interpolates(text: &str, key: &str) -> bool {
        has(&interpolated(text), key)
    }

    #[test]
    fn a_key_is_a_word_of_its_own() {
        for text in ["lookup('a::b')", "lookup('::a::b')", "x::a::b", "$a::b", "é'a::b'é"] {
            assert!(InCode::new(text).has("a::b"), "{text}");
        }
        for text in ["a::b::c a::bc x_a::b", "a::b: 1", "a:b", ""] {
            assert!(!InCode::new(text).has("a::b"), "{text}");
        }
        assert!(interpolates("x: \"%{lookup('a::b')}\"", "a::b"));
        assert!(interpolates("x: \"%{alias(\\\"a::b\\\")}\"", "a::b"));
        assert!(interpolates("x: \"%{::a::b}\"", "a::b"));
        assert!(!interpolates("a::b: 1\n'a::b': 2", "a::b"));
    }

    #[test]
    fn keys_may_be_put_together() {
        for (text, key) in [("lookup(\"a::${x}\")", "a::b"), ("hiera(\"${module_name}::b\")", "a::b"), ("lookup(\"::a::${x}\")", "a::c")] {
            assert!(InCode::new(text).has(key), "{text}");
        }
        assert!(!InCode::new("lookup(\"c::${x}\") lookup(\"a::\")").has("a::b"));
        assert!(InCode::new("class a { lookup($key) }").is_variable);
        assert!(!InCode::new("class a { lookup(\"x${key}\", $y) }").is_variable);
    }

    /// How often each text is searched where all keys of the data of some nodes are asked for.
    fn searched(nodes: usize) -> (usize, [usize; 3]) {
        let mut world = MemoryWorld::new();
        world.add_file("/e/environment.conf", "");
        world.add_file("/e/hiera.yaml", "version: 5\nhierarchy: [{name: n, path: 'nodes/%{trusted.certname}.yaml'}]\n");
        for node in 0..nodes {
            world.add_file(format!("/e/data/nodes/n{node}.yaml"), "web::a: 1\nweb::b: 2\n");
        }
        world.add_file("/e/modules/web/manifests/init.pp", "class web { lookup('web::b') }\n");
        let (executed, on_event): (Arc<Mutex<Vec<String>>>, _) = log();
        let host = AnalysisHost::with_events(Arc::new(world), Some(Box::new(on_event)));
        let found = host.analysis().run(|snapshot| {
            let file = |node| snapshot.file_of_place(&format!("/e/data/nodes/n{node}.yaml")).expect("an absolute path");
            let keys = (0..nodes).flat_map(|node| ["web::a", "web::b"].map(|key| snapshot.may_read_key(key, "web", file(node))));
            keys.filter(|it| *it).count()
        });
        let executed = executed.lock().unwrap();
        let runs = |query: &str| executed.iter().filter(|it| *it == query).count();
        (found.expect("nobody writes"), [runs("in_code"), runs("in_data"), runs("in_data_of")])
    }

    #[test]
    fn each_text_is_searched_once_for_all_keys() {
        // The data of the environment, and that of the module.
        assert_eq!(searched(8), (8, [1, 8, 2]));
        assert_eq!(searched(64), (64, [1, 64, 2]));
    }
}
