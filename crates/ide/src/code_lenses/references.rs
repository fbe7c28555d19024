//! How often a definition is used.

use analysis::{File, Snapshot};
use syntax::TextSize;

use super::LensText;

pub(super) fn text(snapshot: Snapshot<'_>, file: File, at: TextSize) -> Option<LensText> {
    let places = crate::references(snapshot, file, at, false)?;
    let title = match places.len() {
        1 => "1 reference".to_owned(),
        count => format!("{count} references"),
    };
    Some(LensText { title, places })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::code_lenses::LensKind;
    use crate::code_lenses::tests::check;

    #[test]
    fn definitions_are_counted() {
        check(
            "#- /m/manifests/init.pp\n$0class m { include m::a\n m::d { 'x': } }\n#- /m/manifests/a.pp\nclass m::a { include m }\n#- /m/manifests/d.pp\ndefine m::d() { }\n",
            LensKind::References,
            expect![[r#"
                "m": 1 reference (1)
            "#]],
        );
        check(
            "#- /m/types/t.pp\n$0type M::T = String\n",
            LensKind::References,
            expect![[r#"
                "M::T": 0 references (0)
            "#]],
        );
    }
}
