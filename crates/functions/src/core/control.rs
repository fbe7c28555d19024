//! `break`, `next`, `return`, and the old `import`.

use crate::{Call, Context, Failure, Outcome};
use issue::Issue;

pub(super) fn break_(_: &mut dyn Context, _: &Call<'_>) -> Outcome {
    Err(Failure::Break)
}

pub(super) fn next(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Err(Failure::Next(call.at(0).clone()))
}

pub(super) fn return_(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Err(Failure::Return(call.at(0).clone()))
}

pub(super) fn import(_: &mut dyn Context, _: &Call<'_>) -> Outcome {
    Err(Failure::issue(Issue::DiscontinuedImport))
}
