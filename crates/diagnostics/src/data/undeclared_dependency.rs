//! A module whose code is used, and that `metadata.json` does not name.

use std::collections::BTreeMap;

use analysis::data::Role;
use environment::{Metadata, name_of_module};
use hir::{Reference, Role as Use, Symbol};
use syntax::TextRange;
use yaml::{Kind, Node};

use super::{Change, DataFile, Draft, Rule};
use crate::Related;

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    let (Role::Metadata, Some(own)) = (&looked.place.role, looked.place.module()) else { return };
    let Some(root) = looked.text.tree.root.as_ref().filter(|_| looked.text.tree.problem.is_none()) else { return };
    let Some(list) = root.get("dependencies").filter(|it| matches!(it.kind, Kind::List(_))) else { return };
    let named: Vec<&str> = list.items().iter().filter_map(|it| it.get("name")?.string()).map(name_of_module).collect();
    let mut used: BTreeMap<String, (analysis::File, TextRange, String)> = BTreeMap::new();
    for folder in ["manifests", "functions", "types", "plans"] {
        for (file, _) in looked.snapshot.texts_below(&looked.place.folder.join(folder), &[".pp"]) {
            for reference in &looked.snapshot.references(file).all {
                let Some(name) = name_of(reference) else { continue };
                let module = name.split("::").next().unwrap_or_default();
                if *module == **own || named.contains(&module) || used.contains_key(module) {
                    continue;
                }
                if is_of_module(looked, reference, module) {
                    used.insert(module.to_owned(), (file, reference.range, name.to_owned()));
                }
            }
        }
    }
    let Some(key) = root.entry("dependencies") else { return };
    for (module, (file, range, name)) in used {
        let metadata = looked.snapshot.module_folder(looked.file, &module).and_then(|folder| {
            let file = looked.snapshot.file_at(&folder.join("metadata.json"))?;
            Metadata::parse(&looked.snapshot.text(file))
        });
        found.push(Draft {
            range: looked.without_quotes(&key.key.range),
            message: format!("'{name}' belongs to the module '{module}', which is not a dependency of this one"),
            related: vec![Related { file: looked.snapshot.path(file), range, message: "It is used here".to_owned() }],
            fix: metadata.and_then(|it| fix(looked, list, &it)),
            ..Draft::default()
        });
    }
}

/// Name of a reference in a module.
fn name_of(reference: &Reference) -> Option<&str> {
    if reference.role == Use::Definition {
        return None;
    }
    match &reference.symbol {
        Symbol::Class(name) | Symbol::Type(name) => Some(name),
        Symbol::Function(name) if name.contains("::") => Some(name),
        _ => None,
    }
}

/// Whether something is defined in another module on the path.
fn is_of_module(looked: &DataFile<'_>, reference: &Reference, module: &str) -> bool {
    let Some(folder) = looked.snapshot.module_folder(looked.file, module) else { return false };
    let defined = looked.snapshot.resolve(&reference.symbol, looked.file);
    match &reference.symbol {
        // One in Ruby has no definition that is read.
        Symbol::Function(name) if defined.is_empty() => {
            let path = folder.join("lib/puppet/functions").join(format!("{}.rb", name.replace("::", "/")));
            looked.snapshot.file_at(&path).is_some()
        }
        symbol => {
            let (there, own) = (folder.to_string_lossy(), looked.place.folder.to_string_lossy());
            let is_there = |path: &str| path.starts_with(&*there);
            let paths: Vec<_> = defined.iter().map(|it| looked.snapshot.path(it.file)).collect();
            let is_own = paths.iter().any(|it| it.starts_with(&*own) && !is_there(it));
            // Files that are open or checked come first, whatever site they are of: for a module its own file decides.
            let is_in_module = || !looked.snapshot.resolve_in_module(symbol, looked.file).is_empty();
            !is_own && (paths.iter().any(|it| is_there(it)) || is_in_module())
        }
    }
}

