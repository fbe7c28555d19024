//! The texts of errors, as Ruby and Puppet write them.

use std::fmt;

use super::{FormatError, Number, Part, Taking};
use crate::format::KEYS;
use crate::print;

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Incomplete => f.write_str("incomplete format specifier; use %% (double %) instead"),
            FormatError::FlagAfter(part) => write!(f, "flag after {part}"),
            FormatError::WidthAfterPrecision => f.write_str("width after precision"),
            FormatError::Twice(part) => write!(f, "{part} given twice"),
            FormatError::TooBig(part) => write!(f, "{part} too big"),
            FormatError::ValueTwice(number) => write!(f, "value given twice - {number}$"),
            FormatError::Percent => f.write_str("invalid format character - %"),
            FormatError::Malformed(Some(letter)) => write!(f, "malformed format string - %{letter}"),
            FormatError::Malformed(None) => f.write_str("malformed format string"),
            FormatError::NumberAtEnd => f.write_str("malformed format string - %*[0-9]"),
            FormatError::UnmatchedName => f.write_str("malformed name - unmatched parenthesis"),
            FormatError::NameAfterName { name, first } => write!(f, "named{name} after <{first}>"),
            FormatError::TooFew => f.write_str("too few arguments"),
            FormatError::Index(number) => write!(f, "invalid index - {number}$"),
            FormatError::NoHash => f.write_str("one hash required"),
            FormatError::Key(name) => write!(f, "key{name} not found"),
            FormatError::Mixed { taking: taking @ Taking::Next(_), after } => write!(f, "{taking} mixed with {after}"),
            FormatError::Mixed { taking, after } => write!(f, "{taking} after {after}"),
            FormatError::NilToInteger => f.write_str("no implicit conversion from nil to integer"),
            FormatError::Implicit(class) => write!(f, "no implicit conversion of {class} into Integer"),
            FormatError::Class { class, into } => write!(f, "can't convert {class} into {into}"),
            FormatError::NoNumber { text, into } => write!(f, "invalid value for {into}(): {}", print::inspect_str(text)),
            FormatError::NullByte => f.write_str("string for Float contains null byte"),
            FormatError::NotFinite(name) => f.write_str(name),
            FormatError::NoCharacter => f.write_str("%c requires a character"),
            FormatError::CharacterCode => f.write_str("invalid character"),
            FormatError::PackedCode => f.write_str("pack(U): value out of range"),
            FormatError::Encoding(byte) => write!(f, "\"\\x{byte:02X}\" from ASCII-8BIT to UTF-8"),
            FormatError::Base64 => f.write_str("invalid base64"),
            FormatError::Invalid(source) => {
                write!(f, "The format '{source}' is not a valid format on the form '%<flags><width>.<prec><format>'")
            }
            FormatError::FlagTwice(source) => write!(f, "The same flag can only be used once, got '{source}'"),
            FormatError::Delimiters(source) => {
                write!(f, "Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{source}'")
            }
            FormatError::TooDeep => f.write_str("formats are nested too deep"),
            FormatError::KeyClass(class) => {
                write!(f, "top level keys in the format hash must be data types, got instance of '{class}'")
            }
            FormatError::ContainerKeys(shown) => {
                let allowed = KEYS.map(|key| format!("'{key}'")).join(", ");
                write!(f, "only {allowed} are allowed in a container format, got {shown}")
            }
            FormatError::ElementsClass(class) => write!(f, "expected a hash with type to format mappings, got instance of '{class}'"),
            FormatError::FormatsClass(class) => {
                write!(f, "string conversion expects a Default value or a Hash of type to format mappings, got a '{class}'")
            }
            FormatError::Letter { letter, ty, expected } => {
                write!(f, "Illegal format '{letter}' specified for value of {ty} type - expected one of the characters '{expected}'")
            }
            FormatError::TooLong => f.write_str("the text is too long"),
            FormatError::NoTime { text, format } => write!(f, "Unable to parse '{text}' using format '{format}'"),
            FormatError::NoTimeOfAny { text, formats } => write!(f, "Unable to parse '{text}' using any of the formats {formats}"),
            FormatError::Specifier { specifier, format, position } => {
                write!(f, "Bad format specifier '{specifier}' in '{format}', at position {position}")
            }
            FormatError::FractionAlone => {
                f.write_str("Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher magnitude")
            }
            FormatError::TwoZones => f.write_str(
                "Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument",
            ),
            FormatError::Zone(name) => write!(f, "Illegal timezone '{name}'"),
            FormatError::NoYear => f.write_str("can't convert nil into an exact number"),
            FormatError::OutOfRange => f.write_str("argument out of range"),
            FormatError::TooWide => f.write_str("Numerical result out of range"),
            FormatError::Version(text) => write!(f, "Unable to parse '{text}' as a semantic version identifier"),
            FormatError::VersionRange(text) => write!(f, "Unparsable version range: \"{text}\""),
            FormatError::LeadingZero => f.write_str("Numeric pre-release identifiers MUST NOT contain leading zeroes"),
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
