//! A function that its module calls deprecated, which stops Puppet where `strict` is `error`.

use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Some((name, says)) = raised.text.strip_prefix("deprecation. ").and_then(|it| it.split_once(". ")) else { return Vec::new() };
    let range = raised.program.as_deref().and_then(|program| match program.data(spot::at(program, &raised.place, None)?) {
        Data::Call { functor, .. } => Some(program.model.get(*functor).range),
        _ => None,
    });
    let mut draft = raised.draft(range);
    // The function names the place of the call once more, as Ruby writes a list.
    let says = says.rsplit_once(" at [").map_or(says, |it| it.0);
    draft.message = format!("deprecation. {name}. {}", says.split_whitespace().collect::<Vec<_>>().join(" "));
    draft.help = advice(name).map(ToOwned::to_owned);
    vec![draft]
}

fn advice(name: &str) -> Option<&'static str> {
    if name.starts_with("validate_") {
        return Some("Say which values are accepted where the parameter is defined: give it a type");
    }
    name.starts_with("is_").then_some("Compare with a type instead, as in `$x =~ String`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_name() {
        check(
            r#"
function validate_string($x) {
  fail("deprecation. validate_string. This method is deprecated,       please use types. at [\"/a.pp\", 1]:")
}
validate_string(1)
"#,
            expect![[r#"
                deprecated-function: deprecation. validate_string. This method is deprecated, please use types.
                  site.pp:2   fail("deprecation. validate_string. This method is deprecated,       please use types. at [\"/a.pp\", 1]:")
                              ^^^^
                  help: Say which values are accepted where the parameter is defined: give it a type
            "#]],
        );
    }
}
