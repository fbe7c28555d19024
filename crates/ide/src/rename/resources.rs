//! Resources: their titles, where they are declared and where they are referred to.

use analysis::Snapshot;
use analysis::names::Occurrence;
use hir::{Role, Spelling, Symbol};

use super::{Rename, RenameError, Subject, spelled};

pub(super) fn check(meant: &Symbol, places: &[Occurrence<'_>]) -> Result<(), RenameError> {
    let Symbol::Resource { ty, title } = meant else { return Ok(()) };
    if !places.iter().any(|it| it.reference.role == Role::Declaration) {
        return Err(RenameError::new(format!("nothing in the workspace declares {}[{title}]", hir::name::capitalized(ty))));
    }
    Ok(())
}

pub(super) fn rename(snapshot: Snapshot<'_>, subject: &Subject<'_>, new: &str) -> Result<Rename, RenameError> {
    let Symbol::Resource { ty, .. } = &subject.meant else { return Err(RenameError::new("this is not a resource")) };
    if new.is_empty() || new.contains('\n') {
        return Err(RenameError::new("a title needs at least one character and at most one line"));
    }
    let other = Symbol::Resource { ty: ty.clone(), title: new.into() };
    let taken = snapshot.places(&other, subject.file);
    if let Some(taken) = taken.iter().find(|it| it.reference.role == Role::Declaration) {
        return Err(RenameError::new(format!(
            "{}[{new}] is already declared in {}",
            hir::name::capitalized(ty),
            snapshot.path(taken.file)
        )));
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
            return Err(RenameError::new(format!("{} computes the title from variables", snapshot.path(place.file))));
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
