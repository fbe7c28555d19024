//! Numbers with a point: `%f`, `%e`, `%g`, `%a`.

use super::Directive;

/// `%f` of a whole number, which needs no rounding.
pub(crate) fn fixed(directive: &Directive, value: i128) -> String {
    let precision = directive.precision.unwrap_or(6);
    let mut digits = value.unsigned_abs().to_string();
    if precision > 0 {
        digits.push('.');
        digits.push_str(&"0".repeat(precision));
    }
    assemble(directive, directive.sign(value < 0), "", &digits)
}

pub(crate) fn float(letter: char, directive: &Directive, value: f64) -> String {
    if !value.is_finite() {
        let text = if value.is_nan() { "NaN" } else { "Inf" };
        let sign = directive.sign(value < 0.0);
        return directive.padded(&format!("{sign}{text}"));
    }
    let sign = directive.sign(value.is_sign_negative());
    let magnitude = value.abs();
    let (prefix, body) = match letter.to_ascii_lowercase() {
        'e' => ("", exponential(magnitude, directive.precision.unwrap_or(6), directive.sharp)),
        'g' => ("", general(magnitude, directive.precision.unwrap_or(6).max(1), directive.sharp)),
        'a' => ("0x", hexadecimal(magnitude, directive.precision, directive.sharp)),
        _ => ("", plain(magnitude, directive.precision.unwrap_or(6), directive.sharp)),
    };
    let text = assemble(directive, sign, prefix, &body);
    if letter.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text }
}

fn assemble(directive: &Directive, sign: &str, prefix: &str, body: &str) -> String {
    let missing = directive.width.unwrap_or(0).saturating_sub(sign.len() + prefix.len() + body.len());
    if directive.zero && !directive.minus {
        return format!("{sign}{prefix}{}{body}", "0".repeat(missing));
    }
    directive.padded(&format!("{sign}{prefix}{body}"))
}

fn plain(value: f64, precision: usize, point: bool) -> String {
    // Rust takes 16 bits for a precision; a float has fewer digits than that.
    let own = precision.min(2000);
    let mut text = format!("{value:.own$}");
    text.push_str(&"0".repeat(precision - own));
    if point && precision == 0 {
        text.push('.');
    }
    text
}

fn exponential(value: f64, precision: usize, point: bool) -> String {
    let (mantissa, exponent) = scientific(value, precision);
    let dot = if point && precision == 0 { "." } else { "" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}{dot}e{sign}{:02}", exponent.unsigned_abs())
}

fn scientific(value: f64, precision: usize) -> (String, i32) {
    let own = precision.min(2000);
    let text = format!("{value:.own$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (format!("{mantissa}{}", "0".repeat(precision - own)), exponent.parse().unwrap_or(0))
}

fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
    let (_, exponent) = scientific(value, precision - 1);
    let strip = |text: String| match text.contains('.') && !keep_zeros {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    let digits = i32::try_from(precision).unwrap_or(i32::MAX);
    if exponent < -4 || exponent >= digits {
        let text = exponential(value, precision - 1, keep_zeros);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{exponent}", strip(mantissa.to_owned()));
    }
    let decimals = usize::try_from(digits - 1 - exponent).unwrap_or(0);
    strip(plain(value, decimals, keep_zeros))
}

/// Without its `0x`.
fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    let bits = value.to_bits();
    let mut exponent = i32::try_from(bits >> 52).unwrap_or(0) - 1023;
    let mut fraction = bits & ((1 << 52) - 1);
    let mut first = 1_u64;
    if value == 0.0 {
        (first, exponent) = (0, 0);
    } else if exponent == -1023 {
        let shift = fraction.leading_zeros() - 11;
        fraction = fraction << shift & ((1 << 52) - 1);
        exponent = -1022 - i32::try_from(shift).unwrap_or(0);
    }
    let mut digits: Vec<u8> = (0..13).map(|index| u8::try_from(fraction >> (48 - 4 * index) & 0xf).unwrap_or(0)).collect();
    match precision {
        Some(precision) if precision < 13 => {
            let next = digits.get(precision).copied().unwrap_or(0);
            let last = match precision.checked_sub(1) {
                Some(index) => digits.get(index).copied().unwrap_or(0),
                None => u8::try_from(first).unwrap_or(0),
            };
            let beyond = digits.iter().skip(precision + 1).any(|it| *it != 0);
            digits.truncate(precision);
            if next > 8 || (next == 8 && (beyond || last & 1 == 1)) {
                let mut carry = true;
                for digit in digits.iter_mut().rev() {
                    if carry {
                        *digit = (*digit + 1) % 16;
                        carry = *digit == 0;
                    }
                }
                if carry {
                    exponent += 1;
                }
            }
        }
        Some(precision) => digits.resize(precision, 0),
        None => {
            while digits.last() == Some(&0) {
                digits.pop();
            }
        }
    }
    let dot = if digits.is_empty() && !point { "" } else { "." };
    let digits: String = digits.iter().filter_map(|it| char::from_digit(u32::from(*it), 16)).collect();
    format!("{first}{dot}{digits}p{exponent:+}")
}
