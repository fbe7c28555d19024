//! Why a pattern cannot be used.

use std::fmt;

use issue::Issue;

use super::pattern::BACKTRACKS;

/// Why a pattern cannot be used, or a match does not end. The text of it is Ruby's where Ruby refuses the pattern, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegexError {
    /// Ruby refuses the pattern, in these words.
    Refused(String),
    /// Ruby refuses a part of the pattern, or it has no translation. The pattern is as between slashes.
    Syntax { problem: Fault, pattern: String },
    /// The engine cannot compile the pattern. The pattern is as between slashes.
    NotCompiled { pattern: String, reason: String },
    /// The match took too long.
    GivenUp { pattern: String, characters: usize, reason: GivenUp },
    /// The text with its replacements is too long.
    TooLong,
    /// A replacement names a group that the pattern does not have.
    UndefinedGroup(String),
}

/// Why a match was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// The engine took the most steps back that it may.
    Backtracks,
    /// In the words of the engine.
    Other(String),
}

/// Mistake in a part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    TooDeep,
    /// The pattern ends after a backslash.
    ShortEscape,
    /// A character code that Unicode does not have.
    UnicodeRange,
    /// Bytes that are no character.
    MultibyteEscape,
    /// A class without its `]`.
    ClassEnd,
    /// A range of a class whose end comes before its start.
    EmptyRange,
    /// `\p{…}` with a name that is not known.
    Property(String),
    /// A reference by number to a group that the pattern does not have.
    BackReference,
    /// A call by number of a group that the pattern does not have.
    UndefinedGroup(String),
    UndefinedName(String),
    /// `(?~…)` with alternatives.
    AbsenceOfSeveral,
    /// `(?~…)` with anything but characters.
    AbsenceOfOthers,
}

impl fmt::Display for RegexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegexError::Refused(text) => f.write_str(text),
            RegexError::Syntax { problem, pattern } => write!(f, "{problem}: /{pattern}/"),
            RegexError::NotCompiled { pattern, reason } => {
                write!(f, "Bunraku cannot run the regular expression /{pattern}/ ({reason}); write it in a simpler way")
            }
            RegexError::GivenUp { pattern, characters, reason } => write!(
                f,
                "The match of the regular expression /{pattern}/ with a text of {characters} characters was given up ({reason}), so that \
                 nobody knows whether it matches; write it without repetitions that can share out the same text in many ways",
            ),
            RegexError::TooLong => f.write_str("the text becomes too long"),
            RegexError::UndefinedGroup(name) => write!(f, "undefined group name reference: {name}"),
        }
    }
}

impl fmt::Display for GivenUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GivenUp::Backtracks => write!(f, "more than {BACKTRACKS} steps back"),
            GivenUp::Other(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::TooDeep => f.write_str("too deep nest level over"),
            Fault::ShortEscape => f.write_str("too short escape sequence"),
            Fault::UnicodeRange => f.write_str("invalid Unicode range"),
            Fault::MultibyteEscape => f.write_str("invalid multibyte escape"),
            Fault::ClassEnd => f.write_str("premature end of char-class"),
            Fault::EmptyRange => f.write_str("empty range in char class"),
            Fault::Property(name) => write!(f, "invalid character property name {{{name}}}"),
            Fault::BackReference => f.write_str("invalid backref number/name"),
            Fault::UndefinedGroup(name) => write!(f, "undefined group <{name}> reference"),
            Fault::UndefinedName(name) => write!(f, "undefined name <{name}> reference"),
            Fault::AbsenceOfSeveral => f.write_str("Bunraku cannot run a regular expression with an absence of more than one text"),
            Fault::AbsenceOfOthers => f.write_str("Bunraku cannot run a regular expression with an absence of anything but characters"),
        }
    }
}

impl std::error::Error for RegexError {}

impl From<RegexError> for Issue {
    fn from(error: RegexError) -> Issue {
        Issue::failed(error.to_string())
    }
}
