//! From what was written to what is meant. What cannot be read is said, and leaves the rest as it is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use syntax::{Strict, TextRange};
use toml::de::DeTable;

use crate::key::{KEYS, Key, Kind};
use crate::node::{Entry, Node, Written, range};
use syntax::nearest;

use crate::{LOCAL_FACTS, Layer, Level, PathRule, PathRules, Pattern, SaltTarget, is_local_facts};

/// Something that is wrong in settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    /// Where it stands; nowhere, in what comes from an editor.
    pub range: TextRange,
    /// The setting, as `levels.duplicate-key`; empty where it is none.
    pub key: String,
    pub message: String,
    pub help: Option<String>,
    /// Replacement at the place, if that is clear.
    pub instead: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// It cannot be read, and is not heeded.
    Invalid,
    /// There is no such setting or code. Another version of Bunraku may know it.
    Unknown,
}

/// Who knows what names in settings stand for.
pub trait Known {
    /// The codes that findings may have.
    fn codes(&self) -> &[&str];

    /// Error in the name of an operating system, if there is one, and help.
    fn system(&self, name: &str) -> Option<(String, Option<String>)>;

    /// Error in a file of facts, if there is one.
    fn facts(&self, path: &Path) -> Option<String>;
}

/// Reads a `bunraku.toml` that lies in `folder`. Without anybody who knows names, any will do.
///
/// The problems are in the order of the text.
pub fn read(text: &str, folder: &Path, known: Option<&dyn Known>) -> (Layer, Vec<Problem>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { folder, known, allows_unknown: false, problems: Vec::new() };
    for error in errors {
        let place = error.span().map(range).unwrap_or_default();
        reader.problem(ProblemKind::Invalid, place, "", error.message().to_owned(), None);
    }
    let mut layer = reader.layer(&Node::of_toml(&table));
    layer.folder = folder.to_owned();
    reader.problems.sort_by_key(|it| (it.range.start(), it.range.end()));
    // An error of TOML has been reported once.
    reader.problems.dedup_by_key(|it| it.range);
    (layer, reader.problems)
}

/// Reads what an editor sends. Members that are no settings of ours are the editor's own. Without anybody who knows names, any will do.
pub fn read_json(value: &serde_json::Value, folder: &Path, known: Option<&dyn Known>) -> (Layer, Vec<Problem>) {
    let mut reader = Reader { folder, known, allows_unknown: true, problems: Vec::new() };
    let mut node = Node::of_json(value);
    if let Written::Table(entries) = &mut node.value {
        for entry in entries {
            entry.key = snake_case(&entry.key);
        }
    }
    let mut layer = match &node.value {
        Written::Table(_) => reader.layer(&node),
        _ => Layer::default(),
    };
    layer.folder = folder.to_owned();
    (layer, reader.problems)
}

/// `hieraConfig` is `hiera_config`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for it in name.chars() {
        if it.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(it.to_ascii_lowercase());
    }
    snake
}

/// The globs of all `[[paths]]` together. Each file is matched against all of them.
const MAX_GLOBS: usize = 1_000;

