//! The filter `sha512`: takes a text and returns its SHA512 digest.

use jinja::{Args, Outcome, Value};
use sha2::{Digest, Sha512};

use super::Filter;
use super::shared::bytes::{bytes, hexadecimal};
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "sha512", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    Ok(Value::str(hexadecimal(Sha512::digest(bytes(args)?).as_slice())))
}
