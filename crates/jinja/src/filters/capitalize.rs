//! The filter `capitalize`: takes a text and returns it with its first character in upper case and the rest in lower case.

use super::shared::capitalize;
use super::{Filter, filter};
use crate::eval::text_like;

pub(super) static FILTER: Filter = filter(&["capitalize"], "do_capitalize", &["s"], 1, 0, |_, args| {
    let text = args.text(0)?;
    Ok(text_like(&text, &capitalize(&text)))
});
