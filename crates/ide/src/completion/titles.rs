//! Titles of resources, and references to them.

use std::path::{Path, PathBuf};

use analysis::Systems;
use catalog::Kind;
use hir::name;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;
use syntax::{SyntaxKind, TextRange};

use super::Ask;
use super::data_types::reference;
use super::item::{CompletionItem, CompletionKind, Found, Rank};

/// A resource that some manifest declares.
struct Declared {
    /// As `File`.
    ty: SmolStr,
    title: SmolStr,
    rank: Rank,
}

/// In a workspace with more files than these, resources of other modules are those modules' own affair.
const MOST_FILES: usize = 300;

/// All that are there: those of one type or of all.
fn declared(ask: &Ask<'_>, ty: Option<&str>) -> Vec<Declared> {
    let mut all = written(ask, ty);
    evaluated(ask, ty, &mut all);
    all
}

/// Those in the catalogs of what the file belongs to, with titles that only an evaluation knows, and of whatever is declared
/// along with it.
fn evaluated(ask: &Ask<'_>, ty: Option<&str>, all: &mut Vec<Declared>) {
    let path = ask.snapshot.path(ask.file);
    let root = ask.snapshot.own_module(ask.file).map(|it| it.folder);
    let own = own_title(ask).and_then(|it| ask.text.get(std::ops::Range::<usize>::from(it)));
    let own = own.map(|it| it.trim_matches(['\'', '"']));
    let known: FxHashSet<(String, SmolStr)> = all.iter().map(|it| (it.ty.to_lowercase(), it.title.clone())).collect();
    for evaluation in ask.snapshot.evaluations_to_read(ask.file, Systems::First) {
        for resource in evaluation.evaluated.declared() {
            let is_known = || known.contains(&(resource.type_name.to_lowercase(), resource.title.clone()));
            let is_meant = ty.is_none_or(|ty| resource.type_name.eq_ignore_ascii_case(ty));
            let is_made = resource.kind == Kind::Class || resource.type_name == "Stage" || resource.unknown.iter().any(|it| it == "title");
            let is_own = own == Some(resource.title.as_str()) && resource.file.as_deref() == Some(&*path);
            if !is_meant || is_made || is_own || is_known() {
                continue;
            }
            let is_near = |root: &PathBuf| resource.file.as_deref().is_some_and(|it| Path::new(it).starts_with(root));
            let rank = match resource.file.as_deref() {
                Some(file) if file == &*path => Rank::Required,
                _ if root.as_ref().is_some_and(is_near) => Rank::Expected,
                _ => Rank::Workspace,
            };
            all.push(Declared { ty: resource.type_name.clone(), title: resource.title.clone(), rank });
        }
    }
}

/// Those that are written down in the module and outside of modules, in a small workspace anywhere.
fn written(ask: &Ask<'_>, ty: Option<&str>) -> Vec<Declared> {
    let own = own_title(ask);
    let mut all = Vec::new();
    let files = ask.snapshot.all_files();
    let root = ask.snapshot.module_of(ask.file).map(|it| it.root);
    for file in files.iter() {
        let path = ask.snapshot.path(*file);
        let is_near = root.as_ref().is_some_and(|root| path.strip_prefix(root.as_str()).is_some_and(|it| it.starts_with('/')));
        if files.len() > MOST_FILES && !is_near && ask.snapshot.namespace(*file).is_some() {
            continue;
        }
        for named in ask.snapshot.named(*file).iter().filter(|it| it.kind.is_none()) {
            let Some((of, title)) = catalog::split_reference(&named.name) else { continue };
            if ty.is_some_and(|ty| !of.eq_ignore_ascii_case(ty)) {
                continue;
            }
            // What is being written is not there yet, and does not refer to itself.
            let is_own = own.is_some_and(|own| own.contains_range(named.range)) || named.range.contains_inclusive(ask.cursor.offset);
            if *file == ask.file && is_own {
                continue;
            }
            let rank = if *file == ask.file {
                Rank::Required
            } else if is_near {
                Rank::Expected
            } else {
                Rank::Workspace
            };
            all.push(Declared { ty: of.into(), title: title.into(), rank });
        }
    }
    all
}

/// Where the title stands of the resource that is being written.
fn own_title(ask: &Ask<'_>) -> Option<TextRange> {
    let mut parents = ask.cursor.token.parent_ancestors();
    let body = parents.find(|it| it.kind() == SyntaxKind::RESOURCE_BODY)?;
    Some(ask.cursor.unmarked(body.first_child()?.text_range()))
}

/// The titles of a type, in `Type['…']`.
pub(super) fn add(ask: &Ask<'_>, ty: &str, found: &mut Found) {
    if ty == "class" {
        return super::classes::in_quotes(ask, found);
    }
    titles(ask, declared(ask, Some(ty)), found);
}

/// Completes names of a type's resources in manifests, where a text names one.
pub(super) fn names(ask: &Ask<'_>, ty: &str, found: &mut Found) {
    titles(ask, written(ask, Some(ty)), found);
}

fn titles(ask: &Ask<'_>, all: Vec<Declared>, found: &mut Found) {
    for it in all.into_iter().filter(|it| ask.fits(&it.title)) {
        let text = ask.quoted(&it.title);
        found.add(CompletionItem::new(it.title, CompletionKind::Title, it.rank).text(text).detail(it.ty));
    }
}

/// Titles of a new resource: those that others refer to, and that are not there.
pub(super) fn of_new(ask: &Ask<'_>, ty: &str, found: &mut Found) {
    let there: Vec<SmolStr> = written(ask, Some(ty)).into_iter().map(|it| it.title).collect();
    for reference in &ask.snapshot.references(ask.file).all {
        let hir::Symbol::Resource { ty: of, title } = &reference.symbol else { continue };
        if reference.role == hir::Role::Use && of.as_str() == ty && !there.iter().any(|it| it == title.as_str()) {
            let item = CompletionItem::new(title.as_str(), CompletionKind::Title, Rank::Expected).text(ask.quoted(title));
            found.add(item.detail("used in a reference"));
        }
    }
}

/// References as a whole: those to resources of the file, and all types to go on with.
pub(super) fn references_to(ask: &Ask<'_>, ty: Option<&str>, found: &mut Found) {
    for it in declared(ask, ty).into_iter().filter(|it| it.rank <= Rank::Expected || ty.is_some()) {
        let text = format!("{}[{}]", it.ty, ask.quoted(&it.title));
        found.add(CompletionItem::new(text, CompletionKind::Title, it.rank));
    }
    if ty.is_none() {
        types(ask, found);
    }
}

/// The types of resources as references have them.
pub(super) fn types(ask: &Ask<'_>, found: &mut Found) {
    let add = |name: &str, kind, rank, about: String, found: &mut Found| {
        let label = name::capitalized(name);
        let item = CompletionItem::new(label.as_str(), kind, rank).with_description(about);
        let is_plain = ask.rest().starts_with(['[', '(']);
        let (snippet, plain) = reference(&label);
        found.add(if is_plain { item } else { item.snippet(snippet, plain).goes_on() });
    };
    add("class", CompletionKind::ResourceType, Rank::Module, "data class".to_owned(), found);
    for (ty, _) in super::resource_types::native(ask) {
        add(&ty, CompletionKind::ResourceType, Rank::Module, format!("type {ty}"), found);
    }
    for it in ask.snapshot.offered().iter().filter(|it| it.kind == hir::ItemKind::Define && ask.fits(&it.name)) {
        add(&it.name, CompletionKind::Define, ask.rank(it.definition, &it.name), format!("type {}", it.name), found);
    }
}
