//! The white space around `[` and `]`.

use super::{before_space, insert_space_before, is_single_space, is_space, remove_space_after_closing, remove_space_before, wrong_after};
use crate::Edit;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind};

pub const OPENING_BEFORE: Check = Check {
    name: "manifest_whitespace_opening_bracket_before",
    description: Some("A single space stands before an opening bracket that begins a value."),
    help: None,
    by_default: false,
    fixes: true,
    run: opening_before,
};

pub const OPENING_AFTER: Check = Check {
    name: "manifest_whitespace_opening_bracket_after",
    description: Some("No white space, or one end of a line, follows an opening bracket."),
    help: None,
    by_default: false,
    fixes: true,
    run: opening_after,
};

pub const CLOSING_BEFORE: Check = Check {
    name: "manifest_whitespace_closing_bracket_before",
    description: Some("No white space, or one end of a line, stands before a closing bracket."),
    help: None,
    by_default: false,
    fixes: true,
    run: closing_before,
};

pub const CLOSING_AFTER: Check = Check {
    name: "manifest_whitespace_closing_bracket_after",
    description: Some("A closing bracket is followed by punctuation at once, or by a space and something else."),
    help: None,
    by_default: false,
    fixes: true,
    run: closing_after,
};

fn opening_before(data: &Data<'_>, found: &mut Found<'_>) {
    for &bracket in data.of_kind(Kind::LBrack) {
        if !opens_well(data, bracket) {
            found.error(data, bracket, "there should be a single space before an opening bracket").fix(move |edit| {
                let before = remove_space_before(edit, bracket)?;
                if matches!(edit.kind(before), Some(Kind::LParen | Kind::LBrack | Kind::LBrace)) {
                    return Some(());
                }
                insert_space_before(edit, bracket)
            });
        }
    }
}

fn opens_well(data: &Data<'_>, bracket: Id) -> bool {
    let (Some(prev), Some(code)) = (data.prev(bracket), before_space(data, bracket)) else { return true };
    let (space, kind) = (data.token(prev).kind, data.token(code).kind);
    let begins_line = matches!(space, Kind::Indent | Kind::Newline);
    let is_spaced = prev + 1 == bracket && code + 1 == prev && is_single_space(data, prev);
    if matches!(space, Kind::ClassRef | Kind::Variable | Kind::Name) || kind == Kind::Comment {
        return true;
    }
    if begins_line && matches!(kind, Kind::Semic | Kind::Comma | Kind::Colon | Kind::Name | Kind::RBrack | Kind::RBrace) {
        return true;
    }
    match kind {
        Kind::RBrack | Kind::RBrace | Kind::RParen | Kind::LParen | Kind::LBrack | Kind::LBrace | Kind::Type
            if code == prev || begins_line =>
        {
            return true;
        }
        Kind::RBrack | Kind::RBrace | Kind::RParen | Kind::LParen | Kind::LBrack | Kind::LBrace | Kind::Type => {}
        Kind::ClassRef | Kind::Variable => {}
        _ if is_spaced => return true,
        _ => {}
    }
    // A block of code may hold nothing but a list.
    kind == Kind::LBrace && before_space(data, code).is_none_or(|id| matches!(data.token(id).kind, Kind::Name | Kind::Pipe) && is_spaced)
}

fn opening_after(data: &Data<'_>, found: &mut Found<'_>) {
    for &bracket in data.of_kind(Kind::LBrack) {
        let Some(mut next) = data.next(bracket).filter(|id| is_space(data.token(*id).kind)) else { continue };
        if data.token(next).kind == Kind::Newline {
            match data.next(next) {
                Some(second) if data.token(second).kind == Kind::Newline => next = second,
                _ => continue,
            }
        }
        let message = "there should be no whitespace or a single newline after an opening bracket";
        found.error(data, next, message).fix(move |edit| close_up(edit, next));
    }
}

