//! Resources: their titles, where they are declared and where they are referred to.

use analysis::Snapshot;
use analysis::names::Occurrence;
use hir::{Role, Spelling, Symbol};

use super::error::{Subject as Named, Undefined};
use super::{Rename, RenameError, Subject, spelled};

pub(super) fn check(meant: &Symbol, places: &[Occurrence<'_>]) -> Result<(), RenameError> {
    let Symbol::Resource { ty, title } = meant else { return Ok(()) };
    if !places.iter().any(|it| it.reference.role == Role::Declaration) {
        return Err(RenameError::Undefined(Undefined::Resource(format!("{}[{title}]", hir::name::capitalized(ty)))));
    }
    Ok(())
}

pub(super) fn rename(snapshot: Snapshot<'_>, subject: &Subject<'_>, new: &str) -> Result<Rename, RenameError> {
    let Symbol::Resource { ty, .. } = &subject.meant else { return Err(RenameError::NoName) };
    if new.is_empty() || new.contains('\n') {
        return Err(RenameError::Invalid { name: new.to_owned(), subject: Named::Title });
    }
    let other = Symbol::Resource { ty: ty.clone(), title: new.into() };
    let taken = snapshot.places(&other, subject.file);
    if let Some(taken) = taken.iter().find(|it| it.reference.role == Role::Declaration) {
        let name = format!("{}[{new}]", hir::name::capitalized(ty));
        return Err(RenameError::Taken { name, subject: Named::Title, path: snapshot.path(taken.file) });
    }
    let mut rename = Rename::default();
    for place in &subject.places {
        let reference = place.reference;
        let text = match reference.spelling {
            // A title that is no word wants quotes.
            Spelling::Bare if !hir::name::is_name(new) => spelled(Spelling::Single, new).map(|it| format!("'{it}'")),
            spelling => spelled(spelling, new),
        };
        let Some(text) = text else {
            let path = Some(snapshot.path(place.file));
            return Err(RenameError::Computed { subject: Named::Title, path, written: None });
        };
        rename.edits.push((snapshot.path(place.file), reference.range, text));
    }
    Ok(rename)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::rename::tests::check;

    #[test]
    fn a_title_with_all_references() {
        check(
            "#- /a.pp\nuser { x$0: }\nfile { ['/x', \"x\"]: require => User['x', y] }\n#- /b.pp\nUser[\"x\"] -> User[x]\nUser <| title == 'x' |>\n",
            "it's $1",
            expect![[r##"
                #- /a.pp
                user { 'it\'s $1': }
                file { ['/x', "x"]: require => User['it\'s $1', y] }
                #- /b.pp
                User["it's \$1"] -> User['it\'s $1']
                User <| title == 'it\'s $1' |>
            "##]],
        );
        check(
            "#- /a.pp\nuser { x$0: } -> User[x]\n",
            "abc",
            expect![[r#"
            #- /a.pp
            user { abc: } -> User[abc]
        "#]],
        );
    }

    #[test]
    fn a_title_that_is_taken() {
        check(
            "#- /a.pp\nuser { 'x$0': }\n#- /b.pp\nuser { 'y': }\n",
            "y",
            expect![[r#"
            refused: User[y] is already declared in /b.pp
        "#]],
        );
    }

    #[test]
    fn a_title_of_variables() {
        check(
            "#- /a.pp\n$d = '/etc'\nfile { '/etc/x$0': }\nFile[\"${d}/x\"]\n",
            "/etc/y",
            expect![[r#"
            refused: /a.pp computes the title from variables
        "#]],
        );
        check(
            "#- /a.pp\nFile['/x$0']\n",
            "/y",
            expect![[r#"
            refused: nothing in the workspace declares File[/x]
        "#]],
        );
    }
}
