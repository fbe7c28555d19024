//! Which files a `hiera.yaml` may read, whatever the variables are: to find out the role of a file.

use std::path::{Path, PathBuf};

use fancy_regex::Regex;
use values::{Hash, Value};

use crate::location::join;

/// How a level reads its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    Yaml,
    Json,
    /// YAML with encrypted values.
    Eyaml,
    /// Something else: its files are not read.
    Other,
}

/// One level of a hierarchy of version 5.
#[derive(Clone, Debug)]
pub struct Level {
    pub name: String,
    pub reads: Reads,
    /// Below it all its files lie: its `datadir` up to the first variable.
    pub folder: PathBuf,
    /// Its paths as they are written.
    pub paths: Vec<String>,
    patterns: Vec<Regex>,
}

impl Level {
    /// Whether it may read a file.
    pub fn may_read(&self, path: &Path) -> bool {
        let path = path.to_string_lossy();
        self.patterns.iter().any(|it| it.is_match(&*path).unwrap_or(false))
    }

    /// Whether it reads a file whatever the variables are: one of its paths has none and is that file's.
    pub fn names(&self, path: &Path) -> bool {
        let is_constant = |it: &&String| !it.contains(['%', '*', '?', '[', '{']);
        self.may_read(path) && self.paths.iter().filter(is_constant).any(|it| path.ends_with(it))
    }

    /// The name of the node that makes it read a file, where one of its paths depends on nothing but that name.
    pub fn node_of(&self, path: &Path) -> Option<String> {
        let path = path.strip_prefix(&self.folder).ok()?.to_str()?;
        let name = self.paths.iter().find_map(|it| {
            let (before, rest) = it.split_once("%{")?;
            let (variable, after) = rest.split_once('}')?;
            let is_name = matches!(variable.trim().trim_start_matches("::"), "trusted.certname" | "trusted.hostname");
            let name = path.strip_prefix(before)?.strip_suffix(after)?;
            (is_name && !after.contains("%{")).then_some(name)
        })?;
        let is_name = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || matches!(it, '.' | '-' | '_');
        (!name.is_empty() && name.chars().all(is_name)).then(|| name.to_owned())
    }
}

/// The levels that the text of a `hiera.yaml` in `root` has, those of its `default_hierarchy` last; none where it is of another
/// version or cannot be read.
pub fn levels(root: &Path, text: &str) -> Vec<Level> {
    let Ok(Some(document)) = yaml::load(text.as_bytes()) else { return Vec::new() };
    let Value::Hash(settings) = values::data::from_yaml(&document.data) else { return Vec::new() };
    if get(&settings, "version") != Some(&Value::Integer(5)) {
        return Vec::new();
    }
    let none = Hash::default();
    let defaults = match get(&settings, "defaults") {
        Some(Value::Hash(defaults)) => defaults,
        _ => &none,
    };
    let hierarchy = get(&settings, "hierarchy").filter(|it| it.is_true());
    let mut found = match hierarchy {
        Some(hierarchy) => entries(root, hierarchy, defaults),
        None => without_hierarchy(root),
    };
    for more in ["plan_hierarchy", "default_hierarchy"] {
        found.extend(get(&settings, more).map(|it| entries(root, it, defaults)).unwrap_or_default());
    }
    found
}

/// Levels of a file without a hierarchy.
fn without_hierarchy(root: &Path) -> Vec<Level> {
    let entry: Hash = [("name".into(), "Common".into()), ("path".into(), "common.yaml".into())].into_iter().collect();
    one(root, &entry, &Hash::default()).into_iter().collect()
}

fn entries(root: &Path, hierarchy: &Value, defaults: &Hash) -> Vec<Level> {
    let Value::Array(items) = hierarchy else { return Vec::new() };
    items
        .iter()
        .filter_map(|it| match it {
            Value::Hash(entry) => one(root, entry, defaults),
            _ => None,
        })
        .collect()
}

