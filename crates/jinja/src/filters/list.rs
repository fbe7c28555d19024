//! The filter `list`: takes what a loop can go over and returns a list of its items.

use super::{Filter, filter};
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["list"], "sync_do_list", &["value"], 1, 0, |r, args| {
    let items = args.value(0).iterate()?;
    r.charge(items.len())?;
    Ok(Value::list(items))
});
