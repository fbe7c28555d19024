//! Hover in data: the binding of a key, the level and value on each system; modules that metadata or a `Puppetfile` name.

mod metadata;
mod puppetfile;

use std::path::Path;

use analysis::data::{Given, Layer, Role};
use analysis::{File, Snapshot};
use hir::Symbol;
use syntax::TextSize;

pub(crate) use puppetfile::module_at;

use super::named::What;
use super::{Document, bound};
use crate::Hover;
use crate::hover::place;

/// Longer values are cut.
const LONGEST: usize = 80;

/// More files are only counted.
const MOST_FILES: usize = 12;

pub(crate) fn hover(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let document = Document::open(snapshot, file)?;
    match document.place.role {
        Role::Metadata => return metadata::hover(snapshot, file, &document, offset),
        Role::Puppetfile => return puppetfile::hover(snapshot, file, &document, offset),
        Role::Config | Role::Settings | Role::Data { .. } => {}
    }
    let named = document.named_at(offset)?;
    let key = match &named.what {
        What::Key(key) | What::LookedUp(key) => key.as_str(),
        What::Class(name) => {
            let text = crate::hover::definition_text(snapshot, file, &Symbol::Class(name.clone()))?;
            return Some(Hover { range: named.range, text });
        }
    };
    let mut parts = Vec::new();
    if let Some(bound) = bound(snapshot, file, key) {
        parts.extend(crate::hover::parameter_of_class(snapshot, file, bound.class, bound.parameter));
    }
    if key != "lookup_options" {
        parts.extend(of_levels(snapshot, file, key).map(|it| it.0));
        parts.extend(of_systems(snapshot, file, key));
    }
    (!parts.is_empty()).then(|| Hover { range: named.range, text: parts.join("\n") })
}

/// Each level that has the key, with the value there and the line; and how many files that are.
pub(crate) fn of_levels(snapshot: Snapshot<'_>, file: File, key: &str) -> Option<(String, usize)> {
    let module = key.split("::").next().unwrap_or_default();
    let mut lines = Vec::new();
    for (layer, data, numbers) in snapshot.data_files(module, file) {
        if matches!(layer, Layer::Module(_)) && !key.contains("::") {
            continue;
        }
        // Most files of a large site do not have it, and are not read again for this.
        if !snapshot.has_data_key(data, key) {
            continue;
        }
        let Some(document) = Document::open(snapshot, data) else { continue };
        let Some(entry) = document.text.tree.root.as_ref().and_then(|it| it.entry(key)) else { continue };
        let levels = snapshot.levels(&document.place, data);
        // What a path with variables may be, too, is meant by the level that names it.
        let names = |it: &&usize| levels.get(**it).is_some_and(|it| it.names(Path::new(&*snapshot.path(data))));
        let number = numbers.iter().find(names).or(numbers.first()).copied();
        let level = number.and_then(|it| levels.get(it)).map(|it| it.name.clone()).unwrap_or_default();
        let value = entry.value.as_ref().and_then(|it| document.source.get(it.range.clone())).unwrap_or_default();
        let here = if data == file { " (here)" } else { "" };
        let of = match &layer {
            Layer::Global => "global, ".to_owned(),
            Layer::Environment => String::new(),
            Layer::Module(name) => format!("module {name}, "),
        };
        let line = document.source.get(..entry.key.range.start).unwrap_or_default().matches('\n').count() + 1;
        let name = format!("{} line {line}", shown(snapshot, file, data));
        let place = place::link(&name, &snapshot.path(data), u32::try_from(line).unwrap_or(u32::MAX));
        lines.push((number, layer, format!("- {of}{level}: {} ({place}){here}", code(value))));
    }
    if lines.is_empty() {
        return None;
    }
    let rank = |layer: &Layer| match layer {
        Layer::Global => 0,
        Layer::Environment => 1,
        Layer::Module(_) => 2,
    };
    lines.sort_by_key(|(level, layer, _)| (rank(layer), *level));
    let count = lines.len();
    let more = lines.len().saturating_sub(MOST_FILES);
    let mut text: Vec<String> = lines.into_iter().take(MOST_FILES).map(|it| it.2).collect();
    if more > 0 {
        text.push(format!("- and {more} more"));
    }
    Some((format!("Data:\n\n{}\n", text.join("\n")), count))
}

