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
    /// What to underline.
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
    ($($(#[$doc:meta])* $variant:ident = $name:literal / $puppet:literal,)*) => {
        /// The stable code of a problem. `name` is Bunraku's, `puppet` the issue code of Puppet.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The name that users see and that names the page under `docs/diagnostics/`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// Puppet's name of the issue; empty where Puppet has none.
            pub fn puppet(self) -> &'static str {
                match self { $(Code::$variant => $puppet,)* }
            }
        }
    };
}

codes! {
    // ---- lexer ----
    UnclosedQuote = "unclosed-quote" / "UNCLOSED_QUOTE",
    UnclosedComment = "unclosed-comment" / "UNCLOSED_MLCOMMENT",
    IllegalClassReference = "illegal-class-reference" / "ILLEGAL_CLASS_REFERENCE",
    IllegalQualifiedClassReference = "illegal-qualified-class-reference" / "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE",
    IllegalQualifiedName = "illegal-qualified-name" / "ILLEGAL_FULLY_QUALIFIED_NAME",
    IllegalNumber = "illegal-number" / "ILLEGAL_NUMBER",
    InvalidHexNumber = "invalid-hex-number" / "INVALID_HEX_NUMBER",
    InvalidOctalNumber = "invalid-octal-number" / "INVALID_OCTAL_NUMBER",
    InvalidDecimalNumber = "invalid-decimal-number" / "INVALID_DECIMAL_NUMBER",
    UnrecognizedEscape = "unrecognized-escape" / "UNRECOGNIZED_ESCAPE",
    IllegalUnicodeEscape = "illegal-unicode-escape" / "ILLEGAL_UNICODE_ESCAPE",
    BrokenUnicodeEscape = "broken-unicode-escape" / "",
    InterpolatedBoolean = "interpolated-boolean" / "",
    InvalidRegex = "invalid-regex" / "RUBY_REGEXP",
    ByteOrderMark = "byte-order-mark" / "ILLEGAL_BOM",
    HeredocUnclosedParenthesis = "heredoc-unclosed-parenthesis" / "HEREDOC_UNCLOSED_PARENTHESIS",
    HeredocInvalidSyntax = "heredoc-invalid-syntax" / "HEREDOC_INVALID_SYNTAX",
    HeredocEmptyEndtag = "heredoc-empty-endtag" / "HEREDOC_EMPTY_ENDTAG",
    HeredocRepeatedEscape = "heredoc-repeated-escape" / "HEREDOC_MULTIPLE_AT_ESCAPES",
    HeredocInvalidEscape = "heredoc-invalid-escape" / "HEREDOC_INVALID_ESCAPE",
    HeredocWithoutText = "heredoc-without-text" / "HEREDOC_WITHOUT_TEXT",
    HeredocWithoutEnd = "heredoc-without-end" / "HEREDOC_WITHOUT_END_TAGGED_LINE",
    /// A line that merely ends with the tag ends the heredoc, and what stands before it is lost.
    HeredocTextBeforeEnd = "heredoc-text-before-end" / "",
    NestedHeredoc = "nested-heredoc" / "",
    EppUnbalancedTag = "epp-unbalanced-tag" / "EPP_UNBALANCED_TAG",
    EppUnbalancedExpression = "epp-unbalanced-expression" / "EPP_UNBALANCED_EXPRESSION",
    EppUnbalancedComment = "epp-unbalanced-comment" / "EPP_UNBALANCED_COMMENT",
    // ---- parser ----
    SyntaxError = "syntax-error" / "SYNTAX_ERROR",
    /// Nested deeper than any real text; the rest of the nesting is not read.
    NestedTooDeeply = "nested-too-deeply" / "",
    ArgumentsWithoutParentheses = "arguments-without-parentheses" / "",
    IllegalList = "illegal-list" / "",
    QuotedName = "quoted-name" / "",
    ClassKeywordAsName = "class-keyword-as-name" / "",
    VirtualWithoutResource = "virtual-without-resource" / "",
    NotAResource = "not-a-resource" / "",
    AppendWithoutTitle = "append-without-title" / "",
    // ---- validation ----
    NotVirtualizable = "not-virtualizable" / "NOT_VIRTUALIZEABLE",
    ClassNotVirtualizable = "class-not-virtualizable" / "CLASS_NOT_VIRTUALIZABLE",
    NotTopLevel = "not-top-level" / "NOT_TOP_LEVEL",
    NotAbsoluteTopLevel = "not-absolute-top-level" / "NOT_ABSOLUTE_TOP_LEVEL",
    CrossScopeAssignment = "cross-scope-assignment" / "CROSS_SCOPE_ASSIGNMENT",
    IllegalAssignment = "illegal-assignment" / "ILLEGAL_ASSIGNMENT",
    IllegalNumericAssignment = "illegal-numeric-assignment" / "ILLEGAL_NUMERIC_ASSIGNMENT",
    IllegalIndexedAssignment = "illegal-indexed-assignment" / "ILLEGAL_INDEXED_ASSIGNMENT",
    IllegalAssignmentContext = "illegal-assignment-context" / "ILLEGAL_ASSIGNMENT_CONTEXT",
    AppendsDeletesRemoved = "appends-deletes-removed" / "APPENDS_DELETES_NO_LONGER_SUPPORTED",
    IllegalAttributeAppend = "illegal-attribute-append" / "ILLEGAL_ATTRIBUTE_APPEND",
    MultipleAttributesUnfold = "multiple-attributes-unfold" / "MULTIPLE_ATTRIBUTES_UNFOLD",
    NoEffect = "no-effect" / "IDEM_EXPRESSION_NOT_LAST",
    NoEffectLast = "no-effect-last" / "IDEM_NOT_ALLOWED_LAST",
    ResourceWithoutTitle = "resource-without-title" / "RESOURCE_WITHOUT_TITLE",
    ReservedWord = "reserved-word" / "RESERVED_WORD",
    FutureReservedWord = "future-reserved-word" / "FUTURE_RESERVED_WORD",
    ReservedTypeName = "reserved-type-name" / "RESERVED_TYPE_NAME",
    ReservedParameter = "reserved-parameter" / "RESERVED_PARAMETER",
    IllegalDefinitionName = "illegal-definition-name" / "ILLEGAL_DEFINITION_NAME",
    IllegalDefinitionLocation = "illegal-definition-location" / "ILLEGAL_DEFINITION_LOCATION",
    IllegalTopConstructLocation = "illegal-top-construct-location" / "ILLEGAL_TOP_CONSTRUCT_LOCATION",
    IllegalNodeInheritance = "illegal-node-inheritance" / "ILLEGAL_NODE_INHERITANCE",
    IllegalHostnameChars = "illegal-hostname-chars" / "ILLEGAL_HOSTNAME_CHARS",
    IllegalHostnameInterpolation = "illegal-hostname-interpolation" / "ILLEGAL_HOSTNAME_INTERPOLATION",
    IllegalExpression = "illegal-expression" / "ILLEGAL_EXPRESSION",
    IllegalEppParameters = "illegal-epp-parameters" / "ILLEGAL_EPP_PARAMETERS",
    IllegalQueryExpression = "illegal-query-expression" / "ILLEGAL_QUERY_EXPRESSION",
    IllegalVariableName = "illegal-variable-name" / "ILLEGAL_VAR_NAME",
    IllegalNumericVariableName = "illegal-numeric-variable-name" / "ILLEGAL_NUMERIC_VAR_NAME",
    IllegalParameterName = "illegal-parameter-name" / "ILLEGAL_PARAM_NAME",
    IllegalNumericParameter = "illegal-numeric-parameter" / "ILLEGAL_NUMERIC_PARAMETER",
    NonliteralParameterType = "nonliteral-parameter-type" / "ILLEGAL_NONLITERAL_PARAMETER_TYPE",
    DuplicateParameter = "duplicate-parameter" / "DUPLICATE_PARAMETER",
    DuplicateKey = "duplicate-key" / "DUPLICATE_KEY",
    DuplicateDefault = "duplicate-default" / "DUPLICATE_DEFAULT",
    CapturesRestNotLast = "captures-rest-not-last" / "CAPTURES_REST_NOT_LAST",
    CapturesRestNotSupported = "captures-rest-not-supported" / "CAPTURES_REST_NOT_SUPPORTED",
    NotRvalue = "not-rvalue" / "NOT_RVALUE",
    NumericOverflow = "numeric-overflow" / "NUMERIC_OVERFLOW",
    UnsupportedExpression = "unsupported-expression" / "UNSUPPORTED_EXPRESSION",
    IllegalTypeMapping = "illegal-type-mapping" / "ILLEGAL_TYPE_MAPPING",
    InvalidHeredocJson = "invalid-heredoc-json" / "ILLEGAL_JSON",
    InvalidHeredocPuppet = "invalid-heredoc-puppet" / "ILLEGAL_PP",
    InvalidHeredocEpp = "invalid-heredoc-epp" / "ILLEGAL_EPP",
    InvalidHeredocBase64 = "invalid-heredoc-base64" / "ILLEGAL_BASE64",
    NotSupportedWhenCompiling = "not-supported-when-compiling" / "EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING",
    NotSupportedWhenScripting = "not-supported-when-scripting" / "EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING",
}
