//! Hover in a `Puppetfile`: the module that it lists, and the one that is installed.

use analysis::{File, Snapshot};
use environment::puppetfile::{self, Listed};
use syntax::{TextSize, text_range};
use values::version::Version;

use crate::Hover;
use crate::data::Document;
use crate::data::installed::Installed;

/// The module of the statement at a place.
pub(super) fn hover(snapshot: Snapshot<'_>, file: File, document: &Document, offset: TextSize) -> Option<Hover> {
    let module = module_at(&document.source, offset)?;
    let name = document.source.get(module.range.clone())?;
    let listed = source_of(&module);
    let text = match Installed::find(snapshot, file, name) {
        None => format!("`{name}`\n\n{listed}\n\nNot installed: `r10k puppetfile install` installs it\n"),
        Some(installed) => {
            let is_other = match (&module.version, installed.version()) {
                (Some(wanted), Some(version)) => Version::parse(wanted).is_ok_and(|it| Version::parse(version).is_ok_and(|is| is != it)),
                _ => false,
            };
            let note = if is_other { format!(", but {} is installed", installed.version().unwrap_or_default()) } else { String::new() };
            format!("{}\n{listed}{note}\n", installed.description(name))
        }
    };
    Some(Hover { range: text_range(&module.range), text })
}

/// The module whose statement has a place.
pub(crate) fn module_at(text: &str, offset: TextSize) -> Option<Listed<'_>> {
    let offset = usize::from(offset);
    puppetfile::modules(text).into_iter().find(|it| it.range.start <= offset && offset <= it.end)
}

/// Where the `Puppetfile` takes a module from.
fn source_of(module: &Listed<'_>) -> String {
    if module.is_local {
        return "Listed as local: nothing installs it".to_owned();
    }
    if let Some(url) = module.option("git") {
        let revision = ["tag", "branch", "commit", "ref"].iter().find_map(|it| Some(format!(", {it} `{}`", module.option(it)?)));
        return format!("Listed from Git: `{url}`{}", revision.unwrap_or_default());
    }
    match module.version {
        Some(":latest") => "Listed with the latest version".to_owned(),
        Some(version) => format!("Listed with version {version}"),
        None => "Listed without a version".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::hover;
    use crate::tests::fixture;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let site = "#- /e/environment.conf\n\n#- /e/modules/b/metadata.json\n{\"name\": \"me-b\", \"version\": \"1.2.3\", \"summary\": \"It is b.\"}\n\
                    #- /e/modules/own/manifests/init.pp\nclass own { }\n";
        let found = fixture(&format!("{site}#- /e/Puppetfile\nforge 'https://forge.example.com'\n{text}\n")).ask(hover);
        expected.assert_eq(&found.map(|it| it.text).unwrap_or_default());
    }

    #[test]
    fn a_module_shows_what_is_listed_and_what_is_installed() {
        check(
            "mod 'me/b$0', '1.2.3'",
            expect![[r#"
                `me-b` 1.2.3

                It is b.

                `/e/modules/b`

                Listed with version 1.2.3
            "#]],
        );
        check(
            "mod 'me-b',\n  '2.0$0.0'\nmod 'own'",
            expect![[r#"
                `me-b` 1.2.3

                It is b.

                `/e/modules/b`

                Listed with version 2.0.0, but 1.2.3 is installed
            "#]],
        );
        check(
            "mod 'own$0', local: true",
            expect![[r#"
                `own`

                `/e/modules/own`

                Listed as local: nothing installs it
            "#]],
        );
    }

    #[test]
    fn a_module_that_is_not_installed() {
        check(
            "mod 'you/c$0', :latest",
            expect![[r#"
                `you/c`

                Listed with the latest version

                Not installed: `r10k puppetfile install` installs it
            "#]],
        );
        check(
            "mod 'c',\n  :git => 'https://exa$0mple.com/c.git',\n  :tag => 'v1'",
            expect![[r#"
                `c`

                Listed from Git: `https://example.com/c.git`, tag `v1`

                Not installed: `r10k puppetfile install` installs it
            "#]],
        );
    }

    #[test]
    fn other_statements_show_nothing() {
        check("moduledir 'ext$0ernal'\nmod 'a'", expect![[""]]);
    }
}
