//! The filter `base64_decode`: takes a text in Base64 and returns what it holds.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::bytes::bytes;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "base64_decode", steps: by_text, run };

/// Python skips other characters, and gives bytes that are no text: that is not known here.
fn run(args: &Args) -> Outcome {
    let text = STANDARD.decode(bytes(args)?).ok().and_then(|it| String::from_utf8(it).ok());
    Ok(text.map_or_else(|| Value::unknown("a text in Base64"), Value::str))
}
