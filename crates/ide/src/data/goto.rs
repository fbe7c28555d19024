//! From a key to the parameter that it binds, and from a dependency or a module of a `Puppetfile` to the module.

use analysis::data::Role;
use analysis::{File, Snapshot};
use hir::Symbol;
use syntax::{TextRange, TextSize};
use yaml::Step;

use super::hover::module_at;
use super::installed::Installed;
use super::links::fixed_paths;
use super::named::What;
use super::{Document, bound};
use crate::Goto;
use crate::names::{self, Target};

/// The parameter of the key at a place, the keys that an interpolation looks up, the class that a list has, the module of a
/// dependency, the file of a fixed path.
pub(crate) fn definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let document = Document::open(snapshot, file)?;
    match document.place.role {
        Role::Metadata => return dependency(snapshot, file, &document, offset),
        Role::Config => return path(snapshot, file, &document, offset),
        Role::Puppetfile => return listed(snapshot, file, &document, offset),
        Role::Settings => return None,
        Role::Data { .. } => {}
    }
    let named = document.named_at(offset)?;
    let targets: Vec<Target> = match &named.what {
        What::Key(key) => parameter(snapshot, file, key).into_iter().collect(),
        What::LookedUp(key) => super::values_of_key(snapshot, file, key),
        What::Class(name) => {
            let found = snapshot.resolve(&Symbol::Class(name.clone()), file);
            found.into_iter().filter_map(|it| names::target_of(snapshot, it)).collect()
        }
    };
    (!targets.is_empty()).then_some(Goto { origin: named.range, targets })
}

/// The types that the parameter of the key at a place names.
pub(crate) fn type_definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let named = Document::open(snapshot, file)?.named_at(offset)?;
    let bound = bound(snapshot, file, named.what.key()?)?;
    let targets = crate::goto::types_of_parameter(snapshot, &bound.symbol(), bound.definition.file);
    (!targets.is_empty()).then_some(Goto { origin: named.range, targets })
}

/// Where the parameter stands that a key binds.
pub(crate) fn parameter(snapshot: Snapshot<'_>, file: File, key: &str) -> Option<Target> {
    let bound = bound(snapshot, file, key)?;
    let (range, focus) = *snapshot.item_ranges(bound.definition)?.parameters.get(bound.number)?;
    Some(Target { path: snapshot.path(bound.definition.file), range, focus, is_guess: false })
}

/// The file that a fixed path of a configuration names.
fn path(snapshot: Snapshot<'_>, file: File, document: &Document, offset: TextSize) -> Option<Goto> {
    let path = fixed_paths(snapshot, file, document).into_iter().find(|it| it.range.contains_inclusive(offset))?;
    let target = Target::name(snapshot, snapshot.file_at(&path.target())?, TextRange::default());
    Some(Goto { origin: path.range, targets: vec![target] })
}

fn dependency(snapshot: Snapshot<'_>, file: File, document: &Document, offset: TextSize) -> Option<Goto> {
    let (name, origin) = dependency_at(document, offset)?;
    let target = Installed::find(snapshot, file, &name)?.target(snapshot)?;
    Some(Goto { origin, targets: vec![target] })
}

/// The module of a `Puppetfile` whose statement has a place.
fn listed(snapshot: Snapshot<'_>, file: File, document: &Document, offset: TextSize) -> Option<Goto> {
    let module = module_at(&document.source, offset)?;
    let target = Installed::find(snapshot, file, module.name)?.target(snapshot)?;
    Some(Goto { origin: super::text_range(&module.range), targets: vec![target] })
}

