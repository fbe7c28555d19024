//! From a key in data: the parameter that it binds gets another name.

use analysis::{File, Snapshot};
use syntax::{TextRange, TextSize};

use super::error::Undefined;
use super::{Renamable, Rename, RenameError};
use crate::data::{Document, bound, goto};

/// The key at a place, and where in it the name of the parameter stands.
fn key_at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Result<(String, TextRange), RenameError> {
    let document = Document::open(snapshot, file).ok_or(RenameError::NoName)?;
    let named = document.named_at(offset).ok_or(RenameError::NoName)?;
    let (key, whole) = (named.what.key().ok_or(RenameError::NoName)?, named.range);
    let bound = bound(snapshot, file, key).ok_or_else(|| RenameError::Undefined(Undefined::Key(key.to_owned())))?;
    let written = document.source.get(std::ops::Range::<usize>::from(whole)).unwrap_or_default();
    if written != key {
        return Err(RenameError::FormOfKey { key: key.to_owned() });
    }
    Ok((key.to_owned(), TextRange::new(whole.end() - TextSize::of(bound.parameter), whole.end())))
}

/// Where the parameter of a key stands in code.
fn parameter(snapshot: Snapshot<'_>, file: File, key: &str) -> Result<(File, TextSize), RenameError> {
    let unknown = || RenameError::Undefined(Undefined::PlaceOfKey(key.to_owned()));
    let target = goto::parameter(snapshot, file, key).ok_or_else(unknown)?;
    Ok((snapshot.file(&target.path).ok_or_else(unknown)?, target.focus.start()))
}

pub(super) fn prepare(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Result<Renamable, RenameError> {
    let (key, range) = key_at(snapshot, file, offset)?;
    let (definer, at) = parameter(snapshot, file, &key)?;
    super::prepare_rename(snapshot, definer, at)?;
    Ok(Renamable { range, name: hir::name::last(&key).to_owned() })
}

/// The new name may be the parameter's alone, or the whole key of one of the same class.
pub(super) fn rename(snapshot: Snapshot<'_>, file: File, offset: TextSize, new_name: &str) -> Result<Rename, RenameError> {
    let (key, _) = key_at(snapshot, file, offset)?;
    let (definer, at) = parameter(snapshot, file, &key)?;
    let class = key.strip_suffix(hir::name::last(&key)).unwrap_or_default();
    super::rename(snapshot, definer, at, new_name.trim().strip_prefix(class).unwrap_or(new_name))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::rename::tests::check;

    const FILES: &str = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: c, path: c.yaml}\n\
                         #- /e/modules/a/manifests/init.pp\nclass a($x) { notice($x) }\n#- /e/data/c.yaml\n";

    #[test]
    fn a_key_is_the_name_of_a_parameter() {
        check(
            &format!("{FILES}a::$0x: 1\n"),
            "y",
            expect![[r##"
            #- /e/modules/a/manifests/init.pp
            class a($y) { notice($y) }
            Exact { old: "a::x", new: "a::y" }
        "##]],
        );
        check(
            &format!("{FILES}'a::x$0': 1\n"),
            "a::y",
            expect![[r##"
            #- /e/modules/a/manifests/init.pp
            class a($y) { notice($y) }
            Exact { old: "a::x", new: "a::y" }
        "##]],
        );
    }

    #[test]
    fn what_binds_nothing_stays() {
        check(
            &format!("{FILES}a::$0z: 1\n"),
            "y",
            expect![[r#"
            refused: `a::z` is not a parameter of a known class
        "#]],
        );
        check(
            &format!("{FILES}a::x: $01\n"),
            "y",
            expect![[r#"
            refused: nothing to rename here
        "#]],
        );
        check(
            &format!("{FILES}a::$0x: 1\n"),
            "Y",
            expect![[r#"
            refused: `Y` cannot be the name of a variable
        "#]],
        );
    }
}
