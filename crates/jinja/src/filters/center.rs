//! The filter `center`: takes a text and returns it in the middle of a line of a width.

use super::shared::center;
use super::{Filter, filter};
use crate::eval::text_like;

pub(super) static FILTER: Filter = filter(&["center"], "do_center", &["value", "width"], 1, 0, |r, args| {
    let text = args.text(0)?;
    let width = usize::try_from(args.int(1, 80)?).unwrap_or(0);
    r.charge_text(width)?;
    Ok(text_like(&text, &center(&text, width, ' ')))
});
