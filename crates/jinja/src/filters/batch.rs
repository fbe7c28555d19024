//! The filter `batch`: takes a sequence and returns lists of that many of its items.

use super::shared::generator;
use super::{Filter, filter};
use crate::args::{Bound, integer};
use crate::error::Outcome;
use crate::eval::Renderer;
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["batch"], "do_batch", &["value", "linecount", "fill_with"], 2, 0, batch);

fn batch(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let fill = args.some(2)?.cloned();
    let count = args.value(1);
    let mut run = |out: &mut Vec<Value>| {
        let size = match count.known()? {
            Value::Int(size) => usize::try_from(*size).ok(),
            _ => None,
        };
        let mut part = Vec::new();
        for item in args.value(0).iterate()? {
            if Some(part.len()) == size {
                out.push(Value::list(std::mem::take(&mut part)));
            }
            part.push(item);
        }
        if part.is_empty() {
            return Ok(());
        }
        if let Some(fill) = &fill {
            let size = usize::try_from(integer(&count)?).unwrap_or(0);
            r.charge(size)?;
            while part.len() < size {
                part.push(fill.clone());
            }
        }
        out.push(Value::list(part));
        Ok(())
    };
    Ok(generator(&mut run))
}
