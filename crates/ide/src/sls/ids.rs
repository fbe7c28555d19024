//! IDs of states: where they are declared, required, extended and excluded.

use std::sync::Arc;

use analysis::{DocumentKind, File, Snapshot, document_kind};
use salt::outline::{Found, Outline, Role, Word};
use syntax::{TextRange, TextSize};

use super::references::{Named, Occurrence};
use super::{At, Document, text_range};
use crate::rename::error::{Subject, Undefined};
use crate::rename::{Rename, RenameError};

/// The name that a word means, and its place.
fn subject(document: &Document, offset: TextSize) -> Option<Word> {
    match document.at(offset)? {
        At::Word(Found { word, role: Role::Id | Role::Extended | Role::Target { .. }, .. }) if !word.has_hole() => Some(word.clone()),
        _ => None,
    }
}

/// The places of an ID in a file, with whether they declare it.
fn places(outline: &Outline, is_top: bool, name: &str) -> Vec<(Word, bool)> {
    let words = outline.words(is_top).into_iter().filter(|it| it.word.text == name);
    let wanted = words.filter(|it| matches!(it.role, Role::Id | Role::Extended | Role::Target { .. }) || is_excluded(outline, it));
    wanted.map(|it| (it.word.clone(), it.role == Role::Id)).collect()
}

/// `- id: name` below `exclude`.
fn is_excluded(outline: &Outline, found: &Found<'_>) -> bool {
    let path = outline.path(found.node);
    let first = path.first().and_then(|it| outline.key(*it));
    first == Some("exclude") && outline.key(found.node) == Some("id") && found.role == Role::Value
}

/// The places of an ID in all files of a tree.
fn in_tree(snapshot: Snapshot<'_>, document: &Document, name: &str) -> Vec<(File, Word, bool)> {
    let mut found = Vec::new();
    for (below, file) in snapshot.sls_files(&document.place) {
        if document_kind(&below) == DocumentKind::Sls && below != "top.sls" && snapshot.text(file).contains(name) {
            let places = places(&snapshot.sls_outline(file), false, name);
            found.extend(places.into_iter().map(|(word, is_declared)| (file, word, is_declared)));
        }
    }
    found
}

/// The ID at a place, and all of its places.
pub(super) fn find(snapshot: Snapshot<'_>, document: &Document, offset: TextSize) -> Option<Named> {
    if !document.has_states() {
        return None;
    }
    let word = subject(document, offset)?;
    let places = in_tree(snapshot, document, &word.text).into_iter();
    let places = places.map(|(file, word, is_declaration)| Occurrence { file, range: word.range, is_declaration }).collect();
    Some(Named { name: word.text, range: word.range, places })
}

/// Gives an ID another name. States without a `name` have their ID as one, and mean something else then: they get the old one.
pub(super) fn rename(snapshot: Snapshot<'_>, document: &Document, named: &Named, new_name: &str) -> Result<Rename, RenameError> {
    if !named.places.iter().any(|it| it.is_declaration) {
        return Err(RenameError::Undefined(Undefined::Id(named.name.clone())));
    }
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | '/' | ' ' | '+' | '@');
    if new_name.is_empty() || !new_name.chars().all(is_plain) || new_name.starts_with(['-', ' ', '@']) {
        return Err(RenameError::Invalid { name: new_name.to_owned(), subject: Subject::Id });
    }
    let taken = in_tree(snapshot, document, new_name).into_iter().find(|it| it.2);
    if let Some((other, ..)) = taken.filter(|_| new_name != named.name) {
        return Err(RenameError::Taken { name: new_name.to_owned(), subject: Subject::Id, path: snapshot.path(other) });
    }
    let mut edits: Vec<(Arc<str>, TextRange, String)> = Vec::new();
    for place in &named.places {
        edits.push((snapshot.path(place.file), text_range(&place.range), new_name.to_owned()));
        if place.is_declaration {
            edits.extend(names(snapshot, place, &named.name));
        }
    }
    Ok(Rename { edits, ..Rename::default() })
}

/// Arguments that keep the name of the states below an ID.
fn names(snapshot: Snapshot<'_>, id: &Occurrence, old: &str) -> Vec<(Arc<str>, TextRange, String)> {
    let outline = snapshot.sls_outline(id.file);
    let text = snapshot.text(id.file);
    let mut edits = Vec::new();
    let node = outline.ids().find(|it| it.1.range == id.range).map(|it| it.0);
    for (_, _, function) in node.iter().flat_map(|it| outline.functions(*it)) {
        let has_name = ["name", "names"].iter().any(|it| !outline.argument(function, it).is_empty());
        let Some(first) = outline.children(Some(function)).next().map(|it| it.1) else { continue };
        if has_name || first.key.is_some() {
            continue;
        }
        let indent = " ".repeat(first.indent);
        let Some(start) = text.get(..first.range.start).and_then(|it| it.rfind('\n')) else { continue };
        edits.push((snapshot.path(id.file), text_range(&(start + 1..start + 1)), format!("{indent}- name: {old}\n")));
    }
    edits
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    const TREE: &str = "#- /s/web.sls\na$0:\n  test.nop:\n    - order: 1\n  cmd.run:\n    - name: b\n#- /s/other.sls\nextend:\n  a:\n    test:\n      - x: 1\n\
                        exclude:\n  - id: a\nb:\n  test.nop:\n    - require:\n      - test: a\n      - a\n    - name: a\n";

    #[test]
    fn an_id_is_found_in_all_files() {
        let found = fixture(TREE).ask(|snapshot, file, offset| crate::references(snapshot, file, offset, true)).expect("places");
        let files: Vec<&str> = found.iter().map(|it| &*it.path).collect();
        assert_eq!(files, ["/s/other.sls", "/s/other.sls", "/s/other.sls", "/s/other.sls", "/s/web.sls"]);
    }

    #[test]
    fn a_renamed_id_keeps_the_names_of_its_states() {
        let edits = fixture(TREE).ask(|snapshot, file, offset| crate::rename(snapshot, file, offset, "new")).expect("a rename").edits;
        let of_web: Vec<&str> = edits.iter().filter(|it| &*it.0 == "/s/web.sls").map(|it| it.2.as_str()).collect();
        assert_eq!(of_web, ["new", "    - name: a\n"]);
        let refused = fixture(TREE).ask(|snapshot, file, offset| crate::rename(snapshot, file, offset, "b"));
        assert_eq!(refused.map_err(|it| it.to_string()), Err("`b` is already an ID of this tree".to_owned()));
    }
}
