//! Numbers as Puppet reads them.

use num_bigint::BigInt;

use super::{Data, Integer};

/// Longer literals are cut; all of them are far outside of the range.
const MAX_DIGITS: usize = 4_000;

/// The value of a number token; nothing for text that is no number.
pub(super) fn number(text: &str) -> Option<Data> {
    let text = text.get(..MAX_DIGITS.min(text.len()))?;
    let (radix, digits) = if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        (16, hex)
    } else if text.bytes().all(|b| b.is_ascii_digit()) {
        if text.len() > 1 && text.starts_with('0') { (8, text) } else { (10, text) }
    } else {
        return text.parse().ok().map(Data::Float);
    };
    let value = match i64::from_str_radix(digits, radix) {
        Ok(value) => Integer::Small(value),
        Err(_) => Integer::Big(Box::new(BigInt::parse_bytes(digits.as_bytes(), radix)?)),
    };
    Some(Data::Integer { value, radix: u8::try_from(radix).unwrap_or(10) })
}
