//! The filter `length`: takes a sequence or a map and returns the number of its items.

use super::{Filter, filter};
use crate::error::Error;
use crate::value::{Value, repr_str};

pub(super) static FILTER: Filter = filter(&["length", "count"], "len", &["obj"], 1, 0, |_, args| {
    let value = args.value(0);
    match value.length()? {
        Some(length) => Ok(Value::from_usize(length)),
        None => Err(Error::type_error(format!("object of type {} has no len()", repr_str(&value.type_name())))),
    }
});
