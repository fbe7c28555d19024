//! A class or defined type with a dash in its name.

use crate::check::{Check, Found};
use crate::data::Data;

pub const CHECK: Check = Check {
    name: "names_containing_dash",
    description: Some(
        "Check the manifest tokens for any classes or defined types that have a dash in their name and record an error for each instance found.",
    ),
    help: None,
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for definition in data.definitions() {
        if data.token(definition.name).value.contains('-') {
            found.error(data, definition.name, format!("{} name containing a dash", definition.called()));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn names_have_no_dash() {
        check(
            "names_containing_dash",
            "class m::a-b { }\ndefine m::c-d { }\nclass m::e_f { }\n",
            expect![[r#"
            1:7: error: class name containing a dash
            2:8: error: defined type name containing a dash
        "#]],
        );
    }
}
