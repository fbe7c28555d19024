//! The names of SLS files: in `include`, `exclude`, `sls` requisites and top files.

use std::sync::Arc;

use analysis::Snapshot;
use salt::outline::{Found, Role, Word};
use syntax::{TextRange, TextSize};

use super::references::{Named, Occurrence};
use super::{At, Document, text_range};
use crate::rename::error::{Subject, Undefined};
use crate::rename::{Rename, RenameError};

/// The name at a place, and all of its places. `name` is the whole name, also of a relative one.
pub(super) fn find(snapshot: Snapshot<'_>, document: &Document, offset: TextSize) -> Option<Named> {
    let word = match document.at(offset)? {
        At::Word(Found { word, role: Role::Sls, .. }) if is_plain(word) => word.clone(),
        _ => return None,
    };
    let name = document.absolute(&word.text)?;
    let mut places = Vec::new();
    for (_, file) in snapshot.sls_files(&document.place) {
        let Some(other) = Document::open(snapshot, file) else { continue };
        for found in other.outline.words(other.is_top()).into_iter().filter(|it| it.role == Role::Sls && is_plain(it.word)) {
            if other.absolute(&found.word.text).as_deref() == Some(&*name) {
                places.push(Occurrence { file, range: found.word.range.clone(), is_declaration: false });
            }
        }
    }
    Some(Named { name, range: word.range, places })
}

/// Whether a word is one name: no pattern, and no expression makes a part of it.
fn is_plain(word: &Word) -> bool {
    !word.has_hole() && !word.text.contains(['*', '?', '['])
}

/// Moves the file, and names it by its new name.
pub(super) fn rename(snapshot: Snapshot<'_>, document: &Document, named: &Named, new_name: &str) -> Result<Rename, RenameError> {
    let is_part = |it: &str| !it.is_empty() && it.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-'));
    if !new_name.split('.').all(is_part) || new_name.starts_with('-') {
        return Err(RenameError::Invalid { name: new_name.to_owned(), subject: Subject::File });
    }
    let tree = snapshot.sls_tree(&document.place);
    let Some((below, path)) = tree.state(&named.name) else {
        return Err(RenameError::Undefined(Undefined::Named(named.name.clone())));
    };
    if let Some((_, taken)) = tree.state(new_name).filter(|_| new_name != named.name) {
        let path = Arc::from(&*taken.to_string_lossy());
        return Err(RenameError::Taken { name: new_name.to_owned(), subject: Subject::File, path });
    }
    let from: Arc<str> = Arc::from(&*path.to_string_lossy());
    let folder = below.strip_suffix("init.sls");
    // Other files of the folder would stay where they are, and their names with them.
    if let Some(folder) = folder
        && tree.paths().any(|(other, _)| other.starts_with(folder) && other != below)
    {
        return Err(RenameError::Form { path: from });
    }
    let end = if folder.is_some() { "/init.sls" } else { ".sls" };
    let Some(root) = from.strip_suffix(below) else { return Err(RenameError::Undefined(Undefined::Place)) };
    let to = format!("{root}{}{end}", new_name.replace('.', "/"));
    let mut edits: Vec<(Arc<str>, TextRange, String)> = Vec::new();
    for place in &named.places {
        let written = snapshot.text(place.file).get(place.range.clone()).unwrap_or_default().to_owned();
        edits.push((snapshot.path(place.file), text_range(&place.range), relative(&written, &named.name, new_name)));
    }
    Ok(Rename { edits, moves: if new_name == named.name { Vec::new() } else { vec![(from, to)] }, ..Rename::default() })
}

/// A new name as it is written: relative where the old one is, and only what comes after the dots changes.
fn relative(written: &str, old: &str, new: &str) -> String {
    let rest = written.trim_start_matches('.');
    let dots = written.len() - rest.len();
    match old.strip_suffix(rest).filter(|_| dots > 0).and_then(|prefix| new.strip_prefix(prefix)) {
        Some(rest) => format!("{}{rest}", ".".repeat(dots)),
        None => new.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    const TREE: &str = "#- /s/top.sls\nbase:\n  '*':\n    - web.site\n#- /s/web/init.sls\ninclude:\n  - .site$0\nx:\n  test.nop:\n    - require:\n\
                        \x20     - sls: web.site\n#- /s/web/site.sls\ny:\n  test.nop: []\n";

    #[test]
    fn a_name_is_found_in_all_forms() {
        let found = fixture(TREE).ask(|snapshot, file, offset| crate::references(snapshot, file, offset, true)).expect("places");
        assert_eq!(found.iter().map(|it| &*it.path).collect::<Vec<_>>(), ["/s/top.sls", "/s/web/init.sls", "/s/web/init.sls"]);
    }

    #[test]
    fn a_rename_moves_the_file() {
        let rename = |name: &str| fixture(TREE).ask(|snapshot, file, offset| crate::rename(snapshot, file, offset, name));
        let done = rename("web.page").expect("a rename");
        assert_eq!(done.edits.iter().map(|it| &*it.2).collect::<Vec<_>>(), ["web.page", ".page", "web.page"]);
        assert_eq!(done.moves, [("/s/web/site.sls".into(), "/s/web/page.sls".to_owned())]);
        assert_eq!(rename("page").expect("a rename").edits[1].2, "page");
        assert_eq!(rename("web").map_err(|it| it.to_string()), Err("there is already a file /s/web/init.sls".to_owned()));
    }
}
