//! Parameters without a type.

use super::parameters;
use crate::check::{Check, Found};
use crate::data::Data;

pub const CHECK: Check =
    Check { name: "parameter_types", description: Some("Parameters have a type."), help: None, by_default: false, fixes: false, run };

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for (definition, parameter) in parameters::all(data) {
        if parameter.of_type.is_empty() {
            let class = &data.token(definition.name).value;
            let name = &data.token(parameter.variable).value;
            found.warning(data, parameter.variable, format!("missing datatype for parameter {class}::{name}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn types_are_given() {
        check(
            "parameter_types",
            "class m($a, String $b, Array[Integer] $c = [1], $d = { 'x' => $a, 'y' => $b }) { }\n",
            expect![[r#"
            1:9: warning: missing datatype for parameter m::a
            1:49: warning: missing datatype for parameter m::d
        "#]],
        );
    }
}
