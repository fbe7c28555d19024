//! Whether two texts mean the same: whether their trees differ in nothing but white space, places of comments, and commas after last
//! elements.

use syntax::{Dialect, NodeOrToken, Parse, SyntaxKind, SyntaxKind::*, TextRange, WalkEvent};

use crate::FormatError;

/// A text and what was read from it.
pub(crate) type Read<'a> = (&'a str, &'a Parse);

pub(crate) fn means_the_same(before: Read<'_>, after: &str) -> Result<(), FormatError> {
    let is_read = before.1.problems().is_empty() && syntax::same_tokens(before.0, after, before.1.options());
    // That is as much as can be asked of the tokens; who builds with assertions has the trees asked, too.
    if is_read && !cfg!(debug_assertions) {
        return Ok(());
    }
    let parse = syntax::parse(after, before.1.options());
    let result = have_the_same_tree(before, (after, &parse));
    debug_assert!(!is_read || result.is_ok(), "the tokens are the same and the trees are not");
    result
}

fn have_the_same_tree(before: Read<'_>, after: Read<'_>) -> Result<(), FormatError> {
    let problems = |parse: &Parse| parse.problems().iter().map(|it| (it.code, it.severity)).collect::<Vec<_>>();
    if problems(before.1) == problems(after.1) && Meaning::new(before) == Meaning::new(after) { Ok(()) } else { Err(FormatError::Changed) }
}

#[derive(PartialEq)]
enum Step<'a> {
    Enter(SyntaxKind),
    Leave,
    Token(SyntaxKind, &'a str),
}

#[derive(Default, PartialEq)]
struct Meaning<'a> {
    /// The nodes and tokens, but for what has no meaning. White space within a string is its own.
    steps: Vec<Step<'a>>,
    comments: Vec<&'a str>,
    /// The texts of heredocs. Their places among the tokens are where the lines of their tags end.
    heredocs: Vec<&'a str>,
}

impl<'a> Meaning<'a> {
    fn new((text, parse): Read<'a>) -> Meaning<'a> {
        let slice = |range: TextRange| text.get(range.start().into()..range.end().into()).unwrap_or("");
        let mut found = Meaning::default();
        found.steps.reserve(text.len() / 2);
        // In a template, what is not code is rendered: no blank of it may change.
        let mut in_text = parse.dialect() == Dialect::Epp;
        let mut walk = parse.syntax_node().preorder_with_tokens();
        while let Some(event) = walk.next() {
            match event {
                WalkEvent::Enter(NodeOrToken::Node(node)) => match node.kind() {
                    HEREDOC_BODY => {
                        found.heredocs.push(slice(node.text_range()));
                        walk.skip_subtree();
                    }
                    DQ_STRING => {
                        found.steps.push(Step::Token(DQ_STRING, slice(node.text_range())));
                        walk.skip_subtree();
                    }
                    kind => found.steps.push(Step::Enter(kind)),
                },
                WalkEvent::Leave(NodeOrToken::Node(node)) if matches!(node.kind(), HEREDOC_BODY | DQ_STRING) => {}
                WalkEvent::Leave(NodeOrToken::Node(_)) => found.steps.push(Step::Leave),
                WalkEvent::Enter(NodeOrToken::Token(token)) => {
                    let kind = token.kind();
                    match kind {
                        EPP_TAG => in_text = slice(token.text_range()).ends_with('>'),
                        EPP_EXPR_START | EPP_END | EPP_END_TRIM => in_text = kind != EPP_EXPR_START,
                        _ => {}
                    }
                    match kind {
                        WHITESPACE if !in_text => {}
                        COMMENT => found.comments.push(slice(token.text_range()).trim_end()),
                        _ => {
                            if matches!(kind, R_BRACE | R_BRACK | R_PAREN | PIPE | SEMICOLON) {
                                found.forget_comma();
                            }
                            found.steps.push(Step::Token(kind, slice(token.text_range())));
                        }
                    }
                }
                WalkEvent::Leave(NodeOrToken::Token(_)) => {}
            }
        }
        found
    }

    /// A comma before what closes a list says nothing.
    fn forget_comma(&mut self) {
        let last = self.steps.iter().rposition(|it| !matches!(it, Step::Leave));
        if let Some(last) = last.filter(|it| matches!(self.steps.get(*it), Some(Step::Token(COMMA, _)))) {
            self.steps.remove(last);
        }
    }
}

#[cfg(test)]
mod tests {
    use syntax::ParseOptions;

    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str, is_same: bool) {
        let parse = |text: &str| syntax::parse(text, ParseOptions::default());
        assert_eq!(means_the_same((before, &parse(before)), after).is_ok(), is_same);
    }

    #[test]
    fn white_space_and_last_commas_say_nothing() {
        check("$a=[1,2]", "$a = [\n  1,\n  2,\n]\n", true);
        check("file { 'a': mode => 1 }", "file { 'a':\n  mode => 1,\n}", true);
        check("foo(@(A),)\nb\n| A\n", "foo(@(A))\nb\n| A\n", true);
    }

    #[test]
    fn all_else_does() {
        check("$a = [1, 2]", "$a = [1, 3]", false);
        check("$a = \"b c\"", "$a = \"b  c\"", false);
        check("$a = $b[1]", "$a = $b [1]", false);
        check("# a\n$b = 1", "$b = 1", false);
        check("# a\n# b\n", "# b\n# a\n", false);
        check("$a = @(A)\n  b\n| A\n", "$a = @(A)\n   b\n| A\n", false);
        check("$a = 1", "$a = = 1", false);
    }
}