struct Reader<'a> {
    folder: &'a Path,
    known: Option<&'a dyn Known>,
    allows_unknown: bool,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn layer(&mut self, node: &Node) -> Layer {
        let mut layer = Layer::default();
        for (key, entry) in self.known(node, KEYS, "") {
            let name = key.name;
            match (name, key.kind) {
                ("modulepath", _) => layer.modulepath = self.paths(entry, name),
                ("facts", _) => layer.facts = self.facts(entry, name),
                ("systems", _) => layer.systems = self.systems(entry, name),
                ("node", _) => layer.node = self.text(entry, name),
                ("hiera_config", _) => layer.hiera_config = self.text(entry, name).map(|it| self.folder.join(it)),
                ("legacy_facts", _) => layer.legacy_facts = self.bool(entry, name),
                ("strict_variables", _) => layer.strict_variables = self.bool(entry, name),
                ("tasks", _) => layer.tasks = self.bool(entry, name),
                ("lint", _) => layer.lint = self.bool(entry, name),
                ("ruby_version", Kind::OneOf(names)) => layer.ruby_version = self.one_of(&entry.value, name, names),
                ("strict", Kind::OneOf(names)) => layer.strict = self.strict(entry, name, names),
                ("inlay_hints", Kind::SomeOf(names)) => layer.inlay_hints = self.some_of(entry, name, names),
                ("code_lenses", Kind::SomeOf(names)) => layer.code_lenses = self.some_of(entry, name, names),
                ("levels", _) => layer.levels = self.levels(entry, name),
                ("salt_release", Kind::OneOf(names)) => layer.salt_release = self.one_of(&entry.value, name, names),
                ("salt_targets", Kind::Tables(keys)) => layer.salt_targets = Some(self.targets(entry, name, keys)),
                ("paths", Kind::Tables(keys)) => layer.paths = self.rules(entry, name, keys),
                _ => {}
            }
        }
        layer
    }

    /// The entries that have a key of the table.
    fn known<'n>(&mut self, node: &'n Node, keys: &'static [Key], above: &str) -> Vec<(&'static Key, &'n Entry)> {
        let Written::Table(entries) = &node.value else {
            self.expected(node, above, "a table");
            return Vec::new();
        };
        let mut known = Vec::new();
        for entry in entries {
            match keys.iter().find(|it| it.name == entry.key) {
                Some(key) => known.push((key, entry)),
                None if self.allows_unknown => {}
                None => self.unknown(entry, above, "setting", keys.iter().map(|it| it.name)),
            }
        }
        known
    }

    fn rules(&mut self, entry: &Entry, name: &str, keys: &'static [Key]) -> PathRules {
        let Written::List(items) = &entry.value.value else {
            self.expected(&entry.value, name, "a list of tables: `[[paths]]`");
            return PathRules::default();
        };
        let mut left = MAX_GLOBS + 1;
        let rules = items.iter().filter_map(|it| self.rule(it, name, keys, &mut left)).collect();
        PathRules::new(rules).unwrap_or_else(|error| {
            let message = format!("the globs are too large together, and all are ignored: {error}");
            self.problem(ProblemKind::Invalid, entry.range, name, message, None);
            PathRules::default()
        })
    }

    /// Reads a rule; `left` is the number of globs that may follow.
    fn rule(&mut self, node: &Node, name: &str, keys: &'static [Key], left: &mut usize) -> Option<PathRule> {
        let mut rule = PathRule::default();
        let mut has_globs = false;
        for (key, entry) in self.known(node, keys, name) {
            let name = format!("{name}.{}", key.name);
            match key.name {
                "glob" => {
                    has_globs = true;
                    for (glob, range) in self.texts(entry, &name).unwrap_or_default() {
                        if *left == 1 {
                            let message = format!("more than {MAX_GLOBS} globs: this and all that follow are ignored");
                            let help = Some("write one glob with `*` or `{a,b}` instead of many".to_owned());
                            self.problem(ProblemKind::Invalid, range, &name, message, help);
                        }
                        *left = left.saturating_sub(1);
                        if *left == 0 {
                            break;
                        }
                        match Pattern::new(&glob) {
                            Ok(pattern) => rule.globs.push(pattern),
                            Err(error) => self.problem(ProblemKind::Invalid, range, &name, format!("invalid glob `{glob}`: {error}"), None),
                        }
                    }
                }
                "exclude" => rule.exclude = self.bool(entry, &name),
                "levels" => rule.levels = self.levels(entry, &name),
                _ => {}
            }
        }
        if !has_globs && matches!(node.value, Written::Table(_)) {
            let help = Some("add `glob = \"…\"`".to_owned());
            self.problem(ProblemKind::Invalid, node.range, name, "`glob` is missing".to_owned(), help);
        }
        (!rule.globs.is_empty()).then_some(rule)
    }

    fn targets(&mut self, entry: &Entry, name: &str, keys: &'static [Key]) -> Vec<SaltTarget> {
        let Written::List(items) = &entry.value.value else {
            self.expected(&entry.value, name, "a list of tables: `[[salt_targets]]`");
            return Vec::new();
        };
        items.iter().filter_map(|it| self.target(it, name, keys)).collect()
    }

    fn target(&mut self, node: &Node, name: &str, keys: &'static [Key]) -> Option<SaltTarget> {
        let mut target = SaltTarget::default();
        for (key, entry) in self.known(node, keys, name) {
            let name = format!("{name}.{}", key.name);
            let text = self.text(entry, &name);
            match key.name {
                "id" => target.id = text.unwrap_or_default(),
                "system" => target.system = text,
                "grains" => target.grains = text.map(|it| self.folder.join(it)),
                "pillar" => target.pillar = text.map(|it| self.folder.join(it)),
                "config" => target.config = text.map(|it| self.folder.join(it)),
                _ => {}
            }
        }
        if target.id.is_empty() && matches!(node.value, Written::Table(_)) {
            let help = Some("add `id = \"…\"`".to_owned());
            self.problem(ProblemKind::Invalid, node.range, name, "`id` is missing".to_owned(), help);
        }
        (!target.id.is_empty()).then_some(target)
    }

    fn levels(&mut self, entry: &Entry, name: &str) -> BTreeMap<Arc<str>, Level> {
        let mut levels = BTreeMap::new();
        let Written::Table(entries) = &entry.value.value else {
            self.expected(&entry.value, name, "codes and their levels");
            return levels;
        };
        for it in entries {
            if let Some(known) = self.known
                && !known.codes().contains(&it.key.as_str())
            {
                self.unknown(it, name, "code", known.codes().iter().copied());
            }
            let key = format!("{name}.{}", it.key);
            if let Some(level) = self.one_of(&it.value, &key, Level::NAMES).and_then(|level| level.parse().ok()) {
                levels.insert(Arc::from(it.key.as_str()), level);
            }
        }
        levels
    }

    fn strict(&mut self, entry: &Entry, name: &str, names: &'static [&'static str]) -> Option<Strict> {
        Strict::named(self.one_of(&entry.value, name, names)?)
    }

    fn paths(&mut self, entry: &Entry, name: &str) -> Option<Vec<PathBuf>> {
        Some(self.texts(entry, name)?.into_iter().map(|(path, _)| self.folder.join(path)).collect())
    }

    fn facts(&mut self, entry: &Entry, name: &str) -> Option<Vec<PathBuf>> {
        let mut paths = Vec::new();
        for (written, range) in self.texts(entry, name)? {
            if is_local_facts(Path::new(&written)) {
                paths.push(PathBuf::from(LOCAL_FACTS));
                continue;
            }
            let path = self.folder.join(&written);
            if let Some(wrong) = self.known.and_then(|it| it.facts(&path)) {
                self.problem(ProblemKind::Invalid, range, name, format!("`{written}` holds no facts: {wrong}"), None);
            }
            paths.push(path);
        }
        Some(paths)
    }

    fn systems(&mut self, entry: &Entry, name: &str) -> Option<Vec<String>> {
        let mut systems = Vec::new();
        for (system, range) in self.texts(entry, name)? {
            if let Some((wrong, help)) = self.known.and_then(|it| it.system(&system)) {
                self.problem(ProblemKind::Invalid, range, name, wrong, help);
            }
            systems.push(system);
        }
        Some(systems)
    }

    /// A list of texts with their places. A text alone is a list of one.
    fn texts(&mut self, entry: &Entry, name: &str) -> Option<Vec<(String, TextRange)>> {
        let items = match &entry.value.value {
            Written::Text(_) => std::slice::from_ref(&entry.value),
            Written::List(items) => items.as_slice(),
            _ => {
                self.expected(&entry.value, name, "a list of texts");
                return None;
            }
        };
        let mut texts = Vec::new();
        for item in items {
            match &item.value {
                Written::Text(text) => texts.push((text.clone(), item.range)),
                _ => self.expected(item, name, "a text"),
            }
        }
        Some(texts)
    }

    /// A list of words of which each is one of these.
    fn some_of(&mut self, entry: &Entry, name: &str, names: &'static [&'static str]) -> Option<Vec<&'static str>> {
        let items = match &entry.value.value {
            Written::Text(_) => std::slice::from_ref(&entry.value),
            Written::List(items) => items.as_slice(),
            _ => {
                self.expected(&entry.value, name, "a list of texts");
                return None;
            }
        };
        Some(items.iter().filter_map(|it| self.one_of(it, name, names)).collect())
    }

    fn text(&mut self, entry: &Entry, name: &str) -> Option<String> {
        match &entry.value.value {
            Written::Text(text) => Some(text.clone()),
            _ => {
                self.expected(&entry.value, name, "a text");
                None
            }
        }
    }

    fn bool(&mut self, entry: &Entry, name: &str) -> Option<bool> {
        match entry.value.value {
            Written::Bool(it) => Some(it),
            _ => {
                self.expected(&entry.value, name, "true or false");
                None
            }
        }
    }

    fn one_of(&mut self, node: &Node, name: &str, names: &'static [&'static str]) -> Option<&'static str> {
        let expected = one_of(names);
        let Written::Text(text) = &node.value else {
            self.expected(node, name, &expected);
            return None;
        };
        let found = names.iter().find(|it| *it == text).copied();
        if found.is_none() {
            let meant = nearest(text, names.iter().copied());
            let help = meant.map(|it| format!("did you mean `{it}`?"));
            self.problem(ProblemKind::Invalid, node.range, name, format!("expected {expected}, found `{text}`"), help);
        }
        found
    }

    fn expected(&mut self, node: &Node, name: &str, expected: &str) {
        self.problem(ProblemKind::Invalid, node.range, name, format!("expected {expected}, found {}", node.kind()), None);
    }

    fn unknown<'k>(&mut self, entry: &Entry, above: &str, what: &str, known: impl Iterator<Item = &'k str>) {
        let meant = nearest(&entry.key, known);
        let name = if above.is_empty() { entry.key.clone() } else { format!("{above}.{}", entry.key) };
        let help = meant.map(|it| format!("did you mean `{it}`?"));
        self.problem(ProblemKind::Unknown, entry.range, &name, format!("there is no {what} `{}`", entry.key), help);
        if let Some(problem) = self.problems.last_mut() {
            problem.instead = meant.map(str::to_owned);
        }
    }

    fn problem(&mut self, kind: ProblemKind, range: TextRange, key: &str, message: String, help: Option<String>) {
        self.problems.push(Problem { kind, range, key: key.to_owned(), message, help, instead: None });
    }
}

