//! The filter `wordcount`: takes a text and returns the number of its words.

use super::{Filter, filter};
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["wordcount"], "do_wordcount", &["s"], 1, 0, |_, args| {
    let text = args.text(0)?;
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|it| !it.is_empty()).count();
    Ok(Value::from_usize(words))
});
