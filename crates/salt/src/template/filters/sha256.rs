//! The filter `sha256`: takes a text and returns its SHA256 digest.

use jinja::{Args, Outcome, Value};
use sha2::{Digest, Sha256};

use super::Filter;
use super::shared::bytes::{bytes, hexadecimal};
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "sha256", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    Ok(Value::str(hexadecimal(Sha256::digest(bytes(args)?).as_slice())))
}
