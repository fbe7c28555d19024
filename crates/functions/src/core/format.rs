//! `sprintf` and `strftime`.

use values::{Value, format, time::Timestamp};

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn sprintf(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::String(text) = call.at(0) else {
        let class = ruby::class(call.at(0));
        return Err(Failure::plain(format!("no implicit conversion of {class} into String")));
    };
    let arguments = call.arguments.get(1..).unwrap_or_default();
    Ok(Value::from(format::sprintf(text, arguments)?))
}

pub(super) fn strftime(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let formatted = match call.at(0) {
        Value::Timespan(span) => span.format(call.text(1)),
        Value::Timestamp(stamp) => stamp.format(call.text(1), timezone(call, 2)),
        _ => {
            let now: Timestamp = context.now();
            let message = "The argument signature (String format, [String timezone]) is deprecated for #strftime. See #strftime \
                           documentation and Timespan type for more info";
            context.deprecated_here("legacy#strftime", message.to_owned());
            now.format(call.text(0), timezone(call, 1))
        }
    };
    Ok(Value::from(formatted?))
}

fn timezone<'a>(call: &Call<'a>, index: usize) -> Option<&'a str> {
    call.get(index).and_then(Value::as_str)
}
