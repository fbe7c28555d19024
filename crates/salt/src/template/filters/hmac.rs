//! The filter `hmac`: takes a text and returns whether it has this signature.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::hmac::signature;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "hmac", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["string", "shared_secret", "challenge_hmac"])?;
    let signature = STANDARD.encode(signature(&given.text(0)?, &given.text(1)?)?);
    Ok(Value::Bool(signature == given.text(2)?))
}
