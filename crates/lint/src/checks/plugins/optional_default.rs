//! A parameter of the type `Optional` whose default is a value.

use super::parameters;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "optional_default",
    description: Some("Parameters of the type `Optional` have `undef` as their default."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for (definition, parameter) in parameters::all(data) {
        if parameter.native_type(data) != Some("Optional") {
            continue;
        }
        match parameter.default.first().map(|id| data.token(*id).kind) {
            Some(Kind::Undef | Kind::Variable) => {}
            Some(_) if parameter.is_called(data) => {}
            Some(_) => {
                found.warning(data, parameter.variable, "Optional parameter defaults to something other than undef");
            }
            None if definition.kind == Kind::Define => {
                found.warning(data, parameter.variable, "Optional defined type parameter doesn't have a default");
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn what_may_be_left_out_is_undef() {
        check(
            "optional_default",
            "class m(Optional[String] $a = 'x', Optional[String] $b = undef, Optional[String] $c, Optional[Integer] $d = f(1), String $e = 'y') { }\n",
            expect![[r#"
                1:26: warning: Optional parameter defaults to something other than undef
            "#]],
        );
        check(
            "optional_default",
            "define d(Optional[Integer] $a, Optional[Hash] $b = { 'c' => $e, 'f' => $g }) { }\n",
            expect![[r#"
            1:28: warning: Optional defined type parameter doesn't have a default
            1:47: warning: Optional parameter defaults to something other than undef
        "#]],
        );
    }
}
