//! A key that would bind a parameter of a class, if there were such a parameter or class, and that nothing else looks up.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use hir::{ItemKind, Symbol, name};
use rustc_hash::FxHashMap;
use syntax::nearest;

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    if !looked.is_data() || looked.text.tree.problem.is_some() {
        return;
    }
    let Some(root) = &looked.text.tree.root else { return };
    let options = root.get("lookup_options").map(|it| it.entries()).unwrap_or_default();
    let mut texts = FxHashMap::default();
    for entry in root.entries().iter().chain(options) {
        if let Some(key) = entry.key.string() {
            found.extend(of_key(looked, key, &entry.key.range, &mut texts));
        }
    }
}

fn of_key(looked: &DataFile<'_>, key: &str, range: &Range<usize>, texts: &mut FxHashMap<String, Texts>) -> Option<Draft> {
    let (class, parameter) = key.rsplit_once("::")?;
    let class = class.strip_prefix("::").unwrap_or(class);
    let is_plain = !class.is_empty() && class.split("::").all(name::is_parameter) && name::is_parameter(parameter);
    if !is_plain {
        return None;
    }
    let module = class.split("::").next()?;
    let folder = looked.snapshot.module_folder(looked.file, module)?;
    let definitions = looked.snapshot.resolve(&Symbol::Class(class.into()), looked.file);
    let classes: Vec<_> = definitions.iter().filter_map(|it| looked.snapshot.item(*it)).collect();
    if classes.iter().any(|it| it.parameter(parameter).is_some()) {
        return None;
    }
    if !texts.contains_key(module) {
        texts.insert(module.to_owned(), Texts::new(looked, module, &folder));
    }
    if texts.get(module).is_some_and(|it| it.look_up(key, module)) {
        return None;
    }
    let range = looked.inside(range);
    let Some(first) = classes.first() else {
        let defined = looked.snapshot.resolve(&Symbol::Type(class.into()), looked.file);
        let is_define = defined.iter().filter_map(|it| looked.snapshot.item(*it)).any(|it| it.kind == ItemKind::Define);
        let help = match is_define {
            true => Some(format!("'{class}' is a defined type: data bind parameters of classes only")),
            false => None,
        };
        let message = format!("There is no class '{class}' in the module '{module}', and nothing looks up '{key}'");
        return Some(Draft { range, message, help, ..Draft::default() });
    };
    let names = classes.iter().flat_map(|it| &it.parameters).map(|it| it.name.as_str());
    let near = nearest(parameter, names);
    let start = range.end - parameter.len();
    Some(Draft {
        message: format!("The class '{}' has no parameter '{parameter}', and nothing looks up '{key}'", first.name),
        help: near.map(|it| format!("There is a parameter '{it}'")),
        fix: near.map(|it| (format!("Change to `{class}::{it}`"), vec![(start..range.end, it.to_owned())])),
        range,
        ..Draft::default()
    })
}

/// Where code may look something up.
const CODE: [&str; 5] = [".pp", ".epp", ".erb", ".rb", ".json"];
const DATA: [&str; 3] = [".yaml", ".yml", ".eyaml"];

/// The texts that may look up keys of a module, gathered once for all keys of a file.
struct Texts {
    code: Vec<Arc<str>>,
    interpolated: Interpolated,
}

impl Texts {
    fn new(looked: &DataFile<'_>, module: &str, folder: &Path) -> Texts {
        let snapshot = looked.snapshot;
        let own = snapshot.texts_below(folder, &CODE).into_iter().map(|(_, text)| text);
        let code = own.chain(snapshot.all_files().iter().map(|it| snapshot.text(*it))).collect();
        let data = snapshot.texts_below(folder, &DATA).into_iter().map(|(_, text)| text);
        let layers = snapshot.data_files(module, looked.file).into_iter().map(|(_, file, _)| snapshot.text(file));
        let mut interpolated = Interpolated::default();
        data.chain(layers).chain([looked.source.clone()]).for_each(|text| interpolated.add(&text));
        interpolated.keys.sort_unstable();
        Texts { code, interpolated }
    }

    /// Whether any text may look the key up: one that names it, or one that puts keys together.
    fn look_up(&self, key: &str, module: &str) -> bool {
        self.code.iter().any(|text| names(text, key) || may_put_together(text, key, module)) || self.interpolated.has(key)
    }
}

/// What data refer to by `%{lookup('a::b')}` and `%{a::b}`. A search of the data for each of their keys would take quadratic
/// time.
#[derive(Default)]
struct Interpolated {
    /// Sorted once all are there.
    keys: Vec<Box<str>>,
}

impl Interpolated {
    fn add(&mut self, text: &str) {
        for (at, opening) in text.match_indices(['(', '{']) {
            if opening == "{" && !text.get(..at).is_some_and(|it| it.ends_with('%')) {
                continue;
            }
            let rest = text.get(at + 1..).unwrap_or_default();
            let unquoted = rest.trim_start_matches(QUOTES);
            let global = rest.strip_prefix("::").filter(|_| opening == "{").map(|it| it.trim_start_matches(QUOTES));
            for rest in [Some(unquoted), global].into_iter().flatten() {
                let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_' && it != ':').unwrap_or(rest.len());
                self.keys.extend(rest.get(..end).filter(|it| !it.is_empty()).map(Box::from));
            }
        }
    }

