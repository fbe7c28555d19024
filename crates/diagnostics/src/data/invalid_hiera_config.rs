//! A `hiera.yaml` that Puppet does not take.

use std::path::Path;

use analysis::data::{Layer, Role};
use hiera::{Owner, config_problem};

use super::{DataFile, Draft, Rule, named_in};

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    let (Role::Config, Some(root)) = (&looked.place.role, &looked.text.tree.root) else { return };
    if looked.text.tree.problem.is_some() {
        return;
    }
    let owner = match &looked.place.layer {
        Layer::Global => Owner::Global,
        Layer::Environment => Owner::Environment,
        Layer::Module(name) => Owner::Module(name.to_string()),
    };
    let Some(problem) = config_problem(Path::new(&*looked.path), &looked.source, &owner) else { return };
    for message in problem.message.split('\n').map(str::trim) {
        let named = named_in(root, message);
        let unknown = message.split_once("unrecognized key '").and_then(|(_, it)| it.split('\'').next());
        let range = match (unknown.and_then(|it| named.entry(it)), problem.line) {
            (Some(entry), _) => looked.inside(&entry.key.range),
            (None, Some(line)) => looked.line(line),
            (None, None) if named != root => looked.first_line(&named.range),
            (None, None) => {
                let twice = message.split_once("ierarchy name '").or_else(|| message.split_once("hierarchy '"));
                let twice = twice.and_then(|(_, it)| it.split('\'').next());
                let named = ["hierarchy", "default_hierarchy"].iter().filter_map(|it| root.get(it)).flat_map(|it| it.items());
                let last = named.filter_map(|it| it.get("name")).rfind(|it| twice.is_some() && it.text() == twice);
                let version = root.entry("version").map(|it| it.key.range.start..it.end());
                looked.first_line(&last.map(|it| it.range.clone()).or(version).unwrap_or_else(|| root.range.clone()))
            }
        };
        found.push(Draft { range, message: message.to_owned(), help: help(message, unknown), ..Draft::default() });
    }
}

const KEYS: [&str; 24] = [
    "version",
    "defaults",
    "hierarchy",
    "plan_hierarchy",
    "default_hierarchy",
    "name",
    "options",
    "data_hash",
    "lookup_key",
    "hiera3_backend",
    "data_dig",
    "path",
    "paths",
    "glob",
    "globs",
    "uri",
    "uris",
    "mapped_paths",
    "datadir",
    "merge",
    "backends",
    "logger",
    "yaml",
    "eyaml",
];

fn help(message: &str, unknown: Option<&str>) -> Option<String> {
    if message.contains("version 3 cannot") {
        return Some(
            "Write it in the form of version 5: `version: 5`, and `hierarchy` with a `name` and a `path` for each level".to_owned(),
        );
    }
    compiler::nearest(unknown?, KEYS.into_iter()).map(|it| format!("There is a key '{it}'"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    #[test]
    fn what_puppet_does_not_take() {
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n  - name: a\n    pth: b.yaml\n  - name: c\n    paths: d.yaml\n",
            expect![[r#"
                /e/hiera.yaml: error invalid-hiera-config "pth"
                  The Lookup Configuration at '/e/hiera.yaml' has wrong type, entry 'hierarchy' index 0 unrecognized key 'pth'
                  help: There is a key 'path'
                /e/hiera.yaml: hint missing-data-folder "c"
                  There is no folder /e/data
                /e/hiera.yaml: error invalid-hiera-config "d.yaml"
                  The Lookup Configuration at '/e/hiera.yaml' has wrong type, entry 'hierarchy' index 1 entry 'paths' expects an Array value, got String
            "#]],
        );
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\n---\n:backends:\n  - yaml\n",
            expect![[r#"
            /e/hiera.yaml: error invalid-hiera-config ":backends:"
              hiera.yaml version 3 cannot be used in an environment
              help: Write it in the form of version 5: `version: 5`, and `hierarchy` with a `name` and a `path` for each level
        "#]],
        );
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n  - name: a\n    path: b\n  - name: a\n    path: c\n#- /e/data/b\n",
            expect![[r#"
                /e/hiera.yaml: error invalid-hiera-config "a"
                  Hierarchy name 'a' defined more than once.
            "#]],
        );
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n  - name: a\n    path: b\n    paths: [c]\n#- /e/data/b\n",
            expect![[r#"
                /e/hiera.yaml: error invalid-hiera-config "a"
                  Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy 'a'
            "#]],
        );
    }
}
