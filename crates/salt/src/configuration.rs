//! The configuration file of a minion or a master, with the files that it includes, as far as states depend on it.

use std::fmt;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use world::{FileKind, World};

use crate::fnmatch;
use crate::place::{FileId, Span};
use crate::problem::YamlError;
use crate::value::{Heap, Id, Items, Key, Map, Slot, Str, Value};

/// Names of the options that a minion of Salt 3008.3 has without a configuration.
static NAMES: &str = include_str!("../data/options.txt");

/// No file is longer.
const MAX_FILE: u64 = 16 << 20;
/// Limit of files that a configuration includes.
const MAX_FILES: usize = 1_000;
/// Included files include others no deeper.
const MAX_DEPTH: usize = 20;
/// Values are nested no deeper.
const MAX_LEVELS: usize = 100;

/// The modules whose states take over the work of others: `state_aggregate`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Aggregate {
    #[default]
    None,
    All,
    Modules(Vec<Str>),
}

impl Aggregate {
    pub fn has(&self, module: &str) -> bool {
        match self {
            Aggregate::None => false,
            Aggregate::All => true,
            Aggregate::Modules(modules) => modules.iter().any(|it| **it == *module),
        }
    }
}

/// Why a configuration is not read.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigurationError {
    /// The file with the problem.
    pub path: PathBuf,
    pub problem: ConfigurationProblem,
}

/// Problem of one file.
#[derive(Clone, Debug, PartialEq)]
pub enum ConfigurationProblem {
    /// It is more than the last file that is read.
    TooManyFiles,
    /// The workspace does not have it.
    Outside,
    Unreadable(ErrorKind),
    NotUtf8,
    Yaml(YamlError),
    /// It has too many values or levels.
    TooLarge,
    NoMap,
    /// Numbers and dates that Salt reads by other rules.
    Grains,
    /// An option that lists files has something else.
    NoPaths {
        option: String,
    },
    TooDeep,
    Home {
        pattern: String,
    },
    Wildcards {
        pattern: String,
    },
    /// Options that change states, and that are not supported.
    Unsupported(Vec<String>),
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.problem {
            ConfigurationProblem::TooManyFiles => write!(f, "the configuration has too many files (limit {MAX_FILES})"),
            ConfigurationProblem::Outside => f.write_str("outside of the repository: it is not read"),
            ConfigurationProblem::Unreadable(kind) => write!(f, "it is not read: {kind}"),
            ConfigurationProblem::NotUtf8 => f.write_str("it is not UTF-8"),
            ConfigurationProblem::Yaml(it) => write!(f, "line {}: {}", it.line, it.problem),
            ConfigurationProblem::TooLarge => f.write_str("too many values or levels"),
            ConfigurationProblem::NoMap => f.write_str("no map of options"),
            ConfigurationProblem::Grains => f.write_str("numbers with leading zeros and dates are not supported"),
            ConfigurationProblem::NoPaths { option } => write!(f, "`{option}` is no path and no list of paths"),
            ConfigurationProblem::TooDeep => write!(f, "files of the configuration include each other too deeply (limit {MAX_DEPTH})"),
            ConfigurationProblem::Home { pattern } => write!(f, "`{pattern}` in `include` is not supported: write the folder"),
            ConfigurationProblem::Wildcards { pattern } => {
                write!(f, "`{pattern}`: wildcards in the folders of `include` are not supported")
            }
            ConfigurationProblem::Unsupported(options) => write!(f, "not supported: {}", options.join(", ")),
        }
    }
}

impl std::error::Error for ConfigurationError {}

/// An error of a file.
fn wrong<T>(path: &Path, problem: ConfigurationProblem) -> Result<T, ConfigurationError> {
    Err(ConfigurationError { path: path.to_owned(), problem })
}

/// Options of a minion. Values are in the heap that they were read into.
#[derive(Clone, Debug)]
pub struct Configuration {
    pub id: Option<String>,
    /// Those of the file `grains` in the same folder, and those of the configuration over them.
    pub grains: Option<Id>,
    /// Pillar data below that of files.
    pub pillar: Option<Id>,
    /// The folders of the environment `base`.
    pub file_roots: Vec<PathBuf>,
    pub pillar_roots: Vec<PathBuf>,
    /// `state_auto_order`
    pub auto_order: bool,
    /// `disabled_requisites`
    pub disabled: Vec<Str>,
    /// `state_aggregate`
    pub aggregate: Aggregate,
    pub failhard: bool,
    pub test: bool,
    /// `hosts.file`
    pub hosts: Option<String>,
    /// Options as templates read them. Values that Salt might change are unknown.
    pub options: Id,
}

