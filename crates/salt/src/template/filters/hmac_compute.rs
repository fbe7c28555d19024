//! The filter `hmac_compute`: takes a text and returns its signature.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::bytes::hexadecimal;
use super::shared::given::given;
use super::shared::hmac::signature;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "hmac_compute", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["string", "shared_secret"])?;
    Ok(Value::str(hexadecimal(&signature(&given.text(0)?, &given.text(1)?)?)))
}
