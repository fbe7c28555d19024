//! Texts of `hiera.yaml`, `metadata.json` and `Puppetfile` that name a file.

use std::path::PathBuf;

use analysis::data::Role;
use analysis::{File, Snapshot};
use environment::puppetfile;
use syntax::TextRange;
use yaml::Node;

use super::Document;
use super::installed::Installed;
use crate::Link;
use crate::names::Target;

/// The paths of levels, as far as they do not depend on variables, and the modules of dependencies and of a `Puppetfile`.
pub(crate) fn document_links(snapshot: Snapshot<'_>, file: File) -> Vec<Link> {
    let Some(document) = Document::open(snapshot, file) else { return Vec::new() };
    match document.place.role {
        Role::Config => of_levels(snapshot, file, &document),
        Role::Metadata => of_dependencies(snapshot, file, &document),
        Role::Puppetfile => of_puppetfile(snapshot, file, &document),
        Role::Data { .. } | Role::Settings => Vec::new(),
    }
}

fn of_puppetfile(snapshot: Snapshot<'_>, file: File, document: &Document) -> Vec<Link> {
    let modules = puppetfile::modules(&document.source).into_iter();
    let link = |it: puppetfile::Listed<'_>| {
        let target = Installed::find(snapshot, file, it.name)?.target(snapshot)?;
        Some(Link { range: super::text_range(&it.range), targets: vec![target] })
    };
    modules.filter_map(link).collect()
}

fn of_levels(snapshot: Snapshot<'_>, file: File, document: &Document) -> Vec<Link> {
    let link = |it: FixedPath| {
        let target = snapshot.file_at(&it.target())?;
        Some(Link { range: it.range, targets: vec![Target::name(snapshot, target, Default::default())] })
    };
    fixed_paths(snapshot, file, document).into_iter().filter_map(link).collect()
}

/// A path in `hiera.yaml` that depends on no variable.
pub(crate) struct FixedPath {
    pub(crate) range: TextRange,
    /// Where the level looks for it.
    pub(crate) folder: PathBuf,
    written: String,
}

impl FixedPath {
    /// The file that is meant.
    pub(crate) fn target(&self) -> PathBuf {
        self.folder.join(&self.written)
    }
}

/// All such paths of a configuration.
pub(crate) fn fixed_paths(snapshot: Snapshot<'_>, file: File, document: &Document) -> Vec<FixedPath> {
    let Some(root) = &document.text.tree.root else { return Vec::new() };
    let levels = snapshot.levels(&document.place, file);
    let entries = ["hierarchy", "plan_hierarchy", "default_hierarchy"].into_iter();
    let entries: Vec<&Node> = entries.filter_map(|it| root.get(it)).flat_map(|it| it.items()).collect();
    if entries.len() != levels.len() {
        return Vec::new();
    }
    let mut paths = Vec::new();
    for (entry, level) in entries.iter().zip(levels.iter()) {
        let several = entry.get("paths").map(|it| it.items()).unwrap_or_default();
        for node in entry.get("path").into_iter().chain(several) {
            let Some(path) = node.string().filter(|it| !it.contains("%{")) else { continue };
            paths.push(FixedPath {
                range: document.without_quotes(&node.range),
                folder: level.folder.to_path_buf(),
                written: path.to_owned(),
            });
        }
    }
    paths
}

fn of_dependencies(snapshot: Snapshot<'_>, file: File, document: &Document) -> Vec<Link> {
    let items = document.text.tree.find(&["dependencies"]).map(|it| it.items()).unwrap_or_default();
    let link = |item: &Node| {
        let node = item.get("name")?;
        let target = Installed::find(snapshot, file, node.string()?)?.target(snapshot)?;
        Some(Link { range: document.without_quotes(&node.range), targets: vec![target] })
    };
    items.iter().filter_map(link).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::document_links;
    use crate::tests::fixture;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let out = fixture(text).ask(|snapshot, file, _| {
            let source = snapshot.text(file);
            let line = |it: &crate::Link| format!("{:?} {}\n", &source[it.range], it.targets[0].path);
            document_links(snapshot, file).iter().map(line).collect::<String>()
        });
        expected.assert_eq(&out);
    }

    #[test]
    fn paths_and_dependencies_lead_to_files() {
        check(
            "#- /e/hiera.yaml\nversion: 5$0\nhierarchy:\n- {name: a, path: a.yaml}\n- {name: b, paths: ['b.yaml', 'x.yaml', '%{y}.yaml'], datadir: d}\n\
             #- /e/environment.conf\n\n#- /e/data/a.yaml\n\n#- /e/d/b.yaml\n\n",
            expect![[r#"
                "a.yaml" /e/data/a.yaml
                "b.yaml" /e/d/b.yaml
            "#]],
        );
        check(
            "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{$0\"name\": \"me-a\", \"dependencies\": [{\"name\": \"me-b\"}, {\"name\": \"me-c\"}]}\n\
             #- /e/modules/b/metadata.json\n{\"name\": \"me-b\"}\n",
            expect![[r#"
                "me-b" /e/modules/b/metadata.json
            "#]],
        );
        check(
            "#- /e/environment.conf\n\n#- /e/Puppetfile\nmod 'me/b'$0, '1.0.0'\nmod 'me/c'\n#- /e/modules/b/metadata.json\n{\"name\": \"me-b\"}\n",
            expect![[r#"
                "me/b" /e/modules/b/metadata.json
            "#]],
        );
    }
}
