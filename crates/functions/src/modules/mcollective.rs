//! The module `mcollective`.

use values::Value;

use crate::{Call, Context, Failure, Function, Outcome};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::old("mco_array_to_string", -1, array_to_string).in_module("mcollective")].into_iter()
}

/// The elements as texts.
fn array_to_string(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments.first() {
        Some(Value::Array(values)) => {
            Ok(Value::array(values.iter().map(|it| Value::from(values::print::interpolate(it))).collect::<Vec<_>>()))
        }
        other => {
            let class = crate::ruby::class(other.unwrap_or(&Value::Undef));
            Err(Failure::plain(format!("Expected an array, but got a {class}")))
        }
    }
}
