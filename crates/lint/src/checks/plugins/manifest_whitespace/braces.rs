//! The white space around `{` and `}`.

use super::{
    before_space, insert_space_before, is_single_space, is_space, narrow, remove_space_after_closing, remove_space_before, wrong_after,
};
use crate::Edit;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind};

pub const OPENING_BEFORE: Check = Check {
    name: "manifest_whitespace_opening_brace_before",
    description: Some("A single space stands before an opening brace."),
    help: None,
    by_default: false,
    fixes: true,
    run: opening_before,
};

pub const OPENING_AFTER: Check = Check {
    name: "manifest_whitespace_opening_brace_after",
    description: Some("A single space, or one end of a line, follows an opening brace."),
    help: None,
    by_default: false,
    fixes: true,
    run: opening_after,
};

pub const CLOSING_BEFORE: Check = Check {
    name: "manifest_whitespace_closing_brace_before",
    description: Some("A single space, or one end of a line, stands before a closing brace."),
    help: None,
    by_default: false,
    fixes: true,
    run: closing_before,
};

pub const CLOSING_AFTER: Check = Check {
    name: "manifest_whitespace_closing_brace_after",
    description: Some("A closing brace is followed by punctuation at once, or by a space and something else."),
    help: None,
    by_default: false,
    fixes: true,
    run: closing_after,
};

fn opening_before(data: &Data<'_>, found: &mut Found<'_>) {
    for &brace in data.of_kind(Kind::LBrace) {
        if !opens_well(data, brace) {
            found.error(data, brace, "there should be a single space before an opening brace").fix(move |edit| {
                let before = remove_space_before(edit, brace)?;
                if matches!(edit.kind(before), Some(Kind::LParen | Kind::LBrack)) {
                    return Some(());
                }
                insert_space_before(edit, brace)
            });
        }
    }
}

fn opens_well(data: &Data<'_>, brace: Id) -> bool {
    let (Some(prev), Some(code)) = (data.prev(brace), before_space(data, brace)) else { return true };
    let is_spaced = code + 2 == brace && is_single_space(data, prev);
    let breaks = || (code..brace).any(|id| data.token(id).kind == Kind::Newline);
    match data.token(code).kind {
        Kind::Comment | Kind::Colon => true,
        Kind::Comma if matches!(data.token(prev).kind, Kind::Indent | Kind::Newline) => true,
        Kind::LParen | Kind::LBrack => code == prev || breaks(),
        Kind::LBrace => is_spaced || breaks(),
        _ => is_spaced,
    }
}

fn opening_after(data: &Data<'_>, found: &mut Found<'_>) {
    for &brace in data.of_kind(Kind::LBrace) {
        let Some(mut next) = data.next(brace).filter(|id| !is_single_space(data, *id)) else { continue };
        match data.token(next).kind {
            Kind::RBrace | Kind::LBrack | Kind::LBrace => continue,
            Kind::Newline => match data.next(next) {
                Some(second) if data.token(second).kind == Kind::Newline => next = second,
                _ => continue,
            },
            _ => {}
        }
        let message = "there should be a single space or single newline after an opening brace";
        found.error(data, next, message).fix(move |edit| widen(edit, next));
    }
}

fn widen(edit: &mut Edit<'_>, first: Id) -> Option<()> {
    match edit.kind(first) {
        Some(Kind::Whitespace) => narrow(edit, first),
        Some(Kind::Newline) => {
            let mut at = Some(first);
            while let Some(id) = at.filter(|id| edit.kind(*id) == Some(Kind::Newline)) {
                at = edit.next(id);
                edit.remove(id)?;
            }
            Some(())
        }
        _ => insert_space_before(edit, first),
    }
}

fn closing_before(data: &Data<'_>, found: &mut Found<'_>) {
    for &brace in data.of_kind(Kind::RBrace) {
        let (Some(prev), Some(code)) = (data.prev(brace), before_space(data, brace)) else { continue };
        let is_fine = match data.token(prev).kind {
            Kind::LBrace => true,
            Kind::Indent => code + 3 == brace,
            Kind::Newline => code + 2 == brace,
            _ => data.token(code).kind != Kind::LBrace && code + 2 == brace && is_single_space(data, prev),
        };
        if !is_fine {
            let first = code + 1;
            let message = "there should be a single space or newline before a closing brace";
            found.error(data, first, message).fix(move |edit| tidy_end(edit, first, brace));
        }
    }
}

/// Takes away what stands between the last code and a brace, up to the last end of a line.
fn tidy_end(edit: &mut Edit<'_>, first: Id, brace: Id) -> Option<()> {
    let mut at = first;
    while at != brace {
        let next = edit.next(at)?;
        let ends_line = edit.kind(at) == Some(Kind::Newline);
        if ends_line && (next == brace || (edit.kind(next) == Some(Kind::Indent) && edit.next(next) == Some(brace))) {
            return Some(());
        }
        if !edit.kind(at).is_some_and(is_space) {
            return None;
        }
        edit.remove(at)?;
        at = next;
    }
    let before = edit.prev(brace).and_then(|id| edit.kind(id));
    if matches!(before, Some(Kind::LBrace | Kind::Newline | Kind::Indent)) { Some(()) } else { insert_space_before(edit, brace) }
}

fn closing_after(data: &Data<'_>, found: &mut Found<'_>) {
    for &brace in data.of_kind(Kind::RBrace) {
        if let Some(next) = wrong_after(data, brace) {
            let message = "there should be either a bracket, punctuation mark, closing quote or a newline after a closing brace, or whitespace and none of the aforementioned";
            found.error(data, next, message).fix(move |edit| remove_space_after_closing(edit, next));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    const TEXT: &str = "class m{\n\n  $a = {b => 1}\n  $c = f( { d => 2 } )\n  $e = { }\n\n}\n";

    #[test]
    fn one_space_is_before_a_brace() {
        check(
            "manifest_whitespace_opening_brace_before",
            TEXT,
            expect![[r#"
            1:8: error: there should be a single space before an opening brace
            4:11: error: there should be a single space before an opening brace
        "#]],
        );
        fixes("manifest_whitespace_opening_brace_before", TEXT, &TEXT.replace("m{", "m {").replace("f( {", "f({"));
    }

    #[test]
    fn one_space_is_within_braces() {
        check(
            "manifest_whitespace_opening_brace_after",
            TEXT,
            expect![[r#"
            2:1: error: there should be a single space or single newline after an opening brace
            3:9: error: there should be a single space or single newline after an opening brace
        "#]],
        );
        fixes("manifest_whitespace_opening_brace_after", TEXT, &TEXT.replace("{\n\n", "{\n").replace("{b", "{ b"));
        check(
            "manifest_whitespace_closing_brace_before",
            TEXT,
            expect![[r#"
            3:15: error: there should be a single space or newline before a closing brace
            5:9: error: there should be a single space or newline before a closing brace
            5:11: error: there should be a single space or newline before a closing brace
        "#]],
        );
        fixes("manifest_whitespace_closing_brace_before", TEXT, &TEXT.replace("1}", "1 }").replace("{ }\n\n", "{}\n"));
    }

    #[test]
    fn punctuation_follows_at_once() {
        check(
            "manifest_whitespace_closing_brace_after",
            TEXT,
            expect![[r#"
            4:21: error: there should be either a bracket, punctuation mark, closing quote or a newline after a closing brace, or whitespace and none of the aforementioned
        "#]],
        );
        fixes("manifest_whitespace_closing_brace_after", TEXT, &TEXT.replace("} )", "})"));
    }
}
