//! Folding of code.

use analysis::{File, Snapshot};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

use crate::data;
use crate::text::{first_token_of, last_token_of, trimmed_range};

/// A range that can be folded. It spans more than one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fold {
    pub range: TextRange,
    pub kind: FoldKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FoldKind {
    /// Between two brackets. The range leaves them out, and a line that begins with the second stays to be seen.
    Brackets,
    /// Lines of code or text without a closing bracket.
    Lines,
    /// Comments on lines that follow one another, or one comment over several lines.
    Comment,
    /// From `#region` to `#endregion`.
    Region,
}

/// Blocks, bodies of resources, lists, hashes, arguments, heredocs, runs of comments, and regions, by their place.
pub fn folding_ranges(snapshot: Snapshot<'_>, file: File) -> Vec<Fold> {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::symbols::folding_ranges(snapshot, file);
    }
    if crate::erb::is_erb(snapshot, file) {
        return crate::erb::symbols::folding_ranges(snapshot, file);
    }
    if crate::rb::is_ruby(snapshot, file) {
        return crate::rb::folding_ranges(snapshot, file);
    }
    if data::is_data(snapshot, file) {
        return data::folding::folding_ranges(snapshot, file);
    }
    let root = snapshot.parse(file).syntax_node();
    let mut folds: Vec<Fold> = root.descendants().filter_map(|node| of_node(&node)).collect();
    let comments: Vec<SyntaxToken> = root
        .descendants_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| matches!(it.kind(), SyntaxKind::COMMENT | SyntaxKind::EPP_COMMENT))
        .collect();
    let text = snapshot.text(file);
    fold_comments(&comments, &text, &mut folds);
    fold_regions(&comments, &mut folds);
    folds.retain(|fold| text.get(std::ops::Range::<usize>::from(fold.range)).is_some_and(spans_lines));
    folds.sort_by_key(|fold| (fold.range.start(), std::cmp::Reverse(fold.range.end())));
    folds
}

