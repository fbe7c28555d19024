//! Renames a data folder: updates `hiera.yaml`.

use std::path::Path;
use std::sync::Arc;

use analysis::Snapshot;
use syntax::{TextRange, TextSize};
use yaml::Node;

use super::{Rename, RenameError};
use crate::data;

/// Between a folder of data and its `hiera.yaml` there are so few folders.
const DEEPEST: usize = 4;

/// The lists of levels.
const LISTS: [&str; 3] = ["hierarchy", "plan_hierarchy", "default_hierarchy"];

/// Edits for a moved folder: each `datadir` that leads to or through it. Nothing where no configuration around it has such.
pub(super) fn of_folder(snapshot: Snapshot<'_>, from: &str, to: &str) -> Result<Option<Rename>, RenameError> {
    for base in Path::new(from).ancestors().skip(1).take(DEEPEST) {
        let Some(file) = snapshot.file_at(&base.join("hiera.yaml")) else { continue };
        let Some(document) = data::Document::open(snapshot, file) else { continue };
        let Some(root) = &document.text.tree.root else { continue };
        let of_defaults = root.find(&["defaults", "datadir"]);
        let levels: Vec<&Node> = LISTS.iter().filter_map(|it| root.get(it)).flat_map(|it| it.items()).collect();
        let written = levels.iter().filter_map(|it| it.get("datadir")).chain(of_defaults);
        let mut edits: Vec<(Arc<str>, TextRange, String)> = Vec::new();
        let path = snapshot.path(file);
        let refused = |to: Option<&str>| RenameError::Datadir { path: path.clone(), from: from.to_owned(), to: to.map(str::to_owned) };
        let new = |rest: &Path| {
            let folder = Path::new(to).join(rest);
            let inside = folder.strip_prefix(base).ok().and_then(|it| it.to_str());
            let plain = inside.filter(|it| it.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '/' | '_' | '-' | '.' | '\\')));
            plain.map(|it| it.replace('\\', "/")).ok_or_else(|| refused(Some(to)))
        };
        for node in written {
            let Some(old) = node.string().filter(|it| !it.contains("%{")) else { continue };
            if let Ok(rest) = base.join(old).strip_prefix(from) {
                edits.push((path.clone(), document.without_quotes(&node.range), new(rest)?.trim_end_matches('/').to_owned()));
            }
        }
        // Where nothing says so, data lie in `data`.
        let is_silent = of_defaults.is_none() && levels.iter().any(|it| it.get("datadir").is_none());
        if is_silent && base.join("data") == Path::new(from) {
            let head = root.entry("hierarchy").filter(|_| root.get("defaults").is_none()).map(|it| it.key.range.start);
            let head = head.filter(|at| document.source.get(..*at).is_some_and(|it| it.is_empty() || it.ends_with('\n')));
            let at = head.and_then(|it| TextSize::try_from(it).ok()).ok_or_else(|| refused(None))?;
            edits.push((path.clone(), TextRange::empty(at), format!("defaults:\n  datadir: {}\n", new(Path::new(""))?)));
        }
        if !edits.is_empty() {
            return Ok(Some(Rename { edits, ..Rename::default() }));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::files::tests::moved;

    fn of_config(config: &str, from: &str, to: &str) -> String {
        let files = format!("#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n{config}#- {from}/a.yaml\n\n");
        moved(&files, &[(from, to), (&format!("{from}/a.yaml"), &format!("{to}/a.yaml"))])
    }

    #[test]
    fn it_is_named_by_the_defaults_or_a_level() {
        let config = "defaults: {datadir: hiera}\nhierarchy:\n- {name: a, path: a.yaml}\n- {name: b, path: a.yaml, datadir: 'hiera/b'}\n";
        assert_eq!(of_config(config, "/e/hiera", "/e/all"), "/e/hiera.yaml: hiera → all\n/e/hiera.yaml: hiera/b → all/b\n");
        assert_eq!(of_config(config, "/e/hiera/b", "/e/hiera/c"), "/e/hiera.yaml: hiera/b → hiera/c\n");
        assert_eq!(of_config(config, "/e/other", "/e/all"), "");
    }

    #[test]
    fn where_nothing_names_it_something_does_then() {
        let config = "hierarchy:\n- {name: a, path: a.yaml}\n";
        assert_eq!(of_config(config, "/e/data", "/e/all"), "/e/hiera.yaml:  → defaults:\n  datadir: all\n\n");
        assert!(
            of_config("defaults: {data_hash: yaml_data}\nhierarchy:\n- {name: a, path: a.yaml}\n", "/e/data", "/e/all")
                .starts_with("refused")
        );
    }

    #[test]
    fn it_stays_below_its_configuration() {
        assert!(of_config("hierarchy:\n- {name: a, path: a.yaml}\n", "/e/data", "/elsewhere/data").starts_with("refused"));
    }
}
