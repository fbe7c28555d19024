//! Names of a module that is not on the module path.

use std::collections::BTreeMap;

use hir::{Role, Symbol};
use syntax::{Severity, TextRange};

use super::{CodeFile, Rule};
use crate::registry::codes;
use crate::{Finding, Related};

pub(crate) const RULE: Rule = Rule::Neighbours(find);

/// Limit of the other places that are listed.
const MOST_PLACES: usize = 8;

/// One for each module: at its first name, with the others as related places.
fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    let mut absent: BTreeMap<_, Vec<TextRange>> = BTreeMap::new();
    let is_plan = here.snapshot.is_plan(here.file);
    for reference in &here.snapshot.references(here.file).all {
        if reference.role == Role::Definition || is_plan && is_of_bolt(&reference.symbol) {
            continue;
        }
        if let Some(module) = here.snapshot.absent_module(here.file, &reference.symbol).filter(|it| !is_plan || !brings_bolt(it)) {
            absent.entry(module).or_default().push(reference.range);
        }
    }
    if absent.is_empty() {
        return;
    }
    let names = here.snapshot.module_names(here.file);
    // A manifest that lies alone says nothing of modules.
    if names.is_empty() {
        return;
    }
    // What the `Puppetfile` lists is reported there, once for all files.
    let uninstalled = if is_plan { Default::default() } else { here.snapshot.uninstalled_modules(here.file) };
    let own = here.snapshot.own_module(here.file);
    let metadata = own.as_ref().and_then(|it| here.snapshot.metadata(&it.folder));
    for (module, ranges) in absent {
        let Some((first, others)) = ranges.split_first() else { continue };
        // A file that lies in the wrong place is reported as such.
        if uninstalled.contains(&*module) || own.as_ref().is_some_and(|it| it.module == module) {
            continue;
        }
        let named = metadata.as_ref().map(|it| it.dependencies.iter().find(|it| *it.name == *module));
        let help = match named {
            Some(Some(dependency)) => {
                let versions = dependency.versions.as_deref().map(|it| format!(" {it}")).unwrap_or_default();
                Some(format!("`metadata.json` lists it as `{}`{versions}", dependency.full_name))
            }
            Some(None) => Some("`metadata.json` does not list it as a dependency".to_owned()),
            None => syntax::nearest(&module, names.iter().map(|it| &**it)).map(|it| format!("There is `{it}`")),
        };
        let message = format!("The module `{module}` is not on the module path: what it defines is unknown");
        let related = others.iter().take(MOST_PLACES);
        let related = related.map(|range| Related { file: here.path.clone(), range: *range, message: "it is also named here".to_owned() });
        found.push(Finding { help, related: related.collect(), ..here.finding(codes::ABSENT_MODULE, Severity::Hint, *first, message) });
    }
}

/// `out::message` and the like.
fn is_of_bolt(symbol: &Symbol) -> bool {
    matches!(symbol, Symbol::Function(name) if compiler::FUNCTIONS_OF_BOLT.contains(&name.as_str()))
}

