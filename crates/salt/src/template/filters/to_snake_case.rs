//! The filter `to_snake_case`: takes a text in camel case and returns it in snake case.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "to_snake_case", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    let text = given(args, &["camel_input"])?.text(0)?;
    if !text.is_ascii() || text.is_empty() {
        return Err(Error::not_covered("letters that are not ASCII"));
    }
    let letters = text.as_bytes();
    let is_lower = |at: usize| letters.get(at).is_some_and(u8::is_ascii_lowercase);
    let mut out = String::new();
    for (at, letter) in text.char_indices() {
        if at > 0 && letter.is_ascii_uppercase() && (is_lower(at - 1) || is_lower(at + 1)) {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    Ok(Value::str(out))
}
