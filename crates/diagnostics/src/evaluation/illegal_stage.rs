//! A stage that is not there, or that something other than a class is put into.

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let text = raised.text.as_str();
    if !text.starts_with("Could not find stage ") && !text.starts_with("Only classes can set 'stage'") {
        return Vec::new();
    }
    let range = raised.program.as_deref().and_then(|program| {
        let reference = text.rsplit_once(" specified by ").map(|it| it.1).or_else(|| raised.between("like ", " cannot"))?;
        spot::declared(program, raised.place.line?, reference)?.attribute(program, "stage").map(|it| it.0)
    });
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