/// `out` is no missing module: a missing function of it is reported by itself.
fn brings_bolt(module: &str) -> bool {
    compiler::FUNCTIONS_OF_BOLT.iter().any(|it| it.split_once("::").is_some_and(|it| it.0 == module))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn once_for_each_module() {
        check(
            "absent-module",
            r#"
#- /m/web/metadata.json
{ "name": "me-web", "dependencies": [{ "name": "puppetlabs/apt", "version_requirement": ">= 9.0.0" }] }
#- /m/web/manifests/init.pp
class web(Stdlib::Port $port) inherits web::params {
  include apt, web::gone
  apt::source { 'x': }
  notify { $apt::update: require => Class['apt'] }
  file_line { 'a': }
  ini_setting { 'b': }
  $x = stdlib::ensure(true)
  include settings
}
#- /m/web/manifests/params.pp
class web::params { }
"#,
            expect![[r#"
                Hint: The module `apt` is not on the module path: what it defines is unknown
                  /m/web/manifests/init.pp:2   include apt, web::gone
                                                       ^^^
                  help: `metadata.json` lists it as `puppetlabs/apt` >= 9.0.0
                  /m/web/manifests/init.pp:3   apt::source { 'x': }
                                               ----------- it is also named here
                  /m/web/manifests/init.pp:4   notify { $apt::update: require => Class['apt'] }
                                                         --- it is also named here
                  /m/web/manifests/init.pp:4   notify { $apt::update: require => Class['apt'] }
                                                                                        --- it is also named here
                Hint: The module `inifile` is not on the module path: what it defines is unknown
                  /m/web/manifests/init.pp:6   ini_setting { 'b': }
                                               ^^^^^^^^^^^
                  help: `metadata.json` does not list it as a dependency
                Hint: The module `stdlib` is not on the module path: what it defines is unknown
                  /m/web/manifests/init.pp:1 class web(Stdlib::Port $port) inherits web::params {
                                                       ^^^^^^^^^^^^
                  help: `metadata.json` does not list it as a dependency
                  /m/web/manifests/init.pp:5   file_line { 'a': }
                                               --------- it is also named here
                  /m/web/manifests/init.pp:7   $x = stdlib::ensure(true)
                                                    -------------- it is also named here
            "#]],
        );
    }

    #[test]
    fn a_function_need_not_say_whose_it_is() {
        check(
            "absent-module",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web {
  ensure_packages(['a'])
  $x = sprintf('%s', pick(undef, 'b'))
}
"#,
            expect![[r#"
                Hint: The module `stdlib` is not on the module path: what it defines is unknown
                  /m/web/manifests/init.pp:2   ensure_packages(['a'])
                                               ^^^^^^^^^^^^^^^
                  help: `metadata.json` does not list it as a dependency
                  /m/web/manifests/init.pp:3   $x = sprintf('%s', pick(undef, 'b'))
                                                                  ---- it is also named here
            "#]],
        );
    }

    #[test]
    fn what_bolt_brings_along_is_no_module() {
        check(
            "absent-module",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/plans/init.pp
plan web {
  out::message('a')
  out::messge('b')
  gone::f('c')
}
"#,
            expect![[r#"
                Hint: The module `gone` is not on the module path: what it defines is unknown
                  /m/web/plans/init.pp:4   gone::f('c')
                                           ^^^^^^^
                  help: `metadata.json` does not list it as a dependency
            "#]],
        );
    }

    #[test]
    fn so_are_its_files() {
        let fixture = r#"
#- /m/web/metadata.json
{ "name": "me-web", "dependencies": [{ "name": "me/absent" }] }
#- /m/web/manifests/init.pp
class web {
  $a = [epp('absent/x.epp'), template('absent/x.erb'), file('absent/x')]
  file { '/a': source => 'puppet:///modules/absent/x' }
  file { '/b': source => 'puppet:///modules/web/there', content => file('/etc/motd', 'web/there') }
}
#- /m/web/files/there
"#;
        check(
            "absent-module",
            fixture,
            expect![[r#"
                Hint: The module `absent` is not on the module path: what it defines is unknown
                  /m/web/manifests/init.pp:2   $a = [epp('absent/x.epp'), template('absent/x.erb'), file('absent/x')]
                                                          ^^^^^^^^^^^^
                  help: `metadata.json` lists it as `me/absent`
                  /m/web/manifests/init.pp:2   $a = [epp('absent/x.epp'), template('absent/x.erb'), file('absent/x')]
                                                                                    ------------ it is also named here
                  /m/web/manifests/init.pp:2   $a = [epp('absent/x.epp'), template('absent/x.erb'), file('absent/x')]
                                                                                                          -------- it is also named here
                  /m/web/manifests/init.pp:3   file { '/a': source => 'puppet:///modules/absent/x' }
                                                                       -------------------------- it is also named here
            "#]],
        );
        check("missing-file", fixture, expect![""]);
    }

    #[test]
    fn what_the_puppetfile_lists_is_reported_there() {
        check(
            "absent-module",
            r#"
#- /s/Puppetfile
mod 'puppetlabs/apt', '9.0.0'
#- /s/manifests/site.pp
include apt
include gone
#- /s/modules/nginx/manifests/init.pp
class nginx { }
"#,
            expect![[r#"
                Hint: The module `gone` is not on the module path: what it defines is unknown
                  /s/manifests/site.pp:2 include gone
                                                 ^^^^
            "#]],
        );
    }

    #[test]
    fn a_name_that_is_written_wrong_may_be_meant() {
        check(
            "absent-module",
            r#"
#- /s/environment.conf
#- /s/manifests/site.pp
node default {
  include ngnix
  include own
}
class own { }
#- /s/modules/nginx/manifests/init.pp
class nginx { }
"#,
            expect![[r#"
                Hint: The module `ngnix` is not on the module path: what it defines is unknown
                  /s/manifests/site.pp:2   include ngnix
                                                   ^^^^^
                  help: There is `nginx`
            "#]],
        );
    }
}
