//! Widths, signs and digits.

use num_bigint::BigInt;

use crate::value::format_general;

/// How a text or a number is laid into a width.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Padding {
    pub(super) fill: char,
    /// `<`, `>`, `^`, `=`
    pub(super) align: Option<char>,
    /// `+`, `-` or a space.
    pub(super) sign: Option<char>,
    pub(super) alternate: bool,
    pub(super) zero: bool,
    pub(super) width: usize,
}

impl Padding {
    pub(super) fn text(&self, text: &str, default: char) -> String {
        let pad = self.width.saturating_sub(text.chars().count());
        let fill = |count: usize| String::from(self.fill).repeat(count);
        match self.align.unwrap_or(default) {
            '<' => format!("{text}{}", fill(pad)),
            '^' => format!("{}{text}{}", fill(pad / 2), fill(pad - pad / 2)),
            _ => format!("{}{text}", fill(pad)),
        }
    }

    /// A number with its sign, and with a prefix between sign and digits.
    pub(super) fn number(&self, number: &str, prefix: &str) -> String {
        let (negative, digits) = match number.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, number),
        };
        let sign = match self.sign {
            _ if negative => "-",
            Some('+') => "+",
            Some(' ') => " ",
            _ => "",
        };
        let filled = self.align == Some('=') || self.zero && self.align.is_none();
        if !filled {
            return self.text(&format!("{sign}{prefix}{digits}"), '>');
        }
        let taken = sign.len() + prefix.len() + digits.chars().count();
        let fill = if self.zero && self.align.is_none() { '0' } else { self.fill };
        format!("{sign}{prefix}{}{digits}", String::from(fill).repeat(self.width.saturating_sub(taken)))
    }
}

/// Digits of a whole number, at least this number.
pub(super) fn digits(value: &BigInt, radix: u32, least: Option<usize>) -> String {
    let text = value.to_str_radix(radix);
    let Some(least) = least else { return text };
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |it| ("-", it));
    format!("{sign}{}{digits}", "0".repeat(least.saturating_sub(digits.len())))
}

/// A float by one of `e`, `f`, `g`, `%`.
pub(super) fn real(value: f64, conversion: char, precision: usize, alternate: bool) -> String {
    let upper = conversion.is_ascii_uppercase();
    let text = if value.is_nan() {
        "nan".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "inf" } else { "-inf" }.to_owned()
    } else {
        match conversion.to_ascii_lowercase() {
            'e' => {
                let text = format!("{value:.precision$e}");
                let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
                let exponent: i32 = exponent.parse().unwrap_or(0);
                let point = if alternate && precision == 0 { "." } else { "" };
                format!("{digits}{point}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
            }
            'f' => format!("{value:.precision$}{}", if alternate && precision == 0 { "." } else { "" }),
            _ => format_general(value, precision, alternate),
        }
    };
    if upper { text.to_uppercase() } else { text }
}
