//! Titles of resources, and references to them.

use hir::name;
use syntax::{SyntaxKind, TextRange};

use super::Ask;
use super::data_types::reference;
use super::item::{CompletionItem, CompletionKind, Found, Rank};

/// A resource that some manifest declares.
struct Declared<'a> {
    /// As `File`.
    ty: &'a str,
    title: &'a str,
    rank: Rank,
}

/// In a workspace with more files than these, resources of other modules are those modules' own affair.
const MOST_FILES: usize = 300;

/// All that are written down in the module and outside of modules, in a small workspace anywhere: those of one type or of all.
fn declared<'a>(ask: &Ask<'a>, ty: Option<&str>) -> Vec<Declared<'a>> {
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
            let Some((of, title)) = named.name.split_once('[') else { continue };
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
            all.push(Declared { ty: of, title: title.strip_suffix(']').unwrap_or(title), rank });
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
    for it in declared(ask, Some(ty)).into_iter().filter(|it| ask.fits(it.title)) {
        found.add(CompletionItem::new(it.title, CompletionKind::Title, it.rank).text(ask.quoted(it.title)).detail(it.ty));
    }
}

/// Titles of a new resource: those that others refer to, and that are not there.
pub(super) fn of_new(ask: &Ask<'_>, ty: &str, found: &mut Found) {
    let there: Vec<&str> = declared(ask, Some(ty)).iter().map(|it| it.title).collect();
    for reference in &ask.snapshot.references(ask.file).all {
        let hir::Symbol::Resource { ty: of, title } = &reference.symbol else { continue };
        if reference.role == hir::Role::Use && of.as_str() == ty && !there.contains(&title.as_str()) {
            let item = CompletionItem::new(title.as_str(), CompletionKind::Title, Rank::Expected).text(ask.quoted(title));
            found.add(item.detail("is referred to"));
        }
    }
}

/// References as a whole: those to resources of the file, and all types to go on with.
pub(super) fn references_to(ask: &Ask<'_>, ty: Option<&str>, found: &mut Found) {
    for it in declared(ask, ty).into_iter().filter(|it| it.rank <= Rank::Expected || ty.is_some()) {
        let text = format!("{}[{}]", it.ty, ask.quoted(it.title));
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
        let item = CompletionItem::new(label.as_str(), kind, rank).about(about);
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
