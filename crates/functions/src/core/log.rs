//! The functions that are named after levels of messages.

use values::{Value, print};

use crate::{Call, Context, LogLevel, Outcome};

fn log(context: &mut dyn Context, call: &Call<'_>, level: LogLevel) -> Outcome {
    let message = call.arguments.iter().map(print::interpolate).collect::<Vec<_>>().join(" ");
    context.log(level, message);
    Ok(Value::Undef)
}

macro_rules! levels {
    ($($name:ident $level:ident),*) => {
        $(pub(super) fn $name(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
            log(context, call, LogLevel::$level)
        })*
    };
}

levels!(debug Debug, info Info, notice Notice, warning Warning, err Err, alert Alert, emerg Emerg, crit Crit);