/// Adds an entry after the last one, written as that is.
fn fix(looked: &DataFile<'_>, list: &Node, metadata: &Metadata) -> Option<Change> {
    let version = metadata.version.as_deref()?;
    let major: u64 = version.split('.').next()?.parse().ok()?;
    let range = format!(">= {version} < {}.0.0", major.checked_add(1)?);
    let name = metadata.full_name.replace('/', "-");
    let title = format!("Add a dependency on `{name}`");
    let line_start = |at: usize| looked.source.get(..at).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    let indent = |at: usize| -> String {
        let line = looked.source.get(line_start(at)..).unwrap_or_default();
        line.chars().take_while(|it| matches!(it, ' ' | '\t')).collect()
    };
    match list.items().last() {
        Some(last) => {
            let written = looked.source.get(last.range.clone()).unwrap_or_default();
            let outer = indent(last.range.start);
            let text = match written.contains('\n') {
                true => {
                    let inner = last.entries().first().map(|it| indent(it.key.range.start)).unwrap_or_else(|| format!("{outer}  "));
                    format!(",\n{outer}{{\n{inner}\"name\": \"{name}\",\n{inner}\"version_requirement\": \"{range}\"\n{outer}}}")
                }
                false => format!(", {{ \"name\": \"{name}\", \"version_requirement\": \"{range}\" }}"),
            };
            Some((title, vec![(last.range.end..last.range.end, text)]))
        }
        None => {
            let outer = indent(list.range.start);
            let text = format!(
                "[\n{outer}  {{\n{outer}    \"name\": \"{name}\",\n{outer}    \"version_requirement\": \"{range}\"\n{outer}  }}\n{outer}]"
            );
            Some((title, vec![(list.range.clone(), text)]))
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    const OTHERS: &str = "#- /e/modules/b/metadata.json\n{\"name\": \"you/b\", \"version\": \"2.1.0\", \"author\": \"me\", \"license\": \"MIT\", \"summary\": \"s\", \"source\": \"s\", \"dependencies\": []}\n#- /e/modules/b/manifests/init.pp\nclass b { }\n#- /e/modules/b/types/t.pp\ntype B::T = String\n#- /e/modules/b/lib/puppet/functions/b/f.rb\n\n#- /e/modules/c/manifests/d.pp\ndefine c::d { }\n";

    fn module(dependencies: &str, code: &str) -> String {
        format!(
            "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{{\n  \"name\": \"me-a\", \"version\": \"1.0.0\", \"author\": \"me\", \
             \"license\": \"MIT\", \"summary\": \"s\", \"source\": \"s\",\n  \"dependencies\": {dependencies}\n}}\n\
             #- /e/modules/a/manifests/init.pp\nclass a {{ {code} }}\n{OTHERS}"
        )
    }

    #[test]
    fn modules_that_are_used() {
        check(
            &module("[]", "include b"),
            expect![[r#"
            /e/modules/a/metadata.json: hint undeclared-dependency "dependencies"
              'b' belongs to the module 'b', which is not a dependency of this one
              see /e/modules/a/manifests/init.pp: It is used here
              Add a dependency on `you-b`:   "dependencies": [
        "#]],
        );
        check(
            &module("[{\"name\": \"me-x\", \"version_requirement\": \"1.x\"}]", "c::d { 'x': }  a::e { 'y': }"),
            expect![[r#"
            /e/modules/a/metadata.json: hint undeclared-dependency "dependencies"
              'c::d' belongs to the module 'c', which is not a dependency of this one
              see /e/modules/a/manifests/init.pp: It is used here
        "#]],
        );
        check(
            &module("[]", "$x = b::f()"),
            expect![[r#"
            /e/modules/a/metadata.json: hint undeclared-dependency "dependencies"
              'b::f' belongs to the module 'b', which is not a dependency of this one
              see /e/modules/a/manifests/init.pp: It is used here
              Add a dependency on `you-b`:   "dependencies": [
        "#]],
        );
    }

    #[test]
    fn what_is_named_or_not_there_is_fine() {
        check(&module("[{\"name\": \"you-b\", \"version_requirement\": \"2.x\"}]", "include b"), expect![[""]]);
        check(&module("[]", "include a  include x::y  file { '/x': }  $z = f(String)"), expect![[""]]);
    }
}
