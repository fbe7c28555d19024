//! The last element of a list over several lines without a comma.

use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::{Id, Kind, Token};

pub const CHECK: Check = Check {
    name: "trailing_comma",
    description: Some("Lists over several lines end in a comma."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    let mut ends = |end: Id, empty: Kind| ends(data, end, empty, &budget, found);
    for resource in data.resources() {
        ends(resource.tokens.end, Kind::Colon);
    }
    for array in data.arrays() {
        if data.kind(data.prev_code(array.start)) != Some(Kind::Type) {
            ends(array.end, Kind::LBrack);
        }
    }
    for hash in data.hashes() {
        ends(hash.end, Kind::LBrace);
    }
    for defaults in data.defaults() {
        // What a function returns, and what a condition asks for, are followed by a brace as well.
        if !matches!(data.kind(data.prev_code(defaults.start)), None | Some(Kind::RShift | Kind::Match | Kind::NoMatch)) {
            ends(defaults.end, Kind::LBrace);
        }
    }
}

/// `empty` is what stands before the end of a list of nothing.
fn ends(data: &Data<'_>, end: Id, empty: Kind, budget: &Budget, found: &mut Found<'_>) {
    let Some(close) = end.checked_sub(1).filter(|id| data.token(*id).kind != Kind::Semic) else { return };
    let mut last = data.prev_code(close);
    // The comma stands after what opens a heredoc.
    if matches!(data.kind(last), Some(Kind::Heredoc | Kind::HeredocPost)) {
        while let Some(id) = last.filter(|id| data.token(*id).kind != Kind::HeredocOpen && budget.step()) {
            last = data.prev_code(id);
        }
    }
    let Some(last) = last else { return };
    let kind = data.token(last).kind;
    if kind == empty || kind == Kind::Comma {
        return;
    }
    if let Some(line_end) = data.next(last).filter(|id| data.token(*id).kind == Kind::Newline) {
        found.warning(data, line_end, "missing trailing comma after last element").fix(move |edit| {
            let index = edit.index(line_end)?;
            edit.put(index, Token::new(Kind::Comma, ","));
            Some(())
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn lists_over_several_lines_end_in_a_comma() {
        let text = "file { '/a':\n  ensure => file\n}\n$b = [\n  1,\n  2\n]\n$c = {\n  d => 1\n}\n$e = [1, 2]\n$f = [\n]\n";
        check(
            "trailing_comma",
            text,
            expect![[r#"
            2:17: warning: missing trailing comma after last element
            6:4: warning: missing trailing comma after last element
            9:9: warning: missing trailing comma after last element
        "#]],
        );
        fixes(
            "trailing_comma",
            text,
            "file { '/a':\n  ensure => file,\n}\n$b = [\n  1,\n  2,\n]\n$c = {\n  d => 1,\n}\n$e = [1, 2]\n$f = [\n]\n",
        );
    }

    #[test]
    fn a_heredoc_has_its_comma_where_it_opens() {
        let text = "$a = [\n  @(END)\n    text\n    | END\n]\n";
        fixes("trailing_comma", text, "$a = [\n  @(END),\n    text\n    | END\n]\n");
    }
}
