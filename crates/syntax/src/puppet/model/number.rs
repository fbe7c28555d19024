//! Numbers as Puppet reads and Ruby prints them.

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

/// A float as Ruby prints it: the shortest digits that read back, with an exponent from 1e15 and below 1e-4.
pub fn ruby_float(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value != 0.0 && !(-4..15).contains(&exponent) {
        let mantissa = if mantissa.contains('.') { mantissa.to_owned() } else { format!("{mantissa}.0") };
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{mantissa}e{sign}{:02}", exponent.abs());
    }
    let plain = format!("{value}");
    if plain.contains('.') { plain } else { format!("{plain}.0") }
}
