//! From a key to the parameter that it binds, and from a dependency to the module.

use analysis::data::Role;
use analysis::{File, Snapshot};
use hiera::tree::Step;
use hir::Symbol;
use syntax::{TextRange, TextSize};

use super::{Document, bound};
use crate::Goto;
use crate::names::{self, Target};

/// The parameter of the key at a place, the keys that an interpolation looks up, the class that a list has, the module of a
/// dependency.
pub(crate) fn definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let document = Document::of(snapshot, file)?;
    if document.place.role == Role::Metadata {
        return dependency(snapshot, file, &document, offset);
    }
    if let Some(entry) = document.key_at(offset) {
        let key = entry.key.text()?;
        return Some(Goto { origin: document.inside(&entry.key.range), targets: vec![parameter(snapshot, file, key)?] });
    }
    if let Some((key, origin)) = looked_up_at(&document, offset) {
        let mut targets = Vec::new();
        super::places_of_key(snapshot, file, &key, &mut |file, entry, document| {
            targets.push(Target::name(snapshot, file, document.inside(&entry.key.range)));
        });
        return (!targets.is_empty()).then_some(Goto { origin, targets });
    }
    // A word that is a class, as lists of classes have them.
    let path = document.text.tree.path_at(offset.into());
    let node = match path.last()? {
        Step::Item { node, .. } => *node,
        Step::Entry { entry, in_key: false } => entry.value.as_ref()?,
        Step::Entry { .. } => return None,
    };
    let name = node.string().filter(|it| hir::name::is_name(it))?;
    let found = snapshot.resolve(&Symbol::Class(hir::name::normal(name)), file);
    let targets: Vec<Target> = found.into_iter().filter_map(|it| names::target_of(snapshot, it)).collect();
    (!targets.is_empty()).then_some(Goto { origin: document.inside(&node.range), targets })
}

/// Where the parameter stands that a key binds.
pub(crate) fn parameter(snapshot: Snapshot<'_>, file: File, key: &str) -> Option<Target> {
    let bound = bound(snapshot, file, key)?;
    let (range, focus) = *snapshot.item_ranges(bound.definition)?.parameters.get(bound.number)?;
    Some(Target { path: snapshot.path(bound.definition.file), range, focus, is_guess: false })
}

/// The key that an interpolation at a place looks up, and where it is written.
fn looked_up_at(document: &Document, offset: TextSize) -> Option<(String, TextRange)> {
    let offset = usize::from(offset);
    let line = document.source.get(..offset)?.rfind('\n').map_or(0, |it| it + 1);
    let end = document.source.get(offset..)?.find('\n').map_or(document.source.len(), |it| offset + it);
    let before = document.source.get(line..offset)?;
    let start = line + before.rfind("%{")?;
    let length = document.source.get(start..end)?.find('}')?;
    if start + length < offset {
        return None;
    }
    let inside = document.source.get(start..start + length)?;
    let open = inside.find('(')?;
    let function = inside.get(2..open)?.trim();
    if !matches!(function, "lookup" | "hiera" | "alias") {
        return None;
    }
    let argument = inside.get(open + 1..)?;
    let blank = argument.len() - argument.trim_start_matches([' ', '\'', '"', '\\']).len();
    let key = argument.get(blank..)?.split(['\'', '"', '\\', ')', ' ']).next()?;
    let from = TextSize::try_from(start + open + 1 + blank).ok()?;
    let range = TextRange::at(from, TextSize::of(key));
    range.contains_inclusive(TextSize::try_from(offset).ok()?).then(|| (key.to_owned(), range))
}

fn dependency(snapshot: Snapshot<'_>, file: File, document: &Document, offset: TextSize) -> Option<Goto> {
    let (name, origin) = dependency_at(document, offset)?;
    let folder = snapshot.module_folder(file, &name)?;
    let target = snapshot.file_at(&folder.join("metadata.json")).map(|it| Target::name(snapshot, it, TextRange::default()))?;
    Some(Goto { origin, targets: vec![target] })
}

/// The dependency whose name stands at a place: the name of its folder.
pub(crate) fn dependency_at(document: &Document, offset: TextSize) -> Option<(String, TextRange)> {
    let path = document.text.tree.path_at(offset.into());
    let [Step::Entry { entry: list, .. }, Step::Item { .. }, Step::Entry { entry, in_key: false }] = path.as_slice() else { return None };
    if list.key.text() != Some("dependencies") || entry.key.text() != Some("name") {
        return None;
    }
    let value = entry.value.as_ref()?;
    let name = value.string()?.rsplit(['-', '/']).next()?.to_owned();
    Some((name, document.inside(&value.range)))
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
    }
}