/// Whether a minion has an option of this name without a configuration.
pub fn is_option(name: &str) -> bool {
    NAMES.lines().any(|it| it == name)
}

/// Options that have to keep their defaults: `""` stands for all values that are false.
const REFUSED: &[(&str, &[&str])] = &[
    ("allow_undefined", &[""]),
    ("append_domain", &[""]),
    ("backup_mode", &[""]),
    ("decrypt_pillar", &[""]),
    ("disable_modules", &[""]),
    ("environment", &["", "base"]),
    ("ext_pillar", &[""]),
    ("file_ignore_glob", &[""]),
    ("file_ignore_regex", &[""]),
    ("grains_blacklist", &[""]),
    ("grains_deep_merge", &[""]),
    ("jinja_env", &[""]),
    ("jinja_lstrip_blocks", &[""]),
    ("jinja_sls_env", &[""]),
    ("jinja_trim_blocks", &[""]),
    ("master_tops", &[""]),
    ("pillar_includes_override_sls", &[""]),
    ("pillar_merge_lists", &[""]),
    ("pillar_source_merging_strategy", &["smart"]),
    ("pillarenv", &["", "base"]),
    ("providers", &[""]),
    ("render_dirs", &[""]),
    ("renderer", &["jinja|yaml"]),
    ("renderer_blacklist", &[""]),
    ("renderer_whitelist", &[""]),
    ("saltenv", &["", "base"]),
    ("snapper_states", &[""]),
    ("state_top", &["top.sls", "salt://top.sls"]),
    ("state_top_saltenv", &["", "base"]),
    ("states_dirs", &[""]),
    ("whitelist_modules", &[""]),
    ("whitelist_state_modules", &[""]),
];

/// Reads a configuration, and refuses one with options that are not supported. Files that it includes are read if `is_readable` allows it.
pub fn read(
    world: &dyn World,
    heap: &mut Heap,
    path: &Path,
    is_readable: &dyn Fn(&Path) -> bool,
) -> Result<Configuration, ConfigurationError> {
    let mut reader = Reader { world, heap, is_readable, files: 0 };
    let mut options = reader.file(path)?;
    // The file of a master includes those of its own folder.
    let folder = if path.file_stem().is_some_and(|it| it == "master") { "master.d/*.conf" } else { "minion.d/*.conf" };
    let standard = match options.get(&Key::text("default_include")) {
        Some(it) => reader.patterns(path, it.value, "default_include")?,
        None => vec![folder.to_owned()],
    };
    let own = options.get(&Key::text("include")).map(|it| reader.patterns(path, it.value, "include")).transpose()?.unwrap_or_default();
    for patterns in [standard, own] {
        let included = reader.included(&patterns, path, 0)?;
        options.extend(included);
    }
    let mut grains = Map::default();
    let file = path.with_file_name("grains");
    if world.metadata(&file).is_ok_and(|it| it.kind == FileKind::File) {
        grains = reader.grains(&file)?;
    }
    let (found, unsupported) = configuration(heap, &options, grains);
    if unsupported.is_empty() { Ok(found) } else { wrong(path, ConfigurationProblem::Unsupported(unsupported)) }
}

struct Reader<'r> {
    world: &'r dyn World,
    heap: &'r mut Heap,
    is_readable: &'r dyn Fn(&Path) -> bool,
    files: usize,
}

