//! `to_yaml`.

use values::Value;

use ::yaml::Options;

use crate::yaml::document;
use crate::{Call, Context, Outcome};

pub(super) fn to_yaml(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let option = |name: &str| match call.at(1) {
        Value::Hash(options) => match options.get(&Value::from(name)) {
            Some(Value::Integer(it)) => Some(*it),
            _ => None,
        },
        _ => None,
    };
    let text = document(call.at(0), Options::new(option("indentation"), option("line_width")))?;
    context.spend(u64::try_from(text.len() / 64).unwrap_or(u64::MAX))?;
    Ok(Value::from(text))
}
