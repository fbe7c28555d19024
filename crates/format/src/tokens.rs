//! The text as a row of tokens, each with the comments around it: what a tree scatters among its nodes.

use syntax::{Dialect, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, WalkEvent};

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
    /// Whether the next token begins another line.
    pub(crate) ends_line: bool,
}

/// Token of a template outside of code: a mark, text, or everything between two pieces of code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    /// It begins with `%>`, which ends code.
    pub(crate) closes: bool,
    /// It ends with `<%`, which begins code.
    pub(crate) opens: bool,
    /// The code that it begins stands on one line.
    pub(crate) flat: bool,
    /// The code before it ends with a line break, and so does the line after it.
    pub(crate) breaks_before: bool,
    pub(crate) breaks_behind: bool,
    /// The blanks after it, if it begins its line: there they show how deep the code is.
    pub(crate) blanks: u8,
    /// The code after it goes on with what the text before it has rendered: a `[` that a blank would make a list.
    pub(crate) clings: bool,
}

/// A token, or a double-quoted string as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) piece: Piece,
    /// The comments before it are those from `comments` to `trailing`, those after it on its line those up to `end`.
    pub(crate) comments: u32,
    pub(crate) trailing: u32,
    pub(crate) end: u32,
    /// The line breaks between it and what stands before it, be it a comment.
    pub(crate) newlines: u32,
    /// The text of the heredoc that this is the tag of.
    pub(crate) heredoc: Option<Piece>,
    pub(crate) mark: Option<Mark>,
    /// The tree has it among its white space.
    pub(crate) is_trivia: bool,
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
    /// Tags whose text did not come yet.
    tags: Vec<usize>,
    /// First comment that is not yet assigned to a token.
    first_comment: u32,
    /// Text of a template is being read, not code.
    in_text: bool,
    /// The mark that has begun the code, and whether nothing was read after it.
    opened: Option<usize>,
    is_fresh: bool,
    /// The mark begins its line, and this number of blanks follows it.
    begins_line: bool,
    blanks: u8,
}

impl Tokens {
    /// The tokens of a file, and at its end one without text that has the last comments. A heredoc whose text is not below its line,
    /// because a string or a comment has swallowed it, cannot be formatted.
    pub(crate) fn new(file: &SyntaxNode, text: &str, dialect: Dialect) -> Result<Tokens, Tangled> {
        let mut reader = Reader {
            text,
            found: Tokens::default(),
            newlines: 0,
            tags: Vec::new(),
            first_comment: 0,
            in_text: dialect == Dialect::Epp,
            opened: None,
            is_fresh: false,
            begins_line: false,
            blanks: 0,
        };
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
                        SyntaxKind::EPP_TAG | SyntaxKind::EPP_COMMENT => reader.non_code(&token, piece),
                        SyntaxKind::WHITESPACE if reader.in_text => reader.non_code(&token, piece),
                        SyntaxKind::EPP_TEXT | SyntaxKind::EPP_EXPR_START | SyntaxKind::EPP_END | SyntaxKind::EPP_END_TRIM => {
                            reader.marked(&token, piece);
                        }
                        SyntaxKind::WHITESPACE => reader.white_space(token.text()),
                        SyntaxKind::COMMENT => reader.comment(piece),
                        SyntaxKind::HEREDOC_TAG => {
                            reader.tags.push(reader.found.tokens.len());
                            reader.token(piece);
                        }
                        kind => {
                            // Parameters may be longer than a line: they are formatted as those of a lambda.
                            if kind == SyntaxKind::PIPE && token.parent().is_some_and(|it| it.kind() == SyntaxKind::EPP_PARAMS) {
                                reader.opened = None;
                            }
                            let is_access =
                                kind == SyntaxKind::L_BRACK && token.parent().is_some_and(|it| it.kind() == SyntaxKind::ACCESS_EXPR);
                            reader.clings(is_access);
                            reader.token(piece);
                        }
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

    /// The index of the first token that begins at an offset or after it.
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
        self.behind_mark();
        if self.newlines > 0 {
            self.end_line();
        }
        self.found.comments.push(Comment { piece, newlines: std::mem::take(&mut self.newlines), ends_line: is_line });
    }

    fn token(&mut self, piece: Piece) {
        self.behind_mark();
        let end = u32::try_from(self.found.comments.len()).unwrap_or(u32::MAX);
        let newlines = std::mem::take(&mut self.newlines);
        let is_last = piece.start == piece.end;
        if newlines > 0 || is_last {
            self.end_line();
        }
        // Those on the line of the token before are after it, but for what is followed by this token on the same line.
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
        self.found.tokens.push(Token { piece, comments: split, trailing: end, end, newlines, heredoc: None, mark: None, is_trivia: false });
    }

