//! The filter `sum`: takes a sequence and returns the sum of its items.

use super::shared::Attributes;
use super::{Filter, filter};
use crate::ast::Binary;
use crate::error::Error;
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["sum"], "sync_do_sum", &["iterable", "attribute", "start"], 1, 1, |r, args| {
    let by = Attributes::one(args.some(1)?)?;
    let mut total = args.get(2).cloned().unwrap_or(Value::Int(0));
    if matches!(total, Value::Str(_)) {
        return Err(Error::type_error("sum() can't sum strings [use ''.join(seq) instead]"));
    }
    for item in args.value(0).iterate()? {
        let item = by.get(r, &item, None)?;
        total = r.binary(Binary::Add, &total, &item)?;
    }
    Ok(total)
});
