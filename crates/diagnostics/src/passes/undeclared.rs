//! Findings of definitions that nothing declares, about missing resources.
//!
//! Whoever uses it may declare more: what it names without declaring it is a mistake only where no code could declare that.

use std::collections::HashMap;

use analysis::{Declares, File, Snapshot};
use hir::{Name, Symbol};
use syntax::Severity;

use crate::Finding;

/// Questions about the missing resources of a file. Most are missing on each system, and asked about once.
pub(super) struct Undeclared<'db> {
    snapshot: Snapshot<'db>,
    file: File,
    /// By the message, and whether modules are missing.
    known: HashMap<(String, bool), Answer>,
}

/// Answer about a missing resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Nothing,
    /// Only a resource could be it whose title is known to an evaluation alone.
    Doubtful,
    /// Nothing declares it.
    Missing,
}

impl<'db> Undeclared<'db> {
    pub(super) fn new(snapshot: Snapshot<'db>, file: File) -> Undeclared<'db> {
        Undeclared { snapshot, file, known: HashMap::new() }
    }

    /// Whether to report a resource that is missing where a definition is evaluated by itself; then it is a warning. In a site, whose
    /// code is all there, one that only a title could be which no text has is a hint.
    pub(super) fn is_reported(&mut self, finding: &mut Finding, lacks_modules: bool, is_of_site: bool) -> bool {
        let key = (finding.message.clone(), lacks_modules);
        let answer = *self.known.entry(key).or_insert_with(|| answer(self.snapshot, self.file, finding, lacks_modules));
        match answer {
            Answer::Doubtful if is_of_site => {
                finding.severity = Severity::Hint;
                finding.help.get_or_insert_with(|| "No known title declares it; a computed title may".to_owned());
            }
            Answer::Missing => {
                finding.severity = Severity::Warning;
                finding.help.get_or_insert_with(|| "No manifest here declares it, and no module".to_owned());
            }
            Answer::Nothing | Answer::Doubtful => return false,
        }
        true
    }

    /// Makes a missing resource of a module's own class a warning where a module that is not here may declare it: whoever uses the
    /// class may include that module.
    pub(super) fn soften(&self, finding: &mut Finding) {
        let Some((type_name, title)) = finding.issue.as_ref().and_then(|it| it.missing_resource()).and_then(parts) else { return };
        let is_certain = type_name.eq_ignore_ascii_case("class") && {
            let symbol = Symbol::Class(Name::new(title.trim_start_matches("::").to_lowercase()));
            self.snapshot.absent_module(self.file, &symbol).is_none()
        };
        let near = finding.fixes.first().and_then(|it| it.edits.first()).map(|it| it.text.as_str());
        let is_certain = is_certain || near.is_some_and(|near| is_slip(near, title));
        if !is_certain && finding.severity == Severity::Error {
            finding.severity = Severity::Warning;
            finding.help.get_or_insert_with(|| "A module that is not on the module path may declare it".to_owned());
        }
    }
}

fn answer(snapshot: Snapshot<'_>, file: File, finding: &Finding, lacks_modules: bool) -> Answer {
    let missing = |is: bool| if is { Answer::Missing } else { Answer::Nothing };
    let Some((type_name, title)) = finding.issue.as_ref().and_then(|it| it.missing_resource()).and_then(parts) else {
        return Answer::Nothing;
    };
    if type_name.eq_ignore_ascii_case("class") {
        // A class that is there, users include.
        let symbol = Symbol::Class(Name::new(title.trim_start_matches("::").to_lowercase()));
        return missing(snapshot.resolve(&symbol, file).is_empty() && snapshot.absent_module(file, &symbol).is_none());
    }
    let near = finding.fixes.first().and_then(|it| it.edits.first()).map(|it| it.text.as_str());
    let is_slip = near.is_some_and(|near| is_slip(near, title));
    let here = snapshot.declares_here(file, type_name, title);
    if here == Declares::Yes || (lacks_modules && !is_slip) {
        return Answer::Nothing;
    }
    match snapshot.declares_anywhere(file, type_name, title).max(here) {
        Declares::No => Answer::Missing,
        // Other modules may declare what looks like a slip of the pen as little as anybody.
        Declares::Perhaps if is_slip && here == Declares::No => Answer::Missing,
        Declares::Perhaps => Answer::Doubtful,
        Declares::Yes => Answer::Nothing,
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
                Warning: Could not find resource 'Package[php]' in parameter 'require'
                  /m/web/manifests/site.pp:2   file { "/etc/nginx/${title}": require => [Package['nginx'], Package['php']], notify => Exec['relaod me'] }
                                                                                                           ^^^^^^^^^^^^^^
                  help: No manifest here declares it, and no module
                Warning: Could not find resource 'Exec[relaod me]' in parameter 'notify'
                  /m/web/manifests/site.pp:2   file { "/etc/nginx/${title}": require => [Package['nginx'], Package['php']], notify => Exec['relaod me'] }
                                                                                                                                      ^^^^^^^^^^^^^^^^^
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
                Hint: Could not find resource 'Package[php8]' in parameter 'require'
                  /e/modules/profile/manifests/web.pp:4   service { 'php': require => Package['php8'] }
                                                                                      ^^^^^^^^^^^^^^^
                  help: There is Package[php7]
                  fix: Change to `php7`
                    + service { 'php': require => Package['php7'] }
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

    #[test]
    fn a_module_that_is_missing_may_be_included_by_users() {
        let module = |dependencies: &str| {
            format!(
                "#- /m/web/metadata.json\n{{ \"name\": \"me-web\", \"dependencies\": [{dependencies}] }}\n#- /m/web/manifests/init.pp\n\
                 class web {{\n  notify {{ 'a': require => Class['nginx::mod'] }}\n  notify {{ 'b': require => Service['nginx'] }}\n  \
                 notify {{ 'c': require => Class['web::gone'] }}\n}}\n"
            )
        };
        check(
            "missing-dependency",
            &module(r#"{ "name": "me-nginx" }"#),
            expect![[r#"
                Warning: Could not find resource 'Class[Nginx::Mod]' in parameter 'require'
                  /m/web/manifests/init.pp:2   notify { 'a': require => Class['nginx::mod'] }
                                                                        ^^^^^^^^^^^^^^^^^^^
                  help: A module that is not on the module path may declare it
                Warning: Could not find resource 'Service[nginx]' in parameter 'require'
                  /m/web/manifests/init.pp:3   notify { 'b': require => Service['nginx'] }
                                                                        ^^^^^^^^^^^^^^^^
                  help: A module that is not on the module path may declare it
                Error: Could not find resource 'Class[Web::Gone]' in parameter 'require'
                  /m/web/manifests/init.pp:4   notify { 'c': require => Class['web::gone'] }
                                                                        ^^^^^^^^^^^^^^^^^^
            "#]],
        );
    }

    /// A title that is known in part is no other one; one that is computed may be any.
    #[test]
    fn a_computed_title_of_a_site_makes_it_a_hint() {
        let site = |titles: &str| {
            format!(
                "#- /e/environment.conf\n#- /e/manifests/site.pp\nnode default {{ }}\n\
                 #- /e/modules/profile/manifests/app.pp\nclass profile::app(String $mode = 'x') {{\n  \
                 notify {{ 'a': require => File['/tmp/none'] }}\n}}\n\
                 #- /e/modules/other/manifests/init.pp\nclass other(String $x) {{\n  file {{ {titles}: }}\n}}\n"
            )
        };
        check(
            "missing-dependency",
            &site("\"/tmp/lab-${x}\""),
            expect![[r#"
                Warning: Could not find resource 'File[/tmp/none]' in parameter 'require'
                  /e/modules/profile/manifests/app.pp:2   notify { 'a': require => File['/tmp/none'] }
                                                                                   ^^^^^^^^^^^^^^^^^
                  help: No manifest here declares it, and no module
            "#]],
        );
        check(
            "missing-dependency",
            &site("$x"),
            expect![[r#"
                Hint: Could not find resource 'File[/tmp/none]' in parameter 'require'
                  /e/modules/profile/manifests/app.pp:2   notify { 'a': require => File['/tmp/none'] }
                                                                                   ^^^^^^^^^^^^^^^^^
                  help: No known title declares it; a computed title may
            "#]],
        );
        check("missing-dependency", &site("\"/tmp/${x}\""), expect![""]);
    }
}
