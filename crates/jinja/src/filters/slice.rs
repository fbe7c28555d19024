//! The filter `slice`: takes a sequence and returns that number of lists with its items.

use super::shared::generator;
use super::{Filter, filter};
use crate::args::Bound;
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["slice"], "sync_do_slice", &["value", "slices", "fill_with"], 2, 0, slice);

fn slice(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let fill = args.some(2)?.cloned();
    let mut run = |out: &mut Vec<Value>| {
        let items = args.value(0).iterate()?;
        let slices = args.int(1, 1)?;
        if slices == 0 {
            return Err(Error::new(ErrorKind::Python("ZeroDivisionError"), "integer division or modulo by zero"));
        }
        let Ok(slices) = usize::try_from(slices) else { return Ok(()) };
        r.charge(slices)?;
        let (each, extra) = (items.len() / slices, items.len() % slices);
        let mut start = 0;
        for number in 0..slices {
            let end = start + each + usize::from(number < extra);
            let mut part = items.get(start..end).unwrap_or(&[]).to_vec();
            if let Some(fill) = &fill
                && number >= extra
            {
                part.push(fill.clone());
            }
            out.push(Value::list(part));
            start = end;
        }
        Ok(())
    };
    Ok(generator(&mut run))
}
