//! Definitions in a moved file get the name that Puppet looks for there.

use std::path::Path;

use analysis::{DocumentKind, File, Origin, Snapshot, document_kind};
use hir::{Name, name};

use super::error::{NotFound, Undefined};
use super::{Rename, RenameError, datadir, moved};

/// The folders of a module that hold definitions.
const FOLDERS: [&str; 4] = ["manifests", "functions", "types", "plans"];

/// The module that a path lies in, and the rest of the path.
pub(super) fn module_around(snapshot: Snapshot<'_>, path: &str) -> Option<(Name, String)> {
    let inside = |root: &str| path.strip_prefix(root).and_then(|it| it.strip_prefix('/')).map(str::to_owned);
    let place = snapshot.modules().into_iter().filter(|it| inside(&it.root).is_some()).max_by_key(|it| it.root.len())?;
    let inside = inside(&place.root)?;
    Some((place.module, inside))
}

/// The name that a file at a path would have to define: its module's, and those of the folders below.
pub(crate) fn name_at(snapshot: Snapshot<'_>, path: &str) -> Option<(&'static str, String)> {
    let (module, inside) = module_around(snapshot, path)?;
    let (folder, rest) = inside.split_once('/')?;
    let folder = FOLDERS.into_iter().find(|it| *it == folder)?;
    let rest = rest.strip_suffix(".pp")?;
    let name = match rest {
        "init" => module.to_string(),
        rest => format!("{module}::{}", rest.replace('/', "::")),
    };
    name::is_name(&name).then_some((folder, name))
}

/// Edits for moved files, each from one path to another. All of it is certain, or nothing is changed.
pub fn rename_files(snapshot: Snapshot<'_>, moves: &[(String, String)]) -> Result<Rename, RenameError> {
    let mut all = Rename::default();
    let mut folders: Vec<&str> = Vec::new();
    for (from, to) in moves {
        // Levels name their files as seen from the folder of the data.
        let stays = |it: &&str| from.strip_prefix(*it).is_some_and(|rest| rest.starts_with('/') && to.ends_with(rest));
        if analysis::is_input(Path::new(from)) && folders.iter().any(stays) {
            continue;
        }
        let one = match moved::of_module(snapshot, from, to)? {
            Some(rename) => rename,
            None if Path::new(from).extension().is_none() => match datadir::of_folder(snapshot, from, to)? {
                Some(rename) => {
                    folders.push(from);
                    rename
                }
                None => continue,
            },
            None if document_kind(from) == DocumentKind::Manifest => match snapshot.file(from) {
                Some(file) => one(snapshot, file, to)?,
                None => continue,
            },
            None => moved::of_data(snapshot, from, to)?,
        };
        all.edits.extend(one.edits);
        all.keys.extend(one.keys);
        all.templates.extend(one.templates);
    }
    all.edits.sort_by(|a, b| (&a.0, a.1.start()).cmp(&(&b.0, b.1.start())));
    all.edits.dedup();
    let overlap = all.edits.windows(2).any(|it| matches!(it, [a, b] if a.0 == b.0 && b.1.start() < a.1.end()));
    if overlap { Err(RenameError::Overlap) } else { Ok(all) }
}

/// Edits for one moved file; nothing where its name stays.
fn one(snapshot: Snapshot<'_>, file: File, to: &str) -> Result<Rename, RenameError> {
    let path = snapshot.path(file);
    let (Some((folder, old)), Some((new_folder, new))) = (name_at(snapshot, &path), name_at(snapshot, to)) else {
        return Err(RenameError::NotFound(NotFound::NoModule { path }));
    };
    if old == new {
        return Ok(Rename::default());
    }
    if folder != new_folder {
        return Err(RenameError::NotFound(NotFound::Folder { new: new_folder.to_string(), old: folder.to_string() }));
    }
    if snapshot.origin(file) == Origin::Library {
        return Err(RenameError::Installed { name: None, path });
    }
    let items = &snapshot.item_tree(file).items;
    let number = items
        .iter()
        .position(|it| it.name == old.as_str())
        .ok_or_else(|| RenameError::Undefined(Undefined::ByFile { path: path.clone(), name: old.clone() }))?;
    let ranges = snapshot.item_map(file).items.get(number).ok_or(RenameError::Undefined(Undefined::Place))?;
    // A type keeps its capitals as far as they are known.
    let new = if folder == "types" { name::capitalized(&new) } else { new };
    let rename = super::rename(snapshot, file, ranges.name.start(), &new)?;
    match rename.moves.as_slice() {
        [(from, target)] if *from == path && target == to => Ok(rename),
        _ => Err(RenameError::NotFound(NotFound::InFile { name: new, path: to.to_owned() })),
    }
}

