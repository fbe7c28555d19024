//! The filter `lower`: takes a text and returns it in lower case.

use super::{Filter, filter};
use crate::eval::text_like;

pub(super) static FILTER: Filter = filter(&["lower"], "do_lower", &["s"], 1, 0, |_, args| {
    let text = args.text(0)?;
    Ok(text_like(&text, &text.to_lowercase()))
});
