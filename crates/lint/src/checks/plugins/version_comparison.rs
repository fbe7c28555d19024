//! A version that is compared as a number.

use crate::Edit;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind, Token};

pub const CHECK: Check = Check {
    name: "version_comparison",
    description: Some("Versions are compared with `versioncmp`."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::Variable) {
        let value = data.token(id).value.as_ref();
        if (value.ends_with("version") || value.ends_with("release")) && is_compared(data, id) {
            found.warning(data, id, "version compared as number").fix(move |edit| fix(edit, id));
        }
    }
}

fn is_compared(data: &Data<'_>, version: Id) -> bool {
    let Some(operator) = data.next_code(version) else { return false };
    match data.token(operator).kind {
        Kind::GreaterEqual | Kind::GreaterThan | Kind::LessEqual | Kind::LessThan => true,
        Kind::IsEqual | Kind::NotEqual => data.kind(data.next_code(operator)) == Some(Kind::Number),
        _ => false,
    }
}

fn fix(edit: &mut Edit<'_>, version: Id) -> Option<()> {
    let other = edit.next_code(version).and_then(|operator| edit.next_code(operator))?;
    // A call or an operation is no version that could be quoted.
    if !matches!(edit.kind(other), Some(Kind::Number | Kind::SString | Kind::String)) {
        return None;
    }
    let quoted = Token::new(Kind::SString, edit.value(other)?.to_owned());
    let index = edit.index(version)?;
    edit.set_value(other, "0")?;
    edit.set_kind(other, Kind::Number)?;
    let behind = [Token::new(Kind::Comma, ","), Token::new(Kind::Whitespace, " "), quoted, Token::new(Kind::RParen, ")")];
    for (at, token) in (index + 1..).zip(behind) {
        edit.put(at, token);
    }
    edit.put(index, Token::new(Kind::LParen, "("));
    edit.put(index, Token::new(Kind::Name, "versioncmp"));
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn versions_are_no_numbers() {
        let text = "if $puppetversion >= 4 { }\nif $release == 7 { }\nif $version == '1.2' { }\n";
        check(
            "version_comparison",
            text,
            expect![[r#"
            1:4: warning: version compared as number
            2:4: warning: version compared as number
        "#]],
        );
        fixes(
            "version_comparison",
            text,
            "if versioncmp($puppetversion, '4') >= 0 { }\nif versioncmp($release, '7') == 0 { }\nif $version == '1.2' { }\n",
        );
    }
}
