//! The codes of issues: Bunraku's stable ones, and Puppet's.

use crate::Wrong;
use crate::issue::{Assigned, AttributeUse, DataError, Ended, Issue, Reference, Ruby, TitleError};

/// The stable codes that issues have, as findings show them.
pub mod codes {
    pub const DEPRECATED_FUNCTION: &str = "deprecated-function";
    pub const DISCONTINUED_IMPORT: &str = "discontinued-import";
    pub const DUPLICATE_ATTRIBUTE: &str = "duplicate-attribute";
    pub const DUPLICATE_DEFINITION: &str = "duplicate-definition";
    pub const DUPLICATE_NAMEVAR: &str = "duplicate-namevar";
    pub const DUPLICATE_RESOURCE: &str = "duplicate-resource";
    pub const EVALUATION_ENDED: &str = "evaluation-ended";
    pub const EVALUATION_ERROR: &str = "evaluation-error";
    pub const EVALUATION_FAILED: &str = "evaluation-failed";
    pub const ILLEGAL_STAGE: &str = "illegal-stage";
    pub const INVALID_ATTRIBUTE_VALUE: &str = "invalid-attribute-value";
    pub const INVALID_REFERENCE: &str = "invalid-reference";
    pub const INVALID_TITLE: &str = "invalid-title";
    pub const MISSING_DATA: &str = "missing-data";
    pub const MISSING_DEPENDENCY: &str = "missing-dependency";
    pub const MISSING_FILE: &str = "missing-file";
    pub const MISSING_PARAMETER: &str = "missing-parameter";
    pub const OVERRIDE_NOT_ALLOWED: &str = "override-not-allowed";
    pub const REASSIGNED_VARIABLE: &str = "reassigned-variable";
    pub const RUBY_NOT_COVERED: &str = "ruby-not-covered";
    pub const TYPE_MISMATCH: &str = "type-mismatch";
    pub const UNKNOWN_ATTRIBUTE: &str = "unknown-attribute";
    pub const UNKNOWN_CLASS: &str = "unknown-class";
    pub const UNKNOWN_FUNCTION: &str = "unknown-function";
    pub const UNKNOWN_RESOURCE_TYPE: &str = "unknown-resource-type";
    pub const UNKNOWN_TYPE: &str = "unknown-type";
    pub const UNKNOWN_VARIABLE: &str = "unknown-variable";
    pub const UNMATCHED_SELECTOR: &str = "unmatched-selector";

    /// Whether an issue of a code is reported, as a warning, even if only some paths of an evaluation lead to it. A call of `fail` under a
    /// condition that is not known is a guard, not a mistake.
    pub fn is_reported_if_uncertain(code: &str) -> bool {
        let of_values = [DUPLICATE_ATTRIBUTE, MISSING_DATA, MISSING_FILE, TYPE_MISMATCH];
        let of_names = [UNKNOWN_ATTRIBUTE, UNKNOWN_CLASS, UNKNOWN_FUNCTION, UNKNOWN_RESOURCE_TYPE, UNKNOWN_TYPE, UNKNOWN_VARIABLE];
        of_values.contains(&code) || of_names.contains(&code)
    }

    /// Whether an issue of a code is reported, as a warning, if each path of an evaluation to its statement leads to it, though none may
    /// lead to the statement.
    pub fn is_reported_where_reached(code: &str) -> bool {
        [DUPLICATE_RESOURCE, MISSING_DEPENDENCY, REASSIGNED_VARIABLE].contains(&code)
    }
}

