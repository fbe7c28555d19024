//! A variable of a class with `::` before its name.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "topscope_variable",
    description: Some("Variables of classes are named without `::` at the beginning."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    if data.definitions().next().is_none() {
        return;
    }
    for &id in data.of_kind(Kind::Variable) {
        let value = data.token(id).value.as_ref();
        let Some(name) = value.strip_prefix("::").filter(|name| is_qualified(name)) else { continue };
        found.warning(data, id, format!("use ${name} instead of ${value}")).fix(move |edit| {
            let name = edit.value(id)?.strip_prefix("::")?.to_owned();
            edit.set_value(id, name)
        });
    }
}

fn is_qualified(name: &str) -> bool {
    let Some((class, _)) = name.split_once("::") else { return false };
    class.len() > 1
        && !class.starts_with(|it: char| it.is_ascii_uppercase())
        && class.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn classes_are_found_from_everywhere() {
        let text = "class m($a = $::other::a) {\n  $b = $::facts\n  $c = $other::c\n}\n";
        check(
            "topscope_variable",
            text,
            expect![[r#"
            1:14: warning: use $other::a instead of $::other::a
        "#]],
        );
        fixes("topscope_variable", text, &text.replace("$::other", "$other"));
    }
}
