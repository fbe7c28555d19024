//! A dependency of which nothing is used.

use std::collections::BTreeSet;
use std::path::Path;

use analysis::data::Role;

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

/// Extensions of files that may use a module, in any language.
const TEXTS: [&str; 9] = [".pp", ".epp", ".erb", ".rb", ".yaml", ".yml", ".sh", ".json", ".py"];

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    if looked.place.role != Role::Metadata {
        return;
    }
    let Some(root) = looked.text.tree.root.as_ref().filter(|_| looked.text.tree.problem.is_none()) else { return };
    let items = root.get("dependencies").map(|it| it.items()).unwrap_or_default();
    if items.is_empty() {
        return;
    }
    let own_texts = ["manifests", "functions", "types", "plans", "tasks", "lib", "templates", "data", "files", "facts.d"].iter();
    let texts: Vec<_> = own_texts.flat_map(|it| looked.snapshot.texts_below(&looked.place.folder.join(it), &TEXTS)).collect();
    if texts.is_empty() {
        return;
    }
    let words: BTreeSet<&str> = texts.iter().flat_map(|(_, text)| words(text)).collect();
    for item in items {
        let Some(node) = item.get("name") else { continue };
        let Some(full) = node.string() else { continue };
        let name = environment::name_of_module(full);
        let Some(folder) = looked.dependency(full) else { continue };
        if words.contains(name) || gives(looked, &folder).iter().any(|it| words.contains(it.as_str())) {
            continue;
        }
        found.push(Draft {
            range: looked.without_quotes(&node.range),
            message: format!("This module uses nothing of the module '{name}'"),
            ..Draft::default()
        });
    }
}

/// The words of a text, in lower case as far as names of types begin them: `Stdlib::Port` has `stdlib`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_').filter(|it| !it.is_empty())
}

/// Names that a module provides besides those with its own name in them: functions, types, facts; and its name as types have it.
fn gives(looked: &DataFile<'_>, folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (file, _) in looked.snapshot.texts_below(&folder.join("lib"), &[".rb"]) {
        let path = looked.snapshot.path(file);
        names.extend(Path::new(&*path).file_stem().map(|it| it.to_string_lossy().into_owned()));
    }
    // What a module has in other forms, tasks and libraries of Ruby, is too much to know.
    let name = folder.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    names.push(hir::name::capitalized(&name));
    names
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    fn module(code: &str) -> String {
        format!(
            "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{{\n  \"name\": \"me-a\", \"version\": \"1.0.0\", \"author\": \"me\", \
             \"license\": \"MIT\", \"summary\": \"s\", \"source\": \"s\",\n  \"dependencies\": [\n    \
             {{ \"name\": \"you-b\", \"version_requirement\": \"1.x\" }},\n    {{ \"name\": \"you-x\", \"version_requirement\": \"1.x\" }}\n  ]\n}}\n\
             #- /e/modules/a/manifests/init.pp\nclass a {{ {code} }}\n\
             #- /e/modules/b/manifests/init.pp\nclass b {{ }}\n#- /e/modules/b/lib/puppet/functions/merge.rb\n\n"
        )
    }

    #[test]
    fn what_nothing_uses() {
        check(
            &module("notice(1)"),
            expect![[r#"
                /e/modules/a/metadata.json: hint unused-dependency "you-b"
                  This module uses nothing of the module 'b'
                /e/modules/a/metadata.json: hint absent-dependency "you-x"
                  Missing dependency 'you-x': the module is not on the module path
            "#]],
        );
    }

    #[test]
    fn what_something_uses() {
        for code in ["include b", "$x = merge({}, {})", "$y =~ B::Type", "file { '/x': source => 'puppet:///modules/b/x' }"] {
            check(
                &module(code),
                expect![[r#"
                    /e/modules/a/metadata.json: hint absent-dependency "you-x"
                      Missing dependency 'you-x': the module is not on the module path
                "#]],
            );
        }
    }
}
