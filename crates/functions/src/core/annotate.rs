//! `annotate`, which Puppet has for its own annotations of objects.

use crate::{Call, Context, Failure, Outcome};

pub(super) fn annotate(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Err(Failure::plain(format!("'{}' is not supported: annotations are kept by Puppet's own runtime", call.name)))
}
