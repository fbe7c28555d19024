//! The filter `dictsort`: takes a map and returns a list of its pairs, in order of keys or values.

use super::shared::{ignore_case, sorted};
use super::{Filter, argument_error, filter};
use crate::error::Error;
use crate::value::{Str, Value};

pub(super) static FILTER: Filter = filter(&["dictsort"], "do_dictsort", &["value", "case_sensitive", "by", "reverse"], 1, 0, |r, args| {
    let by = args.get(2).map_or(Ok(Str::new("key")), Value::text)?;
    let position = match &*by {
        "key" => 0,
        "value" => 1,
        _ => return Err(argument_error("You can only sort by either \"key\" or \"value\"")),
    };
    let fold = !args.truth(1, false)?;
    let value = args.value(0);
    let Value::Dict(dict) = value.defined()? else {
        return Err(Error::not_covered(format!("dictsort of a {}", value.type_name())));
    };
    let pairs = dict.pairs().into_iter().map(|(key, value)| {
        let by = if position == 0 { &key } else { &value };
        let by = if fold { ignore_case(by) } else { by.clone() };
        (by, Value::tuple(vec![key, value]))
    });
    sorted(r, pairs.collect(), args.truth(3, false)?).map(Value::list)
});
