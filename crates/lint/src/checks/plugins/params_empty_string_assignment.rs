//! A parameter whose default is the empty string.

use super::parameters;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "params_empty_string_assignment",
    description: Some("Parameters have a default that is a value, or `undef`, and not the empty string."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for (_, parameter) in parameters::all(data) {
        let is_text = parameter.native_type(data).is_some_and(|it| it.starts_with("String") || it.starts_with("Variant"));
        let is_empty = parameter.default.first().is_some_and(|id| {
            let token = data.token(*id);
            token.kind == Kind::SString && token.value.is_empty()
        });
        if is_text && is_empty {
            found.warning(data, parameter.variable, "class parameter with String type defaults to empty string");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn the_empty_string_is_no_default() {
        check(
            "params_empty_string_assignment",
            "class m(String $a = '', Variant[String, Integer] $b = '', String[1] $c = 'x', Optional[String] $d = undef) { }\n",
            expect![[r#"
                1:16: warning: class parameter with String type defaults to empty string
                1:50: warning: class parameter with String type defaults to empty string
            "#]],
        );
    }
}