fn spans_lines(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

fn of_node(node: &SyntaxNode) -> Option<Fold> {
    use SyntaxKind::*;
    match node.kind() {
        LIST_EXPR | ACCESS_EXPR => between(node, &[L_BRACK], &[R_BRACK]),
        ARG_LIST | PARAM_LIST | PAREN_EXPR => between(node, &[L_PAREN], &[R_PAREN]),
        QUERY => between(node, &[L_COLLECT, L_EXPORT_COLLECT], &[R_COLLECT, R_EXPORT_COLLECT]),
        EPP_PARAMS => between(node, &[PIPE], &[PIPE]),
        RESOURCE_BODY => Some(Fold { range: trimmed_range(node), kind: FoldKind::Lines }),
        HEREDOC_BODY => Some(Fold { range: with_line_break_before(node), kind: FoldKind::Lines }),
        BLOCK | HASH_EXPR | ATTRIBUTE_BLOCK | CASE_EXPR | RESOURCE | RESOURCE_DEFAULTS | RESOURCE_OVERRIDE | SELECTOR_EXPR
        | UNTITLED_RESOURCE => between(node, &[L_BRACE], &[R_BRACE]),
        _ => None,
    }
}

/// A heredoc's text begins a line. What stays to be seen is the line before, which has its tag.
fn with_line_break_before(node: &SyntaxNode) -> TextRange {
    let range = node.text_range();
    let before = node.first_token().and_then(|it| it.prev_token());
    let text = before.as_ref().map(|it| it.text()).unwrap_or_default();
    let line_break = ["\r\n", "\n"].into_iter().find(|it| text.ends_with(it)).unwrap_or_default();
    TextRange::new(range.start() - TextSize::of(line_break), range.end())
}

/// Fold between two brackets; up to the node's end while the second is not yet typed.
fn between(node: &SyntaxNode, open: &[SyntaxKind], close: &[SyntaxKind]) -> Option<Fold> {
    let open = first_token_of(node, open)?;
    let start = open.text_range().end();
    match last_token_of(node, close).filter(|close| *close != open) {
        Some(close) => Some(Fold { range: TextRange::new(start, close.text_range().start()), kind: FoldKind::Brackets }),
        None => {
            let end = trimmed_range(node).end();
            (start < end).then(|| Fold { range: TextRange::new(start, end), kind: FoldKind::Lines })
        }
    }
}

/// Comments that have nothing but their line's indentation and one line break between them.
fn fold_comments(comments: &[SyntaxToken], text: &str, folds: &mut Vec<Fold>) {
    let mut run: Option<TextRange> = None;
    for comment in comments {
        let range = comment.text_range();
        if region_mark(comment).is_some() || !is_alone_on_line(text, range.start()) {
            folds.extend(run.take().map(|range| Fold { range, kind: FoldKind::Comment }));
            if comment.text().starts_with("/*") {
                folds.push(Fold { range: without_line_break(comment), kind: FoldKind::Comment });
            }
            continue;
        }
        let gap = run.and_then(|run| text.get(usize::from(run.end())..usize::from(range.start())));
        run = match (run, gap) {
            (Some(run), Some(gap)) if is_one_line_break(gap) => Some(run.cover(without_line_break(comment))),
            (run, _) => {
                folds.extend(run.map(|range| Fold { range, kind: FoldKind::Comment }));
                Some(without_line_break(comment))
            }
        };
    }
    folds.extend(run.map(|range| Fold { range, kind: FoldKind::Comment }));
}

/// The comment without a line break that its token may hold at the end.
fn without_line_break(comment: &SyntaxToken) -> TextRange {
    let length = comment.text().trim_end_matches(['\r', '\n']).len();
    let start = comment.text_range().start();
    TextRange::at(start, TextSize::try_from(length).unwrap_or_default())
}

fn is_one_line_break(gap: &str) -> bool {
    let mut rest = gap.trim_matches([' ', '\t']);
    for line_break in ["\r\n", "\n", "\r"] {
        if let Some(after) = rest.strip_prefix(line_break) {
            rest = after;
            return rest.is_empty();
        }
    }
    false
}

fn is_alone_on_line(text: &str, at: TextSize) -> bool {
    let before = text.get(..usize::from(at)).unwrap_or_default();
    before.trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|c| c == '\n' || c == '\r')
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Start,
    End,
}

fn region_mark(comment: &SyntaxToken) -> Option<Mark> {
    let text = comment.text().strip_prefix('#')?.trim_start();
    let word = text.split(|c: char| !c.is_alphanumeric()).next()?;
    match word {
        "region" => Some(Mark::Start),
        "endregion" => Some(Mark::End),
        _ => None,
    }
}

