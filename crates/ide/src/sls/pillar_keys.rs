//! Keys of the pillar: where its files have them, and where states and templates read them.

use analysis::salt::Role;
use analysis::{File, Snapshot};
use salt::pillar_keys::pillar_keys;
use syntax::TextSize;

use super::Document;
use super::references::{Named, Occurrence, replaced};
use crate::rename::error::{Subject, Undefined};
use crate::rename::{Rename, RenameError};

/// The key at a place by its path, and all of its places.
pub(super) fn find(snapshot: Snapshot<'_>, document: &Document, offset: TextSize) -> Option<(Named, Vec<String>)> {
    let at = usize::from(offset);
    let used = pillar_keys(&document.text).keys.into_iter().find(|it| it.range.start <= at && at <= it.range.end);
    let (path, range) = match used {
        Some(key) => (key.path, key.range),
        None if is_pillar(document) => keys(document).into_iter().find(|it| it.1.start <= at && at <= it.1.end)?,
        None => return None,
    };
    let places = places(snapshot, document, &path);
    Some((Named { name: path.last().cloned().unwrap_or_default(), range, places }, path))
}

fn is_pillar(document: &Document) -> bool {
    document.place.role == Role::Pillar && !document.is_top()
}

/// The keys of a pillar file by their paths. Keys below lists have none: nothing names them by a path.
fn keys(document: &Document) -> Vec<(Vec<String>, std::ops::Range<usize>)> {
    let outline = &document.outline;
    let mut found = Vec::new();
    for (number, node) in outline.nodes.iter().enumerate() {
        let Some(key) = &node.key else { continue };
        let path: Option<Vec<String>> = outline.path(number).into_iter().map(|it| outline.key(it).map(str::to_owned)).collect();
        found.extend(path.filter(|_| !key.has_hole()).map(|it| (it, key.range.clone())));
    }
    found
}

/// Files of the tree, and of the trees that lie in it or next to it.
fn documents_near(snapshot: Snapshot<'_>, document: &Document) -> Vec<(File, Document)> {
    let root = &document.place.root;
    let is_near = |it: &Document| it.place.root.starts_with(root) || root.parent().is_some_and(|above| it.place.root.starts_with(above));
    let open = |file: File| Some((file, Document::open(snapshot, file)?));
    snapshot.files().into_iter().filter_map(open).filter(|it| is_near(&it.1)).collect()
}

fn places(snapshot: Snapshot<'_>, document: &Document, path: &[String]) -> Vec<Occurrence> {
    let Some(name) = path.last() else { return Vec::new() };
    let mut found = Vec::new();
    for (file, other) in documents_near(snapshot, document) {
        if !other.text.contains(&**name) {
            continue;
        }
        if is_pillar(&other) {
            let own = keys(&other).into_iter().filter(|it| it.0 == path);
            found.extend(own.map(|(_, range)| Occurrence { file, range, is_declaration: true }));
        }
        let used = pillar_keys(&other.text).keys.into_iter().filter(|it| it.path == path);
        found.extend(used.map(|it| Occurrence { file, range: it.range, is_declaration: false }));
    }
    found
}

/// Gives a key another name. Refused where something uses the map as a whole: it may read the key in a way that is not written.
pub(super) fn rename(
    snapshot: Snapshot<'_>,
    document: &Document,
    named: &Named,
    path: &[String],
    new_name: &str,
) -> Result<Rename, RenameError> {
    if !named.places.iter().any(|it| it.is_declaration) {
        return Err(RenameError::Undefined(Undefined::It));
    }
    let is_plain = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
    let is_attribute = |it: &Occurrence| snapshot.text(it.file).get(..it.range.start).is_some_and(|it| it.ends_with('.'));
    let starts = new_name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
    if !starts || !new_name.chars().all(is_plain) || new_name.contains('-') && named.places.iter().any(is_attribute) {
        return Err(RenameError::Invalid { name: new_name.to_owned(), subject: Subject::Key });
    }
    let mut renamed = path.to_vec();
    if let Some(last) = renamed.last_mut() {
        *last = new_name.to_owned();
    }
    for (file, other) in documents_near(snapshot, document) {
        if is_pillar(&other) && renamed != path && keys(&other).iter().any(|it| it.0 == renamed) {
            return Err(RenameError::Taken { name: new_name.to_owned(), subject: Subject::Key, path: snapshot.path(file) });
        }
        let uses = pillar_keys(&other.text).whole;
        if let Some(whole) = uses.iter().find(|it| it.len() < path.len() && path.starts_with(it)) {
            let name = if whole.is_empty() { "pillar".to_owned() } else { whole.join(":") };
            return Err(RenameError::UsedAsAWhole { path: snapshot.path(file), name });
        }
    }
    Ok(replaced(snapshot, named, new_name))
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    const TREE: &str = "#- /s/top.sls\nbase:\n  '*':\n    - a\n#- /s/pillar/top.sls\nbase:\n  '*':\n    - p\n#- /s/pillar/p.sls\n\
                        web:\n  port: 80\nusers:\n  ann: 1\n#- /s/a.sls\nx: {{ pillar['web'].port }}\n#- /s/b.sls\n\
                        y: {{ salt['pillar.get']('web:port') }}\n{% for n in pillar['users'] %}{{ n }}{% endfor %}\n";

    #[test]
    fn a_key_is_found_in_states_and_pillar() {
        for text in [TREE.replace("  port", "  po$0rt"), TREE.replace("].port", "].po$0rt"), TREE.replace("web:port", "web:po$0rt")] {
            let found = fixture(&text).ask(|snapshot, file, offset| crate::references(snapshot, file, offset, true)).expect("places");
            let mut files: Vec<&str> = found.iter().map(|it| &*it.path).collect();
            files.sort_unstable();
            assert_eq!(files, ["/s/a.sls", "/s/b.sls", "/s/pillar/p.sls"]);
        }
    }

    #[test]
    fn a_rename_changes_all_or_is_refused() {
        let rename = |text: &str, name: &str| fixture(text).ask(|snapshot, file, offset| crate::rename(snapshot, file, offset, name));
        let edits = rename(&TREE.replace("  port", "  po$0rt"), "listen").expect("a rename").edits;
        assert_eq!(edits.len(), 3);
        let refused = rename(&TREE.replace("  ann", "  an$0n"), "eve").map_err(|it| it.to_string());
        assert_eq!(refused, Err("/s/b.sls uses `users` as a whole, and may read the key in another way".to_owned()));
        let refused = rename(&TREE.replace("  port", "  po$0rt"), "a-b").map_err(|it| it.to_string());
        assert_eq!(refused, Err("`a-b` cannot be written as a key".to_owned()));
    }
}
