//! A level of a hierarchy whose folder is missing.

use analysis::data::Role;
use yaml::Node;

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    let (Role::Config, Some(root)) = (&looked.place.role, &looked.text.tree.root) else { return };
    let levels = looked.snapshot.levels(looked.place, looked.file);
    let entries = ["hierarchy", "plan_hierarchy", "default_hierarchy"].into_iter();
    let entries: Vec<&Node> = entries.filter_map(|it| root.get(it)).flat_map(|it| it.items()).collect();
    if entries.len() != levels.len() {
        return;
    }
    let default = root.find(&["defaults", "datadir"]);
    let mut reported = Vec::new();
    for (entry, level) in entries.iter().zip(levels.iter()) {
        let datadir = entry.get("datadir").or(default);
        let written = datadir.and_then(Node::text).unwrap_or_default();
        // What depends on variables, and what has no files, is somewhere else.
        let has_files = ["path", "paths", "glob", "globs", "mapped_paths"].iter().any(|it| entry.get(it).is_some());
        // The root of the disk has no name without its slash.
        let is_there = level.folder.as_os_str().is_empty() || looked.snapshot.is_folder(&level.folder);
        if !has_files || written.contains("%{") || is_there || reported.contains(&&level.folder) {
            continue;
        }
        let place = datadir.or_else(|| entry.get("path")).or_else(|| entry.get("name")).unwrap_or(entry);
        reported.push(&level.folder);
        found.push(Draft {
            range: looked.first_line(&place.range),
            message: format!("There is no folder {}", level.folder.display()),
            ..Draft::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    #[test]
    fn folders_that_are_not_there() {
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\ndefaults:\n  datadir: hieradata\n  data_hash: yaml_data\nhierarchy:\n\
             - {name: a, path: b.yaml}\n- {name: b, path: c.yaml}\n- {name: c, path: d, datadir: data}\n\
             - {name: e, path: f, datadir: \"%{x}/data\"}\n- {name: g, uri: h, datadir: i}\n#- /e/data/d\n",
            expect![[r#"
                /e/hiera.yaml: hint missing-data-folder "hieradata"
                  There is no folder /e/hieradata
            "#]],
        );
        check("#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: a, path: b.yaml, datadir: /}\n", expect![""]);
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: a, path: b.yaml}\n",
            expect![[r#"
            /e/hiera.yaml: hint missing-data-folder "b.yaml"
              There is no folder /e/data
        "#]],
        );
    }
}
