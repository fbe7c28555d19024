//! Literal texts and where in the file they stand.

use smol_str::SmolStr;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

use super::Spelling;

/// A text that a literal means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: SmolStr,
    /// Without quotes.
    pub(super) range: TextRange,
    pub(super) spelling: Spelling,
}

impl Word {
    /// The word without a leading `::`, as classes and types may be written.
    pub(super) fn relative(mut self) -> Word {
        if let Some(rest) = self.text.strip_prefix("::") {
            self.text = SmolStr::new(rest);
            if self.spelling != Spelling::Computed {
                self.range = TextRange::new(self.range.start() + TextSize::of("::"), self.range.end());
            }
        }
        self
    }
}

/// Text of a literal expression, if it is one: a word, a number, a string without interpolation.
pub(super) fn word(expr: &SyntaxNode) -> Option<Word> {
    match expr.kind() {
        SyntaxKind::NAME_EXPR => bare(&expr.first_token()?),
        SyntaxKind::LITERAL => {
            let token = expr.first_token()?;
            match token.kind() {
                SyntaxKind::SQ_STRING => single_quoted(&token),
                SyntaxKind::WORD | SyntaxKind::NUMBER => bare(&token),
                _ => None,
            }
        }
        SyntaxKind::KEYWORD_EXPR => bare(&expr.first_token()?),
        SyntaxKind::DQ_STRING => double_quoted(expr),
        SyntaxKind::PAREN_EXPR => word(&expr.children().next().filter(|it| it.kind() != SyntaxKind::PAREN_EXPR)?),
        _ => None,
    }
}

fn bare(token: &SyntaxToken) -> Option<Word> {
    Some(Word { text: token.text().into(), range: token.text_range(), spelling: Spelling::Bare })
}

fn single_quoted(token: &SyntaxToken) -> Option<Word> {
    let inside = token.text().strip_prefix('\'')?.strip_suffix('\'')?;
    let range = TextRange::at(token.text_range().start() + TextSize::of('\''), TextSize::of(inside));
    let text = if inside.contains('\\') { inside.replace("\\'", "'").replace("\\\\", "\\").into() } else { SmolStr::new(inside) };
    Some(Word { text, range, spelling: Spelling::Single })
}

/// A double-quoted string that holds nothing but text. One with escapes is left alone.
fn double_quoted(node: &SyntaxNode) -> Option<Word> {
    if node.first_child().is_some() {
        return None;
    }
    let mut tokens = node.children_with_tokens().filter_map(|it| it.into_token());
    let open = tokens.next()?;
    let mut text = String::new();
    let mut closed = None;
    for token in tokens {
        match token.kind() {
            SyntaxKind::STRING_TEXT => text.push_str(token.text()),
            SyntaxKind::DQ => closed = Some(token.text_range().start()),
            _ => return None,
        }
    }
    if text.contains('\\') {
        return None;
    }
    Some(Word { text: text.into(), range: TextRange::new(open.text_range().end(), closed?), spelling: Spelling::Double })
}

/// The expressions of a list, or the expression itself.
pub(super) fn each(expr: &SyntaxNode) -> Vec<SyntaxNode> {
    match expr.kind() {
        SyntaxKind::LIST_EXPR => {
            expr.children().flat_map(|it| if it.kind() == SyntaxKind::LIST_EXPR { each_flat(&it) } else { vec![it] }).collect()
        }
        _ => vec![expr.clone()],
    }
}

fn each_flat(list: &SyntaxNode) -> Vec<SyntaxNode> {
    list.children().collect()
}

/// The text of the name that an expression is: of `apache::vhost`, `Apache::Vhost` or `'apache::vhost'`.
pub(super) fn type_word(expr: &SyntaxNode) -> Option<Word> {
    match expr.kind() {
        SyntaxKind::TYPE_NAME_EXPR => {
            let token = expr.first_token()?;
            Some(Word { text: token.text().into(), range: token.text_range(), spelling: Spelling::Capitalized })
        }
        _ => word(expr),
    }
}

/// Name of the function that is called.
pub(super) fn callee(call: &SyntaxNode) -> Option<SyntaxToken> {
    match call.kind() {
        SyntaxKind::CALL_EXPR | SyntaxKind::STATEMENT_CALL => {
            let first = call.first_child().filter(|it| it.kind() == SyntaxKind::NAME_EXPR)?;
            first.first_token()
        }
        SyntaxKind::METHOD_CALL_EXPR => {
            let after_dot = call.children_with_tokens().skip_while(|it| it.kind() != SyntaxKind::DOT);
            after_dot.filter_map(|it| it.into_token()).find(|it| matches!(it.kind(), SyntaxKind::NAME | SyntaxKind::TYPE_KW))
        }
        _ => None,
    }
}

/// Arguments of a call, the receiver of a method call first.
pub(super) fn arguments(call: &SyntaxNode) -> Vec<SyntaxNode> {
    let mut found = Vec::new();
    match call.kind() {
        SyntaxKind::STATEMENT_CALL => found.extend(call.children().skip(1)),
        SyntaxKind::CALL_EXPR | SyntaxKind::METHOD_CALL_EXPR => {
            if call.kind() == SyntaxKind::METHOD_CALL_EXPR {
                found.extend(call.first_child());
            }
            let list = call.children().find(|it| it.kind() == SyntaxKind::ARG_LIST);
            found.extend(list.iter().flat_map(SyntaxNode::children));
        }
        _ => {}
    }
    found
}

/// The keys of a literal hash with their values.
pub(super) fn entries(hash: &SyntaxNode) -> Vec<(SyntaxNode, Option<SyntaxNode>)> {
    if hash.kind() != SyntaxKind::HASH_EXPR {
        return Vec::new();
    }
    let entries = hash.children().filter(|it| it.kind() == SyntaxKind::HASH_ENTRY);
    entries
        .filter_map(|entry| {
            let mut parts = entry.children();
            Some((parts.next()?, parts.next()))
        })
        .collect()
}
