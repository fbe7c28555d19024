//! The filter `tojson`: takes a value and returns it as JSON that is safe in HTML.

use super::shared::{JsonStyle, to_json};
use super::{Filter, filter};
use crate::args::integer;
use crate::error::Outcome;
use crate::value::{Str, Value};

pub(super) static FILTER: Filter = filter(&["tojson"], "do_tojson", &["value", "indent"], 1, 1, |r, args| {
    let style = JsonStyle { sort_keys: true, indent: indent_of(args.some(1)?)?, ..JsonStyle::default() };
    let text = to_json(&args.value(0), &style)?;
    r.charge_text(text.len())?;
    let safe = text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026").replace('\'', "\\u0027");
    Ok(Value::Str(Str::safe(safe)))
});

fn indent_of(value: Option<&Value>) -> Outcome<Option<String>> {
    Ok(match value {
        None => None,
        Some(Value::Str(text)) => Some(text.to_string()),
        Some(other) => Some(" ".repeat(usize::try_from(integer(other)?).unwrap_or(0).min(1000))),
    })
}
