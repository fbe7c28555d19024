//! Why a text is no value, or a value cannot be written in a format.

mod text;

use issue::Issue;

/// Why a text is no number, version or time, or why a value cannot be written in a format. Its text is Ruby's or Puppet's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    // The format of `sprintf`.
    /// The format ends after a `%`.
    Incomplete,
    FlagAfter(Part),
    WidthAfterPrecision,
    Twice(Part),
    /// Of a format of `String()`, too.
    TooBig(Part),
    /// The number of the argument is written twice; the second one.
    ValueTwice(usize),
    /// A `%` with flags before another one.
    Percent,
    /// A letter that is none, or what is no letter.
    Malformed(Option<char>),
    /// The format ends after a number.
    NumberAtEnd,
    /// A name without its end.
    UnmatchedName,
    /// Two names of one directive; the second one with its brackets.
    NameAfterName {
        name: String,
        first: String,
    },

    // The arguments of `sprintf`.
    TooFew,
    /// There is no argument 0.
    Index(usize),
    /// Names need a hash.
    NoHash,
    /// The hash has no such key; the name with its brackets.
    Key(String),
    /// Two signatures, this one after the other one.
    Mixed {
        taking: Taking,
        after: Taking,
    },

    // Values that Ruby does not convert.
    /// `undef` where Ruby needs a whole number.
    NilToInteger,
    /// Ruby's class of the value, where it needs a whole number.
    Implicit(&'static str),
    /// Ruby's class of the value, and what it should become.
    Class {
        class: &'static str,
        into: Number,
    },
    /// A text that is no number.
    NoNumber {
        text: String,
        into: Number,
    },
    NullByte,
    /// `NaN`, `Infinity` or `-Infinity`.
    NotFinite(&'static str),
    NoCharacter,
    /// No character has this code.
    CharacterCode,
    /// No character has this code, where Ruby packs it.
    PackedCode,
    /// A byte that is no UTF-8.
    Encoding(u8),
    /// A text that is no base64.
    Base64,

    // The formats of `String()`.
    /// As written.
    Invalid(String),
    /// A flag twice; the format as written.
    FlagTwice(String),
    /// Several delimiters; the format as written.
    Delimiters(String),
    TooDeep,
    /// The class of a key that is no type.
    KeyClass(&'static str),
    /// Keys of the format of a container, which is shown as Ruby would, that are not allowed.
    ContainerKeys(String),
    /// The class of what should be the formats of a container's elements.
    ElementsClass(&'static str),
    /// The class of what should be formats.
    FormatsClass(&'static str),
    /// A value of this type has no such format.
    Letter {
        letter: char,
        ty: &'static str,
        expected: &'static str,
    },
    /// The text is too long.
    TooLong,

    // Times.
    /// The text does not have this format.
    NoTime {
        text: String,
        format: String,
    },
    /// The text has none of these formats, which are joined by commas.
    NoTimeOfAny {
        text: String,
        formats: String,
    },
    /// A part of the format of a timespan is not known. The position counts characters, from 0.
    Specifier {
        specifier: String,
        format: String,
        position: usize,
    },
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

    // Versions.
    /// The text is no version.
    Version(String),
    /// The text is no range of versions.
    VersionRange(String),
    /// A part of a pre-release is a number that begins with a zero.
    LeadingZero,
}

/// Part of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Width,
    Precision,
    Argument,
}

/// How a directive takes its argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taking {
    /// The next one, which has this number.
    Next(usize),
    /// The one of a number.
    Numbered(Option<usize>),
    /// The one of a name, with its brackets.
    Named(Option<String>),
}

/// Ruby's classes of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Integer,
    Float,
}

impl FormatError {
    /// The text is no time of this format.
    pub(crate) fn no_time(text: &str, format: &str) -> FormatError {
        FormatError::NoTime { text: text.to_owned(), format: format.to_owned() }
    }

    /// The text is no time of any of these formats.
    pub(crate) fn no_time_of_any(text: &str, formats: &[&str]) -> FormatError {
        FormatError::NoTimeOfAny { text: text.to_owned(), formats: formats.join(", ") }
    }
}

impl std::error::Error for FormatError {}

impl From<FormatError> for Issue {
    fn from(error: FormatError) -> Issue {
        Issue::failed(error.to_string())
    }
}