fn close_up(edit: &mut Edit<'_>, first: Id) -> Option<()> {
    if edit.kind(first) == Some(Kind::Whitespace) {
        return edit.remove(first);
    }
    let mut at = first;
    loop {
        let next = edit.next(at)?;
        let goes_on = match edit.kind(next) {
            Some(Kind::Newline) => true,
            Some(Kind::Indent) => edit.next(next).is_some_and(|id| edit.kind(id) != Some(Kind::Newline)),
            _ => false,
        };
        if !goes_on {
            return Some(());
        }
        edit.remove(at)?;
        at = next;
    }
}

fn closing_before(data: &Data<'_>, found: &mut Found<'_>) {
    for &bracket in data.of_kind(Kind::RBrack) {
        let (Some(prev), Some(code)) = (data.prev(bracket), before_space(data, bracket)) else { continue };
        let is_fine = match data.token(prev).kind {
            Kind::Indent => code + 3 == bracket,
            Kind::Newline => code + 2 == bracket,
            Kind::Whitespace => false,
            _ => true,
        };
        if is_fine {
            continue;
        }
        let first = code + 1;
        let message = "there should be no whitespace or a single newline before a closing bracket";
        found.error(data, first, message).fix(move |edit| {
            if edit.kind(first) == Some(Kind::Whitespace) {
                return edit.remove(first);
            }
            // The first end of the line stays, and the indentation of the bracket.
            loop {
                let next = edit.next(first)?;
                let after = edit.next(next).and_then(|id| edit.kind(id));
                match edit.kind(next) {
                    Some(Kind::RBrack) => return Some(()),
                    Some(Kind::Indent) if after == Some(Kind::RBrack) => return Some(()),
                    Some(kind) if is_space(kind) => edit.remove(next)?,
                    _ => return None,
                }
            }
        });
    }
}

fn closing_after(data: &Data<'_>, found: &mut Found<'_>) {
    for &bracket in data.of_kind(Kind::RBrack) {
        if let Some(next) = wrong_after(data, bracket) {
            let message = "there should be either a bracket, punctuation mark, closing quote or a newline after a closing bracket, or whitespace and none of the aforementioned";
            found.error(data, next, message).fix(move |edit| remove_space_after_closing(edit, next));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn a_list_has_one_space_before_it() {
        let text = "$a =[1]\n$b =  [1]\n$c = [1]\n$d = f( [1], [2])\n";
        check(
            "manifest_whitespace_opening_bracket_before",
            text,
            expect![[r#"
            1:5: error: there should be a single space before an opening bracket
            2:7: error: there should be a single space before an opening bracket
            4:9: error: there should be a single space before an opening bracket
        "#]],
        );
        fixes("manifest_whitespace_opening_bracket_before", text, "$a = [1]\n$b = [1]\n$c = [1]\n$d = f([1], [2])\n");
    }

    #[test]
    fn no_space_is_within_a_list() {
        let text = "$a = [ 1 ]\n$b = [\n  1,\n]\n";
        check(
            "manifest_whitespace_opening_bracket_after",
            text,
            expect![[r#"
            1:7: error: there should be no whitespace or a single newline after an opening bracket
        "#]],
        );
        fixes("manifest_whitespace_opening_bracket_after", text, "$a = [1 ]\n$b = [\n  1,\n]\n");
        check(
            "manifest_whitespace_closing_bracket_before",
            text,
            expect![[r#"
            1:9: error: there should be no whitespace or a single newline before a closing bracket
        "#]],
        );
        fixes("manifest_whitespace_closing_bracket_before", text, "$a = [ 1]\n$b = [\n  1,\n]\n");
    }

    #[test]
    fn punctuation_follows_at_once() {
        let text = "$a = [[1] , [2]]\n$b = [1] + [2]\n";
        check(
            "manifest_whitespace_closing_bracket_after",
            text,
            expect![[r#"
            1:10: error: there should be either a bracket, punctuation mark, closing quote or a newline after a closing bracket, or whitespace and none of the aforementioned
        "#]],
        );
        fixes("manifest_whitespace_closing_bracket_after", text, "$a = [[1], [2]]\n$b = [1] + [2]\n");
    }
}
