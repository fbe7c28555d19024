//! What an editor may fold away.

use analysis::{File, Snapshot};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

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
        HEREDOC_BODY => Some(Fold { range: node.text_range(), kind: FoldKind::Lines }),
        BLOCK | HASH_EXPR | ATTRIBUTE_BLOCK | CASE_EXPR | RESOURCE | RESOURCE_DEFAULTS | RESOURCE_OVERRIDE | SELECTOR_EXPR
        | UNTITLED_RESOURCE => between(node, &[L_BRACE], &[R_BRACE]),
        _ => None,
    }
}

/// What stands between two brackets; up to the node's end while the second is not yet typed.
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
