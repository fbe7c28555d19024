//! `generate`, which runs a command while the catalog is compiled.

use values::Value;

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn generate(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::String(command) = call.at(0) else { return Err(ruby::no_method("=~", call.at(0))) };
    if !command.starts_with('/') {
        return Err(Failure::plain("Generators must be fully qualified"));
    }
    // Any line that is fine will do, as Ruby's anchors have it.
    let plain = |line: &str| !line.is_empty() && line.bytes().all(|it| it.is_ascii_alphanumeric() || b"-/_.+".contains(&it));
    if !command.split('\n').any(plain) {
        return Err(Failure::plain("Generators can only contain alphanumerics, file separators, and dashes"));
    }
    if command.contains("..") {
        return Err(Failure::plain("Can not use generators with '..' in them."));
    }
    context.generate(&call.arguments.iter().map(ruby::to_s).collect::<Vec<_>>())
}
