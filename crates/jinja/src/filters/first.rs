//! The filter `first`: takes a sequence and returns its first item.

use super::{Filter, filter};
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["first"], "sync_do_first", &["seq"], 1, 1, |_, args| {
    if let Value::Iter(it) = args.value(0) {
        return Ok(it.next()?.unwrap_or_else(|| Value::undefined("No first item, sequence was empty.")));
    }
    let items = args.value(0).iterate()?;
    Ok(items.into_iter().next().unwrap_or_else(|| Value::undefined("No first item, sequence was empty.")))
});
