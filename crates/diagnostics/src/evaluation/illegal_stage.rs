//! A stage that is not there, or that something other than a class is put into.

use issue::{Issue, StageError};

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let reference = match raised.issue {
        Issue::MissingStage { class, .. } => class,
        Issue::IllegalStage(StageError::NotClass { reference }) => reference,
        _ => return Vec::new(),
    };
    let range = raised
        .program
        .as_deref()
        .and_then(|program| spot::declared(program, &raised.place, reference)?.attribute(program, "stage").map(|it| it.0));
    vec![raised.draft(range)]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn stages_of_classes() {
        check(
            r#"
class { 'c': stage => 'gone' }
notify { 'a': stage => 'main' }
class c { }
"#,
            expect![[r#"
                illegal-stage: Could not find stage gone specified by Class[C]
                  site.pp:1 class { 'c': stage => 'gone' }
                                         ^^^^^
                illegal-stage: Only classes can set 'stage'; normal resources like Notify[a] cannot change run stage
                  site.pp:2 notify { 'a': stage => 'main' }
                                          ^^^^^
            "#]],
        );
    }
}
