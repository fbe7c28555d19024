//! The filter `format`: takes a text and values and returns the text with the values in it, as `%` of Python does.

use super::{Filter, argument_error, open};
use crate::error::{Error, Outcome};
use crate::eval::Renderer;
use crate::value::{Args, Value};

pub(super) static FILTER: Filter = open(&["format"], format);

fn format(r: &mut Renderer<'_>, args: Args) -> Outcome {
    let mut positional = args.positional;
    if positional.is_empty() {
        return Err(Error::type_error("do_format() missing 1 required positional argument: 'value'"));
    }
    let text = positional.remove(0).text()?;
    if !positional.is_empty() && !args.named.is_empty() {
        return Err(argument_error("can't handle positional and keyword arguments at the same time"));
    }
    let values = if args.named.is_empty() { Value::tuple(positional) } else { Value::dict(args.named) };
    crate::percent::format(r, &text, &values)
}