/// Skeleton of a new file, by its place: the definition that Puppet looks for there.
pub fn skeleton(path: &str, namespace: &str) -> Option<String> {
    let parts = namespace.split("::").count();
    let folder = path.rsplit('/').nth(parts.saturating_sub(1).max(1))?;
    if !name::is_name(namespace) {
        return None;
    }
    match folder {
        "manifests" => Some(format!("class {namespace} {{\n}}\n")),
        "functions" => Some(format!("function {namespace}() {{\n}}\n")),
        "types" => Some(format!("type {} = Any\n", name::capitalized(namespace))),
        "plans" => Some(format!("plan {namespace}() {{\n}}\n")),
        _ => None,
    }
}

/// Skeleton of a new template of a module: its parameters, of which there are none yet.
pub fn template_skeleton(path: &str) -> Option<String> {
    path.contains("/templates/").then(|| "<%- | | -%>\n".to_owned())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tests::fixture;

    /// The edits, as `path: old → new`, or why there are none.
    #[track_caller]
    pub(crate) fn moved(text: &str, moves: &[(&str, &str)]) -> String {
        let moves: Vec<(String, String)> = moves.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect();
        fixture(text).ask(|snapshot, _, _| match rename_files(snapshot, &moves) {
            Ok(rename) => {
                let one = |(path, range, new): &(std::sync::Arc<str>, syntax::TextRange, String)| {
                    let text = snapshot.file(path).map(|it| snapshot.text(it)).unwrap_or_default();
                    format!("{path}: {} → {new}\n", &text[std::ops::Range::<usize>::from(*range)])
                };
                rename.edits.iter().map(one).collect()
            }
            Err(reason) => format!("refused: {reason}\n"),
        })
    }

    const MODULE: &str = "#- /modules/a/manifests/init.pp\nclass a { include a::b }\n#- /modules/a/manifests/b.pp\nclass a::b { }\n\
                          #- /modules/a/types/level.pp\ntype A::Level = String\n#- /modules/a/manifests/c.pp\nclass a::d { }\n";

    #[test]
    fn a_moved_file_takes_its_name_along() {
        assert_eq!(
            moved(MODULE, &[("/modules/a/manifests/b.pp", "/modules/a/manifests/x/y.pp")]),
            "/modules/a/manifests/b.pp: a::b → a::x::y\n/modules/a/manifests/init.pp: a::b → a::x::y\n"
        );
        assert_eq!(
            moved(MODULE, &[("/modules/a/types/level.pp", "/modules/a/types/rank.pp")]),
            "/modules/a/types/level.pp: A::Level → A::Rank\n"
        );
    }

    #[test]
    fn where_it_is_not_certain_nothing_changes() {
        let refused = |from, to| moved(MODULE, &[(from, to)]);
        assert_eq!(
            refused("/modules/a/manifests/c.pp", "/modules/a/manifests/e.pp"),
            "refused: /modules/a/manifests/c.pp does not define `a::c`\n"
        );
        assert_eq!(refused("/modules/a/manifests/b.pp", "/modules/a/functions/b.pp"), "");
        assert_eq!(
            refused("/modules/a/manifests/b.pp", "/modules/a/functions/e.pp"),
            "refused: `functions` is for other definitions than `manifests`\n"
        );
        assert!(refused("/modules/a/manifests/b.pp", "/elsewhere/b.pp").starts_with("refused: "));
    }

    #[test]
    fn a_new_file_begins_with_what_belongs_there() {
        assert_eq!(skeleton("/modules/a/manifests/init.pp", "a").as_deref(), Some("class a {\n}\n"));
        assert_eq!(skeleton("/modules/a/manifests/x/y.pp", "a::x::y").as_deref(), Some("class a::x::y {\n}\n"));
        assert_eq!(skeleton("/modules/a/functions/x.pp", "a::x").as_deref(), Some("function a::x() {\n}\n"));
        assert_eq!(skeleton("/modules/a/types/x.pp", "a::x").as_deref(), Some("type A::X = Any\n"));
        assert_eq!(skeleton("/modules/a/plans/x.pp", "a::x").as_deref(), Some("plan a::x() {\n}\n"));
        assert_eq!(skeleton("/modules/a/examples/x.pp", "a::x"), None);
    }
}
