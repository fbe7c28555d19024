//! Names without quotes as options of a `case` or a selector.

use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::{Id, Kind};

pub const IN_CASE: Check = Check {
    name: "unquoted_string_in_case",
    description: Some("The options of a `case` are quoted."),
    help: None,
    by_default: false,
    fixes: true,
    run: in_case,
};

pub const IN_SELECTOR: Check = Check {
    name: "unquoted_string_in_selector",
    description: Some("The options of a selector are quoted."),
    help: None,
    by_default: false,
    fixes: true,
    run: in_selector,
};

fn in_case(data: &Data<'_>, found: &mut Found<'_>) {
    tell(data, Kind::Case, Kind::Colon, "unquoted string in case", found);
}

fn in_selector(data: &Data<'_>, found: &mut Found<'_>) {
    tell(data, Kind::QMark, Kind::FArrow, "unquoted string in selector", found);
}

fn tell(data: &Data<'_>, keyword: Kind, separator: Kind, message: &'static str, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for &id in data.of_kind(keyword) {
        for separator in separators(data, id, separator, &budget) {
            // The options stand before it on its line.
            for option in budget.walk((id..separator).rev()) {
                let token = data.token(option);
                match token.kind {
                    Kind::Newline | Kind::LBrace => break,
                    Kind::Name => {}
                    Kind::ClassRef if !token.value.contains("::") => {}
                    _ => continue,
                }
                found.warning(data, option, message).fix(move |edit| edit.set_kind(option, Kind::SString));
            }
        }
    }
}

/// Separators of options and values in the braces that follow; not in braces within them.
fn separators(data: &Data<'_>, keyword: Id, separator: Kind, budget: &Budget) -> Vec<Id> {
    let mut found = Vec::new();
    let mut depth = 0_i32;
    for id in budget.walk(keyword + 1..data.ids().end) {
        match data.token(id).kind {
            Kind::LBrace => depth += 1,
            Kind::RBrace => {
                depth -= 1;
                if depth <= 0 {
                    break;
                }
            }
            kind if kind == separator && depth == 1 => found.push(id),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn options_of_a_case_are_quoted() {
        let text = "case $a {\n  b, 'c': { file { d: } }\n  Debian: { }\n  Some::Type: { }\n  default: { }\n}\n";
        check(
            "unquoted_string_in_case",
            text,
            expect![[r#"
            2:3: warning: unquoted string in case
            3:3: warning: unquoted string in case
        "#]],
        );
        fixes("unquoted_string_in_case", text, &text.replace("b, ", "'b', ").replace("Debian", "'Debian'"));
    }

    #[test]
    fn options_of_a_selector_are_quoted() {
        let text = "$a = $b ? {\n  c       => d,\n  default => { e => 1 },\n}\n";
        check(
            "unquoted_string_in_selector",
            text,
            expect![[r#"
            2:3: warning: unquoted string in selector
        "#]],
        );
        fixes("unquoted_string_in_selector", text, &text.replace("  c ", "  'c' "));
    }
}
