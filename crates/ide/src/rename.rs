//! Giving a thing another name, wherever it is named.
//!
//! A rename that is not safe is refused with a reason: a name that is taken, a place where no text could be replaced, a name of Puppet or
//! of another author's module.

mod data;
mod datadir;
mod definitions;
pub mod error;
mod files;
mod hiera;
mod module;
mod moved;
mod other_files;
mod resources;
mod templates;
mod variables;

use std::sync::Arc;

use analysis::names::Occurrence;
use analysis::{File, Origin, Snapshot};
use hir::{ItemKind, Reference, Spelling, Symbol};
use syntax::{TextRange, TextSize};

use crate::names;
use error::Fixed;

pub use error::RenameError;
pub use files::{rename_files, skeleton, template_skeleton};
pub use hiera::{KeyChange, hiera_edits};
pub use module::{ModuleChange, rename_module};
pub use other_files::{erb_module_edits, metadata_edits, module_author, ruby_names_module};
pub use templates::{ErbEdit, TemplateChange, erb_edits};

/// Range of the name to rename, and the name to start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamable {
    pub range: TextRange,
    pub name: String,
}

/// All that a new name changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rename {
    /// Replacements in files, which hold the paths that they have before the renaming.
    pub edits: Vec<(Arc<str>, TextRange, String)>,
    /// Files that are called otherwise, after the edits.
    pub moves: Vec<(Arc<str>, String)>,
    /// Keys of Hiera's data that change with it.
    pub keys: Vec<KeyChange>,
    /// Templates of Ruby that may mention it.
    pub templates: Vec<TemplateChange>,
    /// The module that is called otherwise: its metadata, and texts that are no manifests, may name it.
    pub module: Option<ModuleChange>,
}

/// Finds the name to rename at a place.
pub fn prepare_rename(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Result<Renamable, RenameError> {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::references::prepare_rename(snapshot, file, offset);
    }
    if crate::erb::is_erb(snapshot, file) {
        return crate::erb::references::prepare_rename(snapshot, file, offset);
    }
    if crate::data::is_data(snapshot, file) {
        return data::prepare(snapshot, file, offset);
    }
    let subject = subject(snapshot, file, offset)?;
    let name = match &subject.meant {
        Symbol::Class(name) | Symbol::Function(name) | Symbol::Plan(name) => name.to_string(),
        Symbol::Type(name) if subject.kind == Some(ItemKind::Alias) => {
            definitions::written(snapshot, &subject).unwrap_or_else(|| name.to_string())
        }
        Symbol::Type(name) => name.to_string(),
        Symbol::Member { name, .. } | Symbol::Top(name) => name.to_string(),
        Symbol::Resource { title, .. } => title.to_string(),
        Symbol::Key(key) => key.to_string(),
        _ => snapshot.text(file).get(std::ops::Range::<usize>::from(subject.reference.range)).unwrap_or_default().to_owned(),
    };
    Ok(Renamable { range: subject.reference.range, name })
}

/// Gives what stands at a place another name.
pub fn rename(snapshot: Snapshot<'_>, file: File, offset: TextSize, new_name: &str) -> Result<Rename, RenameError> {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::references::rename(snapshot, file, offset, new_name);
    }
    if crate::erb::is_erb(snapshot, file) {
        return crate::erb::references::rename(snapshot, file, offset, new_name);
    }
    if crate::data::is_data(snapshot, file) {
        return data::rename(snapshot, file, offset, new_name);
    }
    let subject = subject(snapshot, file, offset)?;
    let new_name = new_name.trim();
    let mut rename = match &subject.meant {
        Symbol::Class(_) | Symbol::Type(_) | Symbol::Function(_) | Symbol::Plan(_) => definitions::rename(snapshot, &subject, new_name)?,
        Symbol::Resource { .. } => resources::rename(snapshot, &subject, new_name)?,
        Symbol::Key(_) => hiera::rename(snapshot, &subject, new_name)?,
        _ => variables::rename(snapshot, &subject, new_name)?,
    };
    rename.edits.sort_by(|a, b| (&a.0, a.1.start()).cmp(&(&b.0, b.1.start())));
    rename.edits.dedup();
    Ok(rename)
}

/// Subject of a rename.
struct Subject<'db> {
    file: File,
    reference: &'db Reference,
    /// Its meaning once all files are known.
    meant: Symbol,
    /// All places where it is named.
    places: Vec<Occurrence<'db>>,
    /// Kind of the definition.
    kind: Option<ItemKind>,
}

