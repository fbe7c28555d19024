//! The filter `base64_encode`: takes a text and returns it in Base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::bytes::bytes;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "base64_encode", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    Ok(Value::str(STANDARD.encode(bytes(args)?)))
}
