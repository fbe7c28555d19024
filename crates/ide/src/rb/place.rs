//! The words of Puppet and Facter that have a meaning at a place of a Ruby file.

use analysis::{File, Snapshot};
use ruby::declarations::{Declaration, Declared};
use syntax::TextSize;

/// Folders of files, and the table of words at their top.
const FILES: [(&str, &str); 4] = [
    ("/lib/puppet/parser/functions/", "file_of_legacy_functions"),
    ("/lib/puppet/functions/", "file_of_functions"),
    ("/lib/puppet/type/", "file_of_types"),
    ("/lib/facter/", "file_of_facts"),
];

/// The tables of words that have a meaning where a statement begins.
pub(super) fn tables(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<&'static str> {
    let declarations = snapshot.ruby_declarations(file);
    let around = enclosing(&declarations.all, offset.into());
    let text = snapshot.text(file);
    // The code up to the name: `newproperty(`.
    let head = |it: &Declaration| text.get(it.range.start as usize..it.selection.start as usize).unwrap_or_default().to_owned();
    let Some((inner, outer)) = around.split_last() else { return of_file(snapshot, file) };
    match inner.kind {
        Declared::Class => of_file(snapshot, file),
        Declared::Function if head(inner).contains("newfunction") => Vec::new(),
        Declared::Function => vec!["function"],
        Declared::Dispatch => of_dispatch(outer.last().map(|it| (*it, &*text))),
        Declared::Block if inner.name.starts_with("argument_mismatch") => of_dispatch(outer.last().map(|it| (*it, &*text))),
        Declared::Type if head(inner).contains("newtype") => vec!["type"],
        Declared::Parameter if head(inner).starts_with("newproperty") => vec!["parameter", "property"],
        Declared::Parameter if head(inner).starts_with("newparam") => vec!["parameter"],
        Declared::Fact => vec!["fact"],
        Declared::Type | Declared::Parameter | Declared::Method | Declared::Block => Vec::new(),
    }
}

fn of_file(snapshot: Snapshot<'_>, file: File) -> Vec<&'static str> {
    let path = snapshot.path(file);
    FILES.iter().find(|it| path.contains(it.0)).map(|it| it.1).into_iter().collect()
}

fn of_dispatch(function: Option<(&Declaration, &str)>) -> Vec<&'static str> {
    let is_internal = function.is_some_and(|(it, text)| {
        let line = text.get(it.selection.end as usize..).and_then(|it| it.lines().next()).unwrap_or_default();
        line.contains("InternalFunction")
    });
    if is_internal { vec!["dispatch", "internal_dispatch"] } else { vec!["dispatch"] }
}

/// The declarations around a place, the outer before the inner.
fn enclosing(declarations: &[Declaration], offset: u32) -> Vec<&Declaration> {
    let mut found = Vec::new();
    let mut inside = declarations;
    while let Some(it) = inside.iter().find(|it| it.range.start < offset && offset < it.range.end) {
        found.push(it);
        inside = &it.children;
    }
    found
}