    fn white_space(&mut self, text: &str) {
        self.newlines += count_newlines(text);
        if self.is_fresh && self.begins_line && text.bytes().all(|it| it == b' ') {
            self.blanks = u8::try_from(text.len()).unwrap_or(u8::MAX);
        }
    }

    /// White space of the tree that is not code: marks, comments of a template, and text of which nothing is rendered. What follows
    /// each other is one token.
    fn non_code(&mut self, token: &SyntaxToken, piece: Piece) {
        let is_tag = token.kind() == SyntaxKind::EPP_TAG;
        let opens = is_tag && token.text().starts_with('<');
        let goes_on = self.found.tokens.last().is_some_and(|it| it.is_trivia && (self.is_fresh || self.in_text));
        if !goes_on {
            self.push_mark(piece, Mark { closes: is_tag && !opens, ..Mark::default() });
        }
        let at = self.found.tokens.len().saturating_sub(1);
        if let Some(last) = self.found.tokens.last_mut() {
            last.is_trivia = true;
            last.piece.end = piece.end;
            if let Some(mark) = &mut last.mark {
                mark.opens = opens;
            }
        }
        self.newlines = 0;
        self.blanks = 0;
        let line = self.text.get(..token.text_range().start().into()).and_then(|it| it.rsplit('\n').next());
        self.begins_line = line.is_some_and(|it| it.trim_start_matches([' ', '\t']).is_empty());
        self.in_text = !opens;
        self.is_fresh = opens;
        self.opened = opens.then_some(at);
    }

    /// A token of the tree that is not code.
    fn marked(&mut self, token: &SyntaxToken, piece: Piece) {
        let opens = token.kind() == SyntaxKind::EPP_EXPR_START;
        let closes = matches!(token.kind(), SyntaxKind::EPP_END | SyntaxKind::EPP_END_TRIM);
        self.push_mark(piece, Mark { closes, opens, ..Mark::default() });
        self.begins_line = false;
        self.blanks = 0;
        self.in_text = !opens;
        self.is_fresh = opens;
        self.opened = opens.then(|| self.found.tokens.len().saturating_sub(1));
    }

    fn push_mark(&mut self, piece: Piece, mark: Mark) {
        let opened = if mark.closes { self.opened.take() } else { None };
        if let Some(open) = opened.and_then(|it| self.found.tokens.get_mut(it)) {
            let code = self.text.get(open.piece.end as usize..piece.start as usize).unwrap_or("");
            if let Some(mark) = &mut open.mark {
                mark.flat = !code.contains('\n');
            }
        }
        let breaks_before = mark.closes && self.newlines > 0;
        self.token(piece);
        if let Some(last) = self.found.tokens.last_mut() {
            last.mark = Some(Mark { breaks_before, ..mark });
        }
    }

    /// Whether what follows belongs to what stands before the mark that has begun the code.
    fn clings(&mut self, is_access: bool) {
        if self.is_fresh
            && let Some(mark) = self.found.tokens.last_mut().and_then(|it| it.mark.as_mut())
        {
            mark.clings = is_access && self.newlines == 0 && self.blanks == 0;
        }
    }

    /// Something follows the mark that has begun the code.
    fn behind_mark(&mut self) {
        if std::mem::take(&mut self.is_fresh)
            && let Some(mark) = self.found.tokens.last_mut().and_then(|it| it.mark.as_mut())
        {
            mark.breaks_behind = self.newlines > 0;
            mark.blanks = self.blanks;
        }
    }

    /// The line ends after the last comment, if that stands after the last token.
    fn end_line(&mut self) {
        if let Some(last) = self.found.comments.get_mut(self.first_comment as usize..).and_then(<[Comment]>::last_mut) {
            last.ends_line = true;
        }
    }

    fn body(&mut self, node: &SyntaxNode) -> Result<(), Tangled> {
        let range = node.text_range();
        let ends = node.children_with_tokens().any(|it| it.kind() == SyntaxKind::HEREDOC_END);
        let tag = if self.tags.is_empty() || !ends { None } else { Some(self.tags.remove(0)) };
        let tag = tag.ok_or(Tangled)?;
        // Where the code has ended on the line of the tag, the text is in what looks like the template's.
        if self.in_text || self.found.tokens.iter().skip(tag + 1).any(|it| it.mark.is_some()) {
            return Err(Tangled);
        }
        let token = self.found.tokens.get_mut(tag).ok_or(Tangled)?;
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
