//! Lines that are indented by more or less than what is open before them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::{Check, Found, Severity};
use crate::data::Data;
use crate::lexer::characters;
use crate::token::{Id, Kind, Token};

pub const CHECK: Check = Check {
    name: "strict_indent",
    description: Some("Lines are indented by two for each bracket that is open before them."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

const STEP: i64 = 2;

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let matches = matches(data);
    let line = |id: Id| data.token(id).line;
    let kind = |id: Id| data.token(id).kind;
    let ends = data.of_kind(Kind::Newline);
    let mut indent = 0_i64;
    // The line of the colon that the body of a resource is indented for.
    let mut colon: Option<u32> = None;
    for (index, &end) in ends.iter().enumerate() {
        let first = end + 1;
        if data.get(first).is_none() {
            break;
        }
        let begin = index.checked_sub(1).and_then(|it| ends.get(it)).map_or(0, |it| it + 1);
        let next_end = ends.get(index + 1).copied().unwrap_or(data.ids().end);
        let mut once = 0_i64;
        let mut opened = 0_i64;
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        for id in (begin..end).rev() {
            match kind(id) {
                Kind::HeredocOpen => once += 1,
                Kind::LBrace | Kind::LBrack | Kind::LParen => match matches.get(&id).map(|it| line(*it)) {
                    None => opened += 1,
                    // Brackets that close on the same line count once.
                    Some(closing) if closing > line(id) && seen.insert(closing) => opened += 1,
                    Some(_) => {}
                },
                _ => {}
            }
        }
        indent += opened;
        let last = (0..end).rev().find(|id| !matches!(kind(*id), Kind::Whitespace | Kind::Comment));
        match last.map(|id| (id, kind(id))) {
            Some((id, Kind::Colon)) if opened == 0 && colon.is_none() => {
                colon = Some(line(id));
                indent += 1;
            }
            Some((_, Kind::Semic)) if colon.take().is_some() => indent -= 1,
            Some((_, Kind::Equals | Kind::FArrow)) => once += 1,
            _ => {}
        }
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        for id in first..next_end {
            match kind(id) {
                closing @ (Kind::RBrace | Kind::RBrack | Kind::RParen) => {
                    let Some(opening) = matches.get(&id).map(|it| line(*it)) else { continue };
                    if opening < line(id) && seen.insert(opening) {
                        indent -= 1;
                    }
                    if closing == Kind::RBrace && colon.is_some_and(|colon| opening < colon) {
                        indent -= 1;
                        colon = None;
                    }
                }
                // A semicolon alone on its line.
                Kind::Semic if colon.is_some() && matches!(kind(id - 1), Kind::Indent | Kind::Newline) && id + 1 == next_end => {
                    once -= 1;
                }
                _ => {}
            }
        }
        if indent < 0 {
            let token = data.token(first);
            let message = "Error calculating indent. Please file an issue at https://github.com/relud/puppet-lint-indent-check/issues";
            found.at(Severity::Error, token.line, token.column, message);
            return;
        }
        let actual = i64::from(actual(data, first));
        let expected = (indent + once) * STEP;
        if actual == expected || matches!(kind(first), Kind::Comment | Kind::Newline) {
            continue;
        }
        let spaces = " ".repeat(usize::try_from(expected).unwrap_or(0));
        found.warning(data, first, format!("indent should be {expected} chars and is {actual}")).fix(move |edit| {
            match edit.kind(first) {
                Some(Kind::Indent | Kind::Whitespace) => edit.set_value(first, spaces.clone()),
                // To move the text would be to move each of its lines.
                Some(Kind::Heredoc | Kind::HeredocPre) => None,
                _ => {
                    let index = edit.index(first)?;
                    edit.put(index, Token::new(Kind::Indent, spaces.clone()));
                    Some(())
                }
            }
        });
    }
}

/// Which brackets belong together, in both directions.
fn matches(data: &Data<'_>) -> FxHashMap<Id, Id> {
    let mut open: [Vec<Id>; 3] = Default::default();
    let mut found = FxHashMap::default();
    for id in data.ids() {
        let (kind, opens) = match data.token(id).kind {
            Kind::LBrace => (0, true),
            Kind::LBrack => (1, true),
            Kind::LParen => (2, true),
            Kind::RBrace => (0, false),
            Kind::RBrack => (1, false),
            Kind::RParen => (2, false),
            _ => continue,
        };
        let Some(of_kind) = open.get_mut(kind) else { continue };
        if opens {
            of_kind.push(id);
        } else if let Some(other) = of_kind.pop() {
            found.insert(id, other);
            found.insert(other, id);
        }
    }
    found
}

/// The indentation of a line; that of a heredoc is where its end stands.
fn actual(data: &Data<'_>, first: Id) -> u32 {
    let token = data.token(first);
    let last_line = |text: &str| characters(text.trim_end_matches('\n').rsplit('\n').next().unwrap_or(""));
    match token.kind {
        Kind::Indent => characters(&token.value),
        Kind::Heredoc if token.value.ends_with('\n') => 0,
        Kind::Heredoc => last_line(&token.value),
        Kind::HeredocPre => {
            let rest = (first..data.ids().end).take_while(|id| data.token(*id).kind != Kind::Newline);
            let mut ends = rest.filter(|id| data.token(*id).kind == Kind::HeredocPost);
            ends.next().map_or(0, |id| last_line(&data.token(id).value))
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn what_is_open_indents() {
        let text = "class m {\n    $a = [\n    1,\n      2,\n  ]\n  file { '/b':\n  ensure => file,\n  }\n$c =\n  1\n}\n";
        check(
            "strict_indent",
            text,
            expect![[r#"
            2:1: warning: indent should be 2 chars and is 4
            4:1: warning: indent should be 4 chars and is 6
            7:1: warning: indent should be 4 chars and is 2
            9:1: warning: indent should be 2 chars and is 0
            10:1: warning: indent should be 4 chars and is 2
        "#]],
        );
        fixes(
            "strict_indent",
            text,
            "class m {\n  $a = [\n    1,\n    2,\n  ]\n  file { '/b':\n    ensure => file,\n  }\n  $c =\n    1\n}\n",
        );
    }
}
