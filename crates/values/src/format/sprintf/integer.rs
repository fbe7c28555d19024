//! Whole numbers: `%d`, `%x`, `%o`, `%b`.

use super::{Directive, Whole};

pub(crate) fn integer(letter: char, directive: &Directive, value: &Whole) -> String {
    let bits = match letter {
        'o' => 3,
        'x' | 'X' => 4,
        'b' | 'B' => 1,
        _ => 0,
    };
    let signed = bits == 0 || directive.plus || directive.space;
    // A negative number without a sign is the end of its two's complement.
    let complement = !signed && value.negative;
    let mut digits = match bits {
        0 => value.decimal.clone(),
        _ if complement => complemented(&value.bits, bits),
        _ => grouped(value.bits.iter().copied(), bits),
    };
    if letter == 'X' {
        digits.make_ascii_uppercase();
    }
    let sign = if signed { directive.sign(value.negative) } else { "" };
    let mut prefix = match (directive.sharp, letter) {
        (true, 'o') => "0",
        (true, 'x') => "0x",
        (true, 'X') => "0X",
        (true, 'b') => "0b",
        (true, 'B') => "0B",
        _ => "",
    };
    let count = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
    let mut width = directive.width.map_or(0, |it| i64::try_from(it).unwrap_or(i64::MAX)) - count(sign);
    let mut precision = directive.precision.map_or(-1, |it| i64::try_from(it).unwrap_or(i64::MAX));
    if complement {
        precision -= 2;
        width -= 2;
    }
    let is_zero = digits == "0";
    if prefix == "0" {
        if complement {
            prefix = "";
        } else if is_zero {
            digits.clear();
            if directive.precision.is_some() {
                precision -= 1;
            }
        } else if directive.precision.is_some() && precision > count(&digits) {
            prefix = "";
        }
    } else if is_zero {
        prefix = "";
    }
    width -= count(prefix);
    if directive.zero && !directive.minus && directive.precision.is_none() {
        precision = width;
        width = 0;
    } else {
        if precision < count(&digits) {
            if prefix.is_empty() && precision == 0 && is_zero {
                digits.clear();
            }
            precision = count(&digits);
        }
        width -= precision;
    }
    let fill = |count: i64| usize::try_from(count).unwrap_or(0);
    let mut out = String::new();
    if !directive.minus {
        out.push_str(&" ".repeat(fill(width)));
    }
    out.push_str(sign);
    out.push_str(prefix);
    if complement {
        out.push_str("..");
    }
    let filler = match (complement, letter) {
        (false, _) => "0",
        (_, 'o') => "7",
        (_, 'x') => "f",
        (_, 'X') => "F",
        _ => "1",
    };
    out.push_str(&filler.repeat(fill(precision - count(&digits))));
    out.push_str(&digits);
    if directive.minus {
        out.push_str(&" ".repeat(fill(width)));
    }
    out
}

/// Digits of this number of bits each, of the lowest bit first.
fn grouped(bits: impl Iterator<Item = bool>, size: usize) -> String {
    let bits: Vec<bool> = bits.collect();
    let digit = |group: &[bool]| {
        let value = group.iter().rev().fold(0, |value, bit| value << 1 | u32::from(*bit));
        char::from_digit(value, 16).unwrap_or('0')
    };
    let digits: String = bits.chunks(size).map(digit).collect::<Vec<_>>().into_iter().rev().collect();
    if digits.is_empty() { "0".to_owned() } else { digits }
}

/// Of the digits that are endless in front one is left.
fn complemented(magnitude: &[bool], size: usize) -> String {
    let mut carry = true;
    let padding = std::iter::repeat_n(false, size + (size - magnitude.len() % size) % size);
    let negated: Vec<bool> = magnitude
        .iter()
        .copied()
        .chain(padding)
        .map(|bit| {
            let flipped = !bit;
            let result = flipped ^ carry;
            carry = flipped && carry;
            result
        })
        .collect();
    let digits = grouped(negated.into_iter(), size);
    let endless = digits.chars().next().unwrap_or('f');
    format!("{endless}{}", digits.trim_start_matches(endless))
}
