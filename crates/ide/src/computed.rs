//! Titles that only an evaluation knows: where resources are declared with them or referred to, and which resources these are.

use analysis::{File, Snapshot, Systems, Watch};
use catalog::Resource;
use hir::{Name, Role, Symbol, name};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};
use values::Value;

use crate::names::{self, Target};
use crate::text::{line_range, trimmed_range};
use crate::{goto, resource_reference, values_at};

/// Limit of the evaluations that are searched for the titles at a place.
const MOST_WATCHES: usize = 8;

/// Limit of the titles of one place that are followed.
const MOST_TITLES: usize = 8;

/// Limit of the files with composed titles that are searched.
const MOST_FILES: usize = 30;

/// A title that is put together: `"/etc/${title}"` in `file { "/etc/${title}": }` or in `File["/etc/${title}"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Computed {
    /// As `file`.
    pub(crate) ty: Name,
    /// The expression.
    pub(crate) range: TextRange,
    pub(crate) is_declaration: bool,
    /// Where what it stands in begins: Puppet says of a resource that it is declared there.
    start: TextSize,
}

/// The one around a place.
pub(crate) fn at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Computed> {
    let root = snapshot.parse(file).syntax_node();
    let token = root.token_at_offset(offset).find(|it| !it.kind().is_trivia())?;
    // Most places are in none: only the surroundings of this one are read.
    let around = token.parent_ancestors().filter(|it| matches!(it.kind(), SyntaxKind::RESOURCE | SyntaxKind::ACCESS_EXPR));
    around.flat_map(|it| of_node(snapshot, file, &it)).find(|it| it.range.contains_inclusive(offset))
}

/// Those of a type in a file.
fn of_type(snapshot: Snapshot<'_>, file: File, ty: &str) -> Vec<Computed> {
    let root = snapshot.parse(file).syntax_node();
    let nodes = root.descendants().filter(|it| matches!(it.kind(), SyntaxKind::RESOURCE | SyntaxKind::ACCESS_EXPR));
    let named = nodes.filter(|it| type_of(it).is_some_and(|it| it == ty));
    named.flat_map(|it| of_node(snapshot, file, &it)).collect()
}

/// The type of a declaration or of a reference.
fn type_of(node: &SyntaxNode) -> Option<Name> {
    let word = node.first_child()?;
    let is_word = match node.kind() {
        SyntaxKind::RESOURCE => word.kind() != SyntaxKind::RESOURCE_BODY,
        _ => word.kind() == SyntaxKind::TYPE_NAME_EXPR,
    };
    let text = word.text().to_string();
    let ty = name::normal(text.trim().trim_matches(['\'', '"']));
    (is_word && ty != "class").then_some(ty)
}

fn of_node(snapshot: Snapshot<'_>, file: File, node: &SyntaxNode) -> Vec<Computed> {
    let Some(ty) = type_of(node) else { return Vec::new() };
    let is_declaration = node.kind() == SyntaxKind::RESOURCE;
    let mut titles: Vec<SyntaxNode> = Vec::new();
    if is_declaration {
        let bodies = node.children().filter(|it| it.kind() == SyntaxKind::RESOURCE_BODY);
        let is_title = |it: &SyntaxNode| !matches!(it.kind(), SyntaxKind::ATTRIBUTE | SyntaxKind::SPLAT_ATTRIBUTE);
        titles.extend(bodies.filter_map(|it| it.first_child().filter(is_title)));
    } else {
        titles.extend(node.children().skip(1));
    }
    let each = titles.into_iter().flat_map(|it| if it.kind() == SyntaxKind::LIST_EXPR { it.children().collect() } else { vec![it] });
    let start = trimmed_range(node).start();
    let is_named = |range: TextRange| {
        let named = snapshot.references(file).all.iter();
        named.filter(|it| range.contains_range(it.range)).any(|it| matches!(it.symbol, Symbol::Resource { .. }))
    };
    let mut found = Vec::new();
    for title in each {
        let range = trimmed_range(&title);
        let is_word = matches!(title.kind(), SyntaxKind::LITERAL | SyntaxKind::NAME_EXPR | SyntaxKind::KEYWORD_EXPR);
        if !is_word && !is_named(range) {
            found.push(Computed { ty: ty.clone(), range, is_declaration, start });
        }
    }
    found
}

