//! Values of parameters, by their types.

use hir::ItemKind;
use values::Type;

use super::Ask;
use crate::completion::expected::{Choice, at_key, choices, element, struct_elements};
use crate::completion::item::{CompletionItem, CompletionKind, Found, Rank};
use crate::data::place::Step;

/// Keys that hold names of classes, by custom.
const CLASSES: &[&str] = &["classes", "profiles", "roles"];

/// Completes the values of the parameter that the outermost key sets, and keys of hashes.
pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    let Some(ty) = wanted(ask) else {
        if let [Step::Key(key), Step::Item] = ask.place.path.as_slice()
            && CLASSES.iter().any(|it| key.rsplit("::").next() == Some(it))
        {
            classes(ask, found);
        }
        return;
    };
    if ask.place.may_be_key {
        let mut elements = Vec::new();
        struct_elements(&ty, 0, &mut elements);
        for it in elements.iter().filter(|it| ask.place.sibling(&it.name).is_none()) {
            let rank = if it.optional { Rank::Expected } else { Rank::Required };
            let item = CompletionItem::new(&*it.name, CompletionKind::Attribute, rank).detail(it.ty.plain());
            found.add(item.text(ask.key(&it.name)).goes_on());
        }
    }
    if ask.place.may_be_value {
        of_type(ask, &ty, found);
    }
}

/// The type of what stands here.
fn wanted(ask: &Ask<'_>) -> Option<Type> {
    let (first, rest) = ask.place.path.split_first()?;
    let Step::Key(key) = first else { return None };
    let (class, parameter) = key.rsplit_once("::")?;
    let types = ask.snapshot.parameter_types(class.trim_start_matches("::"), ask.file);
    let ty = types.iter().find(|it| &*it.0 == parameter)?.1.clone()?;
    rest.iter().try_fold(ty, |ty, step| match step {
        Step::Key(key) => at_key(&ty, key, 0),
        Step::Item => element(&ty, 0),
    })
}

fn of_type(ask: &Ask<'_>, ty: &Type, found: &mut Found) {
    let mut all = Vec::new();
    choices(ty, false, 0, &mut all);
    let word = |word: &str, rank, found: &mut Found| {
        if let Some(text) = ask.word(word) {
            found.add(CompletionItem::new(word, CompletionKind::Value, rank).text(text));
        }
    };
    for choice in all {
        match choice {
            Choice::Text(text) if text.is_empty() => {}
            Choice::Text(text) => found.add(CompletionItem::new(&*text, CompletionKind::Value, Rank::Required).text(ask.string(&text))),
            Choice::Boolean => ["true", "false"].iter().for_each(|it| word(it, Rank::Required, found)),
            Choice::Undef => word(if ask.data.is_json() { "null" } else { "~" }, Rank::Expected, found),
            // No data hold a reference.
            Choice::Reference(_) => {}
        }
    }
}

fn classes(ask: &Ask<'_>, found: &mut Found) {
    let installed = ask.snapshot.offered_by_installed(ask.file);
    for it in ask.snapshot.offered().iter().chain(installed).filter(|it| it.kind == ItemKind::Class) {
        let item =
            CompletionItem::new(it.name.as_str(), CompletionKind::Class, Rank::Workspace).with_description(format!("class {}", it.name));
        found.add(item.text(ask.string(&it.name)));
    }
}
