//! Why a text is no version or no range of versions.

use std::fmt;

use issue::Issue;

/// Why a text is no version or no range of versions. The text of it is Puppet's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionError {
    /// The text is no version.
    Version(String),
    /// The text is no range of versions.
    Range(String),
    /// A part of a pre-release is a number that begins with a zero.
    LeadingZero,
}

impl fmt::Display for VersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VersionError::Version(text) => write!(f, "Unable to parse '{text}' as a semantic version identifier"),
            VersionError::Range(text) => write!(f, "Unparsable version range: \"{text}\""),
            VersionError::LeadingZero => f.write_str("Numeric pre-release identifiers MUST NOT contain leading zeroes"),
        }
    }
}

impl std::error::Error for VersionError {}

impl From<VersionError> for Issue {
    fn from(error: VersionError) -> Issue {
        Issue::failed(error.to_string())
    }
}