impl Issue {
    /// The stable code; none for an evaluation that nobody waits for.
    pub fn code(&self) -> Option<&'static str> {
        Some(match self {
            Issue::UnknownVariable { .. } => codes::UNKNOWN_VARIABLE,
            Issue::UnknownFunction { .. } => codes::UNKNOWN_FUNCTION,
            Issue::UnknownClass { .. } => codes::UNKNOWN_CLASS,
            Issue::UnknownResourceType { .. } => codes::UNKNOWN_RESOURCE_TYPE,
            Issue::UnknownType { .. } => codes::UNKNOWN_TYPE,
            Issue::UnknownAttribute { .. } => codes::UNKNOWN_ATTRIBUTE,
            Issue::DuplicateResource { .. } | Issue::DuplicateTitle { .. } => codes::DUPLICATE_RESOURCE,
            Issue::DuplicateName(_) => codes::DUPLICATE_NAMEVAR,
            Issue::DuplicateAttribute { .. } | Issue::DuplicateDefault { .. } => codes::DUPLICATE_ATTRIBUTE,
            Issue::DuplicateDefinition { .. } | Issue::RedefinedEntity { .. } => codes::DUPLICATE_DEFINITION,
            Issue::ReassignedVariable { .. } => codes::REASSIGNED_VARIABLE,
            Issue::MissingResource { .. } => codes::MISSING_DEPENDENCY,
            Issue::MissingStage { .. } | Issue::IllegalStage(_) => codes::ILLEGAL_STAGE,
            Issue::MissingData { .. } => codes::MISSING_DATA,
            Issue::MissingTemplate { .. } | Issue::MissingFile { .. } => codes::MISSING_FILE,
            Issue::MissingArgument { .. } => codes::MISSING_PARAMETER,
            // What is wrong with each parameter has a code of its own: see `Wrong::code`.
            Issue::WrongParameters { .. } => codes::TYPE_MISMATCH,
            Issue::WrongArguments(_) | Issue::WrongType { .. } => codes::TYPE_MISMATCH,
            Issue::WrongReturn { .. } | Issue::Data(DataError::FoundValue { .. }) => codes::TYPE_MISMATCH,
            Issue::InvalidTitle(_) => codes::INVALID_TITLE,
            Issue::InvalidTag { .. } | Issue::InvalidAttribute { .. } => codes::INVALID_ATTRIBUTE_VALUE,
            Issue::InvalidReference(_) => codes::INVALID_REFERENCE,
            Issue::IllegalOverride(_) => codes::OVERRIDE_NOT_ALLOWED,
            Issue::UnmatchedSelector { .. } => codes::UNMATCHED_SELECTOR,
            Issue::DiscontinuedImport => codes::DISCONTINUED_IMPORT,
            Issue::DeprecatedFunction { .. } => codes::DEPRECATED_FUNCTION,
            Issue::Raised { .. } | Issue::InvalidTemplate { .. } | Issue::FailedTemplate(_) => codes::EVALUATION_FAILED,
            Issue::NotEvaluated(Ruby::Exceeded { .. }) => codes::EVALUATION_ENDED,
            Issue::NotEvaluated(_) => codes::RUBY_NOT_COVERED,
            Issue::Ended(Ended::Cancelled) => return None,
            Issue::Ended(_) => codes::EVALUATION_ENDED,
            Issue::Within { cause, .. } => return cause.root().code(),
            Issue::UnknownNode { .. }
            | Issue::NotComparable { .. }
            | Issue::NotApplicable { .. }
            | Issue::Data(
                DataError::Recursive { .. } | DataError::Merge { .. } | DataError::UndefinedVariable { .. } | DataError::Level { .. },
            )
            | Issue::Data(
                DataError::Interpolation { .. } | DataError::NoHash { .. } | DataError::OldConfig { .. } | DataError::Other { .. },
            )
            | Issue::InvalidSource { .. }
            | Issue::IllegalJump { .. }
            | Issue::UnexpectedContent { .. }
            | Issue::Refused { .. }
            | Issue::Failed { .. } => codes::EVALUATION_ERROR,
        })
    }

    /// Puppet's name of the issue, where it is raised as one; none for exceptions of Ruby.
    pub fn puppet_code(&self) -> Option<&'static str> {
        Some(match self {
            Issue::UnknownVariable { .. } => "UNKNOWN_VARIABLE",
            Issue::UnknownFunction { .. } => "UNKNOWN_FUNCTION",
            Issue::UnknownType { .. } => "UNKNOWN_RESOURCE_TYPE",
            Issue::UnknownAttribute { user: AttributeUse::Read { .. }, .. } => "UNKNOWN_RESOURCE_PARAMETER",
            Issue::DuplicateTitle { .. } => "DUPLICATE_TITLE",
            // So it is spelt in Puppet.
            Issue::DuplicateAttribute { .. } => "DUPLICATE_ATTRIBUE",
            Issue::ReassignedVariable { assigned: Assigned::Again | Assigned::BuiltIn, .. } => "ILLEGAL_REASSIGNMENT",
            Issue::ReassignedVariable { assigned: Assigned::Reserved, .. } => "ILLEGAL_RESERVED_ASSIGNMENT",
            Issue::MissingResource { .. } => "UNKNOWN_RESOURCE",
            Issue::MissingArgument { .. } => "MISSING_REQUIRED_PARAMETER",
            Issue::WrongType { .. } => "TYPE_MISMATCH",
            Issue::InvalidTitle(TitleError::Undef) => "MISSING_TITLE",
            Issue::InvalidTitle(TitleError::UndefAt(_)) => "MISSING_TITLE_AT",
            Issue::InvalidTitle(TitleError::EmptyAt(_)) => "EMPTY_STRING_TITLE_AT",
            Issue::InvalidTitle(TitleError::TypeAt { .. }) => "ILLEGAL_TITLE_TYPE_AT",
            Issue::InvalidReference(Reference::Operand { .. }) => "ILLEGAL_RELATIONSHIP_OPERAND_TYPE",
            Issue::InvalidReference(Reference::OperandType { .. }) => "NOT_CATALOG_TYPE",
            Issue::InvalidReference(Reference::Overridden { .. }) => "ILLEGAL_OVERRIDDEN_TYPE",
            Issue::InvalidReference(Reference::UntitledOverride { .. }) => "RUNTIME_ERROR",
            Issue::UnmatchedSelector { .. } => "UNMATCHED_SELECTOR",
            Issue::NotComparable { .. } => "COMPARISON_NOT_POSSIBLE",
            Issue::NotApplicable { .. } => "OPERATOR_NOT_APPLICABLE",
            Issue::DiscontinuedImport => "DISCONTINUED_IMPORT",
            Issue::Refused { code, .. } => code,
            Issue::InvalidSource { code, .. }
            | Issue::Data(DataError::Other { code, .. } | DataError::Level { code, .. } | DataError::Interpolation { code, .. }) => {
                return *code;
            }
            _ => return None,
        })
    }
}

impl Wrong {
    /// The stable code of a finding about one parameter; none where something else reports it.
    pub fn code(self) -> Option<&'static str> {
        match self {
            Wrong::Missing => Some(codes::MISSING_PARAMETER),
            Wrong::Unknown => Some(codes::UNKNOWN_ATTRIBUTE),
            Wrong::Type | Wrong::UnknownKey => Some(codes::TYPE_MISMATCH),
            Wrong::UnresolvedType => Some(codes::UNKNOWN_TYPE),
        }
    }
}
