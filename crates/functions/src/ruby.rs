//! Ruby's conversions of values, where functions show them.

use std::cmp::Ordering;

use literals::is_space;
use values::{Value, print};

use crate::{Context, Failure};

/// `value.to_s`.
pub fn to_s(value: &Value) -> String {
    match value {
        Value::Undef => String::new(),
        Value::String(text) => text.to_string(),
        Value::Boolean(it) => it.to_string(),
        Value::Integer(it) => it.to_string(),
        Value::Float(it) => print::float(*it),
        Value::Default => "default".to_owned(),
        Value::Regex(regex) => format!("(?-mix:{})", regex.source()),
        Value::Array(_) | Value::Hash(_) => print::ruby(value),
        other => print::interpolate(other),
    }
}

/// `value.inspect`.
pub(crate) fn inspect(value: &Value) -> String {
    print::ruby(value)
}

/// `value.class`.
pub fn class(value: &Value) -> &'static str {
    values::ruby::class(value).unwrap_or_else(|| match value {
        Value::Deferred(_) => "#<Class:0x0000>",
        Value::Type(ty) => values::ruby::class_of_type(ty),
        _ => "Object",
    })
}

/// `undefined method` for a value that lacks it.
pub fn no_method(method: &str, value: &Value) -> Failure {
    let shown = if value.is_undef() { "nil".to_owned() } else { inspect(value) };
    // Ruby adds the class unless the text looks like that of an object.
    let shown = if shown.starts_with('#') { shown } else { format!("{shown}:{}", class(value)) };
    Failure::plain(format!("undefined method `{method}' for {shown}"))
}

/// `no implicit conversion` of a value where Ruby needs one of another class.
pub fn no_conversion(value: &Value, wanted: &str) -> Failure {
    let shown = match value {
        Value::Undef => "nil",
        Value::Boolean(true) => "true",
        Value::Boolean(false) => "false",
        other => class(other),
    };
    Failure::plain(format!("no implicit conversion of {shown} into {wanted}"))
}

/// `a == b`: numbers by value, the rest as it is; deep in lists and hashes.
pub(crate) fn equal(a: &Value, b: &Value) -> bool {
    let mut stack = vec![(a, b)];
    while let Some((a, b)) = stack.pop() {
        match (a, b) {
            (Value::Integer(a), Value::Float(b)) | (Value::Float(b), Value::Integer(a)) => {
                if compare_numbers(*a, *b) != Some(Ordering::Equal) {
                    return false;
                }
            }
            (Value::Array(a), Value::Array(b)) => {
                if a.len() != b.len() {
                    return false;
                }
                stack.extend(a.iter().zip(b.iter()));
            }
            (Value::Hash(a), Value::Hash(b)) => {
                if a.len() != b.len() {
                    return false;
                }
                for (key, value) in a.iter() {
                    match b.get(key) {
                        Some(other) => stack.push((value, other)),
                        None => return false,
                    }
                }
            }
            (a, b) => {
                if a != b {
                    return false;
                }
            }
        }
    }
    true
}

pub(crate) fn compare_numbers(integer: i64, float: f64) -> Option<Ordering> {
    // Beyond 2^53 the conversion rounds; Ruby compares exactly, as the truncated parts do.
    if float.is_nan() {
        return None;
    }
    if float >= 9_223_372_036_854_775_808.0 {
        return Some(Ordering::Less);
    }
    if float < -9_223_372_036_854_775_808.0 {
        return Some(Ordering::Greater);
    }
    let whole = float.trunc();
    #[expect(clippy::cast_possible_truncation, reason = "within the range, as compared above")]
    let ordering = integer.cmp(&(whole as i64));
    Some(ordering.then_with(|| 0.0_f64.partial_cmp(&(float - whole)).unwrap_or(Ordering::Equal)))
}

/// `a <=> b`; none where Ruby has nil.
pub(crate) fn order(a: &Value, b: &Value) -> Option<Ordering> {
    order_within(a, b, 64)
}

