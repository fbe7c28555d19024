//! Empty lines, and the ends of the file.

use super::is_space;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Kind, Token};

pub const TWO_EMPTY: Check = Check {
    name: "manifest_whitespace_two_empty_lines",
    description: Some("No two empty lines follow each other."),
    help: None,
    by_default: false,
    fixes: true,
    run: two_empty,
};

pub const BEGINNING: Check = Check {
    name: "manifest_whitespace_newline_beginning_of_file",
    description: Some("A manifest does not begin with an empty line."),
    help: None,
    by_default: false,
    fixes: true,
    run: beginning,
};

pub const MISSING: Check = Check {
    name: "manifest_whitespace_missing_newline_end_of_file",
    description: Some("The last line of a manifest ends."),
    help: None,
    by_default: false,
    fixes: true,
    run: missing,
};

pub const DOUBLE: Check = Check {
    name: "manifest_whitespace_double_newline_end_of_file",
    description: Some("A manifest does not end in empty lines."),
    help: None,
    by_default: false,
    fixes: true,
    run: double,
};

fn two_empty(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::Newline) {
        let blank = (0..id).rev().map(|id| data.token(id).kind).take_while(|kind| is_space(*kind));
        if blank.filter(|kind| *kind == Kind::Newline).nth(1).is_some() {
            found.error(data, id, "there should be no two consecutive empty lines").fix(move |edit| edit.remove(id));
        }
    }
}

fn beginning(data: &Data<'_>, found: &mut Found<'_>) {
    for id in data.ids().take_while(|id| data.token(*id).kind == Kind::Newline) {
        found.error(data, id, "there should not be a newline at the beginning of a manifest").fix(move |edit| edit.remove(id));
    }
}

fn missing(data: &Data<'_>, found: &mut Found<'_>) {
    let Some(last) = data.ids().last().filter(|id| data.token(*id).kind != Kind::Newline) else { return };
    found.error(data, last, "there should be a single newline at the end of a manifest").fix(|edit| {
        edit.put(usize::MAX, Token::new(Kind::Newline, "\n"));
        Some(())
    });
}

fn double(data: &Data<'_>, found: &mut Found<'_>) {
    let mut ends = data.ids().rev().take_while(|id| data.token(*id).kind == Kind::Newline).peekable();
    while let Some(id) = ends.next() {
        // The first of them ends the last line.
        if ends.peek().is_some() {
            found.error(data, id, "there should be a single newline at the end of a manifest").fix(move |edit| {
                edit.drop(id);
                Some(())
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn one_empty_line_is_enough() {
        let text = "$a = 1\n\n\n\n$b = 2\n\n$c = 3\n";
        check(
            "manifest_whitespace_two_empty_lines",
            text,
            expect![[r#"
            3:1: error: there should be no two consecutive empty lines
            4:1: error: there should be no two consecutive empty lines
        "#]],
        );
        fixes("manifest_whitespace_two_empty_lines", text, "$a = 1\n\n$b = 2\n\n$c = 3\n");
    }

    #[test]
    fn a_manifest_begins_and_ends_with_code() {
        let text = "\n\n$a = 1\n\n\n";
        check(
            "manifest_whitespace_newline_beginning_of_file",
            text,
            expect![[r#"
            1:1: error: there should not be a newline at the beginning of a manifest
            2:1: error: there should not be a newline at the beginning of a manifest
        "#]],
        );
        fixes("manifest_whitespace_newline_beginning_of_file", text, "$a = 1\n\n\n");
        check(
            "manifest_whitespace_double_newline_end_of_file",
            text,
            expect![[r#"
            5:1: error: there should be a single newline at the end of a manifest
            4:1: error: there should be a single newline at the end of a manifest
        "#]],
        );
        fixes("manifest_whitespace_double_newline_end_of_file", text, "\n\n$a = 1\n");
        check("manifest_whitespace_missing_newline_end_of_file", text, expect![[r#""#]]);
        check(
            "manifest_whitespace_missing_newline_end_of_file",
            "$a = 1",
            expect![[r#"
            1:6: error: there should be a single newline at the end of a manifest
        "#]],
        );
        fixes("manifest_whitespace_missing_newline_end_of_file", "$a = 1", "$a = 1\n");
    }
}
