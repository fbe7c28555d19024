//! The filter `to_num`: takes a text and returns the number that it is, or the text.

use jinja::{Args, Outcome};

use super::Filter;
use super::shared::given::given;
use super::shared::numbers::number;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "to_num", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    number(given(args, &["text"])?.value(0))
}
