//! `versioncmp`, with Puppet's own order of versions.

use std::cmp::Ordering;

use values::Value;

use crate::{Call, Context, Outcome};

pub(super) fn versioncmp(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Ok(Value::Integer(compare(call.text(0), call.text(1), call.at(2).is_true()) as i64))
}

pub(crate) fn compare(a: &str, b: &str, ignore_trailing_zeroes: bool) -> Ordering {
    let (short_a, short_b);
    let (a, b) = if ignore_trailing_zeroes {
        (short_a, short_b) = (without_zeroes(a), without_zeroes(b));
        (short_a.as_str(), short_b.as_str())
    } else {
        (a, b)
    };
    let (mut left, mut right) = (Pieces(a), Pieces(b));
    while !left.0.is_empty() && !right.0.is_empty() {
        let (Some(x), Some(y)) = (left.next(), right.next()) else { break };
        if x == y {
            continue;
        }
        for separator in ["-", "."] {
            if x == separator {
                return Ordering::Less;
            }
            if y == separator {
                return Ordering::Greater;
            }
        }
        let digits = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
        if digits(x) && digits(y) && !x.starts_with('0') && !y.starts_with('0') {
            return x.len().cmp(&y.len()).then_with(|| x.cmp(y));
        }
        return x.to_uppercase().cmp(&y.to_uppercase());
    }
    a.as_bytes().cmp(b.as_bytes())
}

/// Separators, runs of digits, and runs of what is neither.
struct Pieces<'a>(&'a str);

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0;
        let first = text.chars().next()?;
        let end = match first {
            '-' | '.' => 1,
            '0'..='9' => text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len()),
            _ => text.find(|it: char| it.is_ascii_digit() || it == '-' || it == '.').unwrap_or(text.len()),
        };
        let (piece, rest) = text.split_at(end);
        self.0 = rest;
        Some(piece)
    }
}

/// Zeros and dots at the end of what is before the first dash.
fn without_zeroes(version: &str) -> String {
    let mut parts: Vec<&str> = version.split('-').collect();
    while parts.last() == Some(&"") {
        parts.pop();
    }
    if let Some(first) = parts.first_mut() {
        *first = first.trim_end_matches(['.', '0']);
    }
    parts.join("-")
}
