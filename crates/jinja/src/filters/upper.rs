//! The filter `upper`: takes a text and returns it in upper case.

use super::{Filter, filter};
use crate::eval::text_like;

pub(super) static FILTER: Filter = filter(&["upper"], "do_upper", &["s"], 1, 0, |_, args| {
    let text = args.text(0)?;
    Ok(text_like(&text, &text.to_uppercase()))
});
