//! From a requisite to the state, from an include to the file, from a template to what it imports.

use std::path::{Path, PathBuf};

use analysis::{DocumentKind, File, Snapshot, document_kind};
use salt::outline::{Role, Word, tags};
use syntax::{TextRange, TextSize};

use super::{At, Document, jinja_names, module_of, named, pillar_keys, text_range};
use crate::Goto;
use crate::links::Link;
use crate::names::{Target, without_repetition};

/// Where the word at a place leads.
pub(crate) fn definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let document = Document::open(snapshot, file)?;
    let of_jinja = jinja_names::find(snapshot, &document, file, offset);
    if let Some(named) = of_jinja.or_else(|| pillar_keys::find(snapshot, &document, offset).map(|it| it.0)) {
        let declarations = named.places.iter().filter(|it| it.is_declaration);
        let targets: Vec<_> = declarations.map(|it| Target::name(snapshot, it.file, text_range(&it.range))).collect();
        return (!targets.is_empty()).then(|| Goto { origin: text_range(&named.range), targets });
    }
    let (word, targets) = match document.at(offset)? {
        At::Quoted { before, word } => {
            let targets = imported(snapshot, &document, before, &word.text);
            (word, targets)
        }
        At::Word(found) => {
            let word = found.word.clone();
            let targets = match found.role {
                Role::Sls => sls_file(snapshot, &document, &word.text),
                Role::Target { .. } => states(snapshot, &document, file, module_of(&document.outline, found.role), &word.text),
                Role::Module => {
                    let value = document.outline.nodes.get(found.node).and_then(|it| it.value.as_ref())?;
                    states(snapshot, &document, file, Some(&word.text), &value.text)
                }
                Role::Extended | Role::Id => states(snapshot, &document, file, None, &word.text),
                Role::Value => salt_url(snapshot, &document, &word),
                Role::Function | Role::Argument => Vec::new(),
            };
            (word, targets)
        }
    };
    let targets = without_repetition(targets);
    (!targets.is_empty()).then(|| Goto { origin: text_range(&word.range), targets })
}

/// The states that a requisite of a file names: those of the file, else those of the tree.
pub(super) fn states(snapshot: Snapshot<'_>, document: &Document, file: File, module: Option<&str>, target: &str) -> Vec<Target> {
    let own = named(&document.outline, module, target);
    if !own.is_empty() {
        return own.iter().map(|it| Target::name(snapshot, file, text_range(&it.range))).collect();
    }
    let mut found = Vec::new();
    for (below, other) in snapshot.sls_files(&document.place) {
        if document_kind(&below) == DocumentKind::Sls && other != file {
            let outline = snapshot.sls_outline(other);
            found.extend(named(&outline, module, target).iter().map(|it| Target::name(snapshot, other, text_range(&it.range))));
        }
    }
    found
}

/// The file of an SLS, or of all that a pattern means.
fn sls_file(snapshot: Snapshot<'_>, document: &Document, name: &str) -> Vec<Target> {
    let Some(name) = document.absolute(name) else { return Vec::new() };
    let tree = snapshot.sls_tree(&document.place);
    let found = tree.matching(&name).into_iter().filter_map(|it| tree.state(&it).map(|it| it.1.to_path_buf()));
    found.map(|it| whole(snapshot, &it)).collect()
}

fn whole(snapshot: Snapshot<'_>, path: &Path) -> Target {
    Target::name(snapshot, snapshot.sls_file(path), TextRange::default())
}

/// Targets of `salt://` in a value.
fn salt_url(snapshot: Snapshot<'_>, document: &Document, word: &Word) -> Vec<Target> {
    let Some((_, path)) = word.text.split_once("salt://") else { return Vec::new() };
    let path = path.split(['?', '|', ' ']).next().unwrap_or(path);
    let tree = snapshot.sls_tree(&document.place);
    // It may be any file, and none that is read as a text.
    tree.file(path).map(|it| Target::guess(it.to_string_lossy())).into_iter().collect()
}

/// Targets of an import or include.
fn imported(snapshot: Snapshot<'_>, document: &Document, before: &str, name: &str) -> Vec<Target> {
    let words = before.trim_start_matches("{%").trim_start_matches(['-', '+']).trim_start();
    let verb = words.split_whitespace().next().unwrap_or_default();
    if !matches!(verb, "from" | "import" | "include" | "extends" | "import_yaml" | "import_json" | "import_text") {
        return Vec::new();
    }
    imported_path(snapshot, document, name).map(|it| Target::guess(it.to_string_lossy())).into_iter().collect()
}

/// The file that a template imports by a name.
pub(super) fn imported_path(snapshot: Snapshot<'_>, document: &Document, name: &str) -> Option<PathBuf> {
    let tree = snapshot.sls_tree(&document.place);
    let folder = document.place.below.rsplit_once('/').map_or("", |it| it.0);
    let mut path: Vec<&str> = Vec::new();
    let rest = match name.split('/').next() {
        Some("." | "..") => {
            path.extend(folder.split('/').filter(|it| !it.is_empty()));
            name
        }
        _ => name.trim_start_matches("salt://"),
    };
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    tree.file(&path.join("/")).map(Path::to_path_buf)
}

