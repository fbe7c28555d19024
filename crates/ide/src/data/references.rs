//! Places of a parameter in data, and those of the key at a place.

use analysis::{File, Snapshot};
use hir::{Owner, Symbol};
use syntax::TextSize;

use super::named::What;
use super::{Document, bound, documents_with};
use crate::names::{Target, targets_of, without_repetition};

/// Every place of what the key at a place binds or names: in data, and in code.
pub(crate) fn references(snapshot: Snapshot<'_>, file: File, offset: TextSize, with_definition: bool) -> Option<Vec<Target>> {
    let what = Document::open(snapshot, file)?.named_at(offset)?.what;
    let (symbol, from) = match &what {
        What::Key(key) | What::LookedUp(key) => match bound(snapshot, file, key) {
            Some(it) => (it.symbol(), it.definition.file),
            None => (Symbol::Key(key.as_str().into()), file),
        },
        // Not all that is named as a class could be is meant as one.
        What::Class(name) => {
            let symbol = Symbol::Class(name.clone());
            (!snapshot.resolve(&symbol, file).is_empty()).then_some((symbol, file))?
        }
    };
    let mut targets = targets_of(snapshot, &symbol, from, with_definition);
    targets.extend(in_data(snapshot, file, &what));
    targets.extend(crate::erb::references::of_symbol(snapshot, from, &symbol));
    Some(without_repetition(targets))
}

/// The places in data of what a symbol means, as seen from a file.
pub(crate) fn of_symbol(snapshot: Snapshot<'_>, file: File, symbol: &Symbol) -> Vec<Target> {
    match snapshot.meaning(symbol, file) {
        Symbol::Member { owner: Owner::Class(class), name } => in_data(snapshot, file, &What::Key(super::key_of(&class, &name))),
        Symbol::Key(key) => in_data(snapshot, file, &What::Key(key.to_string())),
        Symbol::Class(name) => in_data(snapshot, file, &What::Class(name)),
        _ => Vec::new(),
    }
}

fn in_data(snapshot: Snapshot<'_>, file: File, what: &What) -> Vec<Target> {
    let (module, word) = match what {
        What::Key(key) | What::LookedUp(key) => (key.split("::").next().unwrap_or_default(), key.as_str()),
        What::Class(name) => (name.split("::").next().unwrap_or_default(), name.as_str()),
    };
    let mut found = Vec::new();
    for (data, document) in documents_with(snapshot, file, module, word) {
        found.extend(document.places_of(what).iter().map(|it| Target::name(snapshot, data, it.range)));
    }
    found
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::find_references::tests::check;

    #[test]
    fn templates_and_data_name_the_same_parameter() {
        let files = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: c, path: c.yaml}\n\
                     #- /e/modules/a/manifests/init.pp\nclass a($x) { template('a/t.erb') }\n#- /e/modules/a/templates/t.erb\n<%= @DATA %>\n#- /e/data/c.yaml\na::KEY: 2\n";
        check(
            &files.replace("DATA", "x").replace("KEY", "x$0"),
            expect![[r#"
            /e/modules/a/manifests/init.pp:1 "x"
            /e/data/c.yaml:1 "a::x"
            /e/modules/a/templates/t.erb:1 "x"
        "#]],
        );
        check(
            &files.replace("DATA", "x$0").replace("KEY", "x"),
            expect![[r#"
            /e/modules/a/manifests/init.pp:1 "x"
            /e/modules/a/templates/t.erb:1 "x"
            /e/data/c.yaml:1 "a::x"
        "#]],
        );
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
                /e/data/c.yaml:2 "a::x"
                /e/data/c.yaml:4 "a::x"
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
        check(
            &format!(
                "#- /e/environment.conf\n\n{data}#- /e/data/c.yaml\na::x: 2\nb: \"%{{lookup('a::$0x')}}\"\n\
                 #- /e/modules/a/manifests/init.pp\nclass a($x) {{ }}\n"
            ),
            expect![[r#"
                /e/modules/a/manifests/init.pp:1 "x"
                /e/data/c.yaml:1 "a::x"
                /e/data/c.yaml:2 "a::x"
                /e/data/os/a.yaml:1 "a::x"
            "#]],
        );
    }

    #[test]
    fn a_class_is_listed() {
        let site = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\nclasses:\n- a\n- ab\nx: a\n\
                    #- /e/modules/a/manifests/init.pp\n";
        check(
            &format!("{site}class a$0 {{ }}\n"),
            expect![[r#"
                /e/modules/a/manifests/init.pp:1 "a"
                /e/data/common.yaml:2 "a"
            "#]],
        );
    }
}
