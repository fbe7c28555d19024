//! What is missing beside a definition that nothing declares.
//!
//! Whoever uses it may declare more: what it names without declaring it is a mistake only where no code could declare that.

use std::collections::HashMap;

use analysis::{Declares, File, Snapshot};
use hir::{Name, Symbol};
use syntax::Severity;

use crate::Finding;

/// What is asked about the missing resources of a file. Most are missing on each system, and asked about once.
pub(super) struct Undeclared<'db> {
    snapshot: Snapshot<'db>,
    file: File,
    /// By the message, and whether modules are missing.
    known: HashMap<(String, bool), bool>,
}

impl<'db> Undeclared<'db> {
    pub(super) fn new(snapshot: Snapshot<'db>, file: File) -> Undeclared<'db> {
        Undeclared { snapshot, file, known: HashMap::new() }
    }

    /// Whether to report a resource that is missing where a definition is evaluated by itself; then it is a warning.
    pub(super) fn is_reported(&mut self, finding: &mut Finding, lacks_modules: bool) -> bool {
        let key = (finding.message.clone(), lacks_modules);
        let is_reported = *self.known.entry(key).or_insert_with(|| is_reported(self.snapshot, self.file, finding, lacks_modules));
        if is_reported {
            finding.severity = Severity::Warning;
            finding.help.get_or_insert_with(|| "No manifest here declares it, and no module".to_owned());
        }
        is_reported
    }
}

fn is_reported(snapshot: Snapshot<'_>, file: File, finding: &Finding, lacks_modules: bool) -> bool {
    let Some((type_name, title)) = finding.issue.as_ref().and_then(|it| it.missing_resource()).and_then(parts) else { return false };
    if type_name.eq_ignore_ascii_case("class") {
        // A class that is there, users include.
        let symbol = Symbol::Class(Name::new(title.trim_start_matches("::").to_lowercase()));
        return snapshot.resolve(&symbol, file).is_empty() && snapshot.absent_module(file, &symbol).is_none();
    }
    let near = finding.fixes.first().and_then(|it| it.edits.first()).map(|it| it.text.as_str());
    let is_slip = near.is_some_and(|near| is_slip(near, title));
    if snapshot.declares_here(file, type_name, title) != Declares::No || (lacks_modules && !is_slip) {
        return false;
    }
    match snapshot.declares_anywhere(file, type_name, title) {
        Declares::No => true,
        // Other modules may declare what looks like a slip of the pen as little as anybody.
        Declares::Perhaps => is_slip,
        Declares::Yes => false,
    }
}

/// The type and the title of `File[/a]`, as messages have it.
fn parts(reference: &str) -> Option<(&str, &str)> {
    let (type_name, title) = catalog::split_reference(reference)?;
    let unquoted = title.strip_prefix('\'').and_then(|it| it.strip_suffix('\''));
    Some((type_name, unquoted.unwrap_or(title)))
}

/// Whether two names differ in nothing but a letter too many, two that changed places, or capitals.
fn is_slip(one: &str, other: &str) -> bool {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|it| it.0.len_utf8()).sum::<usize>();
    let (one, other) = (one.get(same..).unwrap_or_default(), other.get(same..).unwrap_or_default());
    let same = one.chars().rev().zip(other.chars().rev()).take_while(|(a, b)| a == b).map(|it| it.0.len_utf8()).sum::<usize>();
    let rest = |text: &str| text.get(..text.len().saturating_sub(same)).unwrap_or_default().chars().collect::<Vec<char>>();
    match (rest(one).as_slice(), rest(other).as_slice()) {
        ([letter], []) | ([], [letter]) => letter.is_alphabetic(),
        ([a, b], [c, d]) if a == d && b == c => a.is_alphabetic() && b.is_alphabetic(),
        (one, other) => one.iter().flat_map(|it| it.to_lowercase()).eq(other.iter().flat_map(|it| it.to_lowercase())),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn what_no_code_could_declare() {
        check(
            "missing-dependency",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web {
  package { 'nginx': }
  exec { "reload ${facts['os']['name']}": command => '/bin/true' }
}
#- /m/web/manifests/site.pp
define web::site {
  file { "/etc/nginx/${title}": require => [Package['nginx'], Package['php']], notify => Exec['relaod me'] }
}
#- /m/web/manifests/mod.pp
class web::mod {
  file { '/etc/nginx/mod': require => Class['web', 'web::gone'] }
}
"#,
            expect![[r#"
                Warning: Could not find resource 'Exec[relaod me]' in parameter 'notify'
                  /m/web/manifests/site.pp:2   file { "/etc/nginx/${title}": require => [Package['nginx'], Package['php']], notify => Exec['relaod me'] }
                                                                                                                                      ^^^^^^^^^^^^^^^^^
                  help: No manifest here declares it, and no module
                Warning: Could not find resource 'Package[php]' in parameter 'require'
                  /m/web/manifests/site.pp:2   file { "/etc/nginx/${title}": require => [Package['nginx'], Package['php']], notify => Exec['relaod me'] }
                                                                                                           ^^^^^^^^^^^^^^
                  help: No manifest here declares it, and no module
                Warning: Could not find resource 'Class[Web::Gone]' in parameter 'require'
                  /m/web/manifests/mod.pp:2   file { '/etc/nginx/mod': require => Class['web', 'web::gone'] }
                                                                                               ^^^^^^^^^^^
                  help: No manifest here declares it, and no module
            "#]],
        );
    }

    #[test]
    fn what_users_may_declare() {
        check(
            "missing-dependency",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web($name_of_service) {
  service { $name_of_service: }
  package { ['nginx', 'php']: }
  file { 'conf': path => '/etc/nginx/conf' }
  exec { "reload ${name_of_service}": command => '/bin/true', alias => 'again' }
  ensure_packages(['git'])
  create_resources('user', { 'ann' => {} })
  create_resources(group, $name_of_service)
}
#- /m/web/manifests/site.pp
define web::site {
  file { "/etc/nginx/${title}":
    require => [Package['nginx'], Package['git'], Service['nginx'], User['ann'], Group['staff'], Exec['again']],
    before  => [File['/etc/nginx/conf/'], Class['web'], Class['other::x']],
    notify  => Exec['reload nginx'],
  }
}
"#,
            expect![""],
        );
    }

    #[test]
    fn slips_of_the_pen() {
        check(
            "missing-dependency",
            r#"
#- /e/environment.conf
#- /e/modules/profile/manifests/web.pp
class profile::web {
  package { ['nginx', 'php7', 'Acl']: }
  service { 'nginx': require => Package['ngnix'] }
  service { 'php': require => Package['php8'] }
  service { 'acl': require => Package['acl'] }
  service { 'web': require => Package['ngin'] }
}
#- /e/modules/other/manifests/init.pp
class other($package) {
  package { $package: }
}
#- /e/manifests/site.pp
node default { }
"#,
            expect![[r#"
                Warning: Could not find resource 'Package[ngnix]' in parameter 'require'
                  /e/modules/profile/manifests/web.pp:3   service { 'nginx': require => Package['ngnix'] }
                                                                                        ^^^^^^^^^^^^^^^^
                  help: There is Package[nginx]
                  fix: Change to `nginx`
                    + service { 'nginx': require => Package['nginx'] }
                Warning: Could not find resource 'Package[ngin]' in parameter 'require'
                  /e/modules/profile/manifests/web.pp:6   service { 'web': require => Package['ngin'] }
                                                                                      ^^^^^^^^^^^^^^^
                  help: There is Package[nginx]
                  fix: Change to `nginx`
                    + service { 'web': require => Package['nginx'] }
            "#]],
        );
    }

    #[test]
    fn a_module_that_is_missing_may_bring_it() {
        let module = |dependencies: &str| {
            format!(
                "#- /m/web/metadata.json\n{{ \"name\": \"me-web\", \"dependencies\": [{dependencies}] }}\n#- /m/web/manifests/site.pp\n\
                 define web::site {{\n  notify {{ 'a': require => Package['nginx'] }}\n}}\n"
            )
        };
        check("missing-dependency", &module(r#"{ "name": "me-nginx" }"#), expect![""]);
        check(
            "missing-dependency",
            &module(""),
            expect![[r#"
                Warning: Could not find resource 'Package[nginx]' in parameter 'require'
                  /m/web/manifests/site.pp:2   notify { 'a': require => Package['nginx'] }
                                                                        ^^^^^^^^^^^^^^^^
                  help: No manifest here declares it, and no module
            "#]],
        );
    }
}
