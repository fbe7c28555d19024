//! Places of a parameter in data, and those of the key at a place.

use analysis::{File, Snapshot};
use hir::{Owner, Symbol};
use syntax::TextSize;

use super::{Document, bound, places_of_key};
use crate::names::{Target, targets_of, without_repetition};

/// Every place of what the key at a place binds or names: in data, and in code.
pub(crate) fn references(snapshot: Snapshot<'_>, file: File, offset: TextSize, with_definition: bool) -> Option<Vec<Target>> {
    let document = Document::of(snapshot, file)?;
    let key = document.key_at(offset)?.key.text()?;
    let symbol = match bound(snapshot, file, key) {
        Some(it) => Symbol::Member { owner: Owner::Class(hir::name::normal(it.class)), name: it.parameter.into() },
        None => Symbol::Key(key.into()),
    };
    let from = bound(snapshot, file, key).map_or(file, |it| it.definition.file);
    let mut targets = targets_of(snapshot, &symbol, from, with_definition);
    targets.extend(in_data(snapshot, file, key));
    Some(without_repetition(targets))
}

/// The keys of data that bind what a symbol means, as seen from a file.
pub(crate) fn of_symbol(snapshot: Snapshot<'_>, file: File, symbol: &Symbol) -> Vec<Target> {
    match snapshot.meaning(symbol, file) {
        Symbol::Member { owner: Owner::Class(class), name } => in_data(snapshot, file, &super::key_of(&class, &name)),
        Symbol::Key(key) => in_data(snapshot, file, &key),
        _ => Vec::new(),
    }
}

fn in_data(snapshot: Snapshot<'_>, file: File, key: &str) -> Vec<Target> {
    let mut found = Vec::new();
    places_of_key(snapshot, file, key, &mut |file, entry, document| {
        found.push(Target::name(snapshot, file, document.inside(&entry.key.range)));
    });
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::references;
    use crate::tests::fixture;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let out = fixture(text).ask(|snapshot, file, offset| {
            let mut out = String::new();
            for target in references(snapshot, file, offset, true).unwrap_or_default() {
                let text = snapshot.text(snapshot.file(&target.path).expect("a file that is known"));
                let line = text[..usize::from(target.focus.start())].matches('\n').count();
                out += &format!("{}:{} {:?}\n", target.path, line + 1, &text[target.focus]);
            }
            out
        });
        expected.assert_eq(&out);
    }

    #[test]
    fn a_parameter_is_named_by_code_and_data() {
        let data = "#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: o, path: 'os/%{x}.yaml'}\n- {name: c, path: c.yaml}\n\
                    #- /e/data/os/a.yaml\na::x: 1\n";
        check(
            &format!(
                "#- /e/environment.conf\n\n{data}#- /e/data/c.yaml\nlookup_options:\n  a::x: {{}}\na::xy: 1\n\"a::x$0\": 2\n\
                 #- /e/modules/a/manifests/init.pp\nclass a($x) {{ notice($x) }}\n"
            ),
            expect![[r#"
                /e/modules/a/manifests/init.pp:1 "x"
                /e/modules/a/manifests/init.pp:1 "x"
                /e/data/c.yaml:4 "a::x"
                /e/data/c.yaml:2 "a::x"
                /e/data/os/a.yaml:1 "a::x"
            "#]],
        );
        check(
            &format!(
                "#- /e/environment.conf\n\n{data}#- /e/data/c.yaml\na::x: 2\n\
                 #- /e/modules/a/manifests/init.pp\nclass a($x$0) {{ notice($x) }}\n"
            ),
            expect![[r#"
                /e/modules/a/manifests/init.pp:1 "x"
                /e/modules/a/manifests/init.pp:1 "x"
                /e/data/c.yaml:1 "a::x"
                /e/data/os/a.yaml:1 "a::x"
            "#]],
        );
        check(
            &format!("#- /e/environment.conf\n\n{data}#- /e/data/c.yaml\nb: 2\n#- /e/manifests/site.pp\n$y = lookup('b$0')\n"),
            expect![[r#"
                /e/manifests/site.pp:1 "b"
                /e/data/c.yaml:1 "b"
            "#]],
        );
    }
}