/// `off, warning or error`.
fn one_of(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde_json::json;

    use super::*;

    struct Few;

    impl Known for Few {
        fn codes(&self) -> &[&str] {
            &["duplicate-key", "syntax-error"]
        }

        fn system(&self, name: &str) -> Option<(String, Option<String>)> {
            (name != "debian-12")
                .then(|| (format!("there are no built-in facts for `{name}`"), Some("did you mean `debian-12`?".to_owned())))
        }

        fn facts(&self, path: &Path) -> Option<String> {
            (path != Path::new("/site/web.json")).then(|| "no such file".to_owned())
        }
    }

    #[test]
    fn the_facts_of_the_machine_are_no_file() {
        let (layer, problems) = read("facts = ['web.json', 'local', './local']\n", Path::new("/site"), Some(&Few));
        let paths = ["/site/web.json", LOCAL_FACTS, "/site/./local"].map(PathBuf::from);
        assert_eq!(layer.facts.as_deref(), Some(paths.as_slice()));
        assert_eq!(problems.len(), 1, "{problems:?}");
        let folders = [PathBuf::from("/other")];
        assert_eq!(crate::confined::confined(&layer, &folders).facts, Some(Vec::new()));
    }

    #[test]
    fn systems_and_files_of_facts_are_there() {
        check(
            "systems = ['debian-12', 'debain-12']\nfacts = ['web.json', 'wbe.json']\n",
            expect![[r#"
                Invalid "'debain-12'" there are no built-in facts for `debain-12`
                    did you mean `debian-12`?
                Invalid "'wbe.json'" `wbe.json` holds no facts: no such file
            "#]],
        );
    }

    /// The problems in a file, each with what is underlined.
    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let (_, problems) = read(text, Path::new("/site"), Some(&Few));
        let mut listed = String::new();
        for it in problems {
            let place = text.get(std::ops::Range::<usize>::from(it.range)).expect("a place in the text");
            listed.push_str(&format!("{:?} {place:?} {}\n", it.kind, it.message));
            listed.extend(it.help.map(|help| format!("    {help}\n")));
        }
        expected.assert_eq(&listed);
    }

    #[test]
    fn everything_can_be_set() {
        let text = r#"
            modulepath = ["modules", "/opt/modules"]
            facts = ["facts/web.json"]
            systems = ["debian-12", "redhat-9"]
            node = "web.example"
            hiera_config = "hiera.yaml"
            legacy_facts = true
            strict = "warning"
            strict_variables = false
            ruby_version = "3.1"
            tasks = true
            lint = true
            inlay_hints = ["titles", "data"]
            code_lenses = []
            salt_release = "3006"
            [levels]
            duplicate-key = "warning"
            [[paths]]
            glob = "spec/**"
            exclude = true
            [[salt_targets]]
            id = "web01"
            system = "debian-12"
            pillar = "pillar"
            config = "minion"
        "#;
        let (layer, problems) = read(text, Path::new("/site"), None);
        assert_eq!(problems, []);
        let rule = PathRule { globs: vec![Pattern::new("spec/**").expect("a glob")], exclude: Some(true), levels: BTreeMap::new() };
        let expected = Layer {
            folder: PathBuf::from("/site"),
            modulepath: Some(vec![PathBuf::from("/site/modules"), PathBuf::from("/opt/modules")]),
            facts: Some(vec![PathBuf::from("/site/facts/web.json")]),
            systems: Some(vec!["debian-12".to_owned(), "redhat-9".to_owned()]),
            node: Some("web.example".to_owned()),
            hiera_config: Some(PathBuf::from("/site/hiera.yaml")),
            legacy_facts: Some(true),
            strict: Some(Strict::Warning),
            strict_variables: Some(false),
            ruby_version: Some("3.1"),
            tasks: Some(true),
            lint: Some(true),
            levels: BTreeMap::from([(Arc::from("duplicate-key"), Level::Warning)]),
            inlay_hints: Some(vec!["titles", "data"]),
            code_lenses: Some(Vec::new()),
            salt_release: Some("3006"),
            salt_targets: Some(vec![SaltTarget {
                id: "web01".to_owned(),
                system: Some("debian-12".to_owned()),
                grains: None,
                pillar: Some(PathBuf::from("/site/pillar")),
                config: Some(PathBuf::from("/site/minion")),
            }]),
            paths: PathRules::new(vec![rule]).expect("rules"),
        };
        assert_eq!(layer, expected);
    }

    #[test]
    fn nothing_need_be_set() {
        check("", expect![""]);
        check("# nothing\n[levels]\n", expect![""]);
    }

    #[test]
    fn a_key_that_is_unknown_stands_at_its_place() {
        check(
            "strict = 'off'\nmodule_path = 'x'\ncolour = 1\n",
            expect![[r#"
                Unknown "module_path" there is no setting `module_path`
                    did you mean `modulepath`?
                Unknown "colour" there is no setting `colour`
            "#]],
        );
        check(
            "[[paths]]\nglob = 'a'\nexcluded = true\n[levels]\nduplicate-keys = 'off'",
            expect![[r#"
                Unknown "excluded" there is no setting `excluded`
                    did you mean `exclude`?
                Unknown "duplicate-keys" there is no code `duplicate-keys`
                    did you mean `duplicate-key`?
            "#]],
        );
    }

    #[test]
    fn a_value_of_the_wrong_kind_leaves_the_others() {
        let text = "tasks = 'yes'\nnode = ['a']\nfacts = [1, 'a.json']\nstrict = 'of'\nlevels = 3\npaths = {}\nhiera_config = 1979-05-27";
        check(
            text,
            expect![[r#"
                Invalid "'yes'" expected true or false, found a text
                Invalid "['a']" expected a text, found a list
                Invalid "1" expected a text, found a number
                Invalid "'a.json'" `a.json` holds no facts: no such file
                Invalid "'of'" expected off, warning or error, found `of`
                    did you mean `off`?
                Invalid "3" expected codes and their levels, found a number
                Invalid "{}" expected a list of tables: `[[paths]]`, found a table
                Invalid "1979-05-27" expected a text, found a date
            "#]],
        );
        check(
            "inlay_hints = ['title', 'data']",
            expect![[r#"
                Invalid "'title'" expected parameters, values, titles, data or order, found `title`
                    did you mean `titles`?
            "#]],
        );
        let (layer, _) = read(text, Path::new("/site"), None);
        assert_eq!(layer.facts, Some(vec![PathBuf::from("/site/a.json")]));
    }

    #[test]
    fn no_more_globs_are_read_than_a_file_can_be_asked_for() {
        let rules = (0..2 * MAX_GLOBS).map(|it| format!("[[paths]]\nglob = '*-{it}/**'\nexclude = true\n")).collect::<String>();
        let (layer, problems) = read(&rules, Path::new("/site"), None);
        let messages = problems.iter().map(|it| it.message.as_str()).collect::<Vec<_>>();
        assert_eq!(messages, ["more than 1000 globs: this and all that follow are ignored"]);
        let excludes = |path: &str| layer.excludes(&Path::new("/site").join(path));
        assert_eq!([excludes("x-999/a.pp"), excludes("x-1000/a.pp")], [Some(true), None]);
    }

    #[test]
    fn a_rule_for_paths_needs_a_glob() {
        check(
            "[[paths]]\nexclude = true\n[[paths]]\nglob = 'a['\n",
            expect![[r#"
                Invalid "[[paths]]" `glob` is missing
                    add `glob = "…"`
                Invalid "'a['" invalid glob `a[`: unclosed character class; missing ']'
            "#]],
        );
    }

    #[test]
    fn what_is_no_toml_is_said_and_the_rest_counts() {
        let text = "strict = 'warning'\ntasks = \nnode 'a'\n";
        check(
            text,
            expect![[r#"
            Invalid "" string values must be quoted, expected literal string
            Invalid "" key with no value, expected `=`
        "#]],
        );
        assert_eq!(read(text, Path::new("/site"), None).0.strict, Some(Strict::Warning));
    }

    #[test]
    fn no_text_is_too_bad() {
        let sample =
            "modulepath = [\"é\"]\n[levels]\nduplicate-key = 'off'\n[[paths]]\nglob = ['a', \"b\"]\nlevels.syntax-error = 'hint'\n";
        for (end, _) in sample.char_indices() {
            read(&sample[..end], Path::new("/site"), None);
            read(&sample[end..], Path::new("/site"), None);
        }
        read(&"[".repeat(10_000), Path::new("/site"), None);
        read(&format!("a = {}", "[".repeat(10_000)), Path::new("/site"), None);
    }

    #[test]
    fn an_editor_may_say_the_same() {
        let sent = json!({ "enable": true, "hieraConfig": "h.yaml", "strict": null, "levels": { "duplicate-key": "off" }, "tasks": 1 });
        let (layer, problems) = read_json(&sent, Path::new("/site"), None);
        assert_eq!(layer.hiera_config, Some(PathBuf::from("/site/h.yaml")));
        assert_eq!(layer.levels.get("duplicate-key"), Some(&Level::Off));
        let messages: Vec<String> = problems.into_iter().map(|it| format!("{}: {}", it.key, it.message)).collect();
        assert_eq!(messages, ["tasks: expected true or false, found a number"]);
        assert_eq!(read_json(&json!([]), Path::new(""), None), (Layer::default(), vec![]));
    }
}
