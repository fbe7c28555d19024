//! `@user { 'x': }` in a site where nothing realizes users.

use syntax::Severity;
use syntax::model::{Data, Form};

use super::{CodeFile, Rule};
use crate::Finding;
use crate::registry::codes;

pub(crate) const RULE: Rule = Rule::Neighbours(find);

fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    let model = &here.text.model;
    let mut realized = None;
    for id in model.ids() {
        let Data::Resource { form: Form::Virtual, type_name, .. } = model.data(id) else { continue };
        let Data::Name(name) = model.data(*type_name) else { continue };
        let Some(realized) = realized.get_or_insert_with(|| here.snapshot.realized(here.file)) else { return };
        let lower = name.trim_start_matches("::").to_lowercase();
        if lower == "class" || realized.has(&lower) {
            continue;
        }
        let capital = catalog::puppet::canonical_type(&lower).into_owned();
        let message = format!("Nothing in this site realizes a virtual `{lower}`: it is in no catalog");
        let help = Some(format!("Use a collector, `{capital}<| |>`, or `realize({capital}['…'])`"));
        found.push(Finding { help, ..here.finding(codes::UNREALIZED_RESOURCE, Severity::Warning, here.text.range(*type_name), message) });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn nothing_in_the_site_realizes_it() {
        check(
            "unrealized-resource",
            r#"
#- /s/environment.conf
#- /s/modules/people/manifests/init.pp
class people {
  @user { 'a': }
  @group { 'a': }
  @package { 'a': }
  @people::one { 'a': }
  @@file { '/a': }
}
#- /s/modules/people/manifests/one.pp
define people::one { }
#- /s/modules/other/manifests/init.pp
class other {
  realize(Package['a'])
}
#- /s/manifests/site.pp
node default {
  include people
  User<| title == 'a' |>
}
"#,
            expect![[r#"
                Warning: Nothing in this site realizes a virtual `group`: it is in no catalog
                  /s/modules/people/manifests/init.pp:3   @group { 'a': }
                                                           ^^^^^
                  help: Use a collector, `Group<| |>`, or `realize(Group['…'])`
                Warning: Nothing in this site realizes a virtual `people::one`: it is in no catalog
                  /s/modules/people/manifests/init.pp:5   @people::one { 'a': }
                                                           ^^^^^^^^^^^
                  help: Use a collector, `People::One<| |>`, or `realize(People::One['…'])`
                Hint: Nothing realizes `Package[a]` on any node of this site
                  /s/modules/people/manifests/init.pp:4   @package { 'a': }
                                                           ^^^^^^^
            "#]],
        );
    }

    #[test]
    fn others_may_realize_what_a_module_declares() {
        check(
            "unrealized-resource",
            r#"
#- /m/people/manifests/init.pp
class people {
  @user { 'a': }
}
"#,
            expect![[""]],
        );
    }
}
