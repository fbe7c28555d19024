//! `sort`.

use std::cmp::Ordering;
use std::sync::Arc;

use values::{Size, Type, Unknown, Value};

use crate::{Call, Context, Failure, Outcome, iterate, ruby, unknown};

pub(super) fn sort(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.at(0) {
        Value::String(text) => match sorted(context, call, iterate::characters(text))? {
            Sorted::List(sorted) => Ok(Value::from(sorted.iter().map(ruby::to_s).collect::<String>())),
            Sorted::Unknown(unknown) => Ok(unknown::because(&unknown, Type::String(Size::ANY))),
        },
        Value::Array(list) => match sorted(context, call, list.to_vec())? {
            Sorted::List(sorted) => Ok(Value::array(sorted)),
            Sorted::Unknown(unknown) => Ok(unknown::because(&unknown, Type::array_of(Type::Any))),
        },
        other => Ok(other.clone()),
    }
}

enum Sorted {
    List(Vec<Value>),
    /// The block gave something that is not known.
    Unknown(Arc<Unknown>),
}

fn sorted(context: &mut dyn Context, call: &Call<'_>, values: Vec<Value>) -> Result<Sorted, Failure> {
    let mut doubt = None;
    let sorted = ruby::sort(context, values, &mut |context, a, b| match call.block {
        Some(block) => match context.call_block(block, vec![a.clone(), b.clone()])? {
            Value::Unknown(unknown) => {
                doubt = Some(unknown);
                Ok(Ordering::Equal)
            }
            result => super::max::sign(&result, a, b),
        },
        None => ruby::order(a, b).ok_or_else(|| ruby::not_comparable(a, b)),
    })?;
    Ok(match doubt {
        Some(unknown) => Sorted::Unknown(unknown),
        None => Sorted::List(sorted),
    })
}
