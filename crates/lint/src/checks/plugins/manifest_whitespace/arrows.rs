//! The space after `=>`.

use super::{insert_space_before, is_single_space, narrow};
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const AFTER: Check = Check {
    name: "manifest_whitespace_arrows_single_space_after",
    description: Some("A single space follows an arrow."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &arrow in data.of_kind(Kind::FArrow) {
        if let Some(next) = data.next(arrow).filter(|next| !is_single_space(data, *next)) {
            found.error(data, next, "there should be a single space after an arrow").fix(move |edit| {
                if edit.kind(next) == Some(Kind::Whitespace) { narrow(edit, next) } else { insert_space_before(edit, next) }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn one_space_follows() {
        let text = "$a = { b =>  1, c =>2, d => 3 }\n";
        check(
            "manifest_whitespace_arrows_single_space_after",
            text,
            expect![[r#"
            1:12: error: there should be a single space after an arrow
            1:21: error: there should be a single space after an arrow
        "#]],
        );
        fixes("manifest_whitespace_arrows_single_space_after", text, "$a = { b => 1, c => 2, d => 3 }\n");
    }
}
