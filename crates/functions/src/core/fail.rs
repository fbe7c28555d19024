//! `fail`.

use issue::Issue;

use crate::{Call, Context, Outcome, ruby};

pub(super) fn fail(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Err(Issue::raised(call.arguments.iter().map(ruby::to_s).collect::<Vec<_>>().join(" ")).into())
}
