//! `hocon_data`, `json_data` and `yaml_data`: what Hiera reads files of data with. Its lookups do so themselves; no manifest has
//! the context that these ask for.

use crate::{Call, Context, Failure, Outcome};

pub(super) fn data(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Err(Failure::plain(format!("'{}' can only be called by a lookup", call.name)))
}