fn order_within(a: &Value, b: &Value, depth: u32) -> Option<Ordering> {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
        (Value::Integer(a), Value::Float(b)) => compare_numbers(*a, *b),
        (Value::Float(a), Value::Integer(b)) => compare_numbers(*b, *a).map(Ordering::reverse),
        (Value::String(a), Value::String(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
        (Value::Timestamp(a), Value::Timestamp(b)) => Some(a.cmp(b)),
        (Value::Timespan(a), Value::Timespan(b)) => Some(a.cmp(b)),
        (Value::Version(a), Value::Version(b)) => Some(a.precedence(b)),
        (Value::Array(a), Value::Array(b)) => {
            if depth == 0 {
                return None;
            }
            for (a, b) in a.iter().zip(b.iter()) {
                match order_within(a, b, depth - 1)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        (a, b) => (a == b).then_some(Ordering::Equal),
    }
}

/// Ruby's error where `<=>` returned nil.
pub(crate) fn not_comparable(a: &Value, b: &Value) -> Failure {
    let shown = match b {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::Default => inspect(b),
        other => class(other).to_owned(),
    };
    Failure::plain(format!("comparison of {} with {shown} failed", class(a)))
}

/// How a function compares two elements.
pub(crate) type Comparison<'a> = dyn FnMut(&mut dyn Context, &Value, &Value) -> Result<Ordering, Failure> + 'a;

/// Sorts as the C library's `qsort_r` does, which decides in which order blocks are called.
pub(crate) fn sort(context: &mut dyn Context, values: Vec<Value>, compare: &mut Comparison<'_>) -> Result<Vec<Value>, Failure> {
    if values.len() < 2 {
        return Ok(values);
    }
    let mut right = values;
    let rest = right.split_off(right.len() / 2);
    let left = sort(context, right, compare)?;
    let right = sort(context, rest, compare)?;
    let mut sorted = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        context.spend(1)?;
        let next = if compare(context, a, b)? == Ordering::Greater { right.next() } else { left.next() };
        sorted.extend(next);
    }
    sorted.extend(left);
    sorted.extend(right);
    Ok(sorted)
}

/// `list.flatten`.
pub(crate) fn flatten<'a>(values: impl IntoIterator<Item = &'a Value>) -> Vec<Value> {
    let mut stack: Vec<&Value> = values.into_iter().collect();
    stack.reverse();
    let mut flat = Vec::new();
    while let Some(value) = stack.pop() {
        match value {
            Value::Array(list) => stack.extend(list.iter().rev()),
            other => flat.push(other.clone()),
        }
    }
    flat
}

/// `list.join(separator)`.
pub(crate) fn join<'a>(values: impl IntoIterator<Item = &'a Value>, separator: &str) -> String {
    let mut stack: Vec<&Value> = values.into_iter().collect();
    stack.reverse();
    let mut text = String::new();
    let mut first = true;
    while let Some(value) = stack.pop() {
        match value {
            // An empty list within a list is an empty text between two separators.
            Value::Array(list) if !list.is_empty() => stack.extend(list.iter().rev()),
            other => {
                if !first {
                    text.push_str(separator);
                }
                first = false;
                if !matches!(other, Value::Array(_)) {
                    text.push_str(&to_s(other));
                }
            }
        }
    }
    text
}

/// `text.to_i`: the number in front, or 0.
pub(crate) fn to_i(text: &str) -> i64 {
    let text = text.trim_start_matches(is_space);
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let mut value: i64 = 0;
    let mut after_digit = false;
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                value = value.saturating_mul(10).saturating_add(i64::from(byte - b'0'));
                after_digit = true;
            }
            b'_' if after_digit => after_digit = false,
            _ => break,
        }
    }
    if negative { -value } else { value }
}

/// `Integer(text)`, which refuses what `to_i` cuts off.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let text = text.trim_matches(is_space);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = if let Some(rest) = lower.strip_prefix("0x") {
        (16, rest)
    } else if let Some(rest) = lower.strip_prefix("0b") {
        (2, rest)
    } else if let Some(rest) = lower.strip_prefix("0o") {
        (8, rest)
    } else if let Some(rest) = lower.strip_prefix("0d") {
        (10, rest)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (8, lower[1..].strip_prefix('_').unwrap_or(&lower[1..]))
    } else {
        (10, lower.as_str())
    };
    let digits = without_underscores(digits)?;
    if digits.is_empty() || digits.starts_with(['+', '-']) {
        return None;
    }
    let value = i128::from_str_radix(&digits, radix).ok()?;
    i64::try_from(if negative { -value } else { value }).ok()
}

fn without_underscores(digits: &str) -> Option<String> {
    if digits.starts_with('_') || digits.ends_with('_') || digits.contains("__") {
        return None;
    }
    Some(digits.replace('_', ""))
}

/// `Float(text)`.
pub(crate) fn float(text: &str) -> Option<f64> {
    let text = text.trim_matches(is_space);
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned.len() > 1 && unsigned[..2.min(unsigned.len())].eq_ignore_ascii_case("0x") {
        #[expect(clippy::cast_precision_loss, reason = "as Ruby does")]
        return integer(text).map(|it| it as f64);
    }
    let bytes = unsigned.as_bytes();
    // `1.` and `1_` are no numbers, but `.5` is one.
    let start = bytes.iter().position(|it| *it != b'.').filter(|it| *it <= 1)?;
    if !bytes.get(start)?.is_ascii_digit() || !bytes.last()?.is_ascii_digit() {
        return None;
    }
    for (index, byte) in bytes.iter().enumerate() {
        let (before, after) = (index.checked_sub(1).and_then(|it| bytes.get(it)), bytes.get(index + 1));
        let digit = |it: Option<&u8>| it.is_some_and(u8::is_ascii_digit);
        let fine = match byte {
            b'0'..=b'9' => true,
            b'.' => (index == 0 || digit(before)) && digit(after),
            b'_' => digit(before) && digit(after),
            b'e' | b'E' => digit(before) && (digit(after) || matches!(after, Some(b'-' | b'+'))),
            b'-' | b'+' => matches!(before, Some(b'e' | b'E')) && digit(after),
            _ => false,
        };
        if !fine {
            return None;
        }
    }
    text.replace('_', "").parse().ok()
}

/// `text.strip`, which takes NULs at the end, too.
pub(crate) fn strip(text: &str) -> &str {
    rstrip(lstrip(text))
}

pub(crate) fn lstrip(text: &str) -> &str {
    text.trim_start_matches(|it| it == '\0' || is_space(it))
}

pub(crate) fn rstrip(text: &str) -> &str {
    text.trim_end_matches(|it| it == '\0' || is_space(it))
}

/// `text.capitalize`.
pub(crate) use values::format::capitalize;

/// `text.chomp`.
pub(crate) fn chomp(text: &str) -> &str {
    text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r'])).unwrap_or(text)
}

/// Where a pattern is found, in bytes.
pub(crate) fn find(regex: &values::regex::Regex, text: &str) -> Option<usize> {
    let found = regex.captures(text)?;
    let whole = found.first()?.as_deref()?;
    text.match_indices(whole).map(|(at, _)| at).find(|_| true)
}
