//! Everything that is no list or hash.

use std::sync::Arc;

use super::capitalize::capitalize;
use super::spec::Format;
use super::sprintf::{code_point, sprintf};
use super::string::{Converter, Indentation};
use crate::error::FormatError;
use crate::{Type, Value, binary, print};

pub(super) fn illegal(ty: &'static str, format: &Format, expected: &'static str) -> FormatError {
    FormatError::Letter { letter: format.letter, ty, expected }
}

/// Ruby's `sprintf` with the format as it is written, or with other letters in it.
fn ruby(format: &str, value: Value) -> Result<String, FormatError> {
    sprintf(format, &[value])
}

impl Converter {
    pub(super) fn scalar(&mut self, value: &Value, format: &Arc<Format>, indentation: Indentation) -> Result<String, FormatError> {
        match value {
            Value::Undef => undef(format),
            Value::Default => default(format),
            Value::Boolean(it) => boolean(*it, format),
            Value::Integer(it) => whole(*it, format),
            Value::Float(it) => number(*it, format),
            Value::String(text) => string(text, format),
            Value::Regex(it) => regex(it.source(), format),
            Value::Type(ty) => type_(ty, format),
            Value::Binary(bytes) => bytes_(bytes, format),
            Value::Uri(text) => match format.letter {
                'p' => Ok(print::expression(value)),
                's' => ruby(&format.source, Value::from(if format.alternative { print::quote(text) } else { text.to_string() })),
                _ => Err(illegal("URI", format, "sp")),
            },
            Value::Object(_) | Value::Deferred(_) => match format.letter {
                'p' => Ok(self.object(value, format, indentation)),
                's' => Ok(print::interpolate(value)),
                'q' => Ok(print::ruby(value)),
                _ => Err(illegal("Object", format, "spq")),
            },
            other => self.other(other, format),
        }
    }

    fn object(&mut self, value: &Value, format: &Format, indentation: Indentation) -> String {
        let indentation = indentation.indenting(format.alternative || indentation.indenting);
        if indentation.indenting { print::indented(value, indentation.level) } else { print::expression(value) }
    }

    /// Formats that Ruby applies by itself.
    fn other(&mut self, value: &Value, format: &Format) -> Result<String, FormatError> {
        match value {
            // These have their own `inspect`.
            Value::Timestamp(_) | Value::Timespan(_) | Value::Version(_) | Value::VersionRange(_) | Value::Sensitive(_)
                if format.letter == 'p' =>
            {
                ruby(&format.source.replace('p', "s"), Value::from(print::puppet(value)))
            }
            Value::Version(_) | Value::VersionRange(_) | Value::Sensitive(_) if format.letter == 's' => {
                ruby(&format.source, Value::from(print::interpolate(value)))
            }
            other => ruby(&format.source, other.clone()),
        }
    }
}

/// A text with the width and precision of a format.
fn flagged(format: &Format, text: &str) -> String {
    if format.left || format.width.is_some() || format.precision.is_some() { format.text_directive().text(text) } else { text.to_owned() }
}

fn default(format: &Format) -> Result<String, FormatError> {
    let text = match (format.letter, format.alternative) {
        ('d' | 's' | 'p', false) => "default",
        ('d' | 's' | 'p', true) => "\"default\"",
        ('D', false) => "Default",
        ('D', true) => "\"Default\"",
        _ => return Err(illegal("Default", format, "dDsp")),
    };
    Ok(flagged(format, text))
}

fn undef(format: &Format) -> Result<String, FormatError> {
    let text = match (format.letter, format.alternative) {
        ('n', true) => "null",
        ('n', false) => "nil",
        ('u', true) => "undefined",
        ('u', false) | ('p', false) => "undef",
        ('d' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A', _) => "NaN",
        ('v', _) => "n/a",
        ('V', _) => "N/A",
        ('s', true) => "\"\"",
        ('s', false) => "",
        ('p', true) => "\"undef\"",
        _ => return Err(illegal("Undef", format, "nudxXobBeEfgGaAvVsp")),
    };
    Ok(flagged(format, text))
}

fn boolean(value: bool, format: &Arc<Format>) -> Result<String, FormatError> {
    let text = match (format.letter, value) {
        ('t', true) => "true",
        ('t', false) => "false",
        ('T', true) => "True",
        ('T', false) => "False",
        ('y', true) => "yes",
        ('y', false) => "no",
        ('Y', true) => "Yes",
        ('Y', false) => "No",
        ('d' | 'x' | 'X' | 'o' | 'b' | 'B', _) => return whole(i64::from(value), format),
        ('e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A', _) => return number(if value { 1.0 } else { 0.0 }, format),
        ('s' | 'p', _) => return Ok(flagged(format, if value { "true" } else { "false" })),
        _ => return Err(illegal("Boolean", format, "tTyYdxXobBeEfgGaAsp")),
    };
    let text = if format.alternative { text.get(..1).unwrap_or(text) } else { text };
    Ok(flagged(format, text))
}

fn whole(value: i64, format: &Format) -> Result<String, FormatError> {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'p' => ruby(&format.source, Value::Integer(value)),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => ruby(&format.source, Value::Float(value as f64)),
        'c' => {
            let text = code_point(value).map_err(|_| FormatError::PackedCode)?;
            let text = if format.alternative { format!("\"{text}\"") } else { text };
            ruby(&format.source.replace('c', "s"), Value::from(text))
        }
        's' => {
            let source = if format.alternative { format.source.replace('s', "p") } else { format.source.to_string() };
            ruby(&source, Value::from(value.to_string()))
        }
        _ => Err(illegal("Integer", format, "dxXobBeEfgGaAspc")),
    }
}

