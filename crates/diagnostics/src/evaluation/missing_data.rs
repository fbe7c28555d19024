//! A key that no data has.

use compiler::Issue;
use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, spot};
use crate::{Edit, Fix};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::MissingData { .. } = raised.issue else { return Vec::new() };
    let mut draft = raised.draft(None);
    suggest(raised, &mut draft);
    vec![draft]
}

/// The key that was probably meant by one that is written out.
fn suggest(raised: &Raised<'_>, draft: &mut Draft) -> Option<()> {
    let program = raised.program.as_deref()?;
    let Data::Call { arguments, .. } = program.data(raised.node()?) else { return None };
    let first = *arguments.first()?;
    let near = raised.near_key(spot::literal(program, first)?)?;
    let says = format!("There is a key '{near}'");
    draft.help = Some(draft.help.take().map_or_else(|| says.clone(), |it| format!("{says}. {it}")));
    let range = spot::within_quotes(program, program.model.get(first).range);
    let edit = Edit { file: draft.file.clone(), range, text: near.clone() };
    draft.fixes = vec![Fix { title: format!("Change to `{near}`"), edits: vec![edit], sure: false }];
    Some(())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_call() {
        check(
            r#"
$a = lookup('gone')
$b = hiera('gone')
"#,
            expect![[r#"
                missing-data: Function lookup() did not find a value for the name 'gone'
                  site.pp:1 $a = lookup('gone')
                                 ^^^^^^^^^^^^^^
                missing-data: Function lookup() did not find a value for the name 'gone'
                  site.pp:2 $b = hiera('gone')
                                 ^^^^^^^^^^^^^
            "#]],
        );
    }
}
