//! The kinds of tokens and nodes.

/// The kinds, and their list in the same order.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident,)*) => {
        /// The kind of a token or of a node.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        #[allow(non_camel_case_types)]
        pub enum SyntaxKind {
            $($(#[$doc])* $kind,)*
        }

        const KINDS: &[SyntaxKind] = &[$(SyntaxKind::$kind),*];
    };
}

kinds! {
    /// The end of the text; never in a tree.
    EOF,
    /// Text that is printed unchanged.
    TEXT,
    /// White space that a `-` (or `trim_blocks`, `lstrip_blocks`) removes, and the last line break of a file.
    STRIPPED,
    /// `{# … #}`
    COMMENT,
    /// `{% raw %}`
    RAW_BEGIN,
    /// `{% endraw %}`
    RAW_END,
    /// `{{`
    VARIABLE_BEGIN,
    /// `}}`
    VARIABLE_END,
    /// `{%`
    BLOCK_BEGIN,
    /// `%}`
    BLOCK_END,
    WHITESPACE,
    NAME,
    INTEGER,
    FLOAT,
    STRING,
    /// Text that is no token; the lexer has a problem for it.
    ERROR,
    ADD,
    SUB,
    DIV,
    FLOORDIV,
    MUL,
    MOD,
    POW,
    TILDE,
    L_BRACKET,
    R_BRACKET,
    L_PAREN,
    R_PAREN,
    L_BRACE,
    R_BRACE,
    EQ,
    NE,
    GT,
    GTEQ,
    LT,
    LTEQ,
    ASSIGN,
    DOT,
    COLON,
    PIPE,
    COMMA,
    SEMICOLON,

    TEMPLATE,
    /// `{{ … }}`
    OUTPUT,
    /// `{% … %}`, without the body that follows it.
    TAG,
    /// A tag, its body, and the tags that go on with it and end it.
    STATEMENT,
    /// Body between two tags of a statement.
    BODY,
    /// `{% raw %} … {% endraw %}`
    RAW,
    LITERAL,
    NAME_REF,
    NAMESPACE_REF,
    LIST,
    TUPLE,
    DICT,
    PAIR,
    ATTRIBUTE,
    SUBSCRIPT,
    SLICE,
    CALL,
    ARGUMENTS,
    KEYWORD,
    PARAMETERS,
    FILTER,
    TEST,
    NOT,
    UNARY,
    BINARY,
    AND,
    OR,
    COMPARE,
    CONCAT,
    CONDITIONAL,
}

impl SyntaxKind {
    /// White space and comments inside of tags.
    pub fn is_trivia(self) -> bool {
        matches!(self, SyntaxKind::WHITESPACE | SyntaxKind::COMMENT | SyntaxKind::STRIPPED | SyntaxKind::RAW_BEGIN | SyntaxKind::RAW_END)
    }

    /// How Jinja calls a token of this kind in messages.
    pub fn describe(self) -> &'static str {
        use SyntaxKind::*;
        match self {
            EOF => "end of template",
            TEXT => "template data / text",
            COMMENT => "comment",
            VARIABLE_BEGIN => "begin of print statement",
            VARIABLE_END => "end of print statement",
            BLOCK_BEGIN => "begin of statement block",
            BLOCK_END => "end of statement block",
            NAME => "name",
            INTEGER => "integer",
            FLOAT => "float",
            STRING => "string",
            ADD => "+",
            SUB => "-",
            DIV => "/",
            FLOORDIV => "//",
            MUL => "*",
            MOD => "%",
            POW => "**",
            TILDE => "~",
            L_BRACKET => "[",
            R_BRACKET => "]",
            L_PAREN => "(",
            R_PAREN => ")",
            L_BRACE => "{",
            R_BRACE => "}",
            EQ => "==",
            NE => "!=",
            GT => ">",
            GTEQ => ">=",
            LT => "<",
            LTEQ => "<=",
            ASSIGN => "=",
            DOT => ".",
            COLON => ":",
            PIPE => "|",
            COMMA => ",",
            SEMICOLON => ";",
            _ => "unknown",
        }
    }
}

/// The language of the trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Jinja {}

impl rowan::Language for Jinja {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        KINDS.get(usize::from(raw.0)).copied().unwrap_or(SyntaxKind::ERROR)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

pub type SyntaxNode = rowan::SyntaxNode<Jinja>;
pub type SyntaxToken = rowan::SyntaxToken<Jinja>;
pub type SyntaxElement = rowan::SyntaxElement<Jinja>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_number() {
        for (number, kind) in KINDS.iter().enumerate() {
            assert_eq!(*kind as usize, number);
        }
    }
}
