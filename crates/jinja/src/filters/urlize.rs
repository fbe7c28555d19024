//! The filter `urlize`: takes a text and returns it with links; it is not covered.

use super::{Filter, filter};
use crate::error::Error;

pub(super) static FILTER: Filter =
    filter(&["urlize"], "do_urlize", &["value", "trim_url_limit", "nofollow", "target", "rel", "extra_schemes"], 1, 1, |_, _| {
        Err(Error::not_covered("urlize"))
    });
