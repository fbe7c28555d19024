//! The filter `network_size`: takes a network and returns its number of addresses.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::addresses::address;
use super::shared::given::given;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "network_size", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    let value = given(args, &["value"])?.value(0);
    if !matches!(value, Value::Str(_)) {
        return Err(Error::not_covered("the sizes of several networks"));
    }
    let Some(found) = address(&value)? else { return Ok(Value::None) };
    let bits = found.prefix.map_or(0, |it| found.bits() - it);
    1_i64.checked_shl(bits).filter(|it| bits < 63 && *it > 0).map(Value::Int).ok_or_else(|| Error::not_covered("a large network"))
}