impl Reader<'_> {
    fn text(&mut self, path: &Path) -> Result<String, ConfigurationError> {
        self.files += 1;
        if self.files > MAX_FILES {
            return wrong(path, ConfigurationProblem::TooManyFiles);
        }
        if !(self.is_readable)(path) {
            return wrong(path, ConfigurationProblem::Outside);
        }
        match self.world.read(path, MAX_FILE).map(String::from_utf8) {
            Ok(Ok(text)) => Ok(text),
            Ok(Err(_)) => wrong(path, ConfigurationProblem::NotUtf8),
            Err(error) => wrong(path, ConfigurationProblem::Unreadable(error.kind())),
        }
    }

    /// The options of a file; none of an empty one.
    fn file(&mut self, path: &Path) -> Result<Map, ConfigurationError> {
        let text = self.text(path)?;
        self.map(path, &text)
    }

    fn map(&mut self, path: &Path, text: &str) -> Result<Map, ConfigurationError> {
        let root = match crate::read(self.heap, FileId(u32::MAX), text) {
            Ok(root) => root.filter(|it| self.heap.is_truthy(*it)),
            Err(error) => return wrong(path, ConfigurationProblem::Yaml(error)),
        };
        let Some(root) = root else { return Ok(Map::default()) };
        if !self.heap.is_within(root, 1_000_000, MAX_LEVELS) {
            return wrong(path, ConfigurationProblem::TooLarge);
        }
        self.heap.map(root).cloned().map_or_else(|| wrong(path, ConfigurationProblem::NoMap), Ok)
    }

    /// Salt reads this file by YAML's own rules, which differ for some numbers and for dates.
    fn grains(&mut self, path: &Path) -> Result<Map, ConfigurationError> {
        let text = self.text(path)?;
        if text.split(|it: char| it.is_whitespace() || ",[]{}'\"".contains(it)).any(is_read_otherwise) {
            return wrong(path, ConfigurationProblem::Grains);
        }
        self.map(path, &text)
    }

    /// Patterns of files, as an option lists them.
    fn patterns(&self, path: &Path, id: Id, option: &str) -> Result<Vec<String>, ConfigurationError> {
        let text = |id: Id| match self.heap.str(id) {
            Some(it) => Ok(it.to_string()),
            None => wrong(path, ConfigurationProblem::NoPaths { option: option.to_owned() }),
        };
        match self.heap.get(id) {
            Value::List(items) => items.iter().map(|it| text(*it)).collect(),
            _ if !self.heap.is_truthy(id) => Ok(Vec::new()),
            _ => Ok(vec![text(id)?]),
        }
    }

    /// The options of all files that patterns mean.
    fn included(&mut self, patterns: &[String], from: &Path, depth: usize) -> Result<Map, ConfigurationError> {
        if depth > MAX_DEPTH {
            return wrong(from, ConfigurationProblem::TooDeep);
        }
        let mut all = Map::default();
        for pattern in patterns {
            for path in self.matching(pattern, from)? {
                let mut options = self.file(&path)?;
                let own = options.get(&Key::text("include")).map(|it| self.patterns(&path, it.value, "include")).transpose()?;
                options.extend(self.included(&own.unwrap_or_default(), &path, depth + 1)?);
                update(self.heap, &mut all, options, 0);
            }
        }
        Ok(all)
    }

    /// The files of a pattern, sorted.
    fn matching(&self, pattern: &str, from: &Path) -> Result<Vec<PathBuf>, ConfigurationError> {
        if pattern.starts_with('~') {
            return wrong(from, ConfigurationProblem::Home { pattern: pattern.to_owned() });
        }
        let path = from.parent().unwrap_or(Path::new("")).join(pattern);
        let (folder, name) = (path.parent().unwrap_or(Path::new("")), path.file_name().and_then(|it| it.to_str()).unwrap_or_default());
        if !fnmatch::is_pattern(name) && !fnmatch::is_pattern(pattern) {
            return Ok(self.world.metadata(&path).is_ok().then_some(path).into_iter().collect());
        }
        if folder.components().any(|it| matches!(it, Component::Normal(it) if it.to_str().is_none_or(fnmatch::is_pattern))) {
            return wrong(from, ConfigurationProblem::Wildcards { pattern: pattern.to_owned() });
        }
        let mut found: Vec<PathBuf> = Vec::new();
        for entry in self.world.read_dir(folder).unwrap_or_default() {
            let Some(file) = entry.name.to_str() else { continue };
            if fnmatch::matches(file, name) && (!file.starts_with('.') || name.starts_with('.')) {
                found.push(folder.join(file));
            }
        }
        found.sort();
        Ok(found)
    }
}

/// Whether a word means another value in YAML than in Salt.
fn is_read_otherwise(word: &str) -> bool {
    let digits = word.trim_start_matches(['-', '+']).as_bytes();
    let has_zero = digits.len() > 1 && digits.first() == Some(&b'0') && digits.get(1).is_some_and(u8::is_ascii_digit);
    let is_date = digits.len() > 7 && digits.get(4) == Some(&b'-') && digits.iter().take(4).all(u8::is_ascii_digit);
    has_zero || is_date
}

