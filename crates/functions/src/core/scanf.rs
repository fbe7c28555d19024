//! `scanf`: values out of a text, by a format. It follows Ruby's library of that name, regular expression by regular expression.

use values::Value;
use values::regex::{Found, Regex};

use crate::{Call, Context, Failure, Outcome, ruby};

/// Parts of formats: conversions with the space before them, and words.
const PARTS: &str = r"(?i)(?:\s*%(?:%|\*?\d*(?:\[\[:\w+:\]\]|\[[^\]]*\]|[diuXxofFeEgGscaA])))|[^%\s]+";

/// Pattern of a number with a point.
const FLOAT: &str = r"[-+]?(?:0[xX](?:\.\h+|\h+(?:\.\h*)?)[pP][-+]?\d+|\d+(?![\d.])|\d*\.\d*(?:[eE][-+]?\d+)?)";

/// A wider conversion is not made into an expression.
const WIDEST: u32 = 1_000;

pub(super) fn scanf(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let mut found = Vec::new();
    let mut left = call.text(0);
    for part in parts(call.text(1))? {
        context.spend(1)?;
        let trimmed = if keeps_space(&part)? { left } else { left.trim_start_matches(|it: char| it.is_ascii_whitespace() || it == '\x0b') };
        let (pattern, kind) = expression(&part)?;
        let Some(hit) = find(&format!(r"(?m)\A{pattern}"), trimmed)? else { break };
        let text = hit.groups.first().cloned().flatten().and_then(|it| trimmed.get(it)).unwrap_or_default();
        if !part.trim_start().starts_with("%*") {
            found.extend(kind.read(text)?);
        }
        left = trimmed.get(hit.whole.end..).unwrap_or_default();
        if left.is_empty() {
            break;
        }
    }
    let found = Value::array(found);
    match call.block {
        Some(block) => context.call_block(block, vec![found]),
        None => Ok(found),
    }
}

/// Conversion of the text that was found.
#[derive(Clone, Copy)]
enum Kind {
    Plain,
    Integer,
    Digits(u32),
    Float,
    /// It has to be there, and is no value.
    Nothing,
}

impl Kind {
    fn read(self, text: &str) -> Result<Option<Value>, Failure> {
        Ok(match self {
            Kind::Plain => Some(Value::from(text)),
            Kind::Integer => match ruby::integer(text) {
                Some(number) => Some(Value::Integer(number)),
                None => return Err(Failure::plain(format!("invalid value for Integer(): {}", values::print::inspect_str(text)))),
            },
            Kind::Digits(10) => Some(Value::Integer(ruby::to_i(text))),
            Kind::Digits(radix) => {
                let (is_negative, digits) = match text.strip_prefix('-') {
                    Some(rest) => (true, rest),
                    None => (false, text.strip_prefix('+').unwrap_or(text)),
                };
                let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")).unwrap_or(digits);
                let number = i64::from_str_radix(digits, radix).unwrap_or(i64::MAX);
                Some(Value::Integer(if is_negative { -number } else { number }))
            }
            Kind::Float => Some(Value::Float(literals::to_f(text))),
            Kind::Nothing => None,
        })
    }
}

fn parts(format: &str) -> Result<Vec<String>, Failure> {
    let regex = Regex::new(PARTS).map_err(Failure::plain)?;
    let mut parts = Vec::new();
    let mut start = 0;
    while let Some(found) = regex.find_at(format, start).map_err(Failure::plain)? {
        start = found.whole.end;
        parts.extend(format.get(found.whole).map(str::to_owned));
    }
    Ok(parts)
}

fn find(pattern: &str, text: &str) -> Result<Option<Found>, Failure> {
    Regex::new(pattern).and_then(|it| it.find_at(text, 0)).map_err(Failure::plain)
}

/// Whether space before what is looked for counts as a part of it.
fn keeps_space(part: &str) -> Result<bool, Failure> {
    Ok(find(r"(?:\A|\S)%\*?\d*c|%\d*\[", part)?.is_some())
}

