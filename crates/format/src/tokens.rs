//! The text as a row of tokens, each with the comments around it: what a tree scatters among its nodes.

use syntax::{NodeOrToken, SyntaxKind, SyntaxNode, TextSize, WalkEvent};

/// A piece of the text that is copied as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Comment {
    pub(crate) piece: Piece,
    /// The line breaks between it and what stands before it.
    pub(crate) newlines: u32,
    /// What stands behind it begins on another line.
    pub(crate) ends_line: bool,
}

/// A token, or a double-quoted string as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) piece: Piece,
    /// The comments before it are those from `comments` to `trailing`, those behind it on its line those up to `end`.
    pub(crate) comments: u32,
    pub(crate) trailing: u32,
    pub(crate) end: u32,
    /// The line breaks between it and what stands before it, be it a comment.
    pub(crate) newlines: u32,
    /// The text of the heredoc that this is the tag of.
    pub(crate) heredoc: Option<Piece>,
}

#[derive(Debug, Default)]
pub(crate) struct Tokens {
    pub(crate) tokens: Vec<Token>,
    pub(crate) comments: Vec<Comment>,
}

/// Why a text has no such row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tangled;

struct Reader<'a> {
    text: &'a str,
    found: Tokens,
    /// The line breaks since the last token or comment.
    newlines: u32,
    /// Tags whose text was not met yet.
    tags: Vec<usize>,
    /// What is not yet known to stand before or behind a token.
    first_comment: u32,
}

impl Tokens {
    /// The tokens of a file, and at its end one without text that has the last comments. A heredoc whose text is not below its line,
    /// because a string or a comment has swallowed it, cannot be laid out.
    pub(crate) fn of(file: &SyntaxNode, text: &str) -> Result<Tokens, Tangled> {
        let mut reader = Reader { text, found: Tokens::default(), newlines: 0, tags: Vec::new(), first_comment: 0 };
        reader.found.tokens.reserve(text.len() / 8);
        let mut walk = file.preorder_with_tokens();
        while let Some(event) = walk.next() {
            let WalkEvent::Enter(element) = event else { continue };
            match element {
                NodeOrToken::Node(node) if node.kind() == SyntaxKind::DQ_STRING => {
                    if node.descendants().any(|it| matches!(it.kind(), SyntaxKind::HEREDOC | SyntaxKind::HEREDOC_BODY)) {
                        return Err(Tangled);
                    }
                    reader.token(piece(node.text_range().start(), node.text_range().end()));
                    walk.skip_subtree();
                }
                NodeOrToken::Node(node) if node.kind() == SyntaxKind::HEREDOC_BODY => {
                    reader.body(&node)?;
                    walk.skip_subtree();
                }
                NodeOrToken::Node(_) => {}
                NodeOrToken::Token(token) => {
                    let range = token.text_range();
                    let piece = piece(range.start(), range.end());
                    match token.kind() {
                        SyntaxKind::WHITESPACE => reader.newlines += count_newlines(token.text()),
                        SyntaxKind::COMMENT => reader.comment(piece),
                        SyntaxKind::HEREDOC_TAG => {
                            reader.tags.push(reader.found.tokens.len());
                            reader.token(piece);
                        }
                        _ => reader.token(piece),
                    }
                }
            }
        }
        if !reader.tags.is_empty() {
            return Err(Tangled);
        }
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        reader.token(Piece { start: end, end });
        Ok(reader.found)
    }

    /// The token that begins at an offset, looked for from a token on.
    pub(crate) fn at(&self, offset: TextSize, from: usize) -> Option<&Token> {
        self.tokens.get(self.index_at(offset, from))
    }

    /// The index of the first token that begins at an offset or behind it.
    pub(crate) fn index_at(&self, offset: TextSize, from: usize) -> usize {
        let offset = u32::from(offset);
        let rest = self.tokens.get(from..).unwrap_or_default();
        if rest.first().is_some_and(|it| it.piece.start >= offset) {
            return from;
        }
        from + rest.partition_point(|it| it.piece.start < offset)
    }

    /// The line breaks between a token and the token before it, whatever comments stand there.
    pub(crate) fn newlines_before(&self, token: &Token) -> u32 {
        let comments = self.comments.get(token.comments as usize..token.trailing as usize).unwrap_or_default();
        token.newlines + comments.iter().map(|it| it.newlines).sum::<u32>()
    }

    /// The line breaks before a token and those of its comments that were not written yet.
    pub(crate) fn newlines_before_comments(&self, token: &Token, written: u32) -> u32 {
        let first = token.comments.max(written);
        match self.comments.get(first as usize) {
            Some(comment) if first < token.trailing => comment.newlines,
            _ => token.newlines,
        }
    }
}

impl Reader<'_> {
    fn comment(&mut self, piece: Piece) {
        let text = self.text.get(piece.start as usize..piece.end as usize).unwrap_or("");
        let is_line = text.starts_with('#');
        let end = if is_line { piece.start + u32::try_from(text.trim_end().len()).unwrap_or(0) } else { piece.end };
        let piece = Piece { start: piece.start, end };
        if self.newlines > 0 {
            self.end_line();
        }
        self.found.comments.push(Comment { piece, newlines: std::mem::take(&mut self.newlines), ends_line: is_line });
    }

    fn token(&mut self, piece: Piece) {
        let end = u32::try_from(self.found.comments.len()).unwrap_or(u32::MAX);
        let newlines = std::mem::take(&mut self.newlines);
        let is_last = piece.start == piece.end;
        if newlines > 0 || is_last {
            self.end_line();
        }
        // Those on the line of the token before are behind it, but for what is followed by this token on the same line.
        let mut split = self.first_comment;
        if let Some(before) = self.found.tokens.last_mut() {
            let mut on_line = split;
            while let Some(comment) = self.found.comments.get(on_line as usize).filter(|it| it.newlines == 0) {
                on_line += 1;
                if comment.ends_line {
                    split = on_line;
                    break;
                }
            }
            before.trailing = self.first_comment;
            before.end = split;
        }
        self.first_comment = end;
        self.found.tokens.push(Token { piece, comments: split, trailing: end, end, newlines, heredoc: None });
    }

    /// The line ends behind the last comment, if that stands behind the last token.
    fn end_line(&mut self) {
        if let Some(last) = self.found.comments.get_mut(self.first_comment as usize..).and_then(<[Comment]>::last_mut) {
            last.ends_line = true;
        }
    }

    fn body(&mut self, node: &SyntaxNode) -> Result<(), Tangled> {
        let range = node.text_range();
        let ends = node.children_with_tokens().any(|it| it.kind() == SyntaxKind::HEREDOC_END);
        let tag = if self.tags.is_empty() || !ends { None } else { Some(self.tags.remove(0)) };
        let token = tag.and_then(|tag| self.found.tokens.get_mut(tag)).ok_or(Tangled)?;
        token.heredoc = Some(piece(range.start(), range.end()));
        // The line was broken before the text; what counts is what follows it.
        self.end_line();
        self.newlines = 0;
        Ok(())
    }
}

pub(crate) fn piece(start: TextSize, end: TextSize) -> Piece {
    Piece { start: start.into(), end: end.into() }
}

fn count_newlines(text: &str) -> u32 {
    u32::try_from(text.bytes().filter(|it| *it == b'\n').count()).unwrap_or(u32::MAX)
}
