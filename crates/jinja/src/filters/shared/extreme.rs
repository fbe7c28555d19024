//! The least or the greatest item, for the filters `min` and `max`.

use super::{Attributes, ignore_case};
use crate::args::Bound;
use crate::error::Outcome;
use crate::eval::Renderer;
use crate::value::Value;

pub(crate) fn extreme(r: &mut Renderer<'_>, args: &Bound, operator: &str) -> Outcome {
    let by = Attributes::one(args.some(2)?)?;
    let fold = !args.truth(1, false)?;
    let mut best: Option<(Value, Value)> = None;
    for item in args.value(0).iterate()? {
        let key = by.get(r, &item, None)?;
        let key = if fold { ignore_case(&key) } else { key };
        let better = match &best {
            None => true,
            Some((known, _)) => {
                let order = key.compare(known, operator)?;
                order == Some(if operator == "<" { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater })
            }
        };
        if better {
            best = Some((key, item));
        }
    }
    Ok(best.map_or_else(|| Value::undefined("No aggregated item, sequence was empty."), |it| it.1))
}