/// Values of a title in evaluations of its file.
fn values(watches: &[Watch], range: TextRange) -> Vec<SmolStr> {
    let mut titles: Vec<SmolStr> = Vec::new();
    let mut seen: FxHashSet<SmolStr> = FxHashSet::default();
    let mut left: Vec<Value> = values_at::at_range(watches, range).into_iter().flat_map(|it| it.values).rev().collect();
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) => titles.push(SmolStr::new(&*text)),
            Value::Array(items) => left.extend(items.iter().rev().cloned()),
            _ => {}
        }
    }
    titles.retain(|it| seen.insert(it.clone()));
    titles
}

/// The resources that a title means, as an evaluation of its file knows them.
pub(crate) fn titles(snapshot: Snapshot<'_>, file: File, meant: &Computed) -> Vec<SmolStr> {
    let mut titles = values(&snapshot.watched(file, MOST_WATCHES), meant.range);
    titles.truncate(MOST_TITLES);
    titles
}

/// Where the resources are declared that a title means: those that an evaluation knows, or else what is written the same way in
/// the same definition.
pub(crate) fn definitions(snapshot: Snapshot<'_>, file: File, meant: &Computed) -> Vec<Target> {
    let symbol = |title: SmolStr| Symbol::Resource { ty: meant.ty.clone(), title };
    let titles = titles(snapshot, file, meant).into_iter().map(symbol);
    let found: Vec<Target> = titles.flat_map(|it| goto::definitions(snapshot, &it, file)).collect();
    if !found.is_empty() {
        return names::without_repetition(found);
    }
    let same = alike(snapshot, file, meant).into_iter().filter(|it| it.is_declaration);
    same.map(|it| Target::name(snapshot, file, it.range)).collect()
}

/// Those of the same type that are written the same way in the same definition.
fn alike(snapshot: Snapshot<'_>, file: File, meant: &Computed) -> Vec<Computed> {
    let text = snapshot.text(file);
    let written = |it: &Computed| text.get(std::ops::Range::<usize>::from(it.range)).unwrap_or_default().to_owned();
    let around = |it: &Computed| names::item_around(snapshot, file, it.range);
    let mut all = of_type(snapshot, file, &meant.ty);
    all.retain(|it| written(it) == written(meant) && around(it) == around(meant));
    all
}

/// Where a resource is declared by a title that only an evaluation knows.
pub(crate) fn declarations(snapshot: Snapshot<'_>, file: File, ty: &str, title: &str) -> Vec<Target> {
    // Most resources are there on each system; some are on a later one only.
    [Systems::First, Systems::All]
        .into_iter()
        .map(|which| in_catalogs(snapshot, file, which, ty, title))
        .find(|it| !it.is_empty())
        .unwrap_or_default()
}

fn in_catalogs(snapshot: Snapshot<'_>, file: File, which: Systems, ty: &str, title: &str) -> Vec<Target> {
    let mut places: FxHashSet<(std::sync::Arc<str>, u32)> = FxHashSet::default();
    let mut found = Vec::new();
    for evaluation in snapshot.evaluations_to_read(file, which) {
        let Some(catalog) = evaluation.evaluated.catalog() else { continue };
        let Some(id) = resource_reference::find(snapshot, file, catalog, ty, title) else { continue };
        let others = catalog.variants().iter().filter(|(of, _)| *of == id).map(|(_, it)| it);
        for resource in catalog.get(id).into_iter().chain(others) {
            if let (Some(path), Some(line)) = (&resource.file, resource.line)
                && places.insert((path.clone(), line))
            {
                found.extend(place(snapshot, ty, resource, line));
            }
        }
    }
    names::without_repetition(found)
}