fn one(root: &Path, entry: &Hash, defaults: &Hash) -> Option<Level> {
    let text = |hash: &Hash, key: &str| get(hash, key).and_then(Value::as_str).map(str::to_owned);
    let datadir = text(entry, "datadir").or_else(|| text(defaults, "datadir")).unwrap_or_else(|| "data".to_owned());
    let datadir = join(&root.to_string_lossy(), &datadir);
    let datadir = datadir.trim_end_matches('/');
    let texts = |key: &str| -> Vec<String> {
        match get(entry, key) {
            Some(Value::String(one)) => vec![one.to_string()],
            Some(Value::Array(items)) => items.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect(),
            _ => Vec::new(),
        }
    };
    let mut paths = Vec::new();
    let mut patterns = Vec::new();
    for (key, is_glob) in [("path", false), ("paths", false), ("glob", true), ("globs", true)] {
        for path in texts(key) {
            patterns.extend(Regex::new(&pattern(&join(datadir, &path), is_glob)));
            paths.push(path);
        }
    }
    if let [_, _, template] = texts("mapped_paths").as_slice() {
        patterns.extend(Regex::new(&pattern(&join(datadir, template), false)));
        paths.push(template.clone());
    }
    let fixed = match datadir.find("%{") {
        Some(at) => datadir.get(..at).and_then(|it| it.rfind('/').and_then(|at| it.get(..at))).unwrap_or_default(),
        None => datadir,
    };
    Some(Level { name: text(entry, "name").unwrap_or_default(), reads: reads(entry, defaults), folder: fixed.into(), paths, patterns })
}

fn reads(entry: &Hash, defaults: &Hash) -> Reads {
    let kinds = ["data_hash", "lookup_key", "data_dig", "hiera3_backend", "v4_data_hash"];
    let of = |hash: &Hash| kinds.iter().find_map(|key| get(hash, key).and_then(Value::as_str).map(str::to_owned));
    let function = of(entry).or_else(|| of(defaults));
    match function.as_deref() {
        None | Some("yaml_data") => Reads::Yaml,
        Some("json_data") => Reads::Json,
        Some("eyaml_lookup_key") => Reads::Eyaml,
        Some(_) => Reads::Other,
    }
}

