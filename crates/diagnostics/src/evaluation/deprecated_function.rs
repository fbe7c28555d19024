//! A function that its module calls deprecated, which stops Puppet where `strict` is `error`.

use compiler::Issue;
use syntax::model::Data;

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::DeprecatedFunction { name, advice: says, .. } = raised.issue else { return Vec::new() };
    let range = raised.program.as_deref().and_then(|program| match program.data(raised.node()?) {
        Data::Call { functor, .. } => Some(program.model.get(*functor).range),
        _ => None,
    });
    let mut draft = raised.draft(range);
    draft.message = format!("deprecation. {name}. {}", says.split_whitespace().collect::<Vec<_>>().join(" "));
    draft.help = advice(name).map(ToOwned::to_owned);
    vec![draft]
}

fn advice(name: &str) -> Option<&'static str> {
    if name.starts_with("validate_") {
        return Some("Give the parameter a type in its definition");
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
deprecation('validate_string', "This method is deprecated,       please use types.")
//- /m/stdlib/lib/puppet/functions/deprecation.rb
# a stub
"#,
            expect![[r#"
                deprecated-function: deprecation. validate_string. This method is deprecated, please use types.
                  site.pp:1 deprecation('validate_string', "This method is deprecated,       please use types.")
                            ^^^^^^^^^^^
                  help: Give the parameter a type in its definition
            "#]],
        );
    }
}
