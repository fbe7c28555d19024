//! The filter `is_hex`: takes a text and returns whether it is a hexadecimal number.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "is_hex", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    let value = given(args, &["value"])?.value(0);
    let Some(text) = value.as_str() else { return Ok(Value::Bool(false)) };
    if !text.is_ascii() {
        return Err(Error::not_covered("digits that are not ASCII"));
    }
    let text = text.trim();
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (digits, has_prefix) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).map_or((text, false), |it| (it, true));
    let digits = if has_prefix { digits.strip_prefix('_').unwrap_or(digits) } else { digits };
    let is_group = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_hexdigit());
    Ok(Value::Bool(digits.split('_').all(is_group)))
}