/// The dependency whose name stands at a place: the name of its folder.
fn dependency_at(document: &Document, offset: TextSize) -> Option<(String, TextRange)> {
    let path = document.text.tree.path_at(offset.into());
    let [Step::Entry { entry: list, .. }, Step::Item { .. }, Step::Entry { entry, in_key: false }] = path.as_slice() else { return None };
    if list.key.text() != Some("dependencies") || entry.key.text() != Some("name") {
        return None;
    }
    let value = entry.value.as_ref()?;
    let name = environment::name_of_module(value.string()?).to_owned();
    Some((name, document.without_quotes(&value.range)))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::goto_definition;
    use crate::tests::fixture;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let out = fixture(text).ask(|snapshot, file, offset| {
            let Some(goto) = goto_definition(snapshot, file, offset) else { return String::from("nothing\n") };
            let mut out = format!("{:?}\n", &snapshot.text(file)[goto.origin]);
            for target in &goto.targets {
                let file = snapshot.file(&target.path).expect("a known file");
                out += &format!("{} {:?}\n", target.path, &snapshot.text(file)[target.focus]);
            }
            out
        });
        expected.assert_eq(&out);
    }

    const SITE: &str = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/modules/a/manifests/init.pp\nclass a(Integer $x) { }\n\
                        #- /e/modules/b/metadata.json\n{\"name\": \"me-b\"}\n";

    #[test]
    fn keys_lead_to_parameters() {
        check(
            &format!("{SITE}#- /e/data/common.yaml\n'a::$0x': 1\n"),
            expect![[r#"
            "a::x"
            /e/modules/a/manifests/init.pp "$x"
        "#]],
        );
        check(
            &format!("{SITE}#- /e/data/common.yaml\nlookup_options:\n  a::x$0: {{merge: deep}}\n"),
            expect![[r#"
            "a::x"
            /e/modules/a/manifests/init.pp "$x"
        "#]],
        );
        check(
            &format!("{SITE}#- /e/data/common.yaml\na::y$0: 1\n"),
            expect![[r#"
            nothing
        "#]],
        );
        check(
            &format!("{SITE}#- /e/other.yaml\na::x$0: 1\n"),
            expect![[r#"
            nothing
        "#]],
        );
    }

    #[test]
    fn values_lead_to_what_they_name() {
        check(
            &format!("{SITE}#- /e/data/common.yaml\nb: \"x %{{lookup('a::$0x')}}\"\na::x: 1\n"),
            expect![[r#"
            "a::x"
            /e/data/common.yaml "a::x"
        "#]],
        );
        check(
            &format!("{SITE}#- /e/data/common.yaml\nclasses:\n  - a$0\n"),
            expect![[r#"
            "a"
            /e/modules/a/manifests/init.pp "a"
        "#]],
        );
        check(
            &format!("{SITE}#- /e/modules/a/metadata.json\n{{\"name\": \"me-a\", \"dependencies\": [{{\"name\": \"me$0-b\"}}]}}\n"),
            expect![[r#"
                "me-b"
                /e/modules/b/metadata.json ""
            "#]],
        );
        check(
            &format!("{SITE}#- /e/Puppetfile\nmod 'you/c'\nmod 'me/b',\n  '1.0$0.0'\n"),
            expect![[r#"
                "me/b"
                /e/modules/b/metadata.json ""
            "#]],
        );
        // A module without metadata is its first class.
        check(
            &format!("{SITE}#- /e/Puppetfile\nmod 'a$0', git: 'https://example.com/a.git'\n"),
            expect![[r#"
                "a"
                /e/modules/a/manifests/init.pp ""
            "#]],
        );
        check(&format!("{SITE}#- /e/Puppetfile\nmod 'you/c$0'\n"), expect![["nothing\n"]]);
        let config =
            SITE.replace("version: 5\n", "version: 5\nhierarchy: [{name: a, path: 'os/a$0.yaml'}, {name: b, path: '%{x}.yaml'}]\n");
        check(
            &format!("{config}#- /e/data/os/a.yaml\nx: 1\n"),
            expect![[r#"
                "os/a.yaml"
                /e/data/os/a.yaml ""
            "#]],
        );
        check(
            &config,
            expect![[r#"
                nothing
            "#]],
        );
    }
}
