//! The filter `reverse`: takes a text or a sequence and returns it in reverse order.

use super::shared::generator;
use super::{Filter, argument_error, filter};
use crate::args::Bound;
use crate::error::{ErrorKind, Outcome};
use crate::eval::{Renderer, text_like};
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["reverse"], "do_reverse", &["value"], 1, 0, reverse);

fn reverse(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let value = args.value(0);
    match value.defined()? {
        Value::Str(text) => Ok(text_like(text, &text.chars().rev().collect::<String>())),
        Value::None | Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => Err(argument_error("argument must be iterable")),
        _ => {
            let mut items = match value.iterate() {
                Err(error) if error.kind() == ErrorKind::Python("TypeError") => return Err(argument_error("argument must be iterable")),
                other => other?,
            };
            r.charge(items.len())?;
            items.reverse();
            if matches!(value, Value::Iter(_)) {
                return Ok(Value::list(items));
            }
            Ok(generator(|out| {
                out.append(&mut items);
                Ok(())
            }))
        }
    }
}
