//! `sprintf_hash`, `time`, `is_function_available`, `try_get_value` and `getvar_emptystring`.

use values::Value;
use values::regex::Regex;

use super::deprecation;
use crate::{Call, Context, Failure, LogLevel, Outcome, ruby};

pub(super) fn sprintf_hash(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let message = "This method is deprecated. From Puppet 4.10.10/5.3.4 please use the built-in sprintf instead";
    deprecation::say(context, "sprintf_hash", message)?;
    context.call_function("sprintf", call.arguments.to_vec(), None)
}

/// The seconds since 1970, which are the same everywhere.
pub(super) fn time(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    if call.arguments.len() > 1 {
        return Err(Failure::plain(format!("time(): Wrong number of arguments given {} for 0 or 1", call.arguments.len())));
    }
    let seconds = context.now().0.div_euclid(1_000_000_000);
    Ok(Value::Integer(i64::try_from(seconds).unwrap_or(i64::MAX)))
}

pub(super) fn try_get_value(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    context.log(LogLevel::Warning, "try_get_value() DEPRECATED: this function is deprecated, please use dig() instead.".to_owned());
    let (data, default) = (call.at(0), call.at(2));
    let path = call.get(1).filter(|it| it.is_true()).map_or(String::new(), ruby::to_s);
    if !matches!(data, Value::Hash(_) | Value::Array(_)) || path.is_empty() {
        return Ok(if default.is_true() { default.clone() } else { data.clone() });
    }
    let separator = call.get(3).and_then(Value::as_str).unwrap_or("/");
    let separator = Regex::new(&values::regex::escape(separator)).map_err(Failure::plain)?;
    let keys = separator.split(&path).map_err(Failure::plain)?;
    let key = |it: &String| match it.split('\n').any(|line| !line.is_empty() && line.bytes().all(|it| it.is_ascii_digit())) {
        true => Value::Integer(ruby::to_i(it)),
        false => Value::from(it.as_str()),
    };
    let keys = Value::array(keys.iter().map(key).collect());
    super::collection::dig44(context, &Call { arguments: &[data.clone(), keys, default.clone()], name: "dig44", ..*call })
}

/// Undef becomes the empty text.
pub(super) fn getvar_emptystring(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [name] = call.arguments else {
        let count = call.arguments.len();
        return Err(Failure::plain(format!("getvar_emptystring(): Wrong number of arguments given ({count} for 1)")));
    };
    let value = super::fact::variable(context, &ruby::to_s(name))?;
    Ok(if value.is_undef() { Value::from("") } else { value })
}
