//! A parameter without a default after one that has one.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind};

pub const CHECK: Check = Check {
    name: "parameter_order",
    description: Some(
        "Test the manifest tokens for any parameterised classes or defined types that take parameters and record a warning if there are any optional parameters listed before required parameters.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#params-display-order"),
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for definition in data.definitions() {
        let Some(parameters) = definition.parameters.clone() else { continue };
        let (mut parentheses, mut brackets, mut optional) = (0_u32, 0_u32, false);
        for id in parameters {
            match data.token(id).kind {
                Kind::LParen => parentheses += 1,
                Kind::RParen => parentheses = parentheses.saturating_sub(1),
                Kind::LBrace | Kind::LBrack => brackets += 1,
                Kind::RBrace | Kind::RBrack => brackets = brackets.saturating_sub(1),
                Kind::Equals => optional = true,
                _ => {}
            }
            if optional && parentheses == 0 && brackets == 0 && is_required(data, id) {
                found.warning(data, id, "optional parameter listed before required parameter");
            }
        }
    }
}

fn is_required(data: &Data<'_>, id: Id) -> bool {
    data.token(id).kind == Kind::Variable
        && matches!(data.kind(data.prev_code(id)), Some(Kind::LParen | Kind::Comma | Kind::Type | Kind::RBrack | Kind::ClassRef))
        && matches!(data.kind(data.next_code(id)), None | Some(Kind::Comma | Kind::RParen))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn what_must_be_given_comes_first() {
        check(
            "parameter_order",
            "class m($a, $b = [$x, $y], String $c, $d = $e, Array[String] $f) { }\ndefine n($a, $b = 1) { }\n",
            expect![[r#"
                1:35: warning: optional parameter listed before required parameter
                1:62: warning: optional parameter listed before required parameter
            "#]],
        );
    }
}
