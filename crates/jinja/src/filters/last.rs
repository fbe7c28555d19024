//! The filter `last`: takes a sequence and returns its last item.

use super::{Filter, filter};
use crate::error::Error;
use crate::value::{Value, repr_str};

pub(super) static FILTER: Filter = filter(&["last"], "do_last", &["seq"], 1, 1, |_, args| {
    let value = args.value(0);
    if matches!(value.defined()?, Value::Iter(_) | Value::Object(_)) || value.length()?.is_none() {
        return Err(Error::type_error(format!("{} object is not reversible", repr_str(&value.type_name()))));
    }
    Ok(value.iterate()?.pop().unwrap_or_else(|| Value::undefined("No last item, sequence was empty.")))
});
