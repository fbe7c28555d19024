//! The filter `attr`: takes an object and returns its attribute of a name.

use super::{Filter, filter};
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["attr"], "do_attr", &["obj", "name"], 2, 1, |r, args| {
    let name = args.text(1)?;
    match r.python_attribute(args.get(0).unwrap_or(&Value::None), &name)? {
        Some(found) => Ok(found),
        None => Ok(crate::eval::no_attribute(&args.value(0), &name)),
    }
});
