//! A class or defined type with an uppercase letter in its name.

use crate::check::{Check, Found};
use crate::data::Data;

pub const CHECK: Check = Check {
    name: "names_containing_uppercase",
    description: Some("Find and warn about module names with illegal uppercase characters."),
    help: Some("https://puppet.com/docs/puppet/latest/modules_fundamentals.html#allowed-module-names"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for definition in data.definitions() {
        let id = definition.name;
        let name = data.token(id).value.as_ref();
        if name.contains(|it: char| it.is_ascii_uppercase()) {
            let message = format!("{} '{name}' contains illegal uppercase", definition.called());
            found.error(data, id, message).fix(move |edit| {
                let lower = edit.value(id)?.to_lowercase();
                edit.set_value(id, lower)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn names_are_lowercase() {
        let text = "class m::aB { }\ndefine Some::Thing { }\nclass m::c { }\n";
        check(
            "names_containing_uppercase",
            text,
            expect![[r#"
            1:7: error: class 'm::aB' contains illegal uppercase
            2:8: error: defined type 'Some::Thing' contains illegal uppercase
        "#]],
        );
        fixes("names_containing_uppercase", text, "class m::ab { }\ndefine some::thing { }\nclass m::c { }\n");
    }
}
