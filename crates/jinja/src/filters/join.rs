//! The filter `join`: takes a sequence and returns the texts of its items as one text.

use super::shared::Attributes;
use super::{Filter, filter};
use crate::args::Bound;
use crate::error::Outcome;
use crate::eval::Renderer;
use crate::value::{Str, Value};

pub(super) static FILTER: Filter = filter(&["join"], "sync_do_join", &["value", "d", "attribute"], 1, 1, join);

fn join(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let between = args.get(1).map_or(Ok(Str::new("")), Value::text)?;
    let by = Attributes::one(args.some(2)?)?;
    let mut out = String::new();
    for (index, item) in args.value(0).iterate()?.iter().enumerate() {
        if index > 0 {
            out.push_str(&between);
        }
        out.push_str(&by.get(r, item, None)?.text()?);
        if out.len() > r.settings.limits.output {
            r.charge_text(out.len())?;
        }
    }
    r.charge_text(out.len())?;
    Ok(Value::str(out))
}
