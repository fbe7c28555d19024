//! The filter `trim`: takes a text and returns it without white space or other characters at both ends.

use super::{Filter, filter};
use crate::args::wanted_text;
use crate::eval::text_like;
use crate::syntax::is_space;

pub(super) static FILTER: Filter = filter(&["trim"], "do_trim", &["value", "chars"], 1, 0, |_, args| {
    let text = args.text(0)?;
    let trimmed = match args.some(1)? {
        None => text.trim_matches(is_space),
        Some(chars) => {
            let chars = wanted_text(chars, |_| "strip arg must be None or str".to_owned())?;
            text.trim_matches(|c| chars.contains(c))
        }
    };
    Ok(text_like(&text, trimmed))
});