/// Includes, files of other SLS files, and `salt://`.
pub(crate) fn links(snapshot: Snapshot<'_>, file: File) -> Vec<Link> {
    let Some(document) = Document::open(snapshot, file) else { return Vec::new() };
    let mut links = Vec::new();
    for found in document.outline.words(document.is_top()).into_iter().filter(|it| !it.word.has_hole()) {
        let targets = match found.role {
            Role::Sls => sls_file(snapshot, &document, &found.word.text),
            Role::Value => salt_url(snapshot, &document, found.word),
            _ => continue,
        };
        if !targets.is_empty() {
            links.push(Link { range: text_range(&found.word.range), targets });
        }
    }
    for tag in tags(&document.text).iter().filter(|it| !it.is_expression) {
        let body = document.text.get(tag.range.clone()).unwrap_or_default();
        let Some(quote) = body.find(['\'', '"']) else { continue };
        let Ok(offset) = TextSize::try_from(tag.range.start + quote + 1) else { continue };
        if let Some(At::Quoted { before, word }) = document.at(offset) {
            let targets = imported(snapshot, &document, before, &word.text);
            if !targets.is_empty() {
                links.push(Link { range: text_range(&word.range), targets });
            }
        }
    }
    links.sort_by_key(|it| it.range.start());
    links
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::tests::fixture;
    use crate::{document_links, goto_definition};

    const TREE: &str = "#- /s/top.sls\nbase:\n  '*':\n    - web\n#- /s/map.jinja\n{% set a = 1 %}\n#- /s/web/files/a.conf\nx\n#- /s/pkgs.sls\n\
                        nginx:\n  pkg.installed:\n    - names: [a]\n#- /s/pillar/top.sls\nbase:\n  '*':\n    - p\n#- /s/pillar/p.sls\nsites:\n  a: 1\n";

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let out = fixture(&format!("{TREE}#- /s/web/init.sls\n{text}")).ask(|snapshot, file, offset| {
            let Some(goto) = goto_definition(snapshot, file, offset) else { return String::from("nothing\n") };
            let mut out = format!("{:?}\n", &snapshot.text(file)[goto.origin]);
            for it in &goto.targets {
                let text = snapshot.file(&it.path).map(|other| snapshot.text(other)[it.focus].to_owned()).unwrap_or_default();
                out += &format!("{} {text:?}\n", it.path);
            }
            out
        });
        expected.assert_eq(&out);
    }

    #[test]
    fn requisites_lead_to_states() {
        check(
            "include:\n  - pkgs\na:\n  service.running:\n    - require:\n      - pkg: ng$0inx\n",
            expect![[r#"
                "nginx"
                /s/pkgs.sls "nginx"
            "#]],
        );
        check(
            "a:\n  test.nop:\n    - require:\n      - $0b\nb:\n  test.nop: []\n",
            expect![[r#"
                "b"
                /s/web/init.sls "b"
            "#]],
        );
        check("a:\n  test.nop:\n    - require:\n      - file: $0b\nb:\n  test.nop: []\n", expect![["nothing\n"]]);
        check(
            "a:\n  test.nop:\n    - require:\n      - test: /x$0\nb:\n  test.nop:\n    - name: /x\n",
            expect![[r#"
                "/x"
                /s/web/init.sls "/x"
            "#]],
        );
    }

    #[test]
    fn includes_lead_to_files() {
        check(
            "include:\n  - pk$0gs\n",
            expect![[r#"
            "pkgs"
            /s/pkgs.sls ""
        "#]],
        );
        check(
            "a:\n  test.nop:\n    - require:\n      - sls: pk$0gs\n",
            expect![[r#"
            "pkgs"
            /s/pkgs.sls ""
        "#]],
        );
        check(
            "{% from 'map$0.jinja' import a %}\n",
            expect![[r#"
            "map.jinja"
            /s/map.jinja ""
        "#]],
        );
        check(
            "a:\n  file.managed:\n    - source: salt://web/files/a$0.conf\n",
            expect![[r#"
            "salt://web/files/a.conf"
            /s/web/files/a.conf ""
        "#]],
        );
    }

    #[test]
    fn keys_of_the_pillar_lead_to_their_files() {
        check(
            "a: {{ pillar['sites$0'] }}\n",
            expect![[r#"
            "sites"
            /s/pillar/p.sls "sites"
        "#]],
        );
        check(
            "a: {{ salt['pillar.get']('sites:a$0', 1) }}\n",
            expect![[r#"
            "a"
            /s/pillar/p.sls "a"
        "#]],
        );
    }

    #[test]
    fn what_names_a_file_is_a_link() {
        let text = "{% from 'map.jinja' import a %}\ninclude:\n  - pkgs\n  - .gone\na:\n  file.managed:\n    - source: salt://web/files/a.conf\n$0";
        let links = fixture(&format!("{TREE}#- /s/web/init.sls\n{text}")).ask(|snapshot, file, _| {
            let text = snapshot.text(file);
            document_links(snapshot, file).iter().map(|it| text[it.range].to_owned()).collect::<Vec<_>>()
        });
        assert_eq!(links, ["map.jinja", "pkgs", "salt://web/files/a.conf"]);
    }
}
