//! Numbers in texts, as Python reads them.

use jinja::{Error, Outcome, Value};

/// Returns the number that a text is, or the text.
pub fn number(value: Value) -> Outcome {
    let text = match &value {
        Value::Str(text) => text.trim().to_owned(),
        Value::Int(_) | Value::Big(_) => return Ok(value),
        _ => return Err(Error::not_covered("a number in something else than a text")),
    };
    let digits = text.strip_prefix(['+', '-']).unwrap_or(&text);
    let is_word = matches!(digits.to_ascii_lowercase().as_str(), "inf" | "infinity" | "nan");
    if is_word
        || !text.is_ascii()
        || digits.len() > 18
        || (digits.contains('_') && digits.bytes().all(|it| b"0123456789_.eE+-".contains(&it)))
    {
        return Err(Error::not_covered("a number of a rare form"));
    }
    if !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit()) {
        return Ok(text.parse().map_or(value, Value::Int));
    }
    let is_float = digits.bytes().any(|it| it.is_ascii_digit()) && digits.bytes().all(|it| b"0123456789.eE+-".contains(&it));
    Ok(if is_float { text.parse().map_or(value, Value::Float) } else { value })
}
