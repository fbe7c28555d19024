//! The filter `truncate`: takes a text and returns it shortened to a length.

use super::{Filter, filter};
use crate::args::Bound;
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::{Renderer, text_like};
use crate::value::{Str, Value, repr_str};

pub(super) static FILTER: Filter = filter(&["truncate"], "do_truncate", &["s", "length", "killwords", "end", "leeway"], 1, 1, truncate);

fn assertion(message: String) -> Error {
    Error::new(ErrorKind::Python("AssertionError"), message)
}

fn truncate(_: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let end = args.get(3).map_or(Ok(Str::new("...")), Value::text)?;
    let length = args.int(1, 255)?;
    let leeway = if args.some(4)?.is_some() { args.int(4, 5)? } else { 5 };
    let end_length = i64::try_from(end.chars().count()).unwrap_or(i64::MAX);
    if length < end_length {
        return Err(assertion(format!("expected length >= {end_length}, got {length}")));
    }
    if leeway < 0 {
        return Err(assertion(format!("expected leeway >= 0, got {leeway}")));
    }
    let value = args.value(0);
    let Some(size) = value.length()? else {
        return Err(Error::type_error(format!("object of type {} has no len()", repr_str(&value.type_name()))));
    };
    if i64::try_from(size).unwrap_or(i64::MAX) <= length.saturating_add(leeway) {
        return Ok(value);
    }
    let Value::Str(text) = &value else { return Err(Error::not_covered("truncate of what is no text")) };
    let shortened: String = text.chars().take(usize::try_from(length - end_length).unwrap_or(0)).collect();
    let shortened = if args.truth(2, false)? { &*shortened } else { shortened.rsplit_once(' ').map_or(&*shortened, |it| it.0) };
    Ok(text_like(text, &format!("{shortened}{}", &*end)))
}
