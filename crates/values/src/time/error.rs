//! Why a text is no time, or a time cannot be written.

use std::fmt;

use issue::Issue;

/// Why a text is no timestamp or timespan, or why one cannot be written in a format. The text of it is Puppet's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeError {
    /// The text does not have this format.
    Format { text: String, format: String },
    /// The text has none of these formats, which are joined by commas.
    Formats { text: String, formats: String },
    /// A part of the format of a timespan is not known. The position counts characters, from 0.
    Specifier { specifier: String, format: String, position: usize },
    /// Fractions of a second are the largest unit of the format of a timespan.
    FractionAlone,
    /// The format reads a time zone, and another one is given.
    TwoZones,
    /// There is no such time zone.
    Zone(String),
    /// The format reads no year.
    NoYear,
    /// A part of the time is too large.
    OutOfRange,
    /// A field of the format is too wide.
    TooWide,
}

impl TimeError {
    pub(super) fn format(text: &str, format: &str) -> TimeError {
        TimeError::Format { text: text.to_owned(), format: format.to_owned() }
    }

    pub(super) fn formats(text: &str, formats: &[&str]) -> TimeError {
        TimeError::Formats { text: text.to_owned(), formats: formats.join(", ") }
    }
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeError::Format { text, format } => write!(f, "Unable to parse '{text}' using format '{format}'"),
            TimeError::Formats { text, formats } => write!(f, "Unable to parse '{text}' using any of the formats {formats}"),
            TimeError::Specifier { specifier, format, position } => {
                write!(f, "Bad format specifier '{specifier}' in '{format}', at position {position}")
            }
            TimeError::FractionAlone => {
                f.write_str("Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher magnitude")
            }
            TimeError::TwoZones => f.write_str(
                "Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument",
            ),
            TimeError::Zone(name) => write!(f, "Illegal timezone '{name}'"),
            TimeError::NoYear => f.write_str("can't convert nil into an exact number"),
            TimeError::OutOfRange => f.write_str("argument out of range"),
            TimeError::TooWide => f.write_str("Numerical result out of range"),
        }
    }
}

impl std::error::Error for TimeError {}

impl From<TimeError> for Issue {
    fn from(error: TimeError) -> Issue {
        Issue::failed(error.to_string())
    }
}
