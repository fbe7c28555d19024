//! Texts as bytes.

use jinja::{Args, Error, Outcome, Value};

use super::given::known;

/// The bytes of the text that a filter gets, or Salt's error.
pub fn bytes(args: &Args) -> Outcome<Vec<u8>> {
    let class = match args.positional.first() {
        Some(Value::Undefined(_)) => "jinja2.runtime.StrictUndefined".to_owned(),
        Some(value) => match known(value.clone())? {
            Value::Str(text) => return Ok(text.as_bytes().to_vec()),
            Value::Object(_) => return Err(Error::not_covered("the bytes of an object")),
            other => other.type_name(),
        },
        None => "NoneType".to_owned(),
    };
    Err(Error::type_error(format!("expected str, bytes, or bytearray not <class '{class}'>")))
}

/// Bytes in hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}
