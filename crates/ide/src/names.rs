//! Shared by the features on names: the name at a place, and where things are defined.

use std::sync::Arc;

use analysis::names::Definition;
use analysis::{File, Snapshot};
use hir::{Owner, Reference, Role, Symbol};
use syntax::ast::{AccessExpr, AstNode};
use syntax::{SyntaxKind, TextRange, TextSize};

/// A place in some file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    pub path: Arc<str>,
    /// The whole of what is meant.
    pub range: TextRange,
    /// Its name, inside of the range.
    pub focus: TextRange,
    /// Nobody has read such a file yet: whether it exists must be looked up.
    pub is_guess: bool,
}

impl Target {
    pub(crate) fn name(snapshot: Snapshot<'_>, file: File, range: TextRange) -> Target {
        Target { path: snapshot.path(file), range, focus: range, is_guess: false }
    }

    pub(crate) fn guess(path: impl Into<Arc<str>>) -> Target {
        Target { path: path.into(), range: TextRange::default(), focus: TextRange::default(), is_guess: true }
    }
}

/// The names at a place, the likeliest first. A cursor before the `$`, the quote or the `::` of a name means the name.
pub(crate) fn names_at<'db>(snapshot: Snapshot<'db>, file: File, offset: TextSize) -> Vec<&'db Reference> {
    let references = snapshot.references(file);
    let found = references.at(offset);
    if !found.is_empty() {
        return found;
    }
    let text = snapshot.text(file);
    let Some(rest) = text.get(usize::from(offset)..) else { return Vec::new() };
    let marks = rest.bytes().take(4).take_while(|it| b"$'\"{:".contains(it)).count();
    if marks == 0 {
        return Vec::new();
    }
    let Ok(marks) = TextSize::try_from(marks) else { return Vec::new() };
    references.at(offset + marks)
}

/// Around `Class` in `Class['a']`: the word, and the class that is meant.
pub(crate) fn class_reference_at<'db>(snapshot: Snapshot<'db>, file: File, offset: TextSize) -> Option<(TextRange, &'db Symbol)> {
    let root = snapshot.parse(file).syntax_node();
    let token = root.token_at_offset(offset).find(|it| it.kind() == SyntaxKind::TYPE_NAME)?;
    let access = token.parent_ancestors().nth(1).and_then(AccessExpr::cast)?;
    let mut keys = access.keys();
    let title = keys.next().filter(|_| keys.next().is_none())?.syntax().text_range();
    if !token.text().trim_start_matches("::").eq_ignore_ascii_case("class") || title.contains_range(token.text_range()) {
        return None;
    }
    let is_named = |it: &&Reference| title.contains_range(it.range) && matches!(it.symbol, Symbol::Class(_));
    let named = snapshot.references(file).all.iter().find(is_named)?;
    Some((token.text_range(), &named.symbol))
}

/// The places of a symbol in code, as seen from a file.
pub(crate) fn targets_of(snapshot: Snapshot<'_>, symbol: &Symbol, from: File, with_definition: bool) -> Vec<Target> {
    let places = snapshot.places(symbol, from);
    let wanted = places.iter().filter(|it| with_definition || it.reference.role != Role::Definition);
    wanted.map(|it| Target::name(snapshot, it.file, it.reference.range)).collect()
}

/// Where a definition stands.
pub(crate) fn target_of(snapshot: Snapshot<'_>, definition: Definition) -> Option<Target> {
    let ranges = snapshot.item_ranges(definition)?;
    Some(Target { path: snapshot.path(definition.file), range: ranges.whole, focus: ranges.name, is_guess: false })
}

/// The file that a symbol's owner is defined in.
pub(crate) fn files_of(snapshot: Snapshot<'_>, owner: &Owner, from: File) -> Vec<File> {
    let symbol = match owner {
        Owner::Class(name) => Symbol::Class(name.clone()),
        Owner::Type(name) => Symbol::Type(name.clone()),
        Owner::Plan(name) => Symbol::Plan(name.clone()),
        Owner::ThisTemplate => return vec![from],
        Owner::Template(name) => {
            return snapshot.paths_of(hir::FileKind::Epp, name, from).iter().find_map(|it| snapshot.file(it)).into_iter().collect();
        }
    };
    let mut files: Vec<File> = snapshot.resolve(&symbol, from).into_iter().map(|it| it.file).collect();
    files.dedup();
    files
}

/// Where a parameter or variable gets its value or its name.
pub(crate) fn definitions_of_member(snapshot: Snapshot<'_>, meant: &Symbol, from: File) -> Vec<(File, TextRange)> {
    let Symbol::Member { owner, .. } = meant else { return Vec::new() };
    let mut found = Vec::new();
    for file in files_of(snapshot, owner, from) {
        let defined = snapshot.references(file).all.iter().filter(|it| it.role == Role::Definition);
        found.extend(defined.filter(|it| snapshot.meaning(&it.symbol, file) == *meant).map(|it| (file, it.range)));
    }
    found
}

/// The innermost item around a place.
pub(crate) fn item_around(snapshot: Snapshot<'_>, file: File, range: TextRange) -> Option<Definition> {
    let items = snapshot.item_map(file).items.iter().enumerate();
    let around = items.filter(|(_, it)| it.whole.contains_range(range));
    around.min_by_key(|(_, it)| it.whole.len()).map(|(item, _)| Definition { file, item })
}

/// Each path once, in their order.
pub(crate) fn without_repetition(mut targets: Vec<Target>) -> Vec<Target> {
    let mut seen = std::collections::HashSet::new();
    targets.retain(|it| seen.insert((it.path.clone(), it.focus)));
    targets
}