fn fold_regions(comments: &[SyntaxToken], folds: &mut Vec<Fold>) {
    let mut open = Vec::new();
    for comment in comments {
        match region_mark(comment) {
            Some(Mark::Start) => open.push(comment.text_range().start()),
            Some(Mark::End) => {
                if let Some(start) = open.pop() {
                    folds.push(Fold { range: TextRange::new(start, without_line_break(comment).end()), kind: FoldKind::Region });
                }
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::folding_ranges;
    use crate::tests::{with_file, with_template};

    /// Shows each range by its text.
    fn render(text: &str, folds: &[super::Fold]) -> String {
        folds.iter().map(|fold| format!("{:?} {:?}\n", fold.kind, &text[fold.range])).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&render(text, &with_file(text, folding_ranges)));
    }

    #[test]
    fn what_stands_on_one_line_does_not_fold() {
        check("class a { file { 'x': mode => [1, 2] } } # c\n", expect![[""]]);
    }

    #[test]
    fn blocks_fold() {
        check(
            "class a {\n  if $x {\n    $y = 1\n  } else {\n    $y = 2\n  }\n}\n",
            expect![[r#"
            Brackets "\n  if $x {\n    $y = 1\n  } else {\n    $y = 2\n  }\n"
            Brackets "\n    $y = 1\n  "
            Brackets "\n    $y = 2\n  "
        "#]],
        );
        check(
            "case $x {\n  1: {\n    $y = 1\n  }\n  default: { }\n}\n",
            expect![[r#"
            Brackets "\n  1: {\n    $y = 1\n  }\n  default: { }\n"
            Brackets "\n    $y = 1\n  "
        "#]],
        );
        check(
            "$x ? {\n  1 => 2,\n}\n",
            expect![[r#"
            Brackets "\n  1 => 2,\n"
        "#]],
        );
    }

    #[test]
    fn bodies_and_lists_fold() {
        check(
            "file {\n  'a':\n    mode => '1';\n  'b':\n    mode => '2',\n    owner => [\n      'x',\n    ],\n}\n",
            expect![[r#"
            Brackets "\n  'a':\n    mode => '1';\n  'b':\n    mode => '2',\n    owner => [\n      'x',\n    ],\n"
            Lines "'a':\n    mode => '1'"
            Lines "'b':\n    mode => '2',\n    owner => [\n      'x',\n    ],"
            Brackets "\n      'x',\n    "
        "#]],
        );
        check(
            "$x = {\n  'a' => f(\n    1\n  ),\n}\n",
            expect![[r#"
            Brackets "\n  'a' => f(\n    1\n  ),\n"
            Brackets "\n    1\n  "
        "#]],
        );
        check(
            "class a(\n  $x,\n) {\n}\n",
            expect![[r#"
            Brackets "\n  $x,\n"
            Brackets "\n"
        "#]],
        );
        check(
            "File {\n  mode => '1',\n}\nFile['a'] {\n  mode => '2',\n}\n",
            expect![[r#"
            Brackets "\n  mode => '1',\n"
            Brackets "\n  mode => '2',\n"
        "#]],
        );
        check(
            "File <|\n  title == 'a'\n|> {\n  mode => '1',\n}\n",
            expect![[r#"
            Brackets "\n  title == 'a'\n"
            Brackets "\n  mode => '1',\n"
        "#]],
        );
    }

    #[test]
    fn heredocs_fold() {
        check(
            "$x = @(END)\n  a\n  b\n  | END\n$y = 1\n",
            expect![[r#"
            Lines "\n  a\n  b\n  | END"
        "#]],
        );
        check(
            "f(@(\"A\"), @(B))\n  a ${x}\n  | A\n  b\n  | B\n",
            expect![[r#"
            Lines "\n  a ${x}\n  | A"
            Lines "\n  b\n  | B"
        "#]],
        );
    }

    #[test]
    fn comments_that_follow_one_another_fold() {
        check(
            "# a\n# b\n\n# c\n  # d\n  # e\n$x = 1 # f\n# g\n/* h\n i */\n",
            expect![[r##"
            Comment "# a\n# b"
            Comment "# c\n  # d\n  # e"
            Comment "# g\n/* h\n i */"
        "##]],
        );
        check(
            "# a\r\n# b\r\n$x = 1\r\n",
            expect![[r##"
            Comment "# a\r\n# b"
        "##]],
        );
    }

    #[test]
    fn regions_fold() {
        check(
            "# region Files\n$x = 1\n#region\n$y = 2\n#endregion\n# endregion\n# regional\n#endregion\n",
            expect![[r##"
            Region "# region Files\n$x = 1\n#region\n$y = 2\n#endregion\n# endregion"
            Region "#region\n$y = 2\n#endregion"
        "##]],
        );
    }

    #[test]
    fn what_is_not_closed_folds_to_its_end() {
        check(
            "class a {\n  $x = [\n    1,\n",
            expect![[r#"
            Lines "\n  $x = [\n    1,"
            Lines "\n    1,"
        "#]],
        );
    }

    #[test]
    fn a_template_folds() {
        let text = "<%- |\n  $x,\n| -%>\n<% if $x { -%>\nyes\n<% } -%>\n<%# a\n b %>\n";
        expect![[r#"
            Brackets "\n  $x,\n"
            Brackets " -%>\nyes\n<% "
            Comment "<%# a\n b %>"
        "#]]
        .assert_eq(&render(text, &with_template(text, folding_ranges)));
    }
}
