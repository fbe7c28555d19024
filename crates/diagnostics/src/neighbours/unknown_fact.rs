//! `$facts['kernal']`: a fact that no system has and no module brings, and whose name is nearly that of one that there is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hir::{Role, Symbol};
use syntax::Severity;

use super::{CodeFile, Rule};
use crate::advice::legacy_fact;
use crate::registry::codes;
use crate::{Edit, Finding, Fix};

/// A key of an existing fact is reported from the text alone, by its own code.
pub(crate) const RULE: Rule = Rule::Neighbours(find);

fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    let mut own: Option<Own> = None;
    for reference in here.snapshot.references(here.file).all.iter().filter(|it| it.role == Role::Use) {
        let Symbol::Fact(path) = &reference.symbol else { continue };
        let name = path.split('.').next().unwrap_or_default();
        // Each key of a path is a reference of its own, but for those that are written with dots.
        let is_whole = here.text.slice(reference.range).contains('.');
        if (name.len() != path.len() && !is_whole) || facts::is_name(name) || facts::modern(name).is_some() {
            continue;
        }
        let Some(near) = syntax::nearest(name, facts::names().chain(facts::old_names().map(|it| it.0))) else { continue };
        // A `disk` next to `disks` may well be a custom fact.
        if near.starts_with(name) || name.starts_with(near) {
            continue;
        }
        if own.get_or_insert_with(|| Own::new(here)).may_have(name) {
            continue;
        }
        let modern = facts::modern(near);
        let help = match &modern {
            Some(modern) => format!("There was `{near}`, which is `$facts{}` now", modern.keys()),
            None => format!("There is `{near}`"),
        };
        let text = match &modern {
            Some(modern) => legacy_fact::instead(here.text, reference.range, modern),
            None => Some(near.to_owned()),
        };
        let fix = text.filter(|_| !is_whole).map(|text| {
            let title = match &modern {
                Some(modern) if !text.contains('.') => format!("Change to `$facts{}`", modern.keys()),
                _ => format!("Change to `{text}`"),
            };
            let edit = Edit { file: here.path.clone(), range: reference.range, text };
            Fix { title, edits: vec![edit], sure: false }
        });
        let message = format!("No system and no module has a fact `{name}`: its value is `undef`");
        found.push(Finding {
            help: Some(help),
            fixes: fix.into_iter().collect(),
            ..here.finding(codes::UNKNOWN_FACT, Severity::Warning, reference.range, message)
        });
    }
}

/// The facts that are no system's.
struct Own {
    names: Vec<String>,
    /// Some have names that only their code knows, or are of modules that are not there.
    any: bool,
    /// Texts of the data of facts.
    texts: Vec<String>,
}

impl Own {
    fn new(here: &CodeFile<'_>) -> Own {
        let mut own = Own { names: Vec::new(), any: lacks_modules(here), texts: Vec::new() };
        for set in here.snapshot.systems(here.file).iter() {
            if let values::Value::Hash(facts) = &set.facts {
                own.names.extend(facts.keys().filter_map(|it| it.as_str()).map(str::to_owned));
            }
        }
        let around = here.snapshot.modules_around(here.file).into_iter().map(|it| PathBuf::from(it.root));
        let of_site = here.snapshot.module_names(here.file).into_iter().filter_map(|it| here.snapshot.module_folder(here.file, &it));
        let folders: BTreeSet<PathBuf> = around.chain(of_site).collect();
        for folder in folders {
            for (file, text) in here.snapshot.texts_below(&folder.join("lib/facter"), &[".rb"]) {
                own.any |= has_unknown_name(&text);
                own.names.extend(compiler::facts_added(&text).iter().map(ToString::to_string));
                let path = here.snapshot.path(file);
                own.names.extend(Path::new(&*path).file_stem().map(|it| it.to_string_lossy().into_owned()));
            }
            for (file, text) in here.snapshot.texts_below(&folder.join("facts.d"), &[""]) {
                // What is no data is a program.
                let is_data = [".yaml", ".yml", ".json", ".txt"].iter().any(|it| here.snapshot.path(file).ends_with(it));
                own.any |= !is_data;
                own.texts.push(text.to_string());
            }
        }
        own
    }

    fn may_have(&self, name: &str) -> bool {
        self.any || self.names.iter().any(|it| it == name) || self.texts.iter().any(|it| it.contains(name))
    }
}

