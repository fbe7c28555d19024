//! The filter `md5`: takes a text and returns its MD5 digest.

use jinja::{Args, Outcome, Value};
use md5::{Digest, Md5};

use super::Filter;
use super::shared::bytes::{bytes, hexadecimal};
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "md5", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    Ok(Value::str(hexadecimal(Md5::digest(bytes(args)?).as_slice())))
}
