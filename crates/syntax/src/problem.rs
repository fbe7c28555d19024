//! Problems found in a text, as data.

use text_size::TextRange;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    /// A warning about a form that a later Puppet will refuse.
    Deprecation,
    /// Something that could be better. It is shown in an editor, and fails nothing.
    Hint,
}

/// Where Puppet says that a problem is, if not at the start of [`Problem::range`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// At the start of our range.
    Same,
    /// At another byte offset.
    At(text_size::TextSize),
    /// Nowhere: file only.
    None,
}

/// One problem in one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub code: Code,
    pub severity: Severity,
    /// Range to underline.
    pub range: TextRange,
    /// Puppet's own words.
    pub message: String,
    /// A better explanation, if there is one.
    pub help: Option<String>,
    /// Other places that matter, each with a short text.
    pub related: Vec<(TextRange, String)>,
    /// Where Puppet places it.
    pub puppet_place: Place,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $puppet:literal,)*) => {
        /// Kind of a problem. Its stable name, its page and its level are in the registry of `diagnostics`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// Puppet's name of the issue; empty where Puppet has none.
            pub const fn puppet(self) -> &'static str {
                match self { $(Code::$variant => $puppet,)* }
            }
        }
    };
}

codes! {
    // ---- lexer ----
    UnclosedQuote = "UNCLOSED_QUOTE",
    UnclosedComment = "UNCLOSED_MLCOMMENT",
    IllegalClassReference = "ILLEGAL_CLASS_REFERENCE",
    IllegalQualifiedClassReference = "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE",
    IllegalQualifiedName = "ILLEGAL_FULLY_QUALIFIED_NAME",
    IllegalNumber = "ILLEGAL_NUMBER",
    InvalidHexNumber = "INVALID_HEX_NUMBER",
    InvalidOctalNumber = "INVALID_OCTAL_NUMBER",
    InvalidDecimalNumber = "INVALID_DECIMAL_NUMBER",
    UnrecognizedEscape = "UNRECOGNIZED_ESCAPE",
    IllegalUnicodeEscape = "ILLEGAL_UNICODE_ESCAPE",
    BrokenUnicodeEscape = "",
    InterpolatedBoolean = "",
    InvalidRegex = "RUBY_REGEXP",
    ByteOrderMark = "ILLEGAL_BOM",
    HeredocUnclosedParenthesis = "HEREDOC_UNCLOSED_PARENTHESIS",
    HeredocInvalidSyntax = "HEREDOC_INVALID_SYNTAX",
    HeredocEmptyEndtag = "HEREDOC_EMPTY_ENDTAG",
    HeredocRepeatedEscape = "HEREDOC_MULTIPLE_AT_ESCAPES",
    HeredocInvalidEscape = "HEREDOC_INVALID_ESCAPE",
    HeredocWithoutText = "HEREDOC_WITHOUT_TEXT",
    HeredocWithoutEnd = "HEREDOC_WITHOUT_END_TAGGED_LINE",
    /// A line that merely ends with the tag ends the heredoc, and what stands before it is lost.
    HeredocTextBeforeEnd = "",
    NestedHeredoc = "",
    EppUnbalancedTag = "EPP_UNBALANCED_TAG",
    EppUnbalancedExpression = "EPP_UNBALANCED_EXPRESSION",
    EppUnbalancedComment = "EPP_UNBALANCED_COMMENT",
    // ---- parser ----
    SyntaxError = "SYNTAX_ERROR",
    /// Nested deeper than any real text; the rest of the nesting is not read.
    NestedTooDeeply = "",
    ArgumentsWithoutParentheses = "",
    IllegalList = "",
    QuotedName = "",
    ClassKeywordAsName = "",
    VirtualWithoutResource = "",
    NotAResource = "",
    AppendWithoutTitle = "",
    // ---- validation ----
    NotVirtualizable = "NOT_VIRTUALIZEABLE",
    ClassNotVirtualizable = "CLASS_NOT_VIRTUALIZABLE",
    NotTopLevel = "NOT_TOP_LEVEL",
    NotAbsoluteTopLevel = "NOT_ABSOLUTE_TOP_LEVEL",
    CrossScopeAssignment = "CROSS_SCOPE_ASSIGNMENT",
    IllegalAssignment = "ILLEGAL_ASSIGNMENT",
    IllegalNumericAssignment = "ILLEGAL_NUMERIC_ASSIGNMENT",
    IllegalIndexedAssignment = "ILLEGAL_INDEXED_ASSIGNMENT",
    IllegalAssignmentContext = "ILLEGAL_ASSIGNMENT_CONTEXT",
    AppendsDeletesRemoved = "APPENDS_DELETES_NO_LONGER_SUPPORTED",
    IllegalAttributeAppend = "ILLEGAL_ATTRIBUTE_APPEND",
    MultipleAttributesUnfold = "MULTIPLE_ATTRIBUTES_UNFOLD",
    NoEffect = "IDEM_EXPRESSION_NOT_LAST",
    NoEffectLast = "IDEM_NOT_ALLOWED_LAST",
    ResourceWithoutTitle = "RESOURCE_WITHOUT_TITLE",
    ReservedWord = "RESERVED_WORD",
    FutureReservedWord = "FUTURE_RESERVED_WORD",
    ReservedTypeName = "RESERVED_TYPE_NAME",
    ReservedParameter = "RESERVED_PARAMETER",
    IllegalDefinitionName = "ILLEGAL_DEFINITION_NAME",
    IllegalDefinitionLocation = "ILLEGAL_DEFINITION_LOCATION",
    IllegalTopConstructLocation = "ILLEGAL_TOP_CONSTRUCT_LOCATION",
    IllegalNodeInheritance = "ILLEGAL_NODE_INHERITANCE",
    IllegalHostnameChars = "ILLEGAL_HOSTNAME_CHARS",
    IllegalHostnameInterpolation = "ILLEGAL_HOSTNAME_INTERPOLATION",
    IllegalExpression = "ILLEGAL_EXPRESSION",
    IllegalEppParameters = "ILLEGAL_EPP_PARAMETERS",
    IllegalQueryExpression = "ILLEGAL_QUERY_EXPRESSION",
    IllegalVariableName = "ILLEGAL_VAR_NAME",
    IllegalNumericVariableName = "ILLEGAL_NUMERIC_VAR_NAME",
    IllegalParameterName = "ILLEGAL_PARAM_NAME",
    IllegalNumericParameter = "ILLEGAL_NUMERIC_PARAMETER",
    NonliteralParameterType = "ILLEGAL_NONLITERAL_PARAMETER_TYPE",
    DuplicateParameter = "DUPLICATE_PARAMETER",
    DuplicateKey = "DUPLICATE_KEY",
    DuplicateDefault = "DUPLICATE_DEFAULT",
    CapturesRestNotLast = "CAPTURES_REST_NOT_LAST",
    CapturesRestNotSupported = "CAPTURES_REST_NOT_SUPPORTED",
    NotRvalue = "NOT_RVALUE",
    NumericOverflow = "NUMERIC_OVERFLOW",
    UnsupportedExpression = "UNSUPPORTED_EXPRESSION",
    IllegalTypeMapping = "ILLEGAL_TYPE_MAPPING",
    InvalidHeredocJson = "ILLEGAL_JSON",
    InvalidHeredocPuppet = "ILLEGAL_PP",
    InvalidHeredocEpp = "ILLEGAL_EPP",
    InvalidHeredocBase64 = "ILLEGAL_BASE64",
    NotSupportedWhenCompiling = "EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING",
    NotSupportedWhenScripting = "EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING",
}
