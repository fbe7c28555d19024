//! How much may be compared, hashed and copied: values that share parts can be larger than the memory.

use std::cell::Cell;

use crate::error::{Error, ErrorKind, Outcome};

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Sets what is left, and returns what was.
pub(crate) fn allow(work: u64) -> u64 {
    LEFT.replace(work)
}

/// Uses up work of the rendering that runs.
pub fn charge(work: usize) -> Outcome<()> {
    let left = LEFT.get().saturating_sub(work as u64);
    LEFT.set(left);
    if left == 0 { Err(Error::new(ErrorKind::Limit("steps"), "the template compares or copies too much")) } else { Ok(()) }
}

/// Charges for what takes a time that grows with the square of the size of a number: its digits, or a division.
pub(crate) fn charge_digits(bits: u64) -> Outcome<()> {
    let words = usize::try_from(bits / 64).unwrap_or(usize::MAX);
    charge(words.saturating_mul(words) / 8)
}

/// Charges where nothing can fail: what is evaluated next does.
pub(crate) fn note(work: usize) {
    LEFT.set(LEFT.get().saturating_sub(work as u64));
}

pub(crate) fn is_over() -> bool {
    LEFT.get() == 0
}
