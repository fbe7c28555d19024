//! The filter `human_to_bytes`: takes a size with a unit and returns its number of bytes, or 0 if it is none.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "human_to_bytes", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["size", "default_unit", "handle_metric"])?;
    let size = match given.value(0) {
        Value::Int(it) => it.to_string(),
        Value::Str(it) if it.is_ascii() && !it.contains('\n') => it.trim().to_owned(),
        _ => return Err(Error::not_covered("a size that is no text")),
    };
    let default = given.some(1).map_or(Ok("b".to_owned()), |_| given.text(1))?;
    let end = size.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(size.len());
    let (number, unit) = size.split_at(end);
    let unit = if unit.trim_start().is_empty() { default } else { unit.trim_start().to_owned() };
    Ok(bytes(number, &unit.to_lowercase(), given.truth(2)?)?.map_or(Value::Int(0), Value::Int))
}

fn bytes(number: &str, unit: &str, is_metric: bool) -> Outcome<Option<i64>> {
    let mut letters = unit.chars();
    let Some(power) = letters.next().and_then(|it| "bkmgtpezy".find(it)).and_then(|it| u32::try_from(it).ok()) else { return Ok(None) };
    let rest = letters.as_str();
    if !(rest.is_empty() || power > 0 && matches!(rest, "b" | "ib")) {
        return Ok(None);
    }
    let too_large = || Error::not_covered("a size that is too large");
    let factor = if is_metric && rest == "b" { 10_i64.checked_pow(power * 3) } else { 2_i64.checked_pow(power * 10) };
    if let Ok(whole) = number.parse::<i64>() {
        return factor.and_then(|it| whole.checked_mul(it)).map(Some).ok_or_else(too_large);
    }
    let Ok(size) = number.parse::<f64>() else { return Ok(None) };
    #[expect(clippy::cast_precision_loss, reason = "powers of two, and of ten up to 18, are exact")]
    let size = size * factor.ok_or_else(too_large)? as f64;
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    if size.abs() < 9e18 { Ok(Some(size as i64)) } else { Err(too_large()) }
}