/// The title of a resource where it is declared, or the line of that.
fn place(snapshot: Snapshot<'_>, ty: &str, resource: &Resource, line: u32) -> Vec<Target> {
    let Some(file) = resource.file.as_deref().and_then(|it| snapshot.file_of_place(it)) else { return Vec::new() };
    let text = snapshot.text(file);
    let Some(whole) = line_range(&text, line) else { return Vec::new() };
    let mut there = of_type(snapshot, file, ty);
    there.retain(|it| it.is_declaration && whole.contains_inclusive(it.start));
    if there.len() > 1 {
        let watches = snapshot.watched(file, MOST_WATCHES);
        let is_meant = |it: &Computed| values(&watches, it.range).contains(&resource.title);
        let meant: Vec<Computed> = there.iter().filter(|it| is_meant(it)).cloned().collect();
        there = if meant.is_empty() { there } else { meant };
    }
    let symbol = Symbol::Resource { ty: ty.into(), title: resource.title.clone() };
    let declared = snapshot.references(file).of_symbol(&symbol).filter(|it| it.role == Role::Declaration);
    let written = declared.map(|it| it.range).find(|it| whole.start() <= it.start());
    match there.is_empty() {
        true => vec![Target::name(snapshot, file, written.unwrap_or(whole))],
        false => there.iter().map(|it| Target::name(snapshot, file, it.range)).collect(),
    }
}

/// The places in a file where a title that is put together becomes one of these.
pub(crate) fn in_file(snapshot: Snapshot<'_>, file: File, ty: &str, titles: &[SmolStr]) -> Vec<Computed> {
    let mut all = of_type(snapshot, file, ty);
    if !all.is_empty() {
        let watches = snapshot.watched(file, MOST_WATCHES);
        all.retain(|it| values(&watches, it.range).iter().any(|it| titles.contains(it)));
    }
    all
}

/// The places where a title that is put together becomes one of these: in the file, its module, and outside of modules.
pub(crate) fn in_visible_files(snapshot: Snapshot<'_>, file: File, ty: &str, titles: &[SmolStr]) -> Vec<Target> {
    let root = snapshot.module_of(file).map(|it| it.root);
    let is_near = |it: &File| match snapshot.module_of(*it) {
        Some(of) => root.as_ref().is_some_and(|root| *root == of.root),
        None => true,
    };
    let is_mentioned = |it: &File| snapshot.text(*it).to_ascii_lowercase().contains(ty) && !of_type(snapshot, *it, ty).is_empty();
    let others = snapshot.all_files().iter().copied().filter(|it| *it != file && is_near(it)).collect::<Vec<_>>();
    let searched = [file].into_iter().chain(others).filter(is_mentioned).take(MOST_FILES);
    let found = searched.flat_map(|file| in_file(snapshot, file, ty, titles).into_iter().map(move |it| (file, it)));
    found.map(|(file, it)| Target::name(snapshot, file, it.range)).collect()
}

/// Every place that means the same as a title that is put together, this one with them.
pub(crate) fn references(snapshot: Snapshot<'_>, file: File, meant: &Computed) -> Vec<Target> {
    let titles = titles(snapshot, file, meant);
    let mut found: Vec<Target> = Vec::new();
    for title in &titles {
        let symbol = Symbol::Resource { ty: meant.ty.clone(), title: title.clone() };
        found.extend(goto::definitions(snapshot, &symbol, file));
        found.extend(names::targets_of(snapshot, &symbol, file, true));
    }
    if !titles.is_empty() {
        found.extend(in_visible_files(snapshot, file, &meant.ty, &titles));
    }
    found.extend(alike(snapshot, file, meant).iter().map(|it| Target::name(snapshot, file, it.range)));
    in_order(found)
}

/// Each once, in the order of the files' paths.
pub(crate) fn in_order(targets: Vec<Target>) -> Vec<Target> {
    let mut targets = names::without_repetition(targets);
    targets.sort_by(|a, b| (&a.path, a.focus.start()).cmp(&(&b.path, b.focus.start())));
    targets
}
