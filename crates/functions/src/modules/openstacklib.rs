//! The module `openstacklib`.

use values::Value;

use crate::{Call, Context, Failure, Function, Outcome};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::new("is_service_default", is_service_default).of("openstacklib")].into_iter()
}

fn is_service_default(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [value] => Ok(Value::Boolean(value.as_str() == Some("<SERVICE DEFAULT>"))),
        other => Err(Failure::plain(format!("is_service_default(): Wrong number of argumentsgiven ({} for 1)", other.len()))),
    }
}
