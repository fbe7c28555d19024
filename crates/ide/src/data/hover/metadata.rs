//! Hover in `metadata.json`: modules, ranges of versions, operating systems, keys.

use std::ops::Range;

use analysis::{File, Snapshot};
use environment::{Metadata, OperatingSystem, name_of_module};
use facts::sets;
use syntax::TextSize;
use values::version::VersionRange;
use yaml::{Node, Step};

use crate::Hover;
use crate::data::Document;
use crate::data::installed::{Installed, describe_range};
use crate::data::metadata_keys::purpose;

pub(super) fn hover(snapshot: Snapshot<'_>, file: File, document: &Document, offset: TextSize) -> Option<Hover> {
    let path = document.text.tree.path_at(offset.into());
    let hover = |range: &Range<usize>, text: String| Some(Hover { range: document.without_quotes(range), text });
    match path.as_slice() {
        [Step::Entry { entry, in_key: true }] => {
            let key = entry.key.text()?;
            hover(&entry.key.range, about_key(key, purpose(None, key)?))
        }
        [Step::Entry { entry: list, .. }, Step::Item { .. }, Step::Entry { entry, in_key: true }] => {
            let key = entry.key.text()?;
            hover(&entry.key.range, about_key(key, purpose(list.key.text(), key)?))
        }
        [Step::Entry { entry: list, .. }, Step::Item { .. }, Step::Entry { entry, in_key: false }, rest @ ..] => {
            let (list, key, value) = (list.key.text()?, entry.key.text()?, entry.value.as_ref()?);
            let item = item_with(document, list, value)?;
            match (list, key) {
                ("dependencies", "name") => hover(&value.range, of_dependency(snapshot, file, item)?),
                ("dependencies", "version_requirement") => hover(&value.range, accepted(snapshot, file, item)?),
                ("requirements", "version_requirement") => hover(&value.range, format!("{}\n", sentence(&describe(item)?))),
                ("operatingsystem_support", "operatingsystem") => hover(&value.range, of_system(value.string()?, None)),
                ("operatingsystem_support", "operatingsystemrelease") => {
                    let release = match rest {
                        [Step::Item { .. }] => value.items().iter().find(|it| it.range.contains(&usize::from(offset)))?,
                        _ => return None,
                    };
                    hover(&release.range, of_system(item.get("operatingsystem")?.string()?, Some(release.string()?)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn about_key(key: &str, purpose: &str) -> String {
    format!("`{key}`: {purpose}\n")
}

/// The element of a list that has a node.
fn item_with<'d>(document: &'d Document, list: &str, node: &Node) -> Option<&'d Node> {
    let items = document.text.tree.find(&[list])?.items();
    items.iter().find(|it| it.range.start <= node.range.start && node.range.end <= it.range.end)
}

fn describe(item: &Node) -> Option<String> {
    Some(describe_range(&VersionRange::parse(item.get("version_requirement")?.string()?).ok()?))
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|it| it.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The installed module of a dependency, and the versions that it accepts.
fn of_dependency(snapshot: Snapshot<'_>, file: File, item: &Node) -> Option<String> {
    let name = item.get("name")?.string()?;
    let Some(module) = Installed::find(snapshot, file, name) else {
        return Some(format!("The module `{}` is not on the module path\n", name_of_module(name)));
    };
    let accepted = accepted(snapshot, file, item).map(|it| format!("\n{it}")).unwrap_or_default();
    Some(format!("{}{accepted}", module.description(name)))
}

/// The versions that a dependency accepts, and whether the installed one is among them.
fn accepted(snapshot: Snapshot<'_>, file: File, item: &Node) -> Option<String> {
    let name = item.get("name")?.string()?;
    let range = VersionRange::parse(item.get("version_requirement")?.string()?).ok()?;
    let installed = Installed::find(snapshot, file, name);
    let state = match &installed {
        None => format!("The module `{}` is not on the module path", name_of_module(name)),
        Some(module) => match (module.version(), module.is_accepted(name, &range)) {
            (Some(version), Some(true)) => format!("{version} is installed"),
            (Some(version), Some(false)) => format!("{version} is installed, which this range excludes"),
            (Some(version), None) => format!("{version} is installed, whose name or version differs"),
            (None, _) => "The installed module has no version".to_owned(),
        },
    };
    Some(format!("Accepted: {}\n\n{state}\n", describe_range(&range)))
}

/// The facts with which `check` evaluates a module on a system.
fn of_system(system: &str, release: Option<&str>) -> String {
    let releases = release.map(str::to_owned).into_iter().collect();
    let only = OperatingSystem { name: system.to_owned(), releases, index: 0 };
    let found = sets::for_metadata(&Metadata { operating_systems: vec![only], ..Metadata::default() });
    let name = release.map_or_else(|| sets::system(system), |it| format!("{} {it}", sets::system(system)));
    let facts = match found.sets.first() {
        None => "no facts are built in: `check` does not evaluate the module on it".to_owned(),
        Some(set) if set.borrowed => {
            "no facts are built in: `check` evaluates with those of a similar system, and what may differ is unknown".to_owned()
        }
        Some(set) if release.is_none() => format!("`check` evaluates with the facts of {}", set.label),
        Some(_) => "`check` evaluates with its built-in facts".to_owned(),
    };
    let known = match release {
        Some(_) => Vec::new(),
        None => sets::names_of_system(system),
    };
    let known = if known.is_empty() { String::new() } else { format!("\nBuilt-in facts: {}\n", known.join(", ")) };
    format!("{name}: {facts}\n{known}")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::hover;
    use crate::tests::fixture;

    /// Hover at the cursor in metadata, with two other modules in the folder.
    #[track_caller]
    fn check(metadata: &str, expected: Expect) {
        let site = "#- /e/environment.conf\n\n#- /e/modules/b/metadata.json\n{\"name\": \"me-b\", \"version\": \"1.2.3\"}\n\
                    #- /e/modules/none/manifests/init.pp\nclass none { }\n";
        let text = format!("{site}#- /e/modules/a/metadata.json\n{{\"name\": \"me-a\", {metadata}}}\n");
        expected.assert_eq(&fixture(&text).ask(hover).map(|it| it.text).unwrap_or_default());
    }

    #[test]
    fn a_range_shows_what_it_accepts_and_what_is_installed() {
        let dependency = |name: &str, range: &str| format!(r#""dependencies": [{{"name": "{name}", "version_requirement": "{range}"}}]"#);
        check(
            &dependency("me/b", ">= 1.0.0 $0< 2.0.0"),
            expect![[r#"
                Accepted: 1.0.0 or later, before 2.0.0

                1.2.3 is installed
            "#]],
        );
        check(
            &dependency("me-b", "2.$0x"),
            expect![[r#"
                Accepted: 2.0.0 or later, before 3.0.0

                1.2.3 is installed, which this range excludes
            "#]],
        );
        check(
            &dependency("you-b", ">= 1$0.0.0"),
            expect![[r#"
                Accepted: 1.0.0 or later

                1.2.3 is installed, whose name or version differs
            "#]],
        );
        check(
            &dependency("you-c", "$0>= 1.0.0"),
            expect![[r#"
                Accepted: 1.0.0 or later

                The module `c` is not on the module path
            "#]],
        );
        check(
            &dependency("you-none", "$0>= 1.0.0"),
            expect![[r#"
                Accepted: 1.0.0 or later

                The installed module has no version
            "#]],
        );
        check(&dependency("me-b", "$0?"), expect![[""]]);
    }

    #[test]
    fn a_dependency_shows_its_range_too() {
        check(
            r#""dependencies": [{"version_requirement": ">= 1.0.0", "name": "me-$0b"}]"#,
            expect![[r#"
                `me-b` 1.2.3

                `/e/modules/b`

                Accepted: 1.0.0 or later

                1.2.3 is installed
            "#]],
        );
    }

    #[test]
    fn a_requirement_shows_its_range() {
        check(
            r#""requirements": [{"name": "puppet", "version_requirement": ">= 7.0.0 $0< 9.0.0"}]"#,
            expect![[r#"
                7.0.0 or later, before 9.0.0
            "#]],
        );
    }

    #[test]
    fn systems_show_their_facts() {
        let support = |system: &str, release: &str| {
            format!(r#""operatingsystem_support": [{{"operatingsystem": "{system}", "operatingsystemrelease": ["11", "{release}"]}}]"#)
        };
        check(
            &support("Debian", "$012"),
            expect![[r#"
                Debian 12: `check` evaluates with its built-in facts
            "#]],
        );
        check(
            &support("Switch$0", "1"),
            expect![[r#"
                Switch: no facts are built in: `check` does not evaluate the module on it
            "#]],
        );
        check(
            &support("Debian", "$04"),
            expect![[r#"
                Debian 4: no facts are built in: `check` evaluates with those of a similar system, and what may differ is unknown
            "#]],
        );
    }

    #[test]
    fn keys_show_what_they_are_for() {
        check(
            r#""oper$0atingsystem_support": []"#,
            expect![[r#"
                `operatingsystem_support`: supported operating systems
            "#]],
        );
        check(
            r#""dependencies": [{"version_req$0uirement": "1.x"}]"#,
            expect![[r#"
                `version_requirement`: accepted versions, such as >= 1.0.0 < 2.0.0
            "#]],
        );
        check(r#""other$0": []"#, expect![[""]]);
    }
}
