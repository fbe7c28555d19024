//! The tokens that puppet-lint sees.

use std::borrow::Cow;

/// A token by its place in the arena that it was made in; before any fix also its place in the file.
pub type Id = u32;

/// No token: what a link holds at either end.
pub(crate) const NONE: Id = Id::MAX;

/// Kind of a token, by puppet-lint's names (`DQPRE` is [`Kind::DqPre`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    Whitespace,
    /// White space at the beginning of a line.
    Indent,
    Newline,
    Comment,
    SlashComment,
    /// A comment between `/*` and `*/`.
    MlComment,
    /// The name of a type that Puppet has itself, or the word `type`.
    Type,
    ClassRef,
    Number,
    /// A name directly before a parenthesis, be it a keyword.
    FunctionName,
    Name,
    LBrack,
    RBrack,
    LBrace,
    RBrace,
    LParen,
    RParen,
    IsEqual,
    Match,
    /// `=>`
    FArrow,
    Equals,
    Appends,
    /// `+>`
    PArrow,
    Plus,
    GreaterEqual,
    RShift,
    GreaterThan,
    LessEqual,
    LlCollect,
    /// `<-`
    OutEdge,
    /// `<~`
    OutEdgeSub,
    LCollect,
    LShift,
    LessThan,
    NoMatch,
    NotEqual,
    Not,
    RrCollect,
    RCollect,
    /// `->`
    InEdge,
    /// `~>`
    InEdgeSub,
    Minus,
    Comma,
    Dot,
    Colon,
    Semic,
    QMark,
    Backslash,
    Times,
    Modulo,
    Pipe,
    Div,
    At,
    /// With its keys in brackets, as far as they are on the line: `facts['os']`.
    Variable,
    /// A variable in a string, without braces around it.
    UnencVariable,
    /// Between single quotes.
    SString,
    /// Between double quotes, with nothing to interpolate.
    String,
    /// The text before the first interpolation.
    DqPre,
    DqMid,
    DqPost,
    HeredocOpen,
    Heredoc,
    HeredocPre,
    HeredocMid,
    HeredocPost,
    Regex,
    Case,
    Class,
    Default,
    Define,
    Import,
    If,
    Elsif,
    Else,
    Inherits,
    Node,
    And,
    Or,
    Undef,
    False,
    True,
    In,
    Unless,
    Function,
    Attr,
    Private,
}

impl Kind {
    /// The word of the language that a name is, if it is one.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "case" => Self::Case,
            "class" => Self::Class,
            "default" => Self::Default,
            "define" => Self::Define,
            "import" => Self::Import,
            "if" => Self::If,
            "elsif" => Self::Elsif,
            "else" => Self::Else,
            "inherits" => Self::Inherits,
            "node" => Self::Node,
            "and" => Self::And,
            "or" => Self::Or,
            "undef" => Self::Undef,
            "false" => Self::False,
            "true" => Self::True,
            "in" => Self::In,
            "unless" => Self::Unless,
            "function" => Self::Function,
            "type" => Self::Type,
            "attr" => Self::Attr,
            "private" => Self::Private,
            _ => return None,
        })
    }

    /// White space, ends of lines and comments: what is no code.
    pub fn is_formatting(self) -> bool {
        matches!(self, Self::Whitespace | Self::Newline | Self::Comment | Self::MlComment | Self::SlashComment | Self::Indent)
    }

    pub fn is_comment(self) -> bool {
        matches!(self, Self::Comment | Self::MlComment | Self::SlashComment)
    }

    /// A variable, in a string or outside of one.
    pub fn is_variable(self) -> bool {
        matches!(self, Self::Variable | Self::UnencVariable)
    }

    /// The kinds of the words that the lexer keeps apart from names.
    pub(crate) fn is_word(self) -> bool {
        self as u8 >= Self::Case as u8
    }
}

#[derive(Clone, Debug)]
pub struct Token<'t> {
    pub kind: Kind,
    /// Without what its kind says: quotes, `$`, `#`.
    pub value: Cow<'t, str>,
    /// Its text, where the value does not show it: comments between stars, heredocs, variables.
    pub raw: Option<Cow<'t, str>>,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    pub(crate) prev: Id,
    pub(crate) next: Id,
    pub(crate) prev_code: Id,
    pub(crate) next_code: Id,
}

impl<'t> Token<'t> {
    /// A token that a fix puts in.
    pub fn new(kind: Kind, value: impl Into<Cow<'t, str>>) -> Self {
        Self { kind, value: value.into(), raw: None, line: 0, column: 0, prev: NONE, next: NONE, prev_code: NONE, next_code: NONE }
    }
}

/// How a token is written: what stands before its text, the text, and what stands after it.
///
/// `before_code`, `before` and `after` are the kinds of its neighbours; while a text is read, nothing is known of what comes after.
pub(crate) fn written<'a>(
    token: &'a Token<'_>,
    before_code: Option<Kind>,
    before: Option<Kind>,
    after: Option<Kind>,
) -> (&'static str, &'a str, &'static str) {
    let value = token.value.as_ref();
    let raw = token.raw.as_deref().unwrap_or(value);
    let prefix = || match before {
        Some(Kind::UnencVariable | Kind::DqPre | Kind::DqMid | Kind::HeredocPre | Kind::HeredocMid) => "",
        _ => "}",
    };
    let suffix = || match after {
        Some(Kind::UnencVariable | Kind::DqMid | Kind::DqPost | Kind::HeredocMid | Kind::HeredocPost) => "",
        _ => "${",
    };
    match token.kind {
        Kind::String => ("\"", value, "\""),
        Kind::SString => ("'", value, "'"),
        Kind::DqPre => ("\"", value, suffix()),
        Kind::DqMid | Kind::HeredocMid => (prefix(), value, suffix()),
        Kind::DqPost => (prefix(), value, "\""),
        Kind::HeredocPre => ("", value, suffix()),
        Kind::HeredocPost => (prefix(), raw, ""),
        Kind::Heredoc | Kind::MlComment => ("", raw, ""),
        Kind::HeredocOpen => ("@(", value, ")"),
        Kind::Variable => match before_code {
            Some(Kind::DqPre | Kind::DqMid | Kind::HeredocPre | Kind::HeredocMid) => ("", raw, ""),
            _ => ("$", value, ""),
        },
        Kind::UnencVariable => ("$", value, ""),
        Kind::Comment => ("#", value, ""),
        Kind::Regex => ("/", value, "/"),
        _ => ("", value, ""),
    }
}
