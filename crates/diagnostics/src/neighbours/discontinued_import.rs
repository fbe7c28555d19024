//! `import 'nodes.pp'` where no evaluation gets to.

use syntax::Severity;

use super::{CodeFile, Rule};
use crate::Finding;
use crate::evaluation::discontinued_import::{HELP, calls, fix};
use crate::registry::codes;

/// An evaluation that gets there says so, too: its code it is.
pub(crate) const RULE: Rule = Rule::Neighbours(find);

fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    for call in calls(&here.text.model) {
        let range = here.text.range(call);
        let fixes = fix(&here.path, &here.snapshot.text(here.file), range).into_iter().collect();
        let finding = here.finding(codes::DISCONTINUED_IMPORT, Severity::Warning, range, issue::Issue::DiscontinuedImport.to_string());
        found.push(Finding { help: Some(HELP.to_owned()), fixes, ..finding });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn wherever_it_stands() {
        check(
            "discontinued-import",
            r#"
#- /m/web/manifests/init.pp
class web {
  if $facts['nosuch'] {
    import 'web/*.pp'
  }
  $x = { import => 1 }
}
"#,
            expect![[r#"
                Warning: Use of 'import' has been discontinued in favor of a manifest directory. See http://links.puppet.com/puppet-import-deprecation
                  /m/web/manifests/init.pp:3     import 'web/*.pp'
                                                 ^^^^^^^^^^^^^^^^^
                  help: Take it away: Puppet reads all manifests of the folder that the setting `manifest` names, and finds the classes of modules by their names
                  fix: Remove `import`
                    + }
                    + $x = { import => 1 }
                    + }
            "#]],
        );
    }
}
