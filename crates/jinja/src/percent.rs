//! `%` and `format`.

use crate::error::{Error, Outcome};
use crate::eval::Renderer;
use crate::value::{Str, Value};

pub(crate) fn format(_: &mut Renderer<'_>, _: &Str, _: &Value) -> Outcome {
    Err(Error::not_covered("the operator %"))
}
