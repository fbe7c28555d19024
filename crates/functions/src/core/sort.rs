//! `sort`.

use values::Value;

use crate::{Call, Context, Failure, Outcome, iterate, ruby};

pub(super) fn sort(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.at(0) {
        Value::String(text) => {
            let sorted = sorted(context, call, iterate::characters(text))?;
            Ok(Value::from(sorted.iter().map(ruby::to_s).collect::<String>()))
        }
        Value::Array(list) => Ok(Value::array(sorted(context, call, list.to_vec())?)),
        other => Ok(other.clone()),
    }
}

fn sorted(context: &mut dyn Context, call: &Call<'_>, values: Vec<Value>) -> Result<Vec<Value>, Failure> {
    ruby::sort(context, values, &mut |context, a, b| match call.block {
        Some(block) => {
            let result = context.call_block(block, vec![a.clone(), b.clone()])?;
            super::max::sign(&result, a, b)
        }
        None => ruby::order(a, b).ok_or_else(|| ruby::not_comparable(a, b)),
    })
}
