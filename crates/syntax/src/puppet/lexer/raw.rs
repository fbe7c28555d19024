//! The tokens of code, one at a time.

use logos::Logos;

use super::{FLAG_FIRST_ON_LINE, FLAG_INTERPOLATION_END, FLAG_LIST_START, Lexer, Mode, NO_HEREDOC, is_blank, range};
use crate::{Code, Place, SyntaxKind, SyntaxKind::*};

/// Tokens that logos distinguishes in code. Puppet's words are ASCII; its white space is Unicode's.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
enum Raw {
    #[regex(r"[\t\r \p{Zs}]+")]
    Blank,
    #[token("\n")]
    Newline,
    #[regex(r"#[^\n]*", allow_greedy = true)]
    Comment,
    #[regex(r"(::)?[a-z_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(::[a-z_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*")]
    Word,
    #[regex(r"(::)?[A-Z][A-Za-z0-9_]*(::[A-Z][A-Za-z0-9_]*)*")]
    TypeName,
    #[regex(r"\$(::)?([A-Za-z0-9_]+::)*[A-Za-z0-9_]+")]
    #[token("$")]
    Variable,
    #[regex(r"[0-9]")]
    Digit,
    #[token("::")]
    DoubleColon,
    #[token("\"")]
    Dq,
    #[token("'")]
    Sq,
    #[token("/")]
    Slash,
    #[token("/*")]
    BlockComment,
    #[token("@(")]
    Heredoc,
    #[token("[")]
    LBrack,
    #[token("]")]
    RBrack,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("=")]
    Eq,
    #[token("+=")]
    PlusEq,
    #[token("-=")]
    MinusEq,
    #[token("==")]
    Eq2,
    #[token("!=")]
    Neq,
    #[token("=~")]
    Match,
    #[token("!~")]
    NoMatch,
    #[token(">=")]
    Ge,
    #[token(">")]
    Gt,
    #[token("<=")]
    Le,
    #[token("<")]
    Lt,
    #[token("=>")]
    FatArrow,
    #[token("+>")]
    PlusArrow,
    #[token("<<")]
    Shl,
    #[token("<<|")]
    LExportCollect,
    #[token("<|")]
    LCollect,
    #[token(">>")]
    Shr,
    #[token("|>>")]
    RExportCollect,
    #[token("|>")]
    RCollect,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("%")]
    Percent,
    #[token("!")]
    Bang,
    #[token(".")]
    Dot,
    #[token("|")]
    Pipe,
    #[token("@")]
    At,
    #[token("@@")]
    At2,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("?")]
    Question,
    #[token("~")]
    Tilde,
    #[token("->")]
    InEdge,
    #[token("~>")]
    InEdgeSub,
    #[token("<-")]
    OutEdge,
    #[token("<~")]
    OutEdgeSub,
    #[token("-%>")]
    MinusPercentGt,
    #[token("%>")]
    PercentGt,
}

