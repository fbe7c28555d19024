//! The filter `sort`: takes a sequence and returns a list of its items in order.

use super::shared::{Attributes, ignore_case, sorted};
use super::{Filter, filter};
use crate::error::Outcome;
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["sort"], "do_sort", &["value", "reverse", "case_sensitive", "attribute"], 1, 1, |r, args| {
    let by = Attributes::several(args.some(3)?)?;
    let fold = !args.truth(2, false)?;
    let reverse = args.truth(1, false)?;
    let items = args.value(0).iterate()?;
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        let keys = by.iter().map(|it| it.get(r, &item, None).map(|it| if fold { ignore_case(&it) } else { it })).collect::<Outcome<_>>()?;
        keyed.push((Value::list(keys), item));
    }
    sorted(r, keyed, reverse).map(Value::list)
});
