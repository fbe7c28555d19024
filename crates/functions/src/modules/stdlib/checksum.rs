//! `stdlib::crc32` and `stdlib::sha256`.

use values::Value;

use crate::core::digest;
use crate::{Call, Context, Outcome, ruby};

/// Text of a value; a secret is used as if it were none.
fn text(value: &Value) -> String {
    match value {
        Value::Sensitive(inner) => ruby::to_s(inner),
        other => ruby::to_s(other),
    }
}

pub(super) fn sha256(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Ok(Value::from(digest::sha256_of(text(call.at(0)).as_bytes())))
}

/// In as many hexadecimal digits as it takes.
pub(super) fn crc32(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let sum = text(call.at(0)).bytes().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ POLYNOMIAL } else { sum >> 1 })
    });
    Ok(Value::from(format!("{:x}", !sum)))
}