/// Adds options as Salt's `dictupdate` does: maps are merged, and lists get what they lack.
fn update(heap: &mut Heap, into: &mut Map, options: Map, depth: usize) {
    for (key, slot) in options {
        let old = into.get(&key).map(|it| it.value);
        let maps = old.and_then(|old| Some((heap.map(old)?.clone(), heap.map(slot.value)?.clone())));
        let lists = old.and_then(|old| Some((Items::from_slice(heap.list(old)?), Items::from_slice(heap.list(slot.value)?))));
        let value = match (maps, lists) {
            (Some((mut merged, more)), _) if depth < MAX_LEVELS => {
                update(heap, &mut merged, more, depth + 1);
                heap.add(Value::Map(merged), Span::NONE)
            }
            (_, Some((mut merged, more))) => {
                for item in more {
                    if !merged.iter().any(|it| heap.equal(*it, item)) {
                        merged.push(item);
                    }
                }
                heap.add(Value::List(merged), Span::NONE)
            }
            _ => slot.value,
        };
        into.insert(key, Slot { key: slot.key, value });
    }
}

/// A configuration, and the options that change what states are or do, and that are not supported.
fn configuration(heap: &mut Heap, options: &Map, mut grains: Map) -> (Configuration, Vec<String>) {
    let get = |name: &str| options.get(&Key::text(name)).map(|it| it.value);
    let mut unsupported: Vec<String> = Vec::new();
    for (name, defaults) in REFUSED {
        let Some(id) = get(name) else { continue };
        let is_default = match heap.str(id) {
            Some(text) => defaults.contains(&&**text),
            None => defaults.contains(&"") && !heap.is_truthy(id),
        };
        if !is_default {
            unsupported.push(format!("`{name}`"));
        }
    }
    let is_roots = |id: Id| heap.list(id).is_some_and(|it| it.iter().all(|it| heap.str(*it).is_some_and(|it| &**it == "roots")));
    if get("fileserver_backend").is_some_and(|it| !is_roots(it)) {
        unsupported.push("`fileserver_backend`".to_owned());
    }
    let is_set = |name: &str, default: bool| get(name).map_or(default, |it| heap.is_truthy(it));
    if !is_set("fileserver_followsymlinks", true) || is_set("fileserver_ignoresymlinks", false) {
        unsupported.push("`fileserver_followsymlinks` and `fileserver_ignoresymlinks`".to_owned());
    }
    let mut folders = |name: &str, standard: &[&str]| roots(heap, get(name), name, standard, &mut unsupported);
    let file_roots = folders("file_roots", &["/srv/salt", "/srv/spm/salt"]);
    let pillar_roots = folders("pillar_roots", &["/srv/pillar", "/srv/spm/pillar"]);
    let texts = |id: Id| heap.list(id).into_iter().flatten().filter_map(|it| heap.str(*it).cloned()).collect::<Vec<Str>>();
    let aggregate = match get("state_aggregate") {
        None => Aggregate::None,
        Some(id) => match heap.get(id) {
            Value::Bool(true) => Aggregate::All,
            Value::List(_) => Aggregate::Modules(texts(id)),
            Value::Map(map) => Aggregate::Modules(map.keys().filter_map(|it| it.as_str().map(Str::from)).collect()),
            _ => Aggregate::None,
        },
    };
    let disabled = match get("disabled_requisites") {
        Some(id) => heap.str(id).map_or_else(|| texts(id), |it| vec![it.clone()]),
        None => Vec::new(),
    };
    let (auto_order, failhard, test) = (is_set("state_auto_order", true), is_set("failhard", false), is_set("test", false));
    let hosts = get("hosts.file").and_then(|it| heap.str(it)).map(ToString::to_string);
    let id = get("id").filter(|it| heap.is_truthy(*it)).map(|it| crate::python::text(heap, it));
    if let Some(own) = get("grains").and_then(|it| heap.map(it)) {
        grains.extend(own.clone());
    }
    let pillar = get("pillar").filter(|it| heap.is_truthy(*it));
    if pillar.is_some_and(|it| heap.map(it).is_none()) {
        unsupported.push("`pillar` that is no map".to_owned());
    }
    let grains = (!grains.is_empty()).then(|| heap.add(Value::Map(grains), Span::NONE));
    let options = readable(heap, options);
    let found =
        Configuration { id, grains, pillar, file_roots, pillar_roots, auto_order, disabled, aggregate, failhard, test, hosts, options };
    (found, unsupported)
}

