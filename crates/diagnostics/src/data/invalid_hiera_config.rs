//! A `hiera.yaml` that Puppet refuses.

use std::path::Path;

use analysis::data::{Layer, Role};
use environment::environment_conf;
use hiera::{Owner, config_problem};
use issue::{DataError, Issue, Mismatch, Wrong};
use syntax::Severity;

use super::{DataFile, Draft, Rule, part_at};

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
    for (message, mismatch) in parts(&problem.issue) {
        let named = part_at(root, mismatch.map_or(&[], |it| &it.path));
        let unknown = mismatch.filter(|it| it.wrong == Wrong::UnknownKey).map(|it| &*it.parameter);
        let range = match (unknown.and_then(|it| named.entry(it)), problem.line()) {
            (Some(entry), _) => looked.without_quotes(&entry.key.range),
            (None, Some(line)) => looked.line(line),
            (None, None) if named != root => looked.first_line(&named.range),
            (None, None) => {
                let twice = if let Issue::Data(DataError::Level { name, .. }) = &problem.issue { Some(&**name) } else { None };
                let named = ["hierarchy", "default_hierarchy"].iter().filter_map(|it| root.get(it)).flat_map(|it| it.items());
                let last = named.filter_map(|it| it.get("name")).rfind(|it| twice.is_some() && it.text() == twice);
                let version = root.entry("version").map(|it| it.key.range.start..it.end());
                looked.first_line(&last.map(|it| it.range.clone()).or(version).unwrap_or_else(|| root.range.clone()))
            }
        };
        let severity = if may_be_of_server(looked, &problem.issue) { Severity::Warning } else { Severity::Error };
        found.push(Draft { severity: Some(severity), range, message, help: help(&problem.issue, unknown), ..Draft::default() });
    }
}

/// Whether it is right as the server's own: without an `environment.conf` the folder may be no environment.
fn may_be_of_server(looked: &DataFile<'_>, issue: &Issue) -> bool {
    let is_old = matches!(issue, Issue::Data(DataError::OldConfig { .. })) && looked.place.layer == Layer::Environment;
    is_old && looked.snapshot.file_at(&looked.place.folder.join(environment_conf::FILE_NAME)).is_none()
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

/// Parts of an issue, each with its text.
fn parts(issue: &Issue) -> Vec<(String, Option<&Mismatch>)> {
    match issue {
        Issue::WrongType { mismatches, .. } if !mismatches.is_empty() => mismatches.iter().map(|it| (it.text.clone(), Some(it))).collect(),
        other => vec![(other.to_string(), None)],
    }
}

fn help(issue: &Issue, unknown: Option<&str>) -> Option<String> {
    if let Issue::Data(DataError::OldConfig { .. }) = issue {
        return Some(
            "Write it in the form of version 5: `version: 5`, and `hierarchy` with a `name` and a `path` for each level".to_owned(),
        );
    }
    syntax::nearest(unknown?, KEYS).map(|it| format!("There is a key '{it}'"))
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
        // A repository that may be the server's own folder, where Puppet takes it.
        check(
            "#- /e/manifests/site.pp\nnode default { }\n#- /e/modules/m/manifests/init.pp\nclass m { }\n#- /e/hiera.yaml\n---\n:backends:\n  - yaml\n",
            expect![[r#"
            /e/hiera.yaml: warning invalid-hiera-config ":backends:"
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
