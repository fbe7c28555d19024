//! `md5`, `sha1`, `sha256` and `digest`.

use md5::Digest;
use values::Value;

use crate::{Call, Context, Failure, Outcome, ruby};

/// Bytes of a digest; Ruby takes only texts.
fn bytes<'a>(call: &'a Call<'_>) -> Result<&'a [u8], Failure> {
    match call.at(0) {
        Value::String(text) => Ok(text.as_bytes()),
        other => Err(no_conversion(other)),
    }
}

/// The error for a value where Ruby needs a text.
pub(crate) fn no_conversion(value: &Value) -> Failure {
    ruby::no_conversion(value, "String")
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

pub(crate) fn md5_of(bytes: &[u8]) -> String {
    hexadecimal(&md5::Md5::digest(bytes))
}

pub(crate) fn sha1_of(bytes: &[u8]) -> [u8; 20] {
    sha1::Sha1::digest(bytes).into()
}

pub(crate) fn sha256_of(bytes: &[u8]) -> String {
    hexadecimal(&sha2::Sha256::digest(bytes))
}

pub(super) fn md5(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Ok(Value::from(md5_of(bytes(call)?)))
}

pub(super) fn sha1(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Ok(Value::from(hexadecimal(&sha1_of(bytes(call)?))))
}

pub(super) fn sha256(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Ok(Value::from(sha256_of(bytes(call)?)))
}
