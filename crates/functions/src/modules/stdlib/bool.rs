//! `str2bool`, `bool2num` and `bool2str`.

use values::Value;

use crate::{Call, Context, Failure, Outcome};

pub(super) fn str2bool(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.get(0) {
        None => Err(Failure::plain("str2bool(): Wrong number of arguments given (0 for 1)")),
        Some(value) => truth(value).map(Value::Boolean),
    }
}

pub(super) fn truth(value: &Value) -> Result<bool, Failure> {
    let text = match value {
        Value::Boolean(it) => return Ok(*it),
        Value::String(text) => text,
        _ => return Err(Failure::plain("str2bool(): Requires string to work with")),
    };
    // Ruby's anchors are those of lines. An end of a text after an end of a line is no line of its own.
    let lines = || text.strip_suffix('\n').unwrap_or(text).split('\n');
    let among = |words: &[&str]| lines().any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word)));
    if lines().any(str::is_empty) {
        Ok(false)
    } else if among(&["1", "t", "y", "true", "yes"]) {
        Ok(true)
    } else if among(&["0", "f", "n", "false", "no"]) || lines().any(|it| it == "undef" || it == "undefined") {
        Ok(false)
    } else {
        Err(Failure::plain("str2bool(): Unknown type of boolean given"))
    }
}

pub(super) fn bool2num(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.get(0) {
        None => Err(Failure::plain("bool2num(): Wrong number of arguments given (0 for 1)")),
        Some(value) => Ok(Value::Integer(i64::from(truth(value)?))),
    }
}

pub(super) fn bool2str(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (value, yes, no) = match call.arguments {
        [value] => (value, Value::from("true"), Value::from("false")),
        [value, yes, no] => {
            // What is false is replaced by the default.
            let or = |it: &Value, default: &str| if it.is_true() { it.clone() } else { Value::from(default) };
            (value, or(yes, "true"), or(no, "false"))
        }
        other => return Err(Failure::plain(format!("bool2str(): Wrong number of arguments given ({} for 3)", other.len()))),
    };
    let Value::Boolean(value) = value else { return Err(Failure::plain("bool2str(): Requires a boolean to work with")) };
    if !matches!((&yes, &no), (Value::String(_), Value::String(_))) {
        return Err(Failure::plain("bool2str(): Requires strings to convert to"));
    }
    Ok(if *value { yes } else { no })
}