fn subject<'db>(snapshot: Snapshot<'db>, file: File, offset: TextSize) -> Result<Subject<'db>, RenameError> {
    let found = names::names_at(snapshot, file, offset);
    let reference = *found.first().ok_or(RenameError::NoName)?;
    let meant = snapshot.meaning(&reference.symbol, file);
    let places = snapshot.places(&reference.symbol, file);
    let kind = definitions::check(snapshot, file, &meant)?;
    match &meant {
        Symbol::Local(_) | Symbol::Class(_) | Symbol::Type(_) | Symbol::Function(_) | Symbol::Plan(_) => {}
        Symbol::Member { .. } | Symbol::Top(_) => variables::check(&meant, &places)?,
        Symbol::Resource { .. } => resources::check(&meant, &places)?,
        Symbol::Key(_) => {}
        Symbol::Task(_) => return Err(RenameError::Fixed(Fixed::Task)),
        Symbol::Fact(_) => return Err(RenameError::Fixed(Fixed::Fact)),
        Symbol::File(..) => return Err(RenameError::Fixed(Fixed::File)),
        Symbol::Inherited { .. } => return Err(RenameError::Fixed(Fixed::Unknown)),
    }
    if let Some(other) = places.iter().find(|it| snapshot.origin(it.file) == Origin::Library) {
        return Err(RenameError::UsedByInstalled { path: snapshot.path(other.file) });
    }
    Ok(Subject { file, reference, meant, places, kind })
}

/// A text, spelled as at a place.
fn spelled(spelling: Spelling, text: &str) -> Option<String> {
    Some(match spelling {
        Spelling::Bare | Spelling::Variable => text.to_owned(),
        Spelling::Single => text.replace('\\', "\\\\").replace('\'', "\\'"),
        Spelling::Double => text.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$"),
        Spelling::Capitalized => hir::name::capitalized(text),
        Spelling::Computed => return None,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use expect_test::{Expect, expect};

    use analysis::Snapshot;

    use super::{prepare_rename, rename};
    use crate::tests::fixture;

    /// All files that change, as they are then; or why nothing does.
    #[track_caller]
    pub(crate) fn check(text: &str, new_name: &str, expected: Expect) {
        let out = fixture(text).ask(|snapshot, file, offset| {
            let done = rename(snapshot, file, offset, new_name);
            if prepare_rename(snapshot, file, offset).is_err() {
                assert!(done.is_err(), "what cannot be prepared cannot be done");
            }
            let done = match done {
                Ok(done) => done,
                Err(reason) => return format!("refused: {reason}\n"),
            };
            shown(snapshot, &done)
        });
        expected.assert_eq(&out);
    }

    /// All files that change, as they are then, and the keys.
    #[track_caller]
    pub(crate) fn shown(snapshot: Snapshot<'_>, rename: &super::Rename) -> String {
        let mut out = String::new();
        let mut paths: Vec<_> = rename.edits.iter().map(|it| it.0.clone()).collect();
        paths.dedup();
        for path in paths {
            let mut text = snapshot.text(snapshot.file(&path).expect("a known file")).to_string();
            let mut end = text.len();
            for (_, range, new) in rename.edits.iter().rev().filter(|it| it.0 == path) {
                assert!(usize::from(range.end()) <= end, "edits do not overlap");
                end = usize::from(range.start());
                text.replace_range(std::ops::Range::<usize>::from(*range), new);
            }
            let moved = rename.moves.iter().find(|it| it.0 == path).map(|it| format!(" -> {}", it.1)).unwrap_or_default();
            out += &format!("#- {path}{moved}\n{text}");
        }
        for key in &rename.keys {
            out += &format!("{key:?}\n");
        }
        out
    }

    /// Why a name is refused.
    #[track_caller]
    pub(crate) fn refusal(text: &str, new_name: &str) -> String {
        fixture(text).ask(|snapshot, file, offset| rename(snapshot, file, offset, new_name).expect_err("it is refused").to_string())
    }

    #[test]
    fn where_no_name_is_nothing_can_be_renamed() {
        check(
            "#- /a.pp\n$0if true { }\n",
            "x",
            expect![[r#"
            refused: nothing to rename here
        "#]],
        );
        check(
            "#- /a.pp\nnotice($facts['os$0'])\n",
            "x",
            expect![[r#"
            refused: facts cannot be renamed: Facter names them
        "#]],
        );
        check(
            "#- /a.pp\ntemplate('a/b$0')\n",
            "x",
            expect![[r#"
            refused: rename the file itself instead of its name here
        "#]],
        );
    }

    #[test]
    fn what_can_be_renamed_is_told_with_its_name() {
        let prepared = fixture("#- /a.pp\nclass a { class b { } }\ninclude '::a::$0b'\n").ask(prepare_rename).expect("a class");
        assert_eq!((prepared.range, prepared.name.as_str()), (syntax::TextRange::new(35.into(), 39.into()), "a::b"));
    }
}
