//! Surroundings of a cursor, in texts that are nearly always broken there.
//!
//! A word is written at the cursor and the text is parsed with it. What it means is then read from the tokens before it, from bracket to
//! bracket: they are the same whatever is missing after the cursor.

use syntax::{Dialect, NodeOrToken, ParseOptions, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

/// Marker that is written at the cursor. It continues every kind of word.
const MARK: &str = "zzcursorzz";
/// The same where a type's name goes on after `::`.
const CAPITAL_MARK: &str = "Zzcursorzz";

/// Limit of the tokens before the cursor that are read.
const FARTHEST: usize = 50_000;

/// A text with a word at the cursor.
pub(crate) struct Cursor {
    pub(crate) parse: syntax::Parse,
    /// The token that the word is in.
    pub(crate) token: SyntaxToken,
    pub(crate) offset: TextSize,
    mark: TextSize,
}

/// A string that the cursor is in.
#[derive(Clone, Debug)]
pub(crate) struct InString {
    /// Content on the line of the cursor.
    pub(crate) content: TextRange,
    /// Its first token.
    pub(crate) start: SyntaxToken,
}

impl Cursor {
    pub(crate) fn new(text: &str, dialect: Dialect, offset: TextSize) -> Option<Cursor> {
        let at = usize::from(offset);
        let (before, after) = (text.get(..at)?, text.get(at..)?);
        let word = before.rsplit(|it: char| !it.is_ascii_alphanumeric() && it != '_' && it != ':').next().unwrap_or_default();
        let is_type = word.ends_with("::") && word.trim_start_matches("::").starts_with(|it: char| it.is_ascii_uppercase());
        let mark = if is_type { CAPITAL_MARK } else { MARK };
        let mut marked = String::with_capacity(text.len() + mark.len());
        marked.push_str(before);
        marked.push_str(mark);
        marked.push_str(after);
        let parse = syntax::parse(&marked, ParseOptions { dialect, ..ParseOptions::default() });
        let token = parse.syntax_node().token_at_offset(offset + TextSize::from(1)).left_biased()?;
        Some(Cursor { parse, token, offset, mark: TextSize::of(mark) })
    }

    /// A place of the marked text in the text that was asked about.
    pub(crate) fn unmarked(&self, range: TextRange) -> TextRange {
        let one = |at: TextSize| match at {
            at if at <= self.offset => at,
            at if at <= self.offset + self.mark => self.offset,
            at => at - self.mark,
        };
        TextRange::new(one(range.start()), one(range.end()))
    }

    /// Whether the cursor stands in a comment, a regular expression, the text of a template or a heredoc.
    pub(crate) fn is_in_text(&self) -> bool {
        use SyntaxKind::*;
        match self.token.kind() {
            COMMENT | EPP_COMMENT | EPP_TEXT | REGEX | HEREDOC_TAG | HEREDOC_END => true,
            STRING_TEXT => self.token.parent_ancestors().all(|it| it.kind() != DQ_STRING),
            _ => false,
        }
    }

    /// The string that the cursor is in.
    pub(crate) fn string(&self) -> Option<InString> {
        let range = self.token.text_range();
        let text = self.token.text();
        let in_token = usize::from(self.offset.checked_sub(range.start())?);
        match self.token.kind() {
            SyntaxKind::SQ_STRING => {
                // Before the quote is no place in the string.
                text.get(1..in_token)?;
                let content = TextRange::new(range.start() + TextSize::from(1), self.line_end(text, in_token, '\''));
                Some(InString { content: self.unmarked(content), start: self.token.clone() })
            }
            SyntaxKind::STRING_TEXT => {
                let string = self.token.parent_ancestors().find(|it| it.kind() == SyntaxKind::DQ_STRING)?;
                let start = string.first_token()?;
                // What is put together from variables names nothing.
                if next(&start).as_ref() != Some(&self.token) {
                    return None;
                }
                let content = TextRange::new(range.start(), self.line_end(text, in_token, '"'));
                Some(InString { content: self.unmarked(content), start })
            }
            _ => None,
        }
    }

    /// Where what a string holds ends: at its quote, or with the line, or at the cursor where it goes on in other lines.
    fn line_end(&self, text: &str, in_token: usize, quote: char) -> TextSize {
        let start = self.token.text_range().start();
        let rest = text.get(in_token..).unwrap_or_default();
        match rest.find([quote, '\n', '\r']) {
            Some(at) if rest.get(at..).is_some_and(|it| it.starts_with(quote)) => start + size(in_token + at),
            Some(_) => self.offset + self.mark,
            // A double-quoted text ends where its token does.
            None if quote == '"' => start + size(text.len()),
            None => self.offset + self.mark,
        }
    }

    /// The word around the cursor, up to the cursor and as a whole.
    pub(crate) fn word(&self, text: &str) -> (TextRange, TextRange) {
        let at = usize::from(self.offset);
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == ':';
        let before = text.get(..at).unwrap_or_default();
        let mut start = before.trim_end_matches(is_word).len();
        // The colon after a title is none of the word's.
        let word = before.get(start..).unwrap_or_default();
        if word.starts_with(':') && !word.starts_with("::") {
            start += 1;
        }
        let after = text.get(at..).unwrap_or_default();
        let mut length = after.len() - after.trim_start_matches(is_word).len();
        let tail = after.get(..length).unwrap_or_default();
        if let Some(colon) = lone_colon(tail) {
            length = colon;
        }
        (TextRange::new(size(start), self.offset), TextRange::new(size(start), size(at + length)))
    }
}

/// The first `:` that is not one of two.
fn lone_colon(text: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text.get(at..)?.find(':') {
        if text.get(at + found..)?.starts_with("::") {
            at += found + 2;
        } else {
            return Some(at + found);
        }
    }
    None
}

pub(crate) fn size(length: usize) -> TextSize {
    TextSize::try_from(length).unwrap_or_default()
}

/// The token before another. (Those of rowan stop at nodes that hold nothing, of which broken texts are full.)
pub(crate) fn previous(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut element = SyntaxElement::from(token.clone());
    loop {
        let sibling = std::iter::successors(element.prev_sibling_or_token(), |it| it.prev_sibling_or_token());
        if let Some(found) = sibling.into_iter().find(|it| !it.text_range().is_empty()) {
            return end_of(found, |node| node.last_child_or_token(), |it| it.prev_sibling_or_token());
        }
        element = element.parent()?.into();
    }
}

/// The token after another.
pub(crate) fn next(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut element = SyntaxElement::from(token.clone());
    loop {
        let sibling = std::iter::successors(element.next_sibling_or_token(), |it| it.next_sibling_or_token());
        if let Some(found) = sibling.into_iter().find(|it| !it.text_range().is_empty()) {
            return end_of(found, |node| node.first_child_or_token(), |it| it.next_sibling_or_token());
        }
        element = element.parent()?.into();
    }
}

/// The token at one end of something that is not empty.
fn end_of(
    mut element: SyntaxElement,
    first: impl Fn(&SyntaxNode) -> Option<SyntaxElement>,
    step: impl Fn(&SyntaxElement) -> Option<SyntaxElement>,
) -> Option<SyntaxToken> {
    loop {
        match element {
            NodeOrToken::Token(token) => return Some(token),
            NodeOrToken::Node(node) => element = std::iter::successors(first(&node), &step).find(|it| !it.text_range().is_empty())?,
        }
    }
}

/// The token before another that means something; of a string or a heredoc's text the first one.
pub(crate) fn before(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut token = previous(token)?;
    for _ in 0..FARTHEST {
        use SyntaxKind::*;
        let kind = token.kind();
        let is_skipped = kind.is_trivia() || matches!(kind, EPP_TAG | EPP_COMMENT | EPP_TEXT | EPP_END | EPP_END_TRIM);
        if is_skipped {
            token = previous(&token)?;
        } else if matches!(kind, STRING_TEXT | HEREDOC_END | DQ) {
            match string_around(&token) {
                Some(node) if node.kind() == DQ_STRING => return node.first_token(),
                Some(node) => token = previous(&node.first_token()?)?,
                None => return Some(token),
            }
        } else {
            return Some(token);
        }
    }
    None
}

fn string_around(token: &SyntaxToken) -> Option<SyntaxNode> {
    token.parent_ancestors().find(|it| matches!(it.kind(), SyntaxKind::DQ_STRING | SyntaxKind::HEREDOC_BODY))
}

/// The token after another that means something.
pub(crate) fn after(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut behind = next(token)?;
    while behind.kind().is_trivia() {
        behind = next(&behind)?;
    }
    Some(behind)
}

/// Goes back over the tokens that stand in the same brackets as a token, those in inner brackets left out. A bracket that is
/// closed is its closing and then its opening token. Ends with the bracket around them, which is given, too.
pub(crate) struct Back {
    next: Option<SyntaxToken>,
    closers: Vec<SyntaxKind>,
    left: usize,
}

pub(crate) fn tokens_before(from: &SyntaxToken) -> Back {
    Back { next: before(from), closers: Vec::new(), left: FARTHEST }
}

impl Iterator for Back {
    type Item = SyntaxToken;

    fn next(&mut self) -> Option<SyntaxToken> {
        use SyntaxKind::*;
        loop {
            let token = self.next.take()?;
            self.left = self.left.checked_sub(1)?;
            let kind = token.kind();
            match kind {
                R_BRACE | R_BRACK | R_PAREN => {
                    self.closers.push(kind);
                    self.next = before(&token);
                    if self.closers.len() == 1 {
                        return Some(token);
                    }
                }
                L_BRACE | L_BRACK | L_PAREN | INTERPOLATION_START => match self.closers.last() {
                    None => return Some(token),
                    Some(closer) => {
                        // One that does not fit was left open, in there.
                        if *closer == closing(kind) {
                            self.closers.pop();
                        }
                        self.next = before(&token);
                        if self.closers.is_empty() {
                            return Some(token);
                        }
                    }
                },
                _ => {
                    self.next = before(&token);
                    if self.closers.is_empty() {
                        return Some(token);
                    }
                }
            }
        }
    }
}

fn closing(kind: SyntaxKind) -> SyntaxKind {
    match kind {
        SyntaxKind::L_BRACK => SyntaxKind::R_BRACK,
        SyntaxKind::L_PAREN => SyntaxKind::R_PAREN,
        _ => SyntaxKind::R_BRACE,
    }
}

/// The bracket around a token, and the tokens between the two, the last first.
pub(crate) fn enclosing(token: &SyntaxToken) -> (Option<SyntaxToken>, Vec<SyntaxToken>) {
    let mut between: Vec<SyntaxToken> = Vec::new();
    for token in tokens_before(token) {
        use SyntaxKind::*;
        let is_opening = matches!(token.kind(), L_BRACE | L_BRACK | L_PAREN | INTERPOLATION_START);
        // The opening bracket of a pair comes right after its closing one.
        let closes = |it: &SyntaxToken| it.kind() == closing(token.kind());
        if is_opening && !between.last().is_some_and(closes) {
            return (Some(token), between);
        }
        between.push(token);
    }
    (None, between)
}

/// The opening bracket of a pair.
pub(crate) fn opening_of(closer: &SyntaxToken) -> Option<SyntaxToken> {
    let mut closers = vec![closer.kind()];
    let mut token = before(closer)?;
    for _ in 0..FARTHEST {
        use SyntaxKind::*;
        match token.kind() {
            kind @ (R_BRACE | R_BRACK | R_PAREN) => closers.push(kind),
            kind @ (L_BRACE | L_BRACK | L_PAREN | INTERPOLATION_START) => {
                if closers.last() == Some(&closing(kind)) {
                    closers.pop();
                }
                if closers.is_empty() {
                    return Some(token);
                }
            }
            _ => {}
        }
        token = before(&token)?;
    }
    None
}

/// Whether a line ends, or a piece of a template, between two tokens.
pub(crate) fn are_apart(first: &SyntaxToken, second: &SyntaxToken) -> bool {
    let mut token = previous(second);
    while let Some(it) = token {
        if it.text_range().start() <= first.text_range().start() {
            return false;
        }
        let is_tag = matches!(it.kind(), SyntaxKind::EPP_TAG | SyntaxKind::EPP_END | SyntaxKind::EPP_END_TRIM | SyntaxKind::EPP_TEXT);
        if is_tag || it.kind() == SyntaxKind::WHITESPACE && it.text().contains('\n') {
            return true;
        }
        token = previous(&it);
    }
    false
}

/// The text of a string without its quotes, or of a name.
pub(crate) fn text_of(token: &SyntaxToken) -> Option<String> {
    use SyntaxKind::*;
    match token.kind() {
        SQ_STRING => Some(token.text().trim_start_matches('\'').trim_end_matches('\'').to_owned()),
        DQ => {
            let text = next(token)?;
            match text.kind() {
                STRING_TEXT if next(&text).is_none_or(|it| it.kind() == DQ) => Some(text.text().to_owned()),
                DQ => Some(String::new()),
                _ => None,
            }
        }
        NAME | TYPE_NAME | WORD => Some(token.text().trim_start_matches("::").to_owned()),
        _ => None,
    }
}
