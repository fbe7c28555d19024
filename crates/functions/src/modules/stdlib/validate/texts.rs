//! `validate_re`, `validate_slength` and the checks of addresses and names.

use values::Value;
use values::regex::Regex;

use super::{Problem, Verdict, kind as kinds, refused};
use crate::core::digest::no_conversion;
use crate::{Failure, ruby};

pub(super) fn address(value: &Value, ask: &str, what: &str) -> Verdict {
    kind(value, ask, &format!("is not a valid {what} address."))
}

pub(super) fn kind(value: &Value, ask: &str, otherwise: &str) -> Verdict {
    let shown = ruby::inspect(value);
    if !matches!(value, Value::String(_)) {
        return refused(format!("{shown} is not a string."));
    }
    if kinds::ask(ask, std::slice::from_ref(value))?.is_true() { Ok(()) } else { refused(format!("{shown} {otherwise}")) }
}

pub(super) fn re(arguments: &[Value]) -> Verdict {
    let ([value, patterns] | [value, patterns, _]) = arguments else {
        return refused(format!("validate_re(): wrong number of arguments ({}; must be 2 or 3)", arguments.len()));
    };
    let Value::String(text) = value else {
        return refused(format!("validate_re(): input needs to be a String, not a {}", ruby::class(value)));
    };
    for pattern in ruby::flatten([patterns]) {
        let Value::String(source) = &pattern else { return Err(no_conversion(&pattern).into()) };
        let regex = Regex::new(source).map_err(|it| Problem::from(Failure::plain(it)))?;
        if regex.is_match(text) {
            return Ok(());
        }
    }
    refused(match arguments.get(2) {
        Some(message) if message.is_true() => ruby::to_s(message),
        _ => format!("validate_re(): {} does not match {}", ruby::inspect(value), ruby::inspect(patterns)),
    })
}

pub(super) fn slength(arguments: &[Value]) -> Verdict {
    let (Some(input), Some(longest), 2 | 3) = (arguments.first(), arguments.get(1), arguments.len()) else {
        return refused(format!("validate_slength(): Wrong number of arguments ({}; must be 2 or 3)", arguments.len()));
    };
    let number = |value: &Value| match value {
        Value::Integer(it) => Some(*it),
        #[expect(clippy::cast_possible_truncation, reason = "as Ruby does")]
        Value::Float(it) => Some(*it as i64),
        Value::String(text) => ruby::integer(text),
        _ => None,
    };
    let wrong = |which: &str, value: &Value| {
        let (shown, class) = (ruby::to_s(value), ruby::class(value));
        refused(format!("validate_slength(): Expected {which} Numeric, got {shown}:{class}"))
    };
    let Some(max) = number(longest).filter(|it| *it > 0) else { return wrong("second argument to be a positive", longest) };
    let min = match arguments.get(2).filter(|it| it.is_true()) {
        None => 0,
        Some(value) => match number(value).filter(|it| *it >= 0) {
            Some(min) => min,
            None => return wrong("third argument to be unset or a positive", value),
        },
    };
    if max < min {
        return refused("validate_slength(): Expected second argument to be equal to or larger than third argument");
    }
    let fits = |text: &str| (min..=max).contains(&i64::try_from(text.chars().count()).unwrap_or(i64::MAX));
    let too_long = |length: usize| {
        let shown = ruby::inspect(input);
        refused(format!("validate_slength(): Expected length of {shown} to be between {min} and {max}, was {length}"))
    };
    match input {
        Value::String(text) if fits(text) => Ok(()),
        Value::String(text) => too_long(text.chars().count()),
        Value::Array(list) => {
            for (position, value) in list.iter().enumerate() {
                match value {
                    Value::String(text) if fits(text) => {}
                    Value::String(_) => return too_long(list.len()),
                    other => {
                        let class = ruby::class(other);
                        let place = format!("element at array position {position}");
                        return refused(format!("validate_slength(): Expected {place} to be a String, got {class}"));
                    }
                }
            }
            Ok(())
        }
        other => refused(format!("validate_slength(): Expected first argument to be a String or Array, got {}", ruby::class(other))),
    }
}
