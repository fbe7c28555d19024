//! The filter `replace`: takes a text and returns it with a part replaced by another.

use super::shared::replace;
use super::{Filter, filter};
use crate::args::integer;
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["replace"], "do_replace", &["s", "old", "new", "count"], 3, 1, |r, args| {
    let (text, old, new) = (args.text(0)?, args.text(1)?, args.text(2)?);
    let count = match args.some(3)? {
        None => -1,
        Some(count) => integer(count)?,
    };
    replace(r, &text, &old, &new, count).map(Value::from)
});
