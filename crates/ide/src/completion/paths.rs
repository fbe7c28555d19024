//! Files of modules: templates, files, and URLs of files; and what templates take.

use analysis::{DocumentKind, document_kind};
use hir::{FileKind, Symbol};

use super::Ask;
use super::item::{CompletionItem, CompletionKind, Found, Rank};

/// Templates whose names end so, as `apache/vhost.epp`.
pub(super) fn templates(ask: &Ask<'_>, ending: &str, found: &mut Found) {
    module_paths(ask, "templates", ending, "", found);
    // Whatever its name is, it may be a template: those of Ruby often have no ending.
    if ending == ".erb" {
        for place in ask.snapshot.modules_around(ask.file).into_iter().filter(|it| Some(&it.module) == ask.module.as_ref()) {
            for path in ask.snapshot.listing(&format!("{}/templates", place.root), "") {
                if document_kind(path) != DocumentKind::Epp {
                    add(ask, &format!("{}/{path}", place.module), Rank::Required, found);
                }
            }
        }
    }
}

pub(super) fn files(ask: &Ask<'_>, found: &mut Found) {
    module_paths(ask, "files", "", "", found);
}

/// `puppet:///modules/apache/x`
pub(super) fn urls(ask: &Ask<'_>, found: &mut Found) {
    module_paths(ask, "files", "", "puppet:///modules/", found);
}

fn module_paths(ask: &Ask<'_>, folder: &str, ending: &str, before: &str, found: &mut Found) {
    let mut places = ask.snapshot.modules_around(ask.file);
    places.sort_by_key(|it| Some(&it.module) != ask.module.as_ref());
    for place in places {
        let rank = if Some(&place.module) == ask.module.as_ref() { Rank::Required } else { Rank::Elsewhere };
        for path in ask.snapshot.listing(&format!("{}/{folder}", place.root), ending) {
            add(ask, &format!("{before}{}/{path}", place.module), rank, found);
        }
    }
}

fn add(ask: &Ask<'_>, name: &str, rank: Rank, found: &mut Found) {
    if ask.fits(name) {
        found.add(CompletionItem::new(name, CompletionKind::File, rank).text(ask.quoted(name)));
    }
}

/// The parameters of the template that a call names before its hash.
pub(super) fn template_parameters(ask: &Ask<'_>, found: &mut Found) {
    let token = ask.string.as_ref().map_or(&ask.cursor.token, |it| &it.start);
    let (Some(brace), _) = crate::cursor::enclosing(token) else { return };
    let (_, arguments) = crate::cursor::enclosing(&brace);
    let Some(first) = arguments.last().map(|it| it.text_range()) else { return };
    // The name may be put together, and end in what Puppet adds itself.
    let references = hir::references(&ask.cursor.parse);
    let template = references.all.iter().find_map(|it| match &it.symbol {
        Symbol::File(FileKind::Epp, name)
            if it.range.contains_range(first) || first.contains_range(it.range) || it.range.start() == first.end() =>
        {
            Some(name.clone())
        }
        _ => None,
    });
    let Some(template) = template else { return };
    let file =
        ask.snapshot.paths_of(FileKind::Epp, &template, ask.file).iter().find_map(|it| {
            ask.snapshot.file(it).or_else(|| ask.snapshot.file_of_place(it).filter(|it| !ask.snapshot.text(*it).is_empty()))
        });
    let Some(file) = file else { return };
    for it in &ask.snapshot.item_tree(file).template {
        let rank = if it.default.is_some() { Rank::Expected } else { Rank::Required };
        let detail = super::variables::signature(it.ty.as_deref(), it.default.as_deref());
        let text = ask.quoted(&it.name);
        let item = CompletionItem::new(it.name.as_str(), CompletionKind::Parameter, rank).detail(detail);
        found.add(super::expected::key(ask, item, &text));
    }
}