fn number(value: f64, format: &Format) -> Result<String, FormatError> {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' | 'p' => ruby(&format.source, Value::Float(value)),
        's' => {
            let text = print::float(value);
            ruby(&format.source, Value::from(if format.alternative { format!("\"{text}\"") } else { text }))
        }
        _ => Err(illegal("Float", format, "dxXobBeEfgGaAsp")),
    }
}

fn string(text: &str, format: &Format) -> Result<String, FormatError> {
    let changed = match format.letter {
        's' => return ruby(&format.source, Value::from(text)),
        'p' => {
            let quoted = if format.alternative { print::double_quote(text) } else { print::quote(text) };
            return Ok(flagged(format, &quoted));
        }
        'c' => capitalize(text),
        'C' => split_segments(text).iter().map(|it| capitalize(it)).collect::<Vec<_>>().join("::"),
        'u' => text.to_uppercase(),
        'd' => text.to_lowercase(),
        't' => stripped(text).to_owned(),
        _ => return Err(illegal("String", format, "cCudspt")),
    };
    if format.alternative {
        Ok(flagged(format, &print::quote(&changed)))
    } else {
        ruby(&format.source.replace(format.letter, "s"), Value::from(changed))
    }
}

/// Ruby's `split`: nothing at the end.
fn split_segments(text: &str) -> Vec<&str> {
    let mut segments: Vec<&str> = text.split("::").collect();
    while segments.last() == Some(&"") {
        segments.pop();
    }
    segments
}

/// Ruby's `strip`.
fn stripped(text: &str) -> &str {
    let is_space = |c: char| c.is_ascii_whitespace() || c == '\x0b' || c == '\0';
    text.trim_start_matches(is_space).trim_end_matches(is_space)
}

fn regex(source: &str, format: &Format) -> Result<String, FormatError> {
    match format.letter {
        'p' if &*format.source == "%p" => Ok(print::regex(source)),
        'p' => ruby(&format.source.replace('p', "s"), Value::from(print::regex(source))),
        's' => {
            let text = if format.alternative { print::quote(source) } else { source.to_owned() };
            if &*format.source == "%s" { Ok(text) } else { ruby(&format.source, Value::from(text)) }
        }
        _ => Err(illegal("Regexp", format, "sp")),
    }
}

fn type_(ty: &Type, format: &Format) -> Result<String, FormatError> {
    match format.letter {
        's' => ruby(&format.source, Value::from(if format.alternative { format!("\"{ty}\"") } else { ty.to_string() })),
        'p' => ruby(&format.source.replace('p', "s"), Value::from(ty.to_string())),
        _ => Err(illegal("Type", format, "sp")),
    }
}

fn bytes_(bytes: &[u8], format: &Format) -> Result<String, FormatError> {
    let letter = if format.alternative { "p" } else { "s" };
    let text = match format.letter {
        's' => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(error) => {
                let byte = bytes.get(error.valid_up_to()).copied().unwrap_or(0);
                return Err(FormatError::Encoding(byte));
            }
        },
        'p' => {
            let text = ruby(&format.source.replace('p', "s"), Value::from(binary::encode(bytes)))?;
            return Ok(format!("Binary(\"{text}\")"));
        }
        'b' => binary::encode_lines(bytes),
        'B' => binary::encode(bytes),
        'u' => binary::encode_url(bytes),
        't' => "Binary".to_owned(),
        'T' => "BINARY".to_owned(),
        _ => return Err(illegal("Binary", format, "bButTsp")),
    };
    ruby(&format.source.replace(format.letter, letter), Value::from(text))
}
