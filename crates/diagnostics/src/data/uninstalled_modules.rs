//! Modules of a `Puppetfile` that are not installed: one finding for all of them, with the remedy.

use analysis::data::Role;
use environment::puppetfile;

use super::{DataFile, Draft, Rule, text_range};
use crate::Related;

pub(crate) const RULE: Rule = Rule::Data(find);

/// Limit of the other modules that are listed.
const MOST_NAMES: usize = 8;

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    if looked.place.role != Role::Puppetfile {
        return;
    }
    let missing = looked.snapshot.uninstalled_modules(looked.file);
    let listed = puppetfile::modules(&looked.source);
    let mut absent = listed.iter().filter(|it| missing.contains(it.name));
    let Some(first) = absent.next() else { return };
    let count = 1 + absent.clone().count();
    let are = if count == 1 { "is" } else { "are" };
    let related = absent.take(MOST_NAMES).map(|it| Related {
        file: looked.path.clone(),
        range: text_range(&it.range),
        message: "not installed".to_owned(),
    });
    found.push(Draft {
        range: first.range.clone(),
        message: format!("{count} of {} modules {are} not installed: what they define is unknown", listed.len()),
        help: Some("Run `r10k puppetfile install`, or set `modulepath` in `bunraku.toml` to where they are installed".to_owned()),
        related: related.collect(),
        ..Draft::default()
    });
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    #[test]
    fn all_that_are_missing_are_one_finding() {
        check(
            "#- /s/Puppetfile\nforge 'https://forge.example.com'\nmod 'puppetlabs/stdlib', '9.0.0'\nmod 'puppet/nginx', '6.0.0'\n\
             mod 'example-base'\n#- /s/modules/nginx/manifests/init.pp\nclass nginx { }\n",
            expect![[r#"
                /s/Puppetfile: hint absent-module "puppetlabs/stdlib"
                  2 of 3 modules are not installed: what they define is unknown
                  help: Run `r10k puppetfile install`, or set `modulepath` in `bunraku.toml` to where they are installed
                  see /s/Puppetfile: not installed
            "#]],
        );
    }

    #[test]
    fn a_repository_without_any_module_has_it_too() {
        check(
            "#- /s/Puppetfile\nmod 'puppetlabs/stdlib', '9.0.0'\n",
            expect![[r#"
                /s/Puppetfile: hint absent-module "puppetlabs/stdlib"
                  1 of 1 modules is not installed: what they define is unknown
                  help: Run `r10k puppetfile install`, or set `modulepath` in `bunraku.toml` to where they are installed
            "#]],
        );
    }

    #[test]
    fn installed_modules_are_fine() {
        check("#- /s/Puppetfile\nmod 'x-a'\n#- /s/modules/a/manifests/init.pp\nclass a { }\n", expect![[""]]);
    }
}
