//! The filter `items`: takes a map and returns its pairs.

use super::shared::generator;
use super::{Filter, filter};
use crate::error::Error;
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["items"], "do_items", &["value"], 1, 0, |_, args| {
    Ok(generator(|out| match args.value(0).known()? {
        Value::Undefined(_) => Ok(()),
        Value::Dict(dict) => {
            out.extend(dict.pairs().into_iter().map(|(key, value)| Value::tuple(vec![key, value])));
            Ok(())
        }
        _ => Err(Error::type_error("Can only get item pairs from a mapping.")),
    }))
});
