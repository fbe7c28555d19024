//! `new` and `convert_to`.

use issue::Issue;
use values::convert::{self, Convert};
use values::time::Timestamp;
use values::{Type, Value};

use crate::{Call, Context, Failure, Outcome, unknown};

/// Context of conversions in the evaluation; stores its failure.
struct Asking<'a> {
    context: &'a mut dyn Context,
    failure: Option<Failure>,
}

impl Convert for Asking<'_> {
    fn resolve_type(&mut self, text: &str) -> Result<Type, Issue> {
        self.context.resolve_type(text).map_err(|failure| {
            let issue = Issue::failed(failure.message());
            self.failure = Some(failure);
            issue
        })
    }

    fn now(&mut self) -> Timestamp {
        self.context.now()
    }
}

pub(super) fn new(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let ty = match call.at(0) {
        Value::Type(ty) => ty,
        Value::Unknown(ty) => return Ok(unknown::because(ty, Type::Any)),
        _ => return Ok(Value::Undef),
    };
    let arguments = call.arguments.get(1..).unwrap_or_default();
    // The same value comes back as it is, without the block.
    if let [one] = arguments
        && !matches!(ty, Type::Init(..))
        && ty.is_instance(one)
    {
        return Ok(one.clone());
    }
    let value = convert(context, ty, arguments)?;
    match call.block {
        Some(block) => context.call_block(block, vec![value]),
        None => Ok(value),
    }
}

pub(super) fn convert_to(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let ty = match call.at(1) {
        Value::Type(ty) => ty,
        Value::Unknown(ty) => return Ok(unknown::because(ty, Type::Any)),
        _ => return Ok(Value::Undef),
    };
    let rest = call.arguments.get(2..).unwrap_or_default();
    let arguments: Vec<Value> = std::iter::once(call.at(0)).chain(rest).cloned().collect();
    let value = convert(context, ty, &arguments)?;
    match call.block {
        Some(block) => context.call_block(block, vec![value]),
        None => Ok(value),
    }
}

fn convert(context: &mut dyn Context, ty: &Type, arguments: &[Value]) -> Outcome {
    if let Some(unknown) = unknown::first_unknown(arguments) {
        return Ok(unknown::because(&unknown, ty.clone()));
    }
    let mut asking = Asking { context, failure: None };
    let made = convert::new(ty, arguments, &mut asking);
    let value = made.map_err(|issue| asking.failure.take().unwrap_or_else(|| issue.into()))?;
    let elements = match &value {
        Value::Array(values) => values.len(),
        Value::Hash(entries) => entries.len(),
        Value::String(text) => text.len() / 16,
        _ => 0,
    };
    context.spend(u64::try_from(elements).unwrap_or(u64::MAX))?;
    Ok(value)
}
