//! `deprecation`, which fails where Puppet is strict.

use values::{Strict, Value};

use crate::{Call, Context, Failure, Outcome};

pub(super) fn deprecation(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    say(context, call.text(0), call.text(1))?;
    Ok(Value::Undef)
}

/// Where Ruby's own code stands, which Puppet names in the warning.
const PLACE: &str = "/usr/share/puppet/modules/stdlib/lib/puppet/functions/deprecation.rb:36:in `deprecation'";

/// With `strict=error` an error, else a warning. It names the two innermost calls.
pub(in crate::modules) fn say(context: &mut dyn Context, key: &str, message: &str) -> Result<(), Failure> {
    let stack = context.stack();
    let frame = |index: usize| match stack.get(index) {
        Some((file, line)) => format!("[{}, {line}]", values::print::inspect_str(file.as_deref().unwrap_or("unknown"))),
        None => String::new(),
    };
    let message = format!("{message} at {}:{}", frame(0), frame(1));
    match context.strict() {
        Strict::Off => Ok(()),
        Strict::Error => Err(Failure::plain(format!("deprecation. {key}. {message}"))),
        Strict::Warning => {
            context.deprecated(key, format!("{message}\n   (location: {PLACE})"));
            Ok(())
        }
    }
}
