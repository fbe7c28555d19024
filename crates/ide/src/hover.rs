//! What stands under the cursor: of a resource all that orders it, of a definition what it takes and what is said of it.

mod definition;
mod resource;

use analysis::{File, Snapshot};
use hir::{Owner, Symbol};
use syntax::{TextRange, TextSize};

use crate::names::names_at;

pub(crate) use definition::{parameter as parameter_text, text as definition_text};

/// A text about a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The name.
    pub range: TextRange,
    /// Markdown.
    pub text: String,
}

/// What is known of the name at a place.
pub fn hover(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    names_at(snapshot, file, offset).into_iter().find_map(|reference| {
        let meant = snapshot.meaning(&reference.symbol, file);
        let text = match &meant {
            Symbol::Resource { ty, title } => resource::text(snapshot, file, ty, title),
            Symbol::Class(_) | Symbol::Type(_) | Symbol::Function(_) | Symbol::Plan(_) => definition::text(snapshot, file, &meant),
            Symbol::Member { owner: Owner::Class(name), name: member } => {
                definition::parameter(snapshot, file, &Symbol::Class(name.clone()), member)
            }
            Symbol::Member { owner: Owner::Type(name), name: member } => {
                definition::parameter(snapshot, file, &Symbol::Type(name.clone()), member)
            }
            Symbol::Member { owner: Owner::Plan(name), name: member } => {
                definition::parameter(snapshot, file, &Symbol::Plan(name.clone()), member)
            }
            _ => None,
        };
        Some(Hover { range: reference.range, text: text? })
    })
}

#[cfg(test)]
mod tests {
    use expect_test::Expect;

    use crate::hover;
    use crate::tests::fixture;

    #[track_caller]
    pub(super) fn check(text: &str, expected: Expect) {
        let found = fixture(text).ask(hover);
        expected.assert_eq(&found.map(|it| it.text).unwrap_or_default());
    }
}