/// The folders of the environment `base`.
fn roots(heap: &Heap, option: Option<Id>, name: &str, standard: &[&str], unsupported: &mut Vec<String>) -> Vec<PathBuf> {
    let standard = || standard.iter().map(PathBuf::from).collect();
    // Salt falls back to its own folders if the option is no map.
    let Some(map) = option.and_then(|it| heap.map(it)) else { return standard() };
    let mut found = Vec::new();
    for (environment, slot) in map {
        let paths = heap.list(slot.value).unwrap_or_default();
        if !environment.is("base") {
            if !paths.is_empty() {
                unsupported.push(format!("`{name}` of environments other than `base`"));
            }
            continue;
        }
        for path in paths.iter().filter_map(|it| heap.str(*it)) {
            if fnmatch::is_pattern(path) || path.contains("__env__") {
                unsupported.push(format!("`{name}` with wildcards or `__env__`"));
            }
            found.push(PathBuf::from(&**path));
        }
    }
    unsupported.dedup();
    found
}

/// Options as templates see them. Salt computes some of its own, and reads secrets from elsewhere.
fn readable(heap: &mut Heap, options: &Map) -> Id {
    let mut map = Map::default();
    for (key, slot) in options {
        let is_own =
            key.as_str().is_some_and(|it| is_option(it) && !matches!(it, "test" | "failhard" | "state_aggregate" | "state_auto_order"));
        let value = if is_own || has_reference(heap, slot.value, 0) { heap.add(Value::Unknown, Span::NONE) } else { slot.value };
        map.insert(key.clone(), Slot { key: slot.key, value });
    }
    heap.add(Value::Map(map), Span::NONE)
}

