//! Integers of more than 64 bits: limits, costs, and what they have in common with the others.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::{BigInt, Sign};
use num_traits::{FromPrimitive, ToPrimitive};

use crate::eval::Ruby;
use crate::stop::Outcome;
use crate::value::Value;

/// No integer has more bits.
pub const MOST_BITS: u64 = 1 << 22;

/// An integer, whatever its size.
pub fn number(value: &Value) -> Option<BigInt> {
    match value {
        Value::Integer(it) => Some(BigInt::from(*it)),
        Value::Big(it) => Some((**it).clone()),
        _ => None,
    }
}

/// The same as a value, in 64 bits if they suffice.
pub fn integer(ruby: &mut Ruby<'_>, number: BigInt) -> Outcome {
    if let Some(it) = number.to_i64() {
        return Ok(Value::Integer(it));
    }
    fits(ruby, number.bits())?;
    let bytes = usize::try_from(number.bits() / 8).unwrap_or(usize::MAX).saturating_add(48);
    ruby.heap.count(bytes);
    ruby.spend(number.bits() / 1024)?;
    Ok(Value::Big(Rc::new(number)))
}

/// Refuses an integer before it is made.
pub fn fits(ruby: &Ruby<'_>, bits: u64) -> Outcome<()> {
    if bits > MOST_BITS { ruby.not_covered(format!("integers of more than {MOST_BITS} bits")) } else { Ok(()) }
}

/// Charges an operation that takes the product of two sizes.
pub fn spend(ruby: &mut Ruby<'_>, a: &BigInt, b: &BigInt) -> Outcome<()> {
    ruby.spend((a.bits() / 64 + 1).saturating_mul(b.bits() / 64 + 1) / 16)
}

pub fn sign(number: &BigInt) -> Ordering {
    match number.sign() {
        Sign::Minus => Ordering::Less,
        Sign::NoSign => Ordering::Equal,
        Sign::Plus => Ordering::Greater,
    }
}

pub fn float(number: &BigInt) -> f64 {
    number.to_f64().unwrap_or(f64::NAN)
}

/// A float without its fraction.
pub fn whole(float: f64) -> Option<BigInt> {
    BigInt::from_f64(float.trunc())
}

/// An integer and a float by their exact values.
pub fn compare(integer: &BigInt, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    match whole(float) {
        Some(whole) => Some(integer.cmp(&whole).then_with(|| 0.0_f64.partial_cmp(&(float - float.trunc())).unwrap_or(Ordering::Equal))),
        None => Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater }),
    }
}

/// Its digits to a base between 2 and 36.
pub fn text(ruby: &mut Ruby<'_>, number: &BigInt, base: u32) -> Outcome<String> {
    let words = number.bits() / 64 + 1;
    ruby.spend(words.saturating_mul(words) / 2)?;
    Ok(number.to_str_radix(base))
}

/// The integer that digits mean.
pub fn read(ruby: &mut Ruby<'_>, digits: &str, base: u32) -> Outcome {
    let words = digits.len() as u64 / 10 + 1;
    ruby.spend(words.saturating_mul(words) / 16)?;
    fits(ruby, (digits.len() as u64).saturating_mul(3))?;
    match BigInt::parse_bytes(digits.as_bytes(), base) {
        Some(number) => integer(ruby, number),
        None => ruby.not_covered("an integer of such digits"),
    }
}
