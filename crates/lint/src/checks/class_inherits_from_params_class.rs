//! A class that inherits one named `params`.

use crate::check::{Check, Found};
use crate::data::Data;

pub const CHECK: Check = Check {
    name: "class_inherits_from_params_class",
    description: Some(
        "Check the manifest tokens for any classes that inherit a params subclass and record a warning for each instance found.",
    ),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for class in data.classes() {
        if let Some(inherited) = class.inherits
            && data.token(inherited).value.ends_with("::params")
        {
            found.warning(data, inherited, "class inheriting from params class");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn params_is_not_inherited() {
        check(
            "class_inherits_from_params_class",
            "class m inherits m::params { }\nclass m::a inherits m::b { }\n",
            expect![[r#"
            1:18: warning: class inheriting from params class
        "#]],
        );
    }
}
