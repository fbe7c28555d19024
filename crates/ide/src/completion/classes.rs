//! Classes by name.

use hir::ItemKind;

use super::Ask;
use super::item::{CompletionItem, CompletionKind, Found, Rank};

/// The names of all classes, in quotes where `class { … }` wants them.
pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    let before = crate::cursor::before(&ask.cursor.token).map(|it| it.kind());
    let is_title = ask.string.is_none() && matches!(before, Some(syntax::SyntaxKind::L_BRACE | syntax::SyntaxKind::SEMICOLON));
    let own = inheriting(ask);
    all(ask, found, |name| if is_title { ask.quoted(name) } else { name.to_owned() });
    found.items.retain(|it| own.as_deref() != Some(it.label.as_str()));
}

/// The class that says after its name what it inherits from: not from itself.
fn inheriting(ask: &Ask<'_>) -> Option<hir::Name> {
    let word = crate::cursor::before(&ask.cursor.token).filter(|it| it.kind() == syntax::SyntaxKind::INHERITS_KW)?;
    let last = crate::cursor::before(&word)?;
    let name = match last.kind() {
        syntax::SyntaxKind::R_PAREN => crate::cursor::before(&crate::cursor::opening_of(&last)?)?,
        _ => last,
    };
    Some(hir::name::normal(name.text()))
}

/// Completes the arguments of `include`: class names, and references to classes.
pub(super) fn references(ask: &Ask<'_>, found: &mut Found) {
    all(ask, found, str::to_owned);
    let mut variables = Found::default();
    super::variables::with_dollar(ask, None, &mut variables);
    // What holds the name of a class is rare.
    found.items.extend(variables.items.into_iter().map(|it| CompletionItem { rank: Rank::Last, ..it }));
}

/// The names of classes as a string.
pub(super) fn in_quotes(ask: &Ask<'_>, found: &mut Found) {
    all(ask, found, |name| ask.quoted(name));
}

fn all(ask: &Ask<'_>, found: &mut Found, written: impl Fn(&str) -> String) {
    let installed = ask.snapshot.offered_by_installed(ask.file);
    for it in ask.snapshot.offered().iter().chain(installed).filter(|it| it.kind == ItemKind::Class) {
        if !ask.fits(&it.name) {
            continue;
        }
        let mut rank = ask.rank(it.definition, &it.name);
        // Classes below others are mostly their own affair.
        if rank >= Rank::Workspace && it.name.contains("::") {
            rank = Rank::Last;
        }
        let item = CompletionItem::new(it.name.as_str(), CompletionKind::Class, rank);
        let item = item.text(written(&it.name)).with_description(format!("class {}", it.name));
        found.add(ask.of_definition(it.definition, item));
    }
}
