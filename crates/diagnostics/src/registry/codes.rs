//! Every code that a finding may carry: one entry each.
//!
//! `cargo xtask tidy` reads this file as text: an entry begins with `NAME = "code"`, and has a line `example: …`.

use settings::Level;
use syntax::Code as Problem;

use super::{Code, Entry, Example, Rule};
use crate::{advice, data, evaluation, fixes, neighbours};

/// Declares a constant for each code, the list of all, and the code of each problem of a text.
macro_rules! entries {
    ($($name:ident = $code:literal $((Problem::$problem:ident))? { $($field:ident: $value:expr,)* })*) => {
        $(
            pub const $name: Code = Code(&Entry {
                name: $code,
                page: include_str!(concat!("../../../../docs/diagnostics/", $code, ".md")),
                $(puppet_code: Problem::$problem.puppet(),)?
                $($field: $value,)*
                ..Entry::EMPTY
            });
        )*

        /// All codes in the order of the alphabet.
        pub(super) static ALL: &[Code] = &[$($name,)*];

        /// Returns the code of a problem that the parser or the validation finds.
        pub(crate) fn of_problem(problem: Problem) -> Code {
            match problem {
                $($(Problem::$problem => $name,)?)*
            }
        }
    };
}

entries! {
    ABSENT_DEPENDENCY = "absent-dependency" {
        title: "A dependency in a `metadata.json` is not on the module path.",
        level: Some(Level::Hint),
        example: Example::At("data/absent-dependency"),
        rules: &[data::absent_dependency::RULE],
    }
    ABSENT_MODULE = "absent-module" {
        title: "A name belongs to a module that is not on the module path.",
        level: Some(Level::Hint),
        example: Example::At("absent-module.pp"),
        rules: &[neighbours::absent_module::RULE, data::uninstalled_modules::RULE],
    }
    APPEND_WITHOUT_TITLE = "append-without-title" (Problem::AppendWithoutTitle) {
        title: "A `+>` stands in braces that are neither a resource nor an override.",
        example: Example::At("append-without-title.pp"),
        rules: &[Rule::Syntax],
    }
    APPENDS_DELETES_REMOVED = "appends-deletes-removed" (Problem::AppendsDeletesRemoved) {
        title: "A variable is changed with `+=` or `-=`, which Puppet 4 removed.",
        example: Example::At("appends-deletes-removed.pp"),
        rules: &[Rule::Syntax],
        fixes: true,
        find_fix: Some(fixes::append::find_fix),
    }
    ARGUMENTS_WITHOUT_PARENTHESES = "arguments-without-parentheses" (Problem::ArgumentsWithoutParentheses) {
        title: "A function is called with several arguments and without parentheses.",
        example: Example::At("arguments-without-parentheses.pp"),
        rules: &[Rule::Syntax],
    }
    BROKEN_UNICODE_ESCAPE = "broken-unicode-escape" (Problem::BrokenUnicodeEscape) {
        title: "A `\\u` escape is not the number of a character.",
        example: Example::At("broken-unicode-escape.pp"),
        rules: &[Rule::Syntax],
    }
    BYTE_ORDER_MARK = "byte-order-mark" (Problem::ByteOrderMark) {
        title: "The file begins with a byte order mark.",
        example: Example::At("byte-order-mark.pp"),
        rules: &[Rule::Syntax],
    }
    CAPTURES_REST_NOT_LAST = "captures-rest-not-last" (Problem::CapturesRestNotLast) {
        title: "A parameter that takes all remaining arguments is not the last one.",
        example: Example::At("captures-rest-not-last.pp"),
        rules: &[Rule::Syntax],
    }
    CAPTURES_REST_NOT_SUPPORTED = "captures-rest-not-supported" (Problem::CapturesRestNotSupported) {
        title: "A parameter of a class or define takes all remaining arguments.",
        example: Example::At("captures-rest-not-supported.pp"),
        rules: &[Rule::Syntax],
    }
    CLASS_KEYWORD_AS_NAME = "class-keyword-as-name" (Problem::ClassKeywordAsName) {
        title: "A class is named `class`.",
        example: Example::At("class-keyword-as-name.pp"),
        rules: &[Rule::Syntax],
    }
    CLASS_NOT_VIRTUALIZABLE = "class-not-virtualizable" (Problem::ClassNotVirtualizable) {
        title: "A class is declared as virtual.",
        example: Example::At("class-not-virtualizable.pp"),
        rules: &[Rule::Syntax],
    }
    CONSTANT_CONDITION = "constant-condition" {
        title: "A condition is always true, or always false.",
        level: Some(Level::Warning),
        example: Example::At("constant-condition.pp"),
        rules: &[advice::constant_condition::RULE],
    }
    CROSS_SCOPE_ASSIGNMENT = "cross-scope-assignment" (Problem::CrossScopeAssignment) {
        title: "A variable of another class or module is assigned.",
        example: Example::At("cross-scope-assignment.pp"),
        rules: &[Rule::Syntax],
    }
    DEPENDENCY_CYCLE = "dependency-cycle" {
        title: "Resources depend on each other in a cycle.",
        example: Example::At("catalog/dependency-cycle.pp"),
        rules: &[evaluation::dependency_cycle::RULE],
        fixes: true,
        is_distinct_by_message: true,
    }
    DEPRECATED_FUNCTION = "deprecated-function" {
        title: "A function is called that its module has deprecated.",
        example: Example::None("needs the module stdlib"),
        rules: &[evaluation::deprecated_function::RULE],
    }
    DISCONTINUED_IMPORT = "discontinued-import" {
        title: "Manifests are read with `import`, which Puppet 4 removed.",
        puppet_code: "DISCONTINUED_IMPORT",
        example: Example::At("catalog/discontinued-import.pp"),
        rules: &[neighbours::discontinued_import::RULE, evaluation::discontinued_import::RULE],
        fixes: true,
    }
    DUPLICATE_ATTRIBUTE = "duplicate-attribute" {
        title: "An attribute of a resource is set twice.",
        puppet_code: "DUPLICATE_ATTRIBUE",
        example: Example::At("catalog/duplicate-attribute.pp"),
        rules: &[evaluation::duplicate_attribute::RULE],
        checks: &["duplicate_params"],
    }
    DUPLICATE_DATA_KEY = "duplicate-data-key" {
        title: "A mapping has the same key twice.",
        level: Some(Level::Warning),
        example: Example::At("data/duplicate-data-key"),
        rules: &[data::duplicate_data_key::RULE],
    }
    DUPLICATE_DEFAULT = "duplicate-default" (Problem::DuplicateDefault) {
        title: "A `case` or a selector has two defaults.",
        example: Example::At("duplicate-default.pp"),
        rules: &[Rule::Syntax],
    }
    DUPLICATE_DEFINITION = "duplicate-definition" {
        title: "A class, defined type, function, type alias or node is defined twice.",
        example: Example::At("catalog/duplicate-definition.pp"),
        rules: &[evaluation::duplicate_definition::RULE],
    }
    DUPLICATE_KEY = "duplicate-key" (Problem::DuplicateKey) {
        title: "A hash has the same key twice.",
        example: Example::At("duplicate-key.pp"),
        rules: &[Rule::Syntax],
        checks: &["duplicate_params"],
    }
    DUPLICATE_NAMEVAR = "duplicate-namevar" {
        title: "Two resources manage the same thing.",
        example: Example::At("catalog/duplicate-namevar.pp"),
        rules: &[evaluation::duplicate_namevar::RULE],
    }
    DUPLICATE_OPTION = "duplicate-option" {
        title: "A `case` or selector has the same value twice.",
        level: Some(Level::Warning),
        example: Example::At("duplicate-option.pp"),
        rules: &[advice::duplicate_option::RULE],
    }
    DUPLICATE_PARAMETER = "duplicate-parameter" (Problem::DuplicateParameter) {
        title: "Two parameters have the same name.",
        example: Example::At("duplicate-parameter.pp"),
        rules: &[Rule::Syntax],
    }
    DUPLICATE_RESOURCE = "duplicate-resource" {
        title: "A resource is declared twice.",
        example: Example::At("catalog/duplicate-resource.pp"),
        rules: &[evaluation::duplicate_resource::RULE],
    }
    EPP_UNBALANCED_COMMENT = "epp-unbalanced-comment" (Problem::EppUnbalancedComment) {
        title: "A comment of a template is not closed.",
        example: Example::At("epp-unbalanced-comment.epp"),
        rules: &[Rule::Syntax],
    }
    EPP_UNBALANCED_EXPRESSION = "epp-unbalanced-expression" (Problem::EppUnbalancedExpression) {
        title: "A template ends directly after an opening tag.",
        example: Example::At("epp-unbalanced-expression.epp"),
        rules: &[Rule::Syntax],
    }
    EPP_UNBALANCED_TAG = "epp-unbalanced-tag" (Problem::EppUnbalancedTag) {
        title: "A tag of a template is not closed.",
        example: Example::At("epp-unbalanced-tag.epp"),
        rules: &[Rule::Syntax],
    }
    ERB_SYNTAX = "erb-syntax" {
        title: "The Ruby of an ERB template cannot be parsed.",
        example: Example::None("is about templates of modules, which its page shows"),
        rules: &[Rule::Erb],
        is_distinct_by_message: true,
    }
    ERB_UNKNOWN_NAME = "erb-unknown-name" {
        title: "An ERB template names a variable or function that does not exist.",
        level: Some(Level::Warning),
        example: Example::None("is about templates of modules, which its page shows"),
        rules: &[Rule::Erb],
        fixes: true,
        is_distinct_by_message: true,
    }
    EVALUATION_ENDED = "evaluation-ended" {
        title: "The evaluation does not end.",
        example: Example::At("catalog/evaluation-ended.pp"),
        rules: &[evaluation::evaluation_ended::RULE],
    }
    EVALUATION_ERROR = "evaluation-error" {
        title: "An expression cannot be evaluated.",
        example: Example::At("catalog/evaluation-error.pp"),
        rules: &[evaluation::evaluation_error::RULE],
        fixes: true,
    }
    EVALUATION_FAILED = "evaluation-failed" {
        title: "A function fails with its arguments.",
        example: Example::At("catalog/evaluation-failed.pp"),
        rules: &[evaluation::evaluation_failed::RULE],
    }
    FOREIGN_DATA_KEY = "foreign-data-key" {
        title: "A key in the data of a module belongs to another module.",
        level: Some(Level::Warning),
        example: Example::At("data/foreign-data-key"),
        rules: &[data::foreign_data_key::RULE],
    }
    FUTURE_RESERVED_WORD = "future-reserved-word" (Problem::FutureReservedWord) {
        title: "A word is used that a later Puppet may reserve.",
        example: Example::At("future-reserved-word.pp"),
        rules: &[Rule::Syntax],
    }
    HEREDOC_EMPTY_ENDTAG = "heredoc-empty-endtag" (Problem::HeredocEmptyEndtag) {
        title: "The parentheses of a heredoc contain no tag.",
        example: Example::At("heredoc-empty-endtag.pp"),
        rules: &[Rule::Syntax],
    }
    HEREDOC_INVALID_ESCAPE = "heredoc-invalid-escape" (Problem::HeredocInvalidEscape) {
        title: "A letter after the slash of a heredoc is not a known escape.",
        example: Example::At("heredoc-invalid-escape.pp"),
        rules: &[Rule::Syntax],
    }
    HEREDOC_INVALID_SYNTAX = "heredoc-invalid-syntax" (Problem::HeredocInvalidSyntax) {
        title: "The parentheses of a heredoc do not contain a tag with its options.",
        example: Example::At("heredoc-invalid-syntax.pp"),
        rules: &[Rule::Syntax],
    }
    HEREDOC_REPEATED_ESCAPE = "heredoc-repeated-escape" (Problem::HeredocRepeatedEscape) {
        title: "An escape of a heredoc is named twice.",
        example: Example::At("heredoc-repeated-escape.pp"),
        rules: &[Rule::Syntax],
    }
    HEREDOC_TEXT_BEFORE_END = "heredoc-text-before-end" (Problem::HeredocTextBeforeEnd) {
        title: "A line of text ends a heredoc because it happens to end with the tag.",
        example: Example::At("heredoc-text-before-end.pp"),
        rules: &[Rule::Syntax],
    }
    HEREDOC_UNCLOSED_PARENTHESIS = "heredoc-unclosed-parenthesis" (Problem::HeredocUnclosedParenthesis) {
        title: "The parenthesis of a heredoc is not closed.",
        example: Example::At("heredoc-unclosed-parenthesis.pp"),
        rules: &[Rule::Syntax],
    }
    HEREDOC_WITHOUT_END = "heredoc-without-end" (Problem::HeredocWithoutEnd) {
        title: "No line ends the text of a heredoc.",
        example: Example::At("heredoc-without-end.pp"),
        rules: &[Rule::Syntax],
    }
    HEREDOC_WITHOUT_TEXT = "heredoc-without-text" (Problem::HeredocWithoutText) {
        title: "A heredoc begins on the last line of the file.",
        example: Example::At("heredoc-without-text.pp"),
        rules: &[Rule::Syntax],
    }
    HIERA_FUNCTION = "hiera-function" {
        title: "A function of Hiera 3 is called.",
        level: Some(Level::Warning),
        example: Example::At("hiera-function.pp"),
        rules: &[advice::hiera_function::RULE],
        fixes: true,
    }
    ILLEGAL_ASSIGNMENT = "illegal-assignment" (Problem::IllegalAssignment) {
        title: "The left side of `=` is not a variable.",
        example: Example::At("illegal-assignment.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_ASSIGNMENT_CONTEXT = "illegal-assignment-context" (Problem::IllegalAssignmentContext) {
        title: "A variable is assigned in the default of a parameter.",
        example: Example::At("illegal-assignment-context.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_ATTRIBUTE_APPEND = "illegal-attribute-append" (Problem::IllegalAttributeAppend) {
        title: "A `+>` is used in a resource or in the defaults of a type.",
        example: Example::At("illegal-attribute-append.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_CLASS_REFERENCE = "illegal-class-reference" (Problem::IllegalClassReference) {
        title: "A part of a capitalized name does not begin with a capital.",
        example: Example::At("illegal-class-reference.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_DEFINITION_LOCATION = "illegal-definition-location" (Problem::IllegalDefinitionLocation) {
        title: "A definition is in a file where Puppet does not look for it.",
        example: Example::At("modules/web/manifests/port.pp"),
        rules: &[Rule::Syntax, neighbours::illegal_definition_location::RULE],
        fixes: true,
        checks: &["autoloader_layout"],
        find_fix: Some(fixes::definition_place::find_fix),
    }
    ILLEGAL_DEFINITION_NAME = "illegal-definition-name" (Problem::IllegalDefinitionName) {
        title: "The name of a class or define is not valid.",
        example: Example::At("illegal-definition-name.pp"),
        rules: &[Rule::Syntax],
        fixes: true,
        checks: &["names_containing_dash", "names_containing_uppercase"],
        find_fix: Some(fixes::definition_name::find_fix),
    }
    ILLEGAL_EPP_PARAMETERS = "illegal-epp-parameters" (Problem::IllegalEppParameters) {
        title: "A tag with code in parentheses follows a text.",
        example: Example::At("illegal-epp-parameters.epp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_EXPRESSION = "illegal-expression" (Problem::IllegalExpression) {
        title: "An expression is used where the name of a function or type is expected.",
        example: Example::At("illegal-expression.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_HOSTNAME_CHARS = "illegal-hostname-chars" (Problem::IllegalHostnameChars) {
        title: "The name of a node contains a character that host names cannot have.",
        example: Example::At("illegal-hostname-chars.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_HOSTNAME_INTERPOLATION = "illegal-hostname-interpolation" (Problem::IllegalHostnameInterpolation) {
        title: "The name of a node contains a variable.",
        example: Example::At("illegal-hostname-interpolation.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_INDEXED_ASSIGNMENT = "illegal-indexed-assignment" (Problem::IllegalIndexedAssignment) {
        title: "An element of a list or a hash is assigned.",
        example: Example::At("illegal-indexed-assignment.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_LIST = "illegal-list" (Problem::IllegalList) {
        title: "A comma separates two expressions that are not arguments of a call.",
        example: Example::At("illegal-list.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_NODE_INHERITANCE = "illegal-node-inheritance" (Problem::IllegalNodeInheritance) {
        title: "A node inherits from another.",
        example: Example::At("illegal-node-inheritance.pp"),
        rules: &[Rule::Syntax],
        fixes: true,
        find_fix: Some(fixes::node_inheritance::find_fix),
    }
    ILLEGAL_NUMBER = "illegal-number" (Problem::IllegalNumber) {
        title: "A word begins with a digit and is not a number.",
        example: Example::At("illegal-number.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_NUMERIC_ASSIGNMENT = "illegal-numeric-assignment" (Problem::IllegalNumericAssignment) {
        title: "A variable with a number as its name is assigned.",
        example: Example::At("illegal-numeric-assignment.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_NUMERIC_PARAMETER = "illegal-numeric-parameter" (Problem::IllegalNumericParameter) {
        title: "A parameter has a number as its name.",
        example: Example::At("illegal-numeric-parameter.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_NUMERIC_VARIABLE_NAME = "illegal-numeric-variable-name" (Problem::IllegalNumericVariableName) {
        title: "The number of a match variable has a leading zero.",
        example: Example::At("illegal-numeric-variable-name.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_PARAMETER_NAME = "illegal-parameter-name" (Problem::IllegalParameterName) {
        title: "The name of a parameter is not valid.",
        example: Example::At("illegal-parameter-name.pp"),
        rules: &[Rule::Syntax],
        fixes: true,
        checks: &["variable_is_lowercase"],
        find_fix: Some(fixes::variable_name::find_fix),
    }
    ILLEGAL_QUALIFIED_CLASS_REFERENCE = "illegal-qualified-class-reference" (Problem::IllegalQualifiedClassReference) {
        title: "A part of a capitalized name that begins with `::` does not begin with a capital.",
        example: Example::At("illegal-qualified-class-reference.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_QUALIFIED_NAME = "illegal-qualified-name" (Problem::IllegalQualifiedName) {
        title: "No name follows a `::`.",
        example: Example::At("illegal-qualified-name.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_QUERY_EXPRESSION = "illegal-query-expression" (Problem::IllegalQueryExpression) {
        title: "A collector searches with something other than `==`, `!=`, `and` and `or`.",
        example: Example::At("illegal-query-expression.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_STAGE = "illegal-stage" {
        title: "A stage does not exist, or is set on something other than a class.",
        example: Example::At("catalog/illegal-stage.pp"),
        rules: &[evaluation::illegal_stage::RULE],
    }
    ILLEGAL_TOP_CONSTRUCT_LOCATION = "illegal-top-construct-location" (Problem::IllegalTopConstructLocation) {
        title: "A file of a module contains something other than definitions.",
        example: Example::At("modules/web/manifests/init.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_TYPE_MAPPING = "illegal-type-mapping" (Problem::IllegalTypeMapping) {
        title: "The two sides of a mapping of types are not of the same kind.",
        example: Example::At("illegal-type-mapping.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_UNICODE_ESCAPE = "illegal-unicode-escape" (Problem::IllegalUnicodeEscape) {
        title: "A `\\u` in a double-quoted string is not followed by the number of a character.",
        example: Example::At("illegal-unicode-escape.pp"),
        rules: &[Rule::Syntax],
    }
    ILLEGAL_VARIABLE_NAME = "illegal-variable-name" (Problem::IllegalVariableName) {
        title: "The name of a variable is not valid.",
        example: Example::At("illegal-variable-name.pp"),
        rules: &[Rule::Syntax],
        fixes: true,
        checks: &["variable_is_lowercase"],
        find_fix: Some(fixes::variable_name::find_fix),
    }
    INTERPOLATED_BOOLEAN = "interpolated-boolean" (Problem::InterpolatedBoolean) {
        title: "A string interpolates `true` or `false`.",
        example: Example::At("interpolated-boolean.pp"),
        rules: &[Rule::Syntax],
    }
    INVALID_ATTRIBUTE_VALUE = "invalid-attribute-value" {
        title: "A resource has a value that its type does not accept.",
        example: Example::At("catalog/invalid-attribute-value.pp"),
        rules: &[evaluation::invalid_attribute_value::RULE],
        checks: &["file_mode"],
        is_distinct_by_message: true,
    }
    INVALID_DECIMAL_NUMBER = "invalid-decimal-number" (Problem::InvalidDecimalNumber) {
        title: "A number is incomplete, or has an invalid part.",
        example: Example::At("invalid-decimal-number.pp"),
        rules: &[Rule::Syntax],
    }
    INVALID_ENVIRONMENT_CONFIG = "invalid-environment-config" {
        title: "An `environment.conf` has a line that Puppet cannot read, or an unknown setting.",
        example: Example::At("data/invalid-environment-config"),
        rules: &[data::invalid_environment_config::RULE],
        fixes: true,
    }
    INVALID_HEREDOC_BASE64 = "invalid-heredoc-base64" (Problem::InvalidHeredocBase64) {
        title: "The text of a heredoc is marked as Base64 and is not valid Base64.",
        example: Example::At("invalid-heredoc-base64.pp"),
        rules: &[Rule::Syntax],
    }
    INVALID_HEREDOC_EPP = "invalid-heredoc-epp" (Problem::InvalidHeredocEpp) {
        title: "The text of a heredoc is marked as an EPP template and is not valid EPP.",
        example: Example::At("invalid-heredoc-epp.pp"),
        rules: &[Rule::Syntax],
    }
    INVALID_HEREDOC_JSON = "invalid-heredoc-json" (Problem::InvalidHeredocJson) {
        title: "The text of a heredoc is marked as JSON and is not valid JSON.",
        example: Example::At("invalid-heredoc-json.pp"),
        rules: &[Rule::Syntax],
    }
    INVALID_HEREDOC_PUPPET = "invalid-heredoc-puppet" (Problem::InvalidHeredocPuppet) {
        title: "The text of a heredoc is marked as Puppet and is not valid Puppet.",
        example: Example::At("invalid-heredoc-puppet.pp"),
        rules: &[Rule::Syntax],
    }
    INVALID_HEX_NUMBER = "invalid-hex-number" (Problem::InvalidHexNumber) {
        title: "A number that begins with `0x` contains something other than hexadecimal digits.",
        example: Example::At("invalid-hex-number.pp"),
        rules: &[Rule::Syntax],
    }
    INVALID_HIERA_CONFIG = "invalid-hiera-config" {
        title: "A `hiera.yaml` does not have the form that Puppet requires.",
        example: Example::At("data/invalid-hiera-config"),
        rules: &[data::invalid_hiera_config::RULE],
    }
    INVALID_INTERPOLATION = "invalid-interpolation" {
        title: "An interpolation in data cannot be read.",
        example: Example::At("data/invalid-interpolation"),
        rules: &[data::invalid_interpolation::RULE, Rule::DataError],
    }
    INVALID_MERGE = "invalid-merge" {
        title: "`lookup_options` name a merge strategy that does not exist, or with invalid options.",
        example: Example::At("data/invalid-merge"),
        rules: &[data::invalid_merge::RULE, Rule::DataError],
        fixes: true,
    }
    INVALID_METADATA = "invalid-metadata" {
        title: "A `metadata.json` cannot be read, or lacks required entries.",
        example: Example::At("data/invalid-metadata"),
        rules: &[data::invalid_metadata::RULE],
    }
    INVALID_OCTAL_NUMBER = "invalid-octal-number" (Problem::InvalidOctalNumber) {
        title: "A number that begins with `0` contains something other than the digits `0` to `7`.",
        example: Example::At("invalid-octal-number.pp"),
        rules: &[Rule::Syntax],
    }
    INVALID_REFERENCE = "invalid-reference" {
        title: "A reference does not name a resource.",
        puppet_code: "ILLEGAL_RELATIONSHIP_OPERAND_TYPE",
        example: Example::At("catalog/invalid-reference.pp"),
        rules: &[evaluation::invalid_reference::RULE],
    }
    INVALID_REGEX = "invalid-regex" (Problem::InvalidRegex) {
        title: "A regular expression cannot be compiled.",
        example: Example::At("invalid-regex.pp"),
        rules: &[Rule::Syntax],
    }
    INVALID_SETTING = "invalid-setting" {
        title: "A setting in `bunraku.toml` cannot be read.",
        example: Example::None("is about bunraku.toml"),
        rules: &[Rule::Settings],
    }
    INVALID_TITLE = "invalid-title" {
        title: "The title of a resource is not a string.",
        example: Example::At("catalog/invalid-title.pp"),
        rules: &[evaluation::invalid_title::RULE],
    }
    INVALID_VERSION_RANGE = "invalid-version-range" {
        title: "A version range in a `metadata.json` is not valid.",
        level: Some(Level::Warning),
        example: Example::At("data/invalid-version-range"),
        rules: &[data::version_range::RULE],
    }
    LEGACY_FACT = "legacy-fact" {
        title: "A fact is used by its legacy name.",
        level: Some(Level::Warning),
        example: Example::At("legacy-fact.pp"),
        rules: &[advice::legacy_fact::RULE, data::legacy_fact::RULE],
        fixes: true,
        checks: &["legacy_facts", "top_scope_facts"],
    }
    LOST_NODE = "lost-node" {
        title: "Puppet cannot evaluate a node because of its pattern.",
        level: Some(Level::Warning),
        example: Example::At("lost-node.pp"),
        rules: &[advice::lost_node::RULE],
    }
    LOWERCASE_REFERENCE = "lowercase-reference" {
        title: "A reference to a resource begins with a lowercase letter.",
        level: Some(Level::Warning),
        example: Example::At("lowercase-reference.pp"),
        rules: &[advice::lowercase_reference::RULE],
        fixes: true,
        explains: Some(advice::lowercase_reference::explains),
    }
    MISSING_DATA = "missing-data" {
        title: "A key is looked up that has no data.",
        example: Example::At("catalog/missing-data.pp"),
        rules: &[evaluation::missing_data::RULE],
        fixes: true,
        is_of_sites: true,
    }
    MISSING_DATA_FOLDER = "missing-data-folder" {
        title: "A level of a `hiera.yaml` uses a folder that does not exist.",
        level: Some(Level::Hint),
        example: Example::At("data/missing-data-folder"),
        rules: &[data::missing_data_folder::RULE],
    }
    MISSING_DEFAULT = "missing-default" {
        title: "A `case` or selector has no `default`.",
        level: Some(Level::Off),
        example: Example::None("off unless settings ask for it"),
        rules: &[advice::missing_default::RULE],
        checks: &["case_without_default"],
    }
    MISSING_DEPENDENCY = "missing-dependency" {
        title: "A resource is named that is not in the catalog.",
        example: Example::At("catalog/missing-dependency.pp"),
        rules: &[evaluation::missing_dependency::RULE],
        fixes: true,
    }
    MISSING_FILE = "missing-file" {
        title: "A template or file of a module does not exist.",
        example: Example::At("catalog/missing-file.pp"),
        rules: &[neighbours::missing_file::RULE, evaluation::missing_file::RULE],
        fixes: true,
    }
    MISSING_PARAMETER = "missing-parameter" {
        title: "A class or resource is declared without a required parameter.",
        example: Example::At("catalog/missing-parameter.pp"),
        rules: &[evaluation::missing_parameter::RULE],
        is_distinct_by_message: true,
    }
    MISTYPED_DATA = "mistyped-data" {
        title: "A value in data does not have the type that a parameter or lookup requires.",
        example: Example::At("data/mistyped-data"),
        rules: &[data::mistyped_data::RULE, Rule::DataError],
        is_distinct_by_message: true,
    }
    MULTIPLE_ATTRIBUTES_UNFOLD = "multiple-attributes-unfold" (Problem::MultipleAttributesUnfold) {
        title: "A resource takes its attributes from two hashes.",
        example: Example::At("multiple-attributes-unfold.pp"),
        rules: &[Rule::Syntax],
    }
    NESTED_HEREDOC = "nested-heredoc" (Problem::NestedHeredoc) {
        title: "A heredoc is used in the interpolation of another heredoc.",
        example: Example::At("nested-heredoc.pp"),
        rules: &[Rule::Syntax],
    }
    NESTED_TOO_DEEPLY = "nested-too-deeply" (Problem::NestedTooDeeply) {
        title: "Brackets or blocks are nested too deeply.",
        example: Example::None("needs thousands of brackets"),
        rules: &[Rule::Syntax],
    }
    NO_EFFECT = "no-effect" (Problem::NoEffect) {
        title: "A value is computed and never used.",
        example: Example::At("no-effect.pp"),
        rules: &[Rule::Syntax],
    }
    NO_EFFECT_LAST = "no-effect-last" (Problem::NoEffectLast) {
        title: "A class, define or node ends with a value that is never used.",
        example: Example::At("no-effect-last.pp"),
        rules: &[Rule::Syntax],
    }
    NONLITERAL_PARAMETER_TYPE = "nonliteral-parameter-type" (Problem::NonliteralParameterType) {
        title: "The type of a parameter of a class is not a literal.",
        example: Example::At("nonliteral-parameter-type.pp"),
        rules: &[Rule::Syntax],
    }
    NOT_A_RESOURCE = "not-a-resource" (Problem::NotAResource) {
        title: "Braces with attributes follow something that is not the name of a type.",
        example: Example::At("not-a-resource.pp"),
        rules: &[Rule::Syntax],
    }
    NOT_ABSOLUTE_TOP_LEVEL = "not-absolute-top-level" (Problem::NotAbsoluteTopLevel) {
        title: "A function or a type alias is defined inside something else.",
        example: Example::At("not-absolute-top-level.pp"),
        rules: &[Rule::Syntax],
    }
    NOT_RVALUE = "not-rvalue" (Problem::NotRvalue) {
        title: "A value is expected, and the expression has none.",
        example: Example::At("not-rvalue.pp"),
        rules: &[Rule::Syntax],
    }
    NOT_SUPPORTED_WHEN_COMPILING = "not-supported-when-compiling" (Problem::NotSupportedWhenCompiling) {
        title: "An `apply` block of a plan uses something that is not supported there.",
        example: Example::None("needs the setting `tasks`"),
        rules: &[Rule::Syntax],
    }
    NOT_SUPPORTED_WHEN_SCRIPTING = "not-supported-when-scripting" (Problem::NotSupportedWhenScripting) {
        title: "An expression needs a catalog, and with `--tasks` there is none.",
        example: Example::None("needs the setting `tasks`"),
        rules: &[Rule::Syntax],
    }
    NOT_TOP_LEVEL = "not-top-level" (Problem::NotTopLevel) {
        title: "A class, define or node is defined inside something else.",
        example: Example::At("not-top-level.pp"),
        rules: &[Rule::Syntax],
        checks: &["nested_classes_or_defines"],
    }
    NOT_VIRTUALIZABLE = "not-virtualizable" (Problem::NotVirtualizable) {
        title: "Defaults or overrides of resources are marked as virtual.",
        example: Example::At("not-virtualizable.pp"),
        rules: &[Rule::Syntax],
    }
    NUMERIC_OVERFLOW = "numeric-overflow" (Problem::NumericOverflow) {
        title: "An integer is larger than Puppet can hold.",
        example: Example::At("numeric-overflow.pp"),
        rules: &[Rule::Syntax],
    }
    OPEN_DEPENDENCY = "open-dependency" {
        title: "A dependency in a `metadata.json` accepts any later version.",
        level: Some(Level::Hint),
        example: Example::At("data/open-dependency"),
        rules: &[data::open_dependency::RULE],
    }
    OVERRIDE_NOT_ALLOWED = "override-not-allowed" {
        title: "An attribute is overridden where that is not allowed.",
        example: Example::At("catalog/override-not-allowed.pp"),
        rules: &[evaluation::override_not_allowed::RULE],
    }
    PRIVATE_DEFINITION = "private-definition" {
        title: "A private class, defined type or function of another module is used.",
        example: Example::None("needs a second module"),
        rules: &[neighbours::private_definition::RULE],
    }
    QUOTED_NAME = "quoted-name" (Problem::QuotedName) {
        title: "The name of a class, define, function or plan is quoted.",
        example: Example::At("quoted-name.pp"),
        rules: &[Rule::Syntax],
    }
    REASSIGNED_VARIABLE = "reassigned-variable" {
        title: "A variable is assigned twice.",
        puppet_code: "ILLEGAL_REASSIGNMENT",
        example: Example::At("catalog/reassigned-variable.pp"),
        rules: &[evaluation::reassigned_variable::RULE],
    }
    RECURSIVE_DATA = "recursive-data" {
        title: "Values look each other up in a cycle.",
        example: Example::At("data/recursive-data"),
        rules: &[data::recursive_data::RULE, Rule::DataError],
    }
    REFRESH_WITHOUT_EFFECT = "refresh-without-effect" {
        title: "A resource is refreshed that ignores refreshes.",
        example: Example::At("catalog/refresh-without-effect.pp"),
        rules: &[evaluation::refresh_without_effect::RULE],
        fixes: true,
    }
    RELATIVE_NAME = "relative-name" {
        title: "A class or defined type is used by a relative name.",
        level: Some(Level::Warning),
        example: Example::None("needs a module around it"),
        rules: &[neighbours::relative_name::RULE],
        fixes: true,
        helps_with: &[UNKNOWN_CLASS, UNKNOWN_RESOURCE_TYPE],
        replaces: &[ABSENT_MODULE],
    }
    RESERVED_PARAMETER = "reserved-parameter" (Problem::ReservedParameter) {
        title: "A parameter of a class or define is named `title` or `name`.",
        example: Example::At("reserved-parameter.pp"),
        rules: &[Rule::Syntax],
    }
    RESERVED_TYPE_NAME = "reserved-type-name" (Problem::ReservedTypeName) {
        title: "A class, define or function has the name of a type of data.",
        example: Example::At("reserved-type-name.pp"),
        rules: &[Rule::Syntax],
    }
    RESERVED_WORD = "reserved-word" (Problem::ReservedWord) {
        title: "A reserved word is used as a string.",
        example: Example::At("reserved-word.pp"),
        rules: &[Rule::Syntax],
    }
    RESOURCE_WITHOUT_TITLE = "resource-without-title" (Problem::ResourceWithoutTitle) {
        title: "A resource has no title.",
        example: Example::At("resource-without-title.pp"),
        rules: &[Rule::Syntax],
    }
    RUBY_DUPLICATE_DISPATCH = "ruby-duplicate-dispatch" {
        title: "A dispatch of a function is never used.",
        level: Some(Level::Warning),
        example: Example::None("is about files of Ruby, which its page shows"),
        rules: &[Rule::Ruby],
        is_distinct_by_message: true,
    }
    RUBY_INVALID_DISPATCH = "ruby-invalid-dispatch" {
        title: "A dispatch of a function cannot be loaded or called.",
        example: Example::None("is about files of Ruby, which its page shows"),
        rules: &[Rule::Ruby],
        fixes: true,
        is_distinct_by_message: true,
    }
    RUBY_NOT_COVERED = "ruby-not-covered" {
        title: "A template, function or type uses Ruby that Bunraku does not run.",
        level: Some(Level::Hint),
        example: Example::At("catalog/ruby-not-covered.pp"),
        rules: &[evaluation::ruby_not_covered::RULE, Rule::Ruby],
    }
    RUBY_SYNTAX = "ruby-syntax" {
        title: "The Ruby of a function, type or fact cannot be parsed.",
        example: Example::None("is about files of Ruby, which its page shows"),
        rules: &[Rule::Ruby],
        is_distinct_by_message: true,
    }
    RUBY_UNKNOWN_FUNCTION = "ruby-unknown-function" {
        title: "A function in Ruby calls a function that does not exist.",
        level: Some(Level::Warning),
        example: Example::None("is about files of Ruby, which its page shows"),
        rules: &[Rule::Ruby],
        fixes: true,
        is_distinct_by_message: true,
    }
    RUBY_WRONG_NAME = "ruby-wrong-name" {
        title: "A Ruby file declares a function or type with another name.",
        example: Example::None("is about files of Ruby, which its page shows"),
        rules: &[Rule::Ruby],
        fixes: true,
        is_distinct_by_message: true,
    }
    SALT_COLLAPSED_STATE = "salt-collapsed-state" {
        title: "Two states have the same module, ID, name and function.",
        level: Some(Level::Warning),
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_CONFLICTING_ID = "salt-conflicting-id" {
        title: "Two SLS files declare the same ID.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_CYCLE = "salt-cycle" {
        title: "States require each other in a cycle.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_EXCLUDE = "salt-exclude" {
        title: "An `exclude` is not a list.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_EXTEND = "salt-extend" {
        title: "An `extend` or a `*_in` requisite names no state of the run.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_FUNCTION = "salt-function" {
        title: "A state has no function, several, or the same module twice.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_IGNORED_REQUISITE = "salt-ignored-requisite" {
        title: "A requisite is ignored silently.",
        level: Some(Level::Warning),
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_INCLUDE = "salt-include" {
        title: "An `include` names no SLS file.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        fixes: true,
        is_distinct_by_message: true,
    }
    SALT_JUMP_TO_FRONT = "salt-jump-to-front" {
        title: "A state jumps to the front, because one with a negative `order` needs it.",
        level: Some(Level::Hint),
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_MISSING_ARGUMENT = "salt-missing-argument" {
        title: "A state function needs an argument that is not given.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_MISSING_REQUISITE = "salt-missing-requisite" {
        title: "A requisite names a state that does not exist.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_MISSING_SOURCE = "salt-missing-source" {
        title: "A `salt://` source is nearly the name of a file of the tree.",
        level: Some(Level::Warning),
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        fixes: true,
        is_distinct_by_message: true,
    }
    SALT_MISSPELT_REQUISITE = "salt-misspelt-requisite" {
        title: "An argument looks like a requisite and is none.",
        level: Some(Level::Warning),
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        fixes: true,
        is_distinct_by_message: true,
    }
    SALT_OVERRIDDEN_ORDER = "salt-overridden-order" {
        title: "An `order` does not count, because a requisite overrides it.",
        level: Some(Level::Hint),
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_RELEASE = "salt-release" {
        title: "A function or a tree works in one release of Salt and not in another.",
        level: Some(Level::Hint),
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_REQUISITE = "salt-requisite" {
        title: "A requisite is not formed as Salt reads it.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_STRUCTURE = "salt-structure" {
        title: "An SLS file is not formed as Salt expects.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_TEMPLATE = "salt-template" {
        title: "The template of an SLS file fails.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_TOP = "salt-top" {
        title: "A `top.sls` is not formed as Salt expects.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_UNKNOWN_ARGUMENT = "salt-unknown-argument" {
        title: "A state function does not take an argument.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        fixes: true,
        is_distinct_by_message: true,
    }
    SALT_UNKNOWN_FUNCTION = "salt-unknown-function" {
        title: "A state calls a function that its module does not have.",
        level: Some(Level::Warning),
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        fixes: true,
        is_distinct_by_message: true,
    }
    SALT_UNKNOWN_PILLAR_KEY = "salt-unknown-pillar-key" {
        title: "A template reads a key of the pillar that no pillar file has.",
        level: Some(Level::Hint),
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        fixes: true,
        is_distinct_by_message: true,
    }
    SALT_WILDCARD_ID = "salt-wildcard-id" {
        title: "An ID is a pattern that does not match itself.",
        level: Some(Level::Hint),
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SALT_YAML = "salt-yaml" {
        title: "What an SLS file renders to is not YAML.",
        example: Example::None("is about SLS files, which its page shows"),
        rules: &[Rule::Sls],
        is_distinct_by_message: true,
    }
    SYNTAX_ERROR = "syntax-error" (Problem::SyntaxError) {
        title: "The text does not follow the grammar.",
        example: Example::At("syntax-error.pp"),
        rules: &[Rule::Syntax],
        fixes: true,
    }
    TYPE_MISMATCH = "type-mismatch" {
        title: "A value has another type than required.",
        example: Example::At("catalog/type-mismatch.pp"),
        rules: &[evaluation::type_mismatch::RULE],
        fixes: true,
        is_distinct_by_message: true,
    }
    UNBOUND_DATA_KEY = "unbound-data-key" {
        title: "A key is bound to no parameter, and nothing looks it up.",
        level: Some(Level::Warning),
        example: Example::At("data/unbound-data-key"),
        rules: &[data::unbound_data_key::RULE],
        fixes: true,
    }
    UNCLOSED_COMMENT = "unclosed-comment" (Problem::UnclosedComment) {
        title: "A comment that begins with `/*` is not closed.",
        example: Example::At("unclosed-comment.pp"),
        rules: &[Rule::Syntax],
    }
    UNCLOSED_QUOTE = "unclosed-quote" (Problem::UnclosedQuote) {
        title: "A string is not closed.",
        example: Example::At("unclosed-quote.pp"),
        rules: &[Rule::Syntax],
    }
    UNDECLARED_DEPENDENCY = "undeclared-dependency" {
        title: "A module uses another module that is not among its dependencies.",
        level: Some(Level::Hint),
        example: Example::At("data/undeclared-dependency"),
        rules: &[data::undeclared_dependency::RULE],
        fixes: true,
    }
    UNKNOWN_ATTRIBUTE = "unknown-attribute" {
        title: "An attribute is set that the type does not have.",
        example: Example::At("catalog/unknown-attribute.pp"),
        rules: &[evaluation::unknown_attribute::RULE],
        fixes: true,
        is_distinct_by_message: true,
    }
    UNKNOWN_CLASS = "unknown-class" {
        title: "A class is declared that does not exist.",
        example: Example::At("catalog/unknown-class.pp"),
        rules: &[evaluation::unknown_class::RULE],
        fixes: true,
    }
    UNKNOWN_FACT = "unknown-fact" {
        title: "A fact, or a key of a structured fact, is read that no system has.",
        level: Some(Level::Warning),
        example: Example::At("unknown-fact.pp"),
        rules: &[advice::unknown_fact::RULE, neighbours::unknown_fact::RULE, data::unknown_fact::RULE],
        fixes: true,
        explains: Some(advice::unknown_fact::explains),
    }
    UNKNOWN_FUNCTION = "unknown-function" {
        title: "A function is called that does not exist.",
        puppet_code: "UNKNOWN_FUNCTION",
        example: Example::At("catalog/unknown-function.pp"),
        rules: &[evaluation::unknown_function::RULE],
        fixes: true,
        may_be_elsewhere: true,
    }
    UNKNOWN_RESOURCE_TYPE = "unknown-resource-type" {
        title: "A resource of an unknown type is declared.",
        example: Example::At("catalog/unknown-resource-type.pp"),
        rules: &[evaluation::unknown_resource_type::RULE],
        fixes: true,
        may_be_elsewhere: true,
    }
    UNKNOWN_SETTING = "unknown-setting" {
        title: "A setting, or the code of a finding, does not exist.",
        example: Example::None("is about bunraku.toml"),
        rules: &[Rule::Settings],
        fixes: true,
    }
    UNKNOWN_TYPE = "unknown-type" {
        title: "A type is named that does not exist.",
        puppet_code: "UNKNOWN_RESOURCE_TYPE",
        example: Example::At("catalog/unknown-type.pp"),
        rules: &[evaluation::unknown_type::RULE],
        fixes: true,
        may_be_elsewhere: true,
    }
    UNKNOWN_VARIABLE = "unknown-variable" {
        title: "A variable is used that has no value.",
        puppet_code: "UNKNOWN_VARIABLE",
        example: Example::At("catalog/unknown-variable.pp"),
        rules: &[neighbours::unknown_variable::RULE, evaluation::unknown_variable::RULE],
        fixes: true,
        checks: &["variable_scope"],
    }
    UNMATCHED_COLLECTOR = "unmatched-collector" {
        title: "A collector matches no resource.",
        example: Example::At("unmatched-collector.pp"),
        rules: &[neighbours::unmatched_collector::RULE, neighbours::unmatched_in_site::RULE],
        fixes: true,
    }
    UNMATCHED_SELECTOR = "unmatched-selector" {
        title: "A selector has no entry for its value.",
        puppet_code: "UNMATCHED_SELECTOR",
        example: Example::At("catalog/unmatched-selector.pp"),
        rules: &[neighbours::unmatched_selector::RULE, evaluation::unmatched_selector::RULE],
    }
    UNMET_DEPENDENCY = "unmet-dependency" {
        title: "The installed version of a dependency is outside its range.",
        level: Some(Level::Warning),
        example: Example::At("data/unmet-dependency"),
        rules: &[data::unmet_dependency::RULE],
    }
    UNORDERED_STAGE = "unordered-stage" {
        title: "A run stage has no relationship to another stage.",
        example: Example::At("catalog/unordered-stage.pp"),
        rules: &[evaluation::unordered_stage::RULE],
        fixes: true,
    }
    UNREACHABLE_CODE = "unreachable-code" {
        title: "A statement follows one that always ends the block.",
        level: Some(Level::Warning),
        example: Example::At("unreachable-code.pp"),
        rules: &[advice::unreachable_code::RULE],
    }
    UNREADABLE_DATA = "unreadable-data" {
        title: "A file of data, or a `hiera.yaml`, cannot be read.",
        example: Example::At("data/unreadable-data"),
        rules: &[data::unreadable_data::RULE],
    }
    UNREALIZED_RESOURCE = "unrealized-resource" {
        title: "A virtual resource is declared that nothing in the site realizes.",
        level: Some(Level::Warning),
        example: Example::None("depends on the main manifest beside it"),
        rules: &[neighbours::unrealized_resource::RULE, neighbours::unrealized_in_site::RULE],
    }
    UNRECOGNIZED_ESCAPE = "unrecognized-escape" (Problem::UnrecognizedEscape) {
        title: "A backslash in a double-quoted string is followed by a character that is not an escape.",
        example: Example::At("unrecognized-escape.pp"),
        rules: &[Rule::Syntax],
    }
    UNSUPPORTED_EXPRESSION = "unsupported-expression" (Problem::UnsupportedExpression) {
        title: "An expression is used that Puppet can parse and not evaluate.",
        example: Example::At("unsupported-expression.pp"),
        rules: &[Rule::Syntax],
    }
    UNUSED_DEPENDENCY = "unused-dependency" {
        title: "A module depends on another module and uses nothing of it.",
        level: Some(Level::Hint),
        example: Example::At("data/unused-dependency"),
        rules: &[data::unused_dependency::RULE],
    }
    UNUSED_IGNORE = "unused-ignore" {
        title: "A comment ignores findings where there are none.",
        level: Some(Level::Hint),
        example: Example::None("is about a comment, and no mistake to Puppet"),
        rules: &[Rule::Ignores],
        fixes: true,
    }
    UNUSED_PARAMETER = "unused-parameter" {
        title: "A parameter is never used.",
        level: Some(Level::Hint),
        example: Example::At("unused-parameter.pp"),
        rules: &[advice::unused_parameter::RULE],
    }
    UNUSED_TEMPLATE = "unused-template" {
        title: "Nothing renders a template.",
        level: Some(Level::Hint),
        example: Example::None("is about templates of modules, which its page shows"),
        rules: &[Rule::Template],
        is_unneeded: true,
    }
    UNUSED_VARIABLE = "unused-variable" {
        title: "A variable is never used.",
        level: Some(Level::Warning),
        example: Example::At("unused-variable.pp"),
        rules: &[advice::unused_variable::RULE],
    }
    VIRTUAL_WITHOUT_RESOURCE = "virtual-without-resource" (Problem::VirtualWithoutResource) {
        title: "An `@` or `@@` is not followed by a resource.",
        example: Example::At("virtual-without-resource.pp"),
        rules: &[Rule::Syntax],
    }
}
