//! `fail`.

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn fail(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Err(Failure::plain(call.arguments.iter().map(ruby::to_s).collect::<Vec<_>>().join(" ")))
}