/// Whether a value is read from elsewhere.
fn has_reference(heap: &Heap, id: Id, depth: usize) -> bool {
    match heap.get(id) {
        Value::Str(text) => text.starts_with("sdb://"),
        Value::List(items) => depth > MAX_LEVELS || items.iter().any(|it| has_reference(heap, *it, depth + 1)),
        Value::Map(map) => depth > MAX_LEVELS || map.values().any(|it| has_reference(heap, it.value, depth + 1)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    /// A configuration, and its options in JSON.
    fn read_all(files: &[(&str, &str)]) -> Result<(Heap, Configuration), ConfigurationError> {
        let mut world = MemoryWorld::new();
        for (path, text) in files {
            world.add_file(*path, *text);
        }
        let mut heap = Heap::default();
        let found = read(&world, &mut heap, Path::new("/etc/salt/minion"), &|it| it.starts_with("/etc/salt"))?;
        Ok((heap, found))
    }

    fn unsupported(text: &str) -> Vec<String> {
        match read_all(&[("/etc/salt/minion", text)]) {
            Ok(_) => Vec::new(),
            Err(ConfigurationError { problem: ConfigurationProblem::Unsupported(options), .. }) => options,
            Err(other) => vec![other.to_string()],
        }
    }

    #[test]
    fn later_files_win_and_lists_of_files_of_one_folder_grow() {
        let (heap, found) = read_all(&[
            ("/etc/salt/minion", "id: 7\nfailhard: true\nx: [a]\nfile_roots: {base: [/a]}\ngrains: {role: web}\ninclude: more.conf\n"),
            ("/etc/salt/minion.d/b.conf", "x: [c, b]\nm: {b: 1}\n"),
            ("/etc/salt/minion.d/a.conf", "x: [b]\nm: {a: 1}\nstate_aggregate: [pkg]\n"),
            ("/etc/salt/minion.d/.hidden.conf", "id: hidden\n"),
            ("/etc/salt/minion.d/other", "id: other\n"),
            ("/etc/salt/more.conf", "failhard: false\npillar_roots: {base: [/p]}\nstate_auto_order: false\n"),
            ("/etc/salt/grains", "role: db\nrack: 4\n"),
        ])
        .expect("it is whole");
        let json = |id| crate::json::value(&heap, id).to_string();
        assert_eq!((found.id.as_deref(), found.failhard, found.auto_order, found.test), (Some("7"), false, false, false));
        assert_eq!(found.aggregate, Aggregate::Modules(vec!["pkg".into()]));
        assert_eq!((found.file_roots, found.pillar_roots), (vec!["/a".into()], vec!["/p".into()]));
        assert_eq!(found.grains.map(json).as_deref(), Some(r#"{"role":"web","rack":4}"#));
        let option = |name| heap.entry(found.options, name).map(json);
        assert_eq!(option("x").as_deref(), Some(r#"["b","c"]"#));
        assert_eq!(option("m").as_deref(), Some(r#"{"a":1,"b":1}"#));
    }

    #[test]
    fn the_words_of_aggregate_are_those_of_salt() {
        let aggregate = |text: &str| read_all(&[("/etc/salt/minion", text)]).map(|it| it.1.aggregate);
        assert_eq!(aggregate("state_aggregate: yes"), Ok(Aggregate::All));
        assert_eq!(aggregate("state_aggregate: {pkg: 1}"), Ok(Aggregate::Modules(vec!["pkg".into()])));
        for none in ["{}", "state_aggregate: pkg", "state_aggregate: 1", "state_aggregate:"] {
            assert_eq!(aggregate(none), Ok(Aggregate::None), "{none}");
        }
    }

    #[test]
    fn what_would_change_the_states_is_refused_by_name() {
        assert_eq!(unsupported("renderer: jinja|yaml\njinja_env: {}\nsaltenv: base\nfileserver_backend: [roots]\n"), [""; 0]);
        assert_eq!(unsupported("renderer: py\njinja_trim_blocks: true\n"), ["`jinja_trim_blocks`", "`renderer`"]);
        assert_eq!(unsupported("fileserver_backend: [git]\n"), ["`fileserver_backend`"]);
        assert_eq!(unsupported("file_roots: {base: [/a], dev: [/b]}\n"), ["`file_roots` of environments other than `base`"]);
        assert_eq!(unsupported("pillar_roots: {base: [/a/*]}\n"), ["`pillar_roots` with wildcards or `__env__`"]);
        assert_eq!(unsupported("include: ~/x\n"), ["/etc/salt/minion: `~/x` in `include` is not supported: write the folder"]);
        assert_eq!(unsupported("include: {}\n"), [""; 0]);
        assert_eq!(unsupported("include: {a: b}\n"), ["/etc/salt/minion: `include` is no path and no list of paths"]);
        assert_eq!(unsupported("- a\n"), ["/etc/salt/minion: no map of options"]);
        assert_eq!(unsupported("a: [\n").len(), 1);
    }

    #[test]
    fn files_from_elsewhere_are_not_read() {
        let include = |path: &str| {
            let text = format!("include: {path}\n");
            read_all(&[("/etc/salt/minion", text.as_str()), ("/out/x.conf", "id: x\n")]).map(|it| it.1.id)
        };
        assert_eq!(include("/out/x.conf"), wrong(Path::new("/out/x.conf"), ConfigurationProblem::Outside));
        assert_eq!(include("/out/missing.conf"), Ok(None));
        let itself = read_all(&[("/etc/salt/minion", "include: minion\n")]).map(|it| it.1.id);
        assert_eq!(itself, wrong(Path::new("/etc/salt/minion"), ConfigurationProblem::TooDeep));
    }

    #[test]
    fn grains_that_salt_reads_by_other_rules_are_refused() {
        let grains = |text: &str| read_all(&[("/etc/salt/minion", ""), ("/etc/salt/grains", text)]).map(|it| it.1.grains.is_some());
        assert_eq!((grains("a: 10\n"), grains("")), (Ok(true), Ok(false)));
        for text in ["mode: 0644\n", "day: 2020-01-02\n", "all: [1,007]\n"] {
            assert_eq!(grains(text), wrong(Path::new("/etc/salt/grains"), ConfigurationProblem::Grains), "{text}");
        }
    }

    #[test]
    fn templates_see_options_but_not_those_that_salt_computes() {
        let (heap, found) =
            read_all(&[("/etc/salt/minion", "test: true\nmine: {a: 1}\nsecret: sdb://x/y\ncachedir: /c\n")]).expect("it is whole");
        let is_known = |name: &str| heap.entry(found.options, name).map(|it| !heap.has_unknown(it));
        assert_eq!(["test", "mine", "secret", "cachedir", "x"].map(is_known), [Some(true), Some(true), Some(false), Some(false), None]);
        assert!(is_option("cachedir") && !is_option("mine"));
    }
}
