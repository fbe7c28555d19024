//! Which class inherits from which.

use analysis::{File, Snapshot};
use hir::{ItemKind, Role, Symbol};
use syntax::TextSize;

use crate::call_hierarchy::item_of;
use crate::{CallItem, CallItemKind, names};

/// The class that is named at a place.
pub fn prepare_type_hierarchy(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<CallItem> {
    let found = names::names_at(snapshot, file, offset);
    let classes = found.iter().filter(|it| matches!(it.symbol, Symbol::Class(_)));
    classes.flat_map(|it| snapshot.resolve(&it.symbol, file)).filter_map(|it| item_of(snapshot, it)).take(1).collect()
}

/// The class that a class inherits from.
pub fn supertypes(snapshot: Snapshot<'_>, item: &CallItem) -> Vec<CallItem> {
    let Some(file) = snapshot.file(&item.path).filter(|_| is_class(item)) else { return Vec::new() };
    let tree = snapshot.item_tree(file);
    let Some((_, class)) = tree.find(ItemKind::Class, &item.name).next() else { return Vec::new() };
    let Some(parent) = class.parent.clone() else { return Vec::new() };
    snapshot.resolve(&Symbol::Class(parent), file).into_iter().filter_map(|it| item_of(snapshot, it)).collect()
}

/// The classes that inherit from a class.
pub fn subtypes(snapshot: Snapshot<'_>, item: &CallItem) -> Vec<CallItem> {
    let Some(file) = snapshot.file(&item.path).filter(|_| is_class(item)) else { return Vec::new() };
    let places = snapshot.places(&Symbol::Class(item.name.clone()), file);
    let heirs = places.iter().filter(|it| it.reference.role == Role::Inherits);
    heirs.filter_map(|it| names::item_around(snapshot, it.file, it.reference.range)).filter_map(|it| item_of(snapshot, it)).collect()
}

fn is_class(item: &CallItem) -> bool {
    item.kind == CallItemKind::Item(ItemKind::Class)
}

#[cfg(test)]
mod tests {
    use super::{prepare_type_hierarchy, subtypes, supertypes};
    use crate::tests::fixture;

    #[test]
    fn a_class_has_a_parent_and_heirs() {
        let files = "#- /modules/a/manifests/init.pp\nclass a inherits a::params { }\n#- /modules/a/manifests/params.pp\nclass a::params { }\n\
                     #- /site.pp\nclass b inherits $0a { }\nclass c inherits a { }\n";
        let (item, above, below) = fixture(files).ask(|snapshot, file, offset| {
            let item = prepare_type_hierarchy(snapshot, file, offset).remove(0);
            let names = |items: Vec<crate::CallItem>| items.into_iter().map(|it| it.name.to_string()).collect::<Vec<_>>();
            let (above, below) = (names(supertypes(snapshot, &item)), names(subtypes(snapshot, &item)));
            (item.name.to_string(), above, below)
        });
        assert_eq!((item.as_str(), above, below), ("a", vec!["a::params".to_owned()], vec!["b".to_owned(), "c".to_owned()]));
    }

    #[test]
    fn only_classes_inherit() {
        assert!(fixture("#- /a.pp\ndefine d$0 { }\n").ask(prepare_type_hierarchy).is_empty());
    }
}
