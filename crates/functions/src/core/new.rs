//! `new` and `convert_to`.

use values::time::Timestamp;
use values::{Type, Value, convert};

use crate::{Block, Call, Context, Failure, Outcome};

pub(super) fn new(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Some((ty, arguments)) = call.arguments.split_first() else { return Ok(Value::Undef) };
    make(context, ty, arguments, call.block)
}

pub(super) fn convert_to(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let mut arguments = vec![call.at(0).clone()];
    arguments.extend(call.arguments.iter().skip(2).cloned());
    make(context, call.at(1), &arguments, call.block)
}

fn make(context: &mut dyn Context, ty: &Value, arguments: &[Value], block: Option<&Block>) -> Outcome {
    let Value::Type(ty) = ty else { return Ok(Value::Undef) };
    let value = convert::new(ty, arguments, &mut Outside(context)).map_err(Failure::plain)?;
    match block {
        Some(block) => context.call_block(block, vec![value]),
        None => Ok(value),
    }
}

/// What conversions need of the evaluation.
struct Outside<'a>(&'a mut dyn Context);

impl convert::Convert for Outside<'_> {
    fn resolve_type(&mut self, text: &str) -> Result<Type, String> {
        self.0.resolve_type(text).map_err(|failure| failure.message().to_owned())
    }

    fn now(&mut self) -> Timestamp {
        self.0.now()
    }
}
