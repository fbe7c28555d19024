//! Texts that name a file: they can be followed.

use analysis::{File, Snapshot};
use hir::{Role, Symbol};
use syntax::TextRange;

use crate::data;
use crate::names::{self, Target};

/// A text and the files that it may name, the likeliest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub range: TextRange,
    pub targets: Vec<Target>,
}

/// Classes that are included, and files of modules: templates, and what `puppet:///modules/…` names.
pub fn document_links(snapshot: Snapshot<'_>, file: File) -> Vec<Link> {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::goto::links(snapshot, file);
    }
    if data::is_data(snapshot, file) {
        return data::links::document_links(snapshot, file);
    }
    let mut links: Vec<Link> = Vec::new();
    for reference in &snapshot.references(file).all {
        let targets = match &reference.symbol {
            Symbol::File(kind, path) => crate::goto::files(snapshot, *kind, path, file),
            Symbol::Class(_) if matches!(reference.role, Role::Declaration | Role::Inherits) => {
                let found = snapshot.resolve(&reference.symbol, file).into_iter();
                found.filter_map(|it| names::target_of(snapshot, it)).filter(|it| it.path != snapshot.path(file)).collect()
            }
            _ => continue,
        };
        let is_behind = links.last().is_none_or(|last| last.range.end() <= reference.range.start());
        if !targets.is_empty() && is_behind {
            links.push(Link { range: reference.range, targets });
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::document_links;
    use crate::tests::fixture;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let out = fixture(text).ask(|snapshot, file, _| {
            let text = snapshot.text(file);
            let line = |it: &super::Link| {
                let targets: Vec<String> =
                    it.targets.iter().map(|it| format!("{}{}", it.path, if it.is_guess { "?" } else { "" })).collect();
                format!("{} -> {}\n", &text[it.range], targets.join(", "))
            };
            document_links(snapshot, file).iter().map(line).collect::<String>()
        });
        expected.assert_eq(&out);
    }

    #[test]
    fn classes_and_files() {
        check(
            "#- /site.pp\ninclude a, nowhere\nclass b inherits a { include b }\nfile { 'x': content => epp('a/t.epp'), source => 'puppet:///modules/a/f/g' }\n\
             template('a/t.erb', 'b/t.erb')\n#- /modules/a/manifests/init.pp\nclass a { }\n#- /modules/a/templates/t.epp\n",
            expect![[r#"
                a -> /modules/a/manifests/init.pp
                a -> /modules/a/manifests/init.pp
                a/t.epp -> /modules/a/templates/t.epp
                puppet:///modules/a/f/g -> /modules/a/files/f/g?
                a/t.erb -> /modules/a/templates/t.erb?
            "#]],
        );
    }

    #[test]
    fn texts_without_files() {
        check("#- /site.pp\nnotify { 'a/b': }\n$x = 'puppet:///other/x'\n", expect![[r#""#]]);
    }
}
