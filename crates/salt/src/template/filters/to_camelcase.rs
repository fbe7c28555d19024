//! The filter `to_camelcase`: takes a text in snake case and returns it in camel case.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "to_camelcase", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["snake_input", "uppercamel"])?;
    let text = given.text(0)?;
    if !text.is_ascii() {
        return Err(Error::not_covered("letters that are not ASCII"));
    }
    let has_upper = given.truth(1)?;
    let words = text.split('_').enumerate().map(|(number, word)| if number > 0 || has_upper { capitalized(word) } else { word.to_owned() });
    Ok(Value::str(words.collect::<String>()))
}

fn capitalized(word: &str) -> String {
    let mut word = word.to_ascii_lowercase();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}
