//! A class that inherits one of another module.

use crate::check::{Check, Found};
use crate::data::Data;

pub const CHECK: Check = Check {
    name: "inherits_across_namespaces",
    description: Some(
        "Test the manifest tokens for any classes that inherit across namespaces and record a warning for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#class-inheritance"),
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for class in data.classes() {
        if let Some(inherited) = class.inherits
            && module(&data.token(inherited).value) != module(&data.token(class.name).value)
        {
            found.warning(data, inherited, "class inherits across module namespaces");
        }
    }
}

fn module(name: &str) -> Option<&str> {
    name.split("::").find(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn a_class_inherits_within_its_module() {
        check(
            "inherits_across_namespaces",
            "class m::a inherits n::b { }\nclass m::c inherits ::m { }\nclass m inherits ::n { }\n",
            expect![[r#"
                1:21: warning: class inherits across module namespaces
                3:18: warning: class inherits across module namespaces
            "#]],
        );
    }
}
