//! Why a value cannot be written in a format, or read as a number.

use std::fmt;

use issue::Issue;

use super::spec::KEYS;
use crate::print;

/// Why a value cannot be written in a format, or read as a number. The text of it is Ruby's or Puppet's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The format of `sprintf` is wrong.
    Directive(DirectiveError),
    /// The arguments of `sprintf` do not fit to its format.
    Arguments(ArgumentsError),
    /// A value is none that Ruby converts.
    Conversion(ConversionError),
    /// A format of `String()` is wrong.
    Formats(FormatsError),
    /// A value of this type has no such format.
    Letter { letter: char, ty: &'static str, expected: &'static str },
    /// The text is too long.
    TooLong,
}

/// Part of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Width,
    Precision,
    Argument,
}

/// Error in the format of `sprintf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DirectiveError {
    /// The format ends after a `%`.
    Incomplete,
    FlagAfter(Part),
    WidthAfterPrecision,
    Twice(Part),
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

/// Why the arguments of `sprintf` do not fit to its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentsError {
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
}

/// Why Ruby does not convert a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversionError {
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
    Text {
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
}

/// Ruby's classes of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Integer,
    Float,
}

/// Error in the formats of `String()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatsError {
    /// As written.
    Invalid(String),
    /// A flag twice; the format as written.
    FlagTwice(String),
    /// Several delimiters; the format as written.
    Delimiters(String),
    TooBig(Part),
    TooDeep,
    /// The class of a key that is no type.
    KeyClass(&'static str),
    /// Keys of the format of a container, which is shown as Ruby would, that are not allowed.
    ContainerKeys(String),
    /// The class of what should be the formats of a container's elements.
    ElementsClass(&'static str),
    /// The class of what should be formats.
    Class(&'static str),
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Directive(error) => error.fmt(f),
            FormatError::Arguments(error) => error.fmt(f),
            FormatError::Conversion(error) => error.fmt(f),
            FormatError::Formats(error) => error.fmt(f),
            FormatError::Letter { letter, ty, expected } => {
                write!(f, "Illegal format '{letter}' specified for value of {ty} type - expected one of the characters '{expected}'")
            }
            FormatError::TooLong => f.write_str("the text is too long"),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Width => "width",
            Part::Precision => "precision",
            Part::Argument => "argument",
        })
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Number::Integer => "Integer",
            Number::Float => "Float",
        })
    }
}

impl fmt::Display for DirectiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DirectiveError::Incomplete => f.write_str("incomplete format specifier; use %% (double %) instead"),
            DirectiveError::FlagAfter(part) => write!(f, "flag after {part}"),
            DirectiveError::WidthAfterPrecision => f.write_str("width after precision"),
            DirectiveError::Twice(part) => write!(f, "{part} given twice"),
            DirectiveError::TooBig(part) => write!(f, "{part} too big"),
            DirectiveError::ValueTwice(number) => write!(f, "value given twice - {number}$"),
            DirectiveError::Percent => f.write_str("invalid format character - %"),
            DirectiveError::Malformed(Some(letter)) => write!(f, "malformed format string - %{letter}"),
            DirectiveError::Malformed(None) => f.write_str("malformed format string"),
            DirectiveError::NumberAtEnd => f.write_str("malformed format string - %*[0-9]"),
            DirectiveError::UnmatchedName => f.write_str("malformed name - unmatched parenthesis"),
            DirectiveError::NameAfterName { name, first } => write!(f, "named{name} after <{first}>"),
        }
    }
}

impl fmt::Display for Taking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Taking::Next(number) => write!(f, "unnumbered({number})"),
            Taking::Numbered(Some(number)) => write!(f, "numbered({number})"),
            Taking::Numbered(None) => f.write_str("numbered"),
            Taking::Named(name) => write!(f, "named{}", name.as_deref().unwrap_or_default()),
        }
    }
}

impl fmt::Display for ArgumentsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgumentsError::TooFew => f.write_str("too few arguments"),
            ArgumentsError::Index(number) => write!(f, "invalid index - {number}$"),
            ArgumentsError::NoHash => f.write_str("one hash required"),
            ArgumentsError::Key(name) => write!(f, "key{name} not found"),
            ArgumentsError::Mixed { taking: taking @ Taking::Next(_), after } => write!(f, "{taking} mixed with {after}"),
            ArgumentsError::Mixed { taking, after } => write!(f, "{taking} after {after}"),
        }
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConversionError::NilToInteger => f.write_str("no implicit conversion from nil to integer"),
            ConversionError::Implicit(class) => write!(f, "no implicit conversion of {class} into Integer"),
            ConversionError::Class { class, into } => write!(f, "can't convert {class} into {into}"),
            ConversionError::Text { text, into } => write!(f, "invalid value for {into}(): {}", print::inspect_str(text)),
            ConversionError::NullByte => f.write_str("string for Float contains null byte"),
            ConversionError::NotFinite(name) => f.write_str(name),
            ConversionError::NoCharacter => f.write_str("%c requires a character"),
            ConversionError::CharacterCode => f.write_str("invalid character"),
            ConversionError::PackedCode => f.write_str("pack(U): value out of range"),
            ConversionError::Encoding(byte) => write!(f, "\"\\x{byte:02X}\" from ASCII-8BIT to UTF-8"),
        }
    }
}

impl fmt::Display for FormatsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatsError::Invalid(source) => {
                write!(f, "The format '{source}' is not a valid format on the form '%<flags><width>.<prec><format>'")
            }
            FormatsError::FlagTwice(source) => write!(f, "The same flag can only be used once, got '{source}'"),
            FormatsError::Delimiters(source) => {
                write!(f, "Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{source}'")
            }
            FormatsError::TooBig(part) => write!(f, "{part} too big"),
            FormatsError::TooDeep => f.write_str("formats are nested too deep"),
            FormatsError::KeyClass(class) => {
                write!(f, "top level keys in the format hash must be data types, got instance of '{class}'")
            }
            FormatsError::ContainerKeys(shown) => {
                let allowed = KEYS.map(|key| format!("'{key}'")).join(", ");
                write!(f, "only {allowed} are allowed in a container format, got {shown}")
            }
            FormatsError::ElementsClass(class) => {
                write!(f, "expected a hash with type to format mappings, got instance of '{class}'")
            }
            FormatsError::Class(class) => {
                write!(f, "string conversion expects a Default value or a Hash of type to format mappings, got a '{class}'")
            }
        }
    }
}

impl std::error::Error for FormatError {}

impl std::error::Error for DirectiveError {}

impl std::error::Error for ArgumentsError {}

impl std::error::Error for ConversionError {}

impl std::error::Error for FormatsError {}

impl From<DirectiveError> for FormatError {
    fn from(error: DirectiveError) -> FormatError {
        FormatError::Directive(error)
    }
}

impl From<ArgumentsError> for FormatError {
    fn from(error: ArgumentsError) -> FormatError {
        FormatError::Arguments(error)
    }
}

impl From<ConversionError> for FormatError {
    fn from(error: ConversionError) -> FormatError {
        FormatError::Conversion(error)
    }
}

impl From<FormatsError> for FormatError {
    fn from(error: FormatsError) -> FormatError {
        FormatError::Formats(error)
    }
}

impl From<ConversionError> for Issue {
    fn from(error: ConversionError) -> Issue {
        Issue::failed(error.to_string())
    }
}

impl From<FormatError> for Issue {
    fn from(error: FormatError) -> Issue {
        Issue::failed(error.to_string())
    }
}
