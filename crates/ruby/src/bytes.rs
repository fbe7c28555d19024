//! Strings that are no text in UTF-8: bytes, and the encoding that they claim.

use std::rc::Rc;

use crate::ast::Name;
use crate::eval::Ruby;
use crate::stop::{Outcome, Stop};
use crate::value::{Bytes, Encoding, Value};

/// Bytes as a string of an encoding. What is a text all the same is one: its encoding does not show.
pub fn value(ruby: &mut Ruby<'_>, bytes: Vec<u8>, encoding: Encoding) -> Outcome {
    ruby.spend(bytes.len() as u64 / 64)?;
    let is_text = match encoding {
        Encoding::Utf8 => std::str::from_utf8(&bytes).is_ok(),
        Encoding::Ascii | Encoding::Binary | Encoding::Latin1 => !bytes.is_empty() && bytes.iter().all(|it| is_plain(*it)),
        Encoding::Utf16Le | Encoding::Utf16Be => false,
    };
    if is_text {
        let text = String::from_utf8(bytes).unwrap_or_default();
        return Ok(if encoding == Encoding::Utf8 { ruby.heap.utf8(text) } else { ruby.heap.text(text) });
    }
    Ok(exact(ruby, bytes, encoding))
}

/// The same where the encoding shows, as further bytes may follow.
pub fn exact(ruby: &Ruby<'_>, bytes: Vec<u8>, encoding: Encoding) -> Value {
    ruby.heap.count(bytes.len() + 64);
    Value::Bytes(Rc::new(Bytes::new(bytes, encoding)))
}

/// Whether a byte looks the same in a string of any encoding.
pub fn is_plain(byte: u8) -> bool {
    matches!(byte, 0x20..=0x7e | 0x07..=0x0d | 0x1b)
}

/// A string as the text that it equals; none where it has bytes beyond ASCII.
pub fn ascii(bytes: &Bytes) -> Option<Rc<str>> {
    let all = bytes.get();
    let is_ascii = bytes.encoding.is_ascii_compatible() && all.is_ascii();
    std::str::from_utf8(&all).ok().filter(|_| is_ascii).map(Into::into)
}

impl Ruby<'_> {
    /// The bytes of a string that a method needs, and their encoding.
    pub fn needs_bytes(&mut self, value: &Value) -> Outcome<Vec<u8>> {
        match value {
            Value::Bytes(it) => Ok(it.get().to_vec()),
            other => Ok(self.needs_text(other)?.as_bytes().to_vec()),
        }
    }

    /// The encoding that a name or an object of `Encoding` means.
    pub fn encoding(&mut self, value: &Value) -> Outcome<Encoding> {
        let name: Name = match value {
            Value::String(it) => (*it.get()).into(),
            Value::Object(it) if &*it.class == "Encoding" => match self.field(value, &"@name".into())? {
                Value::String(name) => (*name.get()).into(),
                _ => return self.not_covered("such an encoding"),
            },
            Value::Unknown => return Err(Stop::Unknown),
            _ => return self.not_covered("such an encoding"),
        };
        match Encoding::named(&name) {
            Some(it) => Ok(it),
            None => self.not_covered(format!("the encoding {name}")),
        }
    }

    /// `"\xff"`
    pub fn inspect_bytes(&mut self, it: &Bytes) -> Outcome<String> {
        let bytes = it.get();
        self.spend(bytes.len() as u64 / 16)?;
        if !it.encoding.is_ascii_compatible() || it.encoding == Encoding::Latin1 {
            return self.not_covered(format!("inspect of a string in {}", it.encoding.name()));
        }
        let mut out = String::from("\"");
        for chunk in bytes.utf8_chunks() {
            let is_text = it.encoding == Encoding::Utf8;
            let valid = if is_text { chunk.valid() } else { "" };
            let shown = values::print::inspect_str(valid);
            out.push_str(shown.get(1..shown.len() - 1).unwrap_or_default());
            let rest = if is_text { Vec::new() } else { chunk.valid().as_bytes().to_vec() };
            for (index, byte) in rest.iter().enumerate() {
                let next = rest.get(index + 1).copied();
                match byte {
                    b'#' if !matches!(next, Some(b'{' | b'$' | b'@')) => out.push('#'),
                    b'#' => out.push_str("\\#"),
                    byte if byte.is_ascii() && is_plain(*byte) => {
                        let shown = values::print::inspect_str(char::from(*byte).encode_utf8(&mut [0; 4]));
                        out.push_str(shown.get(1..shown.len() - 1).unwrap_or_default());
                    }
                    byte => out.push_str(&format!("\\x{byte:02X}")),
                }
            }
            for byte in chunk.invalid() {
                out.push_str(&format!("\\x{byte:02X}"));
            }
        }
        out.push('"');
        Ok(out)
    }

    /// Two strings one after the other, of which one is no text in UTF-8.
    pub fn joined(&mut self, a: &Value, b: &Value) -> Outcome {
        let (left, right) = (self.needs_bytes(a)?, self.needs_bytes(b)?);
        let (own, other) = (encoding_of(a), encoding_of(b));
        if !own.is_ascii_compatible() || !other.is_ascii_compatible() {
            if own != other {
                return self.not_covered("strings of such encodings one after the other");
            }
        } else if own != other && !left.is_ascii() && !right.is_ascii() {
            let (own, other) = (own.name(), other.name());
            return self.raise("Encoding::CompatibilityError", format!("incompatible character encodings: {own} and {other}"));
        }
        let encoding = match () {
            () if right.is_empty() => own,
            () if left.is_empty() => {
                if right.is_ascii() {
                    own
                } else {
                    other
                }
            }
            () if left.is_ascii() && !right.is_ascii() => other,
            () => own,
        };
        self.spend((left.len() + right.len()) as u64 / 64)?;
        let mut bytes = left;
        bytes.extend(right);
        if bytes.len() > self.limits.memory {
            return Err(Stop::Limit(crate::Limit::Memory));
        }
        value(self, bytes, encoding)
    }
}

/// The encoding of a string. One that is text is compatible with UTF-8, whatever it claims.
pub fn encoding_of(value: &Value) -> Encoding {
    match value {
        Value::Bytes(it) => it.encoding,
        _ => Encoding::Utf8,
    }
}