/// Pattern of the paths that one may become: a variable may be anything.
fn pattern(path: &str, is_glob: bool) -> String {
    let mut out = String::from("^");
    let mut rest = path;
    let mut braces = 0_usize;
    while let Some(it) = rest.chars().next() {
        if rest.starts_with("%{")
            && let Some(end) = rest.find('}')
        {
            out.push_str(".*");
            rest = rest.get(end + 1..).unwrap_or_default();
            continue;
        }
        let mut length = it.len_utf8();
        match it {
            '*' if is_glob && rest.starts_with("**/") => {
                out.push_str("(?:.*/)?");
                length = 3;
            }
            '*' if is_glob && rest.starts_with("**") => {
                out.push_str(".*");
                length = 2;
            }
            '*' if is_glob => out.push_str("[^/]*"),
            '?' if is_glob => out.push_str("[^/]"),
            '{' if is_glob => {
                out.push_str("(?:");
                braces += 1;
            }
            '}' if is_glob && braces > 0 => {
                out.push(')');
                braces -= 1;
            }
            ',' if is_glob && braces > 0 => out.push('|'),
            '[' if is_glob && rest.contains(']') => out.push('['),
            ']' if is_glob => out.push(']'),
            it => out.push_str(&fancy_regex::escape(it.encode_utf8(&mut [0; 4]))),
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    out.push('$');
    out
}

fn get<'h>(hash: &'h Hash, key: &str) -> Option<&'h Value> {
    hash.get(&Value::string(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(text: &str, path: &str) -> Vec<String> {
        levels(Path::new("/e"), text).into_iter().filter(|it| it.may_read(Path::new(path))).map(|it| it.name).collect()
    }

    const TEXT: &str = "version: 5\ndefaults: {datadir: hieradata}\nhierarchy:\n\
        - {name: nodes, path: 'nodes/%{trusted.certname}.yaml'}\n\
        - {name: globs, glob: 'os/{debian,%{x}}/*.yaml', datadir: other}\n\
        - {name: all, globs: ['**/z.yaml', 'common.yaml']}\n\
        - {name: map, mapped_paths: [a, b, 'm/%{b}.json'], data_hash: json_data}\n\
        - {name: far, path: c.yaml, datadir: 'x/%{y}/z', lookup_key: eyaml_lookup_key}\n\
        - {name: own, path: c.yaml, data_hash: 'mine::data'}\n\
        default_hierarchy:\n- {name: last, path: d.yaml}\n";

    #[test]
    fn a_file_is_of_the_levels_that_may_read_it() {
        assert_eq!(patterns(TEXT, "/e/hieradata/nodes/a.b.yaml"), ["nodes"]);
        assert_eq!(patterns(TEXT, "/e/hieradata/nodes/a/b.yaml"), ["nodes"]);
        assert_eq!(patterns(TEXT, "/e/other/os/debian/a.yaml"), ["globs"]);
        assert_eq!(patterns(TEXT, "/e/other/os/debian/a.txt"), Vec::<String>::new());
        assert_eq!(patterns(TEXT, "/e/hieradata/nodes/z.yaml"), ["nodes", "all"]);
        assert_eq!(patterns(TEXT, "/e/hieradata/z.yaml"), ["all"]);
        assert_eq!(patterns(TEXT, "/e/hieradata/common.yaml"), ["all"]);
        assert_eq!(patterns(TEXT, "/e/hieradata/m/q.json"), ["map"]);
        assert_eq!(patterns(TEXT, "/e/x/1/z/c.yaml"), ["far"]);
        assert_eq!(patterns(TEXT, "/e/hieradata/d.yaml"), ["last"]);
        assert_eq!(patterns(TEXT, "/e/data/common.yaml"), Vec::<String>::new());
    }

    #[test]
    fn a_file_may_name_its_node() {
        let of = |path: &str, file: &str| {
            let text = format!("version: 5\nhierarchy: [{{name: n, path: '{path}'}}]\n");
            levels(Path::new("/e"), &text).first().and_then(|it| it.node_of(Path::new(file)))
        };
        assert_eq!(of("nodes/%{trusted.certname}.yaml", "/e/data/nodes/a.b.yaml").as_deref(), Some("a.b"));
        assert_eq!(of("nodes/%{::trusted.hostname}.yaml", "/e/data/nodes/a.yaml").as_deref(), Some("a"));
        assert_eq!(of("nodes/%{trusted.certname}.yaml", "/e/data/nodes/a/b.yaml"), None);
        assert_eq!(of("nodes/%{trusted.certname}.yaml", "/e/data/nodes/README.yaml"), None);
        assert_eq!(of("nodes/%{facts.networking.fqdn}.yaml", "/e/data/nodes/a.yaml"), None);
        assert_eq!(of("%{trusted.certname}/%{facts.os.name}.yaml", "/e/data/a/b.yaml"), None);
    }

    #[test]
    fn levels_say_how_they_read() {
        let found: Vec<(Reads, String)> =
            levels(Path::new("/e"), TEXT).into_iter().map(|it| (it.reads, it.folder.display().to_string())).collect();
        let expected = [
            (Reads::Yaml, "/e/hieradata"),
            (Reads::Yaml, "/e/other"),
            (Reads::Yaml, "/e/hieradata"),
            (Reads::Json, "/e/hieradata"),
            (Reads::Eyaml, "/e/x"),
            (Reads::Other, "/e/hieradata"),
            (Reads::Yaml, "/e/hieradata"),
        ];
        assert_eq!(found, expected.map(|(reads, folder)| (reads, folder.to_owned())));
    }

    #[test]
    fn other_texts_have_no_levels() {
        for text in ["", "version: 3", "version: 5\nhierarchy: 1", "a: [", "- 1"] {
            assert!(patterns(text, "/e/data/common.yaml").is_empty(), "{text}");
        }
        assert_eq!(patterns("version: 5\n", "/e/data/common.yaml"), ["Common"]);
    }
}
