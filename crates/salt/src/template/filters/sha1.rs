//! The filter `sha1`: takes a text and returns its SHA1 digest.

use jinja::{Args, Outcome, Value};
use sha1::{Digest, Sha1};

use super::Filter;
use super::shared::bytes::{bytes, hexadecimal};
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "sha1", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    Ok(Value::str(hexadecimal(Sha1::digest(bytes(args)?).as_slice())))
}