impl Lexer<'_> {
    pub(super) fn code_token(&mut self) {
        let mut raw = Raw::lexer(self.rest());
        let token = raw.next();
        let end = self.pos + raw.span().end;
        let kind = match token {
            None => return,
            Some(Err(())) => {
                let len = self.rest().chars().next().map_or(1, char::len_utf8);
                self.matched = None;
                return self.significant(ERROR, self.pos + len);
            }
            Some(Ok(raw)) => raw,
        };
        let kind = match kind {
            Raw::Blank => {
                self.matched = Some((self.pos, end));
                if self.in_interpolation() {
                    // Puppet tries once more to skip white space, and that match fails.
                    self.matched = None;
                }
                return self.push(WHITESPACE, end);
            }
            Raw::Newline => return self.newline(),
            Raw::Comment => {
                self.matched = if self.in_interpolation() { None } else { Some((self.pos, end)) };
                return self.push(COMMENT, end);
            }
            Raw::BlockComment => return self.block_comment(),
            Raw::Word => return self.word(end),
            Raw::TypeName => return self.type_name(end),
            Raw::Variable => {
                self.matched = Some((self.pos, end)).filter(|(s, e)| e - s > 1);
                VARIABLE
            }
            Raw::Digit => return self.number(),
            Raw::DoubleColon => return self.double_colon(end),
            Raw::Dq => return self.open_dq(),
            Raw::Sq => return self.single_quoted(),
            Raw::Slash => return self.slash(),
            Raw::Heredoc => return self.heredoc(),
            Raw::MinusPercentGt => {
                if self.epp_closes() {
                    return self.epp_close(true);
                }
                // `- %>` in a manifest is nothing but a minus and what follows.
                return self.significant(MINUS, self.pos + 1);
            }
            Raw::PercentGt => {
                if self.epp_closes() {
                    return self.epp_close(false);
                }
                return self.significant(PERCENT, self.pos + 1);
            }
            Raw::LBrack => {
                let before = self.text.get(..self.pos).and_then(|t| t.chars().next_back());
                let list = before.is_none_or(|c| is_blank(c) || c == '\r' || c == '\n');
                self.push_with(L_BRACK, end, if list { FLAG_LIST_START } else { 0 }, NO_HEREDOC);
                self.after = L_BRACK;
                return;
            }
            Raw::LParen => {
                let line = self.text.get(self.line_start..self.pos).unwrap_or("");
                let first = line.chars().all(|c| is_blank(c) || c == '\r');
                self.push_with(L_PAREN, end, if first { FLAG_FIRST_ON_LINE } else { 0 }, NO_HEREDOC);
                self.after = L_PAREN;
                return;
            }
            Raw::LBrace => {
                if let Some(Mode::Code { braces } | Mode::Interpolation { braces, .. }) = self.modes.last_mut() {
                    *braces += 1;
                }
                L_BRACE
            }
            Raw::RBrace => return self.right_brace(end),
            Raw::RBrack => R_BRACK,
            Raw::RParen => R_PAREN,
            Raw::Eq => EQ,
            Raw::PlusEq => PLUS_EQ,
            Raw::MinusEq => MINUS_EQ,
            Raw::Eq2 => EQ2,
            Raw::Neq => NEQ,
            Raw::Match => MATCH,
            Raw::NoMatch => NO_MATCH,
            Raw::Ge => GE,
            Raw::Gt => GT,
            Raw::Le => LE,
            Raw::Lt => LT,
            Raw::FatArrow => FAT_ARROW,
            Raw::PlusArrow => PLUS_ARROW,
            Raw::Shl => SHL,
            Raw::LExportCollect => L_EXPORT_COLLECT,
            Raw::LCollect => L_COLLECT,
            Raw::Shr => SHR,
            Raw::RExportCollect => R_EXPORT_COLLECT,
            Raw::RCollect => R_COLLECT,
            Raw::Plus => PLUS,
            Raw::Minus => MINUS,
            Raw::Star => STAR,
            Raw::Percent => PERCENT,
            Raw::Bang => BANG,
            Raw::Dot => DOT,
            Raw::Pipe => PIPE,
            Raw::At => AT,
            Raw::At2 => AT2,
            Raw::Colon => COLON,
            Raw::Comma => COMMA,
            Raw::Semicolon => SEMICOLON,
            Raw::Question => QUESTION,
            Raw::Tilde => TILDE,
            Raw::InEdge => IN_EDGE,
            Raw::InEdgeSub => IN_EDGE_SUB,
            Raw::OutEdge => OUT_EDGE,
            Raw::OutEdgeSub => OUT_EDGE_SUB,
        };
        self.significant(kind, end);
    }

    pub(super) fn in_interpolation(&self) -> bool {
        matches!(self.modes.last(), Some(Mode::Interpolation { .. }))
    }

    fn newline(&mut self) {
        if self.in_interpolation() {
            self.matched = None;
            if self.cut_here() {
                // A string that has no end ends with its line, and so does what is open in it.
                self.modes.truncate(1);
                self.after = DQ;
                return;
            }
        }
        self.push(WHITESPACE, self.pos + 1);
        if let Some(jump) = self.jump.take() {
            for (start, end, heredoc) in std::mem::take(&mut self.pending) {
                // A string or comment that began on the tag's line may have swallowed (a part of) the body.
                if start < self.pos {
                    continue;
                }
                // What is left of a body that was swallowed in part belongs to no heredoc.
                self.push_with(HEREDOC_BODY, start, 0, NO_HEREDOC);
                self.push_with(HEREDOC_BODY, end, 0, heredoc);
                if self.byte(self.pos) == b'\r' && self.byte(self.pos + 1) == b'\n' {
                    self.push(WHITESPACE, self.pos + 2);
                } else if self.byte(self.pos) == b'\n' {
                    self.push(WHITESPACE, self.pos + 1);
                }
            }
            if jump > self.pos {
                self.push_with(HEREDOC_BODY, jump, 0, NO_HEREDOC);
            }
        }
        self.line_start = self.pos;
    }

    fn block_comment(&mut self) {
        let absent = self.absent.comment_end.is_some_and(|from| from <= self.pos);
        match self.text.get(self.pos + 2..).filter(|_| !absent).and_then(|rest| rest.find("*/")) {
            Some(len) => {
                self.matched = if self.in_interpolation() { None } else { Some((self.pos, self.pos + len + 4)) };
                self.push(COMMENT, self.pos + len + 4);
            }
            None => {
                self.absent.comment_end = Some(self.pos);
                self.problem_at(Code::UnclosedComment, range(self.pos, self.pos + 2), "Unclosed multiline comment".to_owned(), Place::Same);
                self.help("close the comment with `*/`");
                // The comment ends with its line, so that what follows is still read.
                let end = self.rest().find('\n').map_or(self.text.len(), |n| self.pos + n);
                self.push(COMMENT, end);
            }
        }
    }

    fn word(&mut self, end: usize) {
        let text = self.text.get(self.pos..end).unwrap_or("");
        self.matched = Some((self.pos, end));
        let kind = if let Some(keyword) = SyntaxKind::from_keyword(text, self.options.tasks) {
            keyword
        } else if is_name(text) {
            NAME
        } else {
            WORD
        };
        self.significant(kind, end);
    }

    fn type_name(&mut self, end: usize) {
        if self.text.get(end..end + 2) == Some("::") {
            let qualified = self.byte(self.pos) == b':';
            // Puppet's scanner has taken the name already when it steps to the fault.
            let at = self.floor(end + if qualified { 3 } else { 1 });
            let (code, what) = if qualified {
                (Code::IllegalQualifiedClassReference, "Illegal fully qualified class reference")
            } else {
                (Code::IllegalClassReference, "Illegal class reference")
            };
            // What follows the dots belongs to the same mistake.
            let mut stop = end + 2;
            while matches!(self.byte(stop), b':' | b'_' | b'-') || self.byte(stop).is_ascii_alphanumeric() {
                stop += 1;
            }
            self.problem_at(code, range(self.pos, stop), what.to_owned(), Place::At(super::size(at)));
            self.help("each part of a type's name begins with a capital letter: `Apache::Vhost`");
            return self.significant(TYPE_NAME, stop);
        }
        self.matched = Some((self.pos, end));
        self.significant(TYPE_NAME, end);
    }

    fn double_colon(&mut self, end: usize) {
        let mut stop = end;
        while matches!(self.byte(stop), b':' | b'_' | b'-') || self.byte(stop).is_ascii_alphanumeric() {
            stop += 1;
        }
        self.problem_at(
            Code::IllegalQualifiedName,
            range(self.pos, stop.max(end)),
            "Illegal fully qualified name".to_owned(),
            Place::At(super::size(end)),
        );
        self.help("each part of a name begins with a lower-case letter, directly after `::`");
        self.significant(WORD, stop.max(end));
    }

    fn right_brace(&mut self, end: usize) {
        match self.modes.last_mut() {
            Some(Mode::Interpolation { braces: 0, first }) => {
                let first = *first as usize;
                self.name_to_variable(first);
                self.push_with(R_BRACE, end, FLAG_INTERPOLATION_END, NO_HEREDOC);
                self.modes.pop();
                self.after = R_BRACE;
            }
            Some(Mode::Code { braces } | Mode::Interpolation { braces, .. }) => {
                *braces = braces.saturating_sub(1);
                self.significant(R_BRACE, end);
            }
            _ => self.significant(R_BRACE, end),
        }
    }

    /// `${x}`, `${x[1]}` and `${x.y}` mean the variable `$x`: the first token becomes one if it stands alone
    /// or before a `.` or a `[` without white space.
    fn name_to_variable(&mut self, first: usize) {
        let mut inside = self.lexed.tokens.iter_mut().skip(first).filter(|t| !t.kind.is_trivia());
        let Some(token) = inside.next() else { return };
        // The keywords of tasks are forgotten by Puppet here.
        let keyword = token.kind.is_keyword() && !matches!(token.kind, PLAN_KW | APPLY_KW);
        let convertible = matches!(token.kind, NUMBER | NAME | WORD) || keyword;
        let applies = match inside.next() {
            None => true,
            Some(second) => second.kind == DOT || second.kind == L_BRACK && second.flags & FLAG_LIST_START == 0,
        };
        if convertible && applies {
            let boolean = matches!(token.kind, TRUE_KW | FALSE_KW);
            token.kind = VARIABLE;
            if boolean {
                let range = token.range();
                let word = self.text.get(std::ops::Range::<usize>::from(range)).unwrap_or("");
                let message = format!("`${{{word}}}` would be a variable of the name `{word}`, which cannot be");
                self.problem_at(Code::InterpolatedBoolean, range, message, Place::Same);
                self.help("write the word without `${}`");
            }
        }
    }

    fn slash(&mut self) {
        if !regex_acceptable(self.after) {
            return self.significant(SLASH, self.pos + 1);
        }
        let bytes = self.text.as_bytes();
        let mut i = self.pos + 1;
        let mut escaped = false;
        while let Some(&b) = bytes.get(i) {
            match b {
                b'/' if !escaped => {
                    let end = i + 1;
                    let pattern = self.text.get(self.pos + 1..i).unwrap_or("");
                    if let Some(message) = literals::regex_problem(pattern) {
                        self.problem_at(Code::InvalidRegex, range(self.pos, end), message, Place::None);
                    }
                    self.matched = Some((self.pos, end));
                    return self.significant(REGEX, end);
                }
                b'\\' => escaped = !escaped,
                _ => escaped = false,
            }
            i += 1;
        }
        self.significant(SLASH, self.pos + 1);
    }
}

/// Whether a `/` after this token starts a regular expression.
fn regex_acceptable(after: SyntaxKind) -> bool {
    !matches!(
        after,
        R_PAREN
            | R_BRACK
            | R_EXPORT_COLLECT
            | R_COLLECT
            | NAME
            | TYPE_NAME
            | NUMBER
            | SQ_STRING
            | TRUE_KW
            | FALSE_KW
            | DQ
            | HEREDOC_TAG
            | REGEX
            | VARIABLE
            | WORD
    )
}

/// A name: every part begins with a lower-case letter and holds no dash.
fn is_name(text: &str) -> bool {
    // The word is made of letters, digits, `_`, `-` and `::`; what begins a part follows a colon or stands first.
    let mut begins = true;
    text.bytes().all(|b| {
        let fits = b == b':' || b != b'-' && (!begins || b.is_ascii_lowercase());
        begins = b == b':';
        fits
    })
}