/// `Facter.add(name)`, or one that is made in another way.
fn has_unknown_name(ruby: &str) -> bool {
    ruby.match_indices("Facter.add").chain(ruby.match_indices("Facter.define_fact")).any(|(at, word)| {
        let behind = ruby.get(at + word.len()..).unwrap_or_default().trim_start_matches(['(', ' ']);
        let name = behind.split([',', ')', '\n']).next().unwrap_or_default();
        !behind.starts_with([':', '\'', '"']) || name.contains("#{")
    })
}

fn lacks_modules(here: &CodeFile<'_>) -> bool {
    let Some(own) = here.snapshot.own_module(here.file) else { return false };
    let Some(metadata) = here.snapshot.metadata(&own.folder) else { return false };
    metadata.dependencies.iter().any(|it| here.snapshot.module_folder(here.file, &it.name).is_none())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn a_name_that_is_nearly_right() {
        check(
            "unknown-fact",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/lib/facter/kernul.rb
Facter.add(:kernul) { }
#- /m/web/facts.d/more.yaml
virtuel: 1
#- /m/web/manifests/init.pp
class web {
  $a = $facts['kernal']
  $b = $facts['osfamilly']
  $c = fact('netwroking.ip')
  $d = "${facts['kernal']}"
  $e = $facts.dig('osfamilly')
}
class web::not {
  $a = [$facts['kernul'], $facts['virtuel'], $facts['disk'], $facts['role'], $facts['xen'], $facts['osfamily']]
}
"#,
            expect![[r#"
                Warning: No system and no module has a fact `kernal`: its value is `undef`
                  /m/web/manifests/init.pp:2   $a = $facts['kernal']
                                                            ^^^^^^
                  help: There is `kernel`
                  fix: Change to `kernel`
                    + $a = $facts['kernel']
                Warning: No system and no module has a fact `osfamilly`: its value is `undef`
                  /m/web/manifests/init.pp:3   $b = $facts['osfamilly']
                                                            ^^^^^^^^^
                  help: There was `osfamily`, which is `$facts['os']['family']` now
                  fix: Change to `$facts['os']['family']`
                    + $b = $facts['os']['family']
                Warning: No system and no module has a fact `netwroking`: its value is `undef`
                  /m/web/manifests/init.pp:4   $c = fact('netwroking.ip')
                                                          ^^^^^^^^^^^^^
                  help: There is `networking`
                Warning: No system and no module has a fact `kernal`: its value is `undef`
                  /m/web/manifests/init.pp:5   $d = "${facts['kernal']}"
                                                              ^^^^^^
                  help: There is `kernel`
                  fix: Change to `kernel`
                    + $d = "${facts['kernel']}"
                Warning: No system and no module has a fact `osfamilly`: its value is `undef`
                  /m/web/manifests/init.pp:6   $e = $facts.dig('osfamilly')
                                                                ^^^^^^^^^
                  help: There was `osfamily`, which is `$facts['os']['family']` now
                  fix: Change to `$facts['os']['family']`
                    + $e = $facts.dig('os', 'family')
            "#]],
        );
    }

    #[test]
    fn a_module_may_bring_it() {
        let site = |more: &str| format!("#- /s/environment.conf\n#- /s/manifests/site.pp\n$a = $facts['kernal']\n{more}");
        let found = expect![[r#"
            Warning: No system and no module has a fact `kernal`: its value is `undef`
              /s/manifests/site.pp:1 $a = $facts['kernal']
                                                  ^^^^^^
              help: There is `kernel`
              fix: Change to `kernel`
                + $a = $facts['kernel']
        "#]];
        check("unknown-fact", &site("#- /s/modules/b/lib/facter/a.rb\nFacter.add(:b) { }\n"), found);
        check("unknown-fact", &site("#- /s/modules/b/lib/facter/a.rb\nnames.each { |it| Facter.add(it) { } }\n"), expect![[""]]);
        check("unknown-fact", &site("#- /s/modules/b/facts.d/a.sh\necho x\n"), expect![[""]]);
    }

    #[test]
    fn a_module_that_is_not_there_may_bring_it() {
        check(
            "unknown-fact",
            r#"
#- /m/web/metadata.json
{ "name": "me-web", "dependencies": [{ "name": "me/other" }] }
#- /m/web/manifests/init.pp
class web { $a = $facts['kernal'] }
"#,
            expect![[""]],
        );
    }
}