/// Values of the key, by their systems.
fn of_systems(snapshot: Snapshot<'_>, file: File, key: &str) -> Option<String> {
    let all = snapshot.looked_up(key, file);
    let description = |given: &Given| match given {
        Given::Value(value) => code(&values::print::puppet(value)),
        Given::Nothing => "nothing".to_owned(),
        Given::Error(message) => format!("error: {message}"),
    };
    match all.as_slice() {
        [] => None,
        [only] => Some(format!("Gives {}\n", description(&only.given))),
        several => {
            let mut lines: Vec<(String, Vec<String>)> = Vec::new();
            for it in several {
                let systems = it.systems.iter().map(ToString::to_string);
                let text = description(&it.given);
                match lines.iter_mut().find(|(same, _)| *same == text) {
                    Some((_, known)) => known.extend(systems),
                    None => lines.push((text, systems.collect())),
                }
            }
            if let [(text, _)] = lines.as_slice() {
                return Some(format!("Gives {text}\n"));
            }
            let lines: Vec<String> = lines.into_iter().map(|(text, systems)| format!("- {text} on {}", systems.join(", "))).collect();
            Some(format!("Gives:\n\n{}\n", lines.join("\n")))
        }
    }
}

/// A file as seen from another: below the folder that both are in.
fn shown(snapshot: Snapshot<'_>, from: File, file: File) -> String {
    let path = snapshot.path(file);
    let own = snapshot.path(from);
    let above = Path::new(&*own).ancestors().skip(1).filter(|it| it.parent().is_some());
    let root = snapshot.data_place(from).map(|it| it.folder.to_path_buf());
    let inside =
        root.into_iter().chain(above.map(Path::to_owned)).find_map(|it| Path::new(&*path).strip_prefix(it).ok().map(Path::to_owned));
    inside.map_or_else(|| path.to_string(), |it| it.display().to_string())
}

/// A text between backticks, on one line.
fn code(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(LONGEST).collect();
    let dots = if cut.len() < line.len() { "…" } else { "" };
    let ticks = if cut.contains('`') { "``" } else { "`" };
    if cut.is_empty() { String::new() } else { format!("{ticks}{cut}{dots}{ticks}") }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::hover;
    use crate::tests::fixture;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let found = fixture(text).ask(hover);
        expected.assert_eq(&found.map(|it| crate::places(&it.text, |_| None)).unwrap_or_default());
    }

    #[test]
    fn a_key_tells_its_parameter_and_who_gives_it() {
        check(
            "#- /e/modules/a/metadata.json\n{\"name\": \"me-a\", \"operatingsystem_support\": [{\"operatingsystem\": \"Debian\", \
             \"operatingsystemrelease\": [\"12\"]}, {\"operatingsystem\": \"RedHat\", \"operatingsystemrelease\": [\"9\"]}]}\n\
             #- /e/environment.conf\n\n#- /e/modules/a/hiera.yaml\nversion: 5\nhierarchy:\n- {name: OS, path: 'os/%{facts.os.family}.yaml'}\n\
             - {name: Common, path: common.yaml}\n#- /e/modules/a/data/os/RedHat.yaml\na::x: 2\n\
             #- /e/modules/a/data/common.yaml\na::x$0: 1\n\
             #- /e/modules/a/manifests/init.pp\n# A.\n# @param x how much\nclass a(Integer $x) { }\n",
            expect![[r#"
                ```puppet
                Integer $x
                ```

                parameter of `a`

                how much

                Data:

                - module a, OS: `2` (data/os/RedHat.yaml line 1)
                - module a, Common: `1` (data/common.yaml line 1) (here)

                Gives:

                - `1` on Debian 12
                - `2` on RedHat 9
            "#]],
        );
    }

    #[test]
    fn a_file_is_of_the_level_that_names_it() {
        let found = fixture(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: OS, path: '%{facts.os.family}.yaml'}\n\
             - {name: Common, path: common.yaml}\n#- /e/data/common.yaml\nb$0: 80\n#- /e/data/Debian.yaml\nb: 81\n",
        );
        let text = crate::places(&found.ask(hover).map(|it| it.text).unwrap_or_default(), |_| None);
        let expected = "Data:\n\n- OS: `81` (data/Debian.yaml line 1)\n- Common: `80` (data/common.yaml line 1) (here)\n\n";
        assert!(text.starts_with(expected), "{text}");
    }

    #[test]
    fn a_key_of_an_environment() {
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\nb$0: [1, 2]\n",
            expect![[r#"
                Data:

                - Common: `[1, 2]` (data/common.yaml line 1) (here)

                Gives `[1, 2]`
            "#]],
        );
    }

    #[test]
    fn a_dependency_tells_what_it_is() {
        let module = |name: &str| {
            format!(
                "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{{\"name\": \"me-a\", \"dependencies\": [{{\"name\": \"me-{name}$0\"}}]}}\n\
                 #- /e/modules/b/metadata.json\n{{\"name\": \"me-b\", \"version\": \"1.2.3\", \"summary\": \"What it is.\"}}\n"
            )
        };
        check(
            &module("b"),
            expect![[r#"
            `me-b` 1.2.3

            What it is.

            `/e/modules/b`
        "#]],
        );
        check(
            &module("c"),
            expect![[r#"
            The module `c` is not on the module path
        "#]],
        );
    }
}