    /// Whether one of them begins so.
    fn has(&self, key: &str) -> bool {
        self.keys.get(self.keys.partition_point(|it| **it < *key)).is_some_and(|it| it.starts_with(key))
    }
}

const QUOTES: [char; 4] = ['\'', '"', '\\', ' '];

/// Whether a text has a key as a word of its own.
fn names(text: &str, key: &str) -> bool {
    text.match_indices(key).any(|(at, _)| {
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == ':';
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        let after = text.get(at + key.len()..).and_then(|it| it.chars().next());
        before.is_none_or(|it| !is_part(it) || it == ':') && after.is_none_or(|it| !is_part(it))
    })
}

const FUNCTIONS: [&str; 7] = ["lookup(", "hiera(", "hiera_hash(", "hiera_array(", "hiera_include(", "lookup (", "hiera ("];

/// Whether a text looks up keys that are made of variables, one of which may be this one.
fn may_put_together(text: &str, key: &str, module: &str) -> bool {
    FUNCTIONS.iter().any(|function| {
        text.match_indices(function).any(|(at, _)| {
            let argument = text.get(at + function.len()..).unwrap_or_default().trim_start();
            let Some(quoted) = argument.strip_prefix('"') else {
                // A variable in the module's own code, or in a function that takes any key.
                return argument.starts_with('$') && text.contains(module);
            };
            let fixed = quoted.split(['"', '$']).next().unwrap_or_default();
            quoted.get(fixed.len()..).is_some_and(|it| it.starts_with('$')) && key.starts_with(fixed.trim_start_matches("::"))
        })
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::data::tests::{MODULE, check};

    fn interpolates(text: &str, key: &str) -> bool {
        let mut found = Interpolated::default();
        found.add(text);
        found.keys.sort_unstable();
        found.has(key)
    }

    #[test]
    fn a_parameter_that_is_not_there() {
        check(
            &format!(
                "{MODULE}#- /m/a/data/common.yaml\na::port: 1\na::prot: 1\na::else: 1\nlookup_options:\n  a::prot: {{merge: deep}}\n#- /m/a/manifests/init.pp\nclass a($port) {{ }}\n"
            ),
            expect![[r#"
                /m/a/data/common.yaml: warning unbound-data-key "a::prot"
                  The class 'a' has no parameter 'prot', and nothing looks up 'a::prot'
                  help: There is a parameter 'port'
                  Change to `a::port`: a::port: 1
                /m/a/data/common.yaml: warning unbound-data-key "a::else"
                  The class 'a' has no parameter 'else', and nothing looks up 'a::else'
                /m/a/data/common.yaml: warning unbound-data-key "a::prot"
                  The class 'a' has no parameter 'prot', and nothing looks up 'a::prot'
                  help: There is a parameter 'port'
                  Change to `a::port`:   a::port: {merge: deep}
            "#]],
        );
    }

    #[test]
    fn a_class_that_is_not_there() {
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na::b::x: 1\na::c::x: 1\na::x: 1\nb::x: 1\nx: 1\n'a::b::x.y': 1\n\
             #- /e/modules/a/manifests/b.pp\nclass a::b($x) { }\n#- /e/modules/a/manifests/c.pp\ndefine a::c($x) { }\n",
            expect![[r#"
                /e/data/common.yaml: warning unbound-data-key "a::c::x"
                  There is no class 'a::c' in the module 'a', and nothing looks up 'a::c::x'
                  help: 'a::c' is a defined type: data bind parameters of classes only
                /e/data/common.yaml: warning unbound-data-key "a::x"
                  There is no class 'a' in the module 'a', and nothing looks up 'a::x'
            "#]],
        );
    }

    #[test]
    fn what_is_looked_up_is_bound() {
        let module = "#- /e/modules/a/manifests/init.pp\nclass a { }\n";
        for code in ["lookup('a::x')", "hiera(\"a::x\")", "lookup(\"a::${y}\")", "lookup(\"${y}::x\")"] {
            check(
                &format!(
                    "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na::x: 1\n{module}#- /e/manifests/site.pp\n$z = {code}\n"
                ),
                expect![[""]],
            );
        }
        check(
            &format!(
                "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na::x: 1\ny: \"%{{lookup('a::x')}}\"\n{module}"
            ),
            expect![[""]],
        );
        check(
            &format!(
                "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na::x: 1\n{module}#- /e/modules/a/lib/x.rb\nlookup('a::x')\n"
            ),
            expect![[""]],
        );
    }

    #[test]
    fn a_key_is_a_word_of_its_own() {
        assert!(names("lookup('a::b')", "a::b"));
        assert!(names("lookup('::a::b')", "a::b"));
        assert!(!names("a::b::c a::bc x_a::b", "a::b"));
        assert!(interpolates("x: \"%{lookup('a::b')}\"", "a::b"));
        assert!(interpolates("x: \"%{alias(\\\"a::b\\\")}\"", "a::b"));
        assert!(!interpolates("a::b: 1\n'a::b': 2", "a::b"));
    }

    #[test]
    fn keys_may_be_put_together() {
        assert!(may_put_together("lookup(\"a::${x}\")", "a::b", "a"));
        assert!(may_put_together("hiera(\"${module_name}::b\")", "a::b", "a"));
        assert!(!may_put_together("lookup(\"c::${x}\")", "a::b", "a"));
        assert!(!may_put_together("lookup('a::b')", "a::c", "a"));
        assert!(may_put_together("class a { lookup($key) }", "a::c", "a"));
    }
}
