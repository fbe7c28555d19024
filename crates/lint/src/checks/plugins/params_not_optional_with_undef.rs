//! A parameter that is `undef` by default, though its type does not allow it.

use super::parameters::{self, Parameter};
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "params_not_optional_with_undef",
    description: Some("Parameters that are `undef` by default have a type that allows it."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for (_, parameter) in parameters::all(data) {
        let is_undef = parameter.default.first().is_some_and(|id| data.token(*id).kind == Kind::Undef);
        let allows = parameter.native_type(data).is_none_or(|it| it == "Optional") || is_variant_with_undef(data, &parameter);
        if is_undef && !allows && !parameter.is_called(data) {
            found.warning(data, parameter.variable, "Not optional parameter defaults to undef");
        }
    }
}

fn is_variant_with_undef(data: &Data<'_>, parameter: &Parameter) -> bool {
    let mut depth = 0_i32;
    parameter.native_type(data) == Some("Variant")
        && parameter.of_type.iter().any(|id| {
            let token = data.token(*id);
            match token.kind {
                Kind::LBrack => depth += 1,
                Kind::RBrack => depth -= 1,
                _ => {}
            }
            token.kind == Kind::Type && depth == 1 && token.value == "Undef"
        })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn the_type_allows_undef() {
        check(
            "params_not_optional_with_undef",
            "class m(String $a = undef, Optional[String] $b = undef, Variant[String, Undef] $c = undef, $d = undef) { }\n",
            expect![[r#"
                1:16: warning: Not optional parameter defaults to undef
            "#]],
        );
    }
}
