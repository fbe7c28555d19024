//! Whether two texts mean the same: whether their trees differ in nothing but white space, places of comments, and commas behind last
//! elements.

use syntax::{NodeOrToken, Parse, SyntaxKind, SyntaxKind::*, SyntaxNode, SyntaxToken, WalkEvent};

use crate::Refusal;

pub(crate) fn means_the_same(before: &Parse, after: &Parse) -> Result<(), Refusal> {
    let problems = |parse: &Parse| parse.problems().iter().map(|it| (it.code, it.severity)).collect::<Vec<_>>();
    if problems(before) != problems(after) {
        return Err(Refusal::Changed);
    }
    let (before, after) = (before.syntax_node(), after.syntax_node());
    if !steps(&before).eq(steps(&after)) || !comments(&before).eq(comments(&after)) || !heredocs(&before).eq(heredocs(&after)) {
        return Err(Refusal::Changed);
    }
    Ok(())
}

#[derive(PartialEq)]
enum Step {
    Enter(SyntaxKind),
    Leave,
    Token(Text),
}

/// Compared without where it stands.
struct Text(SyntaxToken);

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.0.kind() == other.0.kind() && self.0.text() == other.0.text()
    }
}

/// The nodes and tokens of a tree, but for what has no meaning. White space within a string is its own.
fn steps(file: &SyntaxNode) -> impl Iterator<Item = Step> {
    let (mut strings, mut heredocs) = (0_u32, 0_u32);
    file.preorder_with_tokens().filter_map(move |event| match event {
        // Its place among the tokens is where the line of its tag ends.
        WalkEvent::Enter(NodeOrToken::Node(node)) if node.kind() == HEREDOC_BODY => {
            heredocs += 1;
            None
        }
        WalkEvent::Leave(NodeOrToken::Node(node)) if node.kind() == HEREDOC_BODY => {
            heredocs -= 1;
            None
        }
        _ if heredocs > 0 => None,
        WalkEvent::Enter(NodeOrToken::Node(node)) => {
            strings += u32::from(node.kind() == DQ_STRING);
            Some(Step::Enter(node.kind()))
        }
        WalkEvent::Leave(NodeOrToken::Node(node)) => {
            strings -= u32::from(node.kind() == DQ_STRING);
            Some(Step::Leave)
        }
        WalkEvent::Enter(NodeOrToken::Token(token)) => match token.kind() {
            _ if strings > 0 => Some(Step::Token(Text(token))),
            WHITESPACE | COMMENT => None,
            COMMA if is_last(&token) => None,
            _ => Some(Step::Token(Text(token))),
        },
        WalkEvent::Leave(NodeOrToken::Token(_)) => None,
    })
}

fn heredocs(file: &SyntaxNode) -> impl Iterator<Item = String> {
    file.descendants().filter(|it| it.kind() == HEREDOC_BODY).map(|it| it.text().to_string())
}

fn is_last(comma: &SyntaxToken) -> bool {
    let mut next = comma.next_token();
    while let Some(token) = next.take_if(|it| matches!(it.kind(), WHITESPACE | COMMENT) || is_in_heredoc(it)) {
        next = token.next_token();
    }
    next.is_some_and(|it| matches!(it.kind(), R_BRACE | R_BRACK | R_PAREN | PIPE | SEMICOLON))
}

fn is_in_heredoc(token: &SyntaxToken) -> bool {
    token.parent_ancestors().any(|it| it.kind() == HEREDOC_BODY)
}

/// The comments in their order.
fn comments(file: &SyntaxNode) -> impl Iterator<Item = String> {
    let tokens = file.descendants_with_tokens().filter_map(NodeOrToken::into_token);
    tokens.filter(|it| it.kind() == COMMENT).map(|it| it.text().trim_end().to_owned())
}