/// The expression for a part of a format, with what it captures.
fn expression(part: &str) -> Result<(String, Kind), Failure> {
    let group = |pattern: &str| -> Result<Option<Vec<String>>, Failure> {
        let texts = |found: Found| found.groups.into_iter().flatten().filter_map(|it| part.get(it)).map(str::to_owned).collect();
        Ok(find(pattern, part)?.map(texts))
    };
    if let Some([class]) = group(r"%\*?(\[\[:[a-z]+:\]\])")?.as_deref() {
        return Ok((format!("({class}+)"), Kind::Plain));
    }
    if let Some([width, class]) = group(r"%\*?(\d+)(\[\[:[a-z]+:\]\])")?.as_deref() {
        return Ok((format!("({class}{{1,{width}}})"), Kind::Plain));
    }
    if let Some([set]) = group(r"%\*?\[([^\]]*)\]")?.as_deref() {
        let other = set.strip_prefix('^').map_or(format!("^{set}"), str::to_owned);
        return Ok((format!(r"([{set}]+)(?=[{other}]|\z)"), Kind::Plain));
    }
    if let Some([width, set]) = group(r"%\*?(\d+)\[([^\]]*)\]")?.as_deref() {
        return Ok((format!("([{set}]{{1,{width}}})"), Kind::Plain));
    }
    let found = group(r"%\*?(\d*)([diuXxofFeEgGscaA])")?;
    let Some([width, letter]) = found.as_deref() else {
        return Ok(match part.contains("%%") {
            true => (r"(\s*%)".to_owned(), Kind::Nothing),
            false => (format!("({})", values::regex::escape(part)), Kind::Nothing),
        });
    };
    let width = if width.is_empty() { None } else { Some(width.parse().unwrap_or(WIDEST).min(WIDEST)) };
    let has_space = part.starts_with(|it: char| it.is_ascii_whitespace());
    Ok(match (letter.as_str(), width) {
        ("i", None) => (r"([-+]?(?:(?:0[0-7]+)|(?:0[Xx]\h+)|(?:[1-9]\d*)))".to_owned(), Kind::Integer),
        ("i", Some(width)) => (integers(width), Kind::Integer),
        ("d" | "u", None) => (r"([-+]?\d+)".to_owned(), Kind::Digits(10)),
        ("d" | "u", Some(width)) => (one_of(width, &[(1, r"[-+]\d")], r"\d{1,W}"), Kind::Digits(10)),
        ("x" | "X", None) => (r"([-+]?(?:0[Xx])?\h+)".to_owned(), Kind::Digits(16)),
        ("x" | "X", Some(width)) => (one_of(width, &[(3, r"[-+]0[Xx]\h"), (2, r"0[Xx]\h"), (1, r"[-+]\h")], r"\h{1,W}"), Kind::Digits(16)),
        ("o", None) => ("([-+]?[0-7]+)".to_owned(), Kind::Digits(8)),
        ("o", Some(width)) => (one_of(width, &[(1, "[-+][0-7]")], "[0-7]{1,W}"), Kind::Digits(8)),
        ("s", None) => (r"(\S+)".to_owned(), Kind::Plain),
        ("s", Some(width)) => (format!(r"(\S{{1,{width}}})"), Kind::Plain),
        ("c", None) if has_space => (r"\s*(.)".to_owned(), Kind::Plain),
        ("c", None) => ("(.)".to_owned(), Kind::Plain),
        ("c", Some(width)) => (format!("(.{{1,{width}}})"), Kind::Plain),
        (_, None) => (format!("({FLOAT})"), Kind::Float),
        (_, Some(width)) => (format!(r"(?={FLOAT})(\S{{1,{width}}})"), Kind::Float),
    })
}

/// Whole numbers of any notation that are no longer than that.
fn integers(width: u32) -> String {
    let forms = [(1, r"[1-9]\d"), (1, "0[0-7]"), (2, "[-+]0[0-7]"), (2, r"[-+][1-9]\d"), (2, r"0[Xx]\h"), (3, r"[-+]0[Xx]\h")];
    one_of(width, &forms, r"\d")
}

/// One of the forms, whose last digit stands for as many as the width leaves next to the number with it; else the last form.
fn one_of(width: u32, forms: &[(u32, &str)], last: &str) -> String {
    let mut pattern = String::from("(");
    for (taken, form) in forms {
        if let Some(left) = width.checked_sub(*taken).filter(|it| *it > 0) {
            pattern.push_str(&format!("{form}{{1,{left}}}|"));
        }
    }
    pattern + &last.replace('W', &width.to_string()) + ")"
}
