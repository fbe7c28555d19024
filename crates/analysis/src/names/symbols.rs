//! Symbols that a search by name may find in a file.

use hir::{ItemKind, Name, Role, Symbol};
use smol_str::SmolStr;
use syntax::TextRange;
use workspace::{Db, File, Origin};

use super::{lowered, references};
use crate::Snapshot;

/// Something that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// As people look for it: `apache::vhost`, `Apache::Port`, `File[/etc/motd]`.
    pub name: SmolStr,
    /// Nothing for a resource.
    pub kind: Option<ItemKind>,
    pub range: TextRange,
    pub focus: TextRange,
    /// The definition that a resource stands in.
    pub container: Option<Name>,
}

/// The definitions of a file; of files that the user works on also the resources. Kept for all files: each is small.
#[salsa::tracked(returns(ref))]
pub(crate) fn named(db: &dyn Db, file: File) -> Box<[Named]> {
    let (tree, map) = lowered(db, file);
    let mut found = Vec::new();
    for (item, ranges) in tree.items.iter().zip(&map.items) {
        let name = match item.kind {
            ItemKind::Alias => SmolStr::new(hir::name::capitalized(&item.name)),
            _ => item.name.clone(),
        };
        found.push(Named { name, kind: Some(item.kind), range: ranges.whole, focus: ranges.name, container: None });
    }
    if file.origin(db) == Origin::Library {
        return found.into();
    }
    for reference in references(db, file).all.iter().filter(|it| it.role == Role::Declaration) {
        let Symbol::Resource { ty, title } = &reference.symbol else { continue };
        let around = map.items.iter().zip(&tree.items).filter(|(ranges, _)| ranges.whole.contains_range(reference.range));
        let container = around.min_by_key(|(ranges, _)| ranges.whole.len()).map(|(_, item)| item.name.clone());
        let name = SmolStr::new(format!("{}[{title}]", hir::name::capitalized(ty)));
        found.push(Named { name, kind: None, range: reference.range, focus: reference.range, container });
    }
    found.into()
}

impl<'db> Snapshot<'db> {
    /// Symbols that a search by name may find in a file.
    pub fn named(&self, file: File) -> &'db [Named] {
        named(self.db(), file)
    }
}
