//! The text that a template of Ruby gives, at the calls that name it; and that of a file of states, above its first state.

use analysis::{File, Snapshot};
use hir::{FileKind, Symbol};
use syntax::TextSize;

use super::{CodeLens, LensKind, LensText};
use crate::names::Target;

/// One for each name of a template that exists; of a file of states one, if it is rendered.
pub(super) fn all(snapshot: Snapshot<'_>, file: File) -> Vec<CodeLens> {
    if crate::sls::is_states(snapshot, file) {
        let is_rendered = ["{{", "{%"].iter().any(|it| snapshot.text(file).contains(it));
        let first = crate::sls::order::first_state(snapshot, file).filter(|_| is_rendered);
        return first.map(|range| CodeLens { range, kind: LensKind::Preview, text: None }).into_iter().collect();
    }
    let named = snapshot.references(file).all.iter().filter(|it| path(snapshot, file, &it.symbol).is_some());
    named.map(|it| CodeLens { range: it.range, kind: LensKind::Preview, text: None }).collect()
}

pub(super) fn text(snapshot: Snapshot<'_>, file: File, at: TextSize) -> Option<LensText> {
    if crate::sls::is_states(snapshot, file) {
        return Some(LensText::without_places("preview"));
    }
    let path = snapshot.references(file).at(at).iter().find_map(|it| path(snapshot, file, &it.symbol))?;
    Some(LensText { title: "preview".to_owned(), places: vec![Target::guess(path)] })
}

fn path(snapshot: Snapshot<'_>, file: File, symbol: &Symbol) -> Option<String> {
    let Symbol::File(kind @ FileKind::Erb, name) = symbol else { return None };
    snapshot.paths_of(*kind, name, file).into_iter().find(|it| snapshot.file(it).is_some())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::LensKind;
    use super::super::tests::check;

    #[test]
    fn templates_that_exist_have_one() {
        check(
            "#- /modules/m/manifests/init.pp\n$0class m { template('m/t.erb', 'm/none.erb') epp('m/e.epp') }\n\
             #- /modules/m/templates/t.erb\nx\n#- /modules/m/templates/e.epp\nx\n",
            LensKind::Preview,
            expect![[r#"
                "m/t.erb": preview (1)
            "#]],
        );
    }
}
