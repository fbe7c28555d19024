//! The filter `load_json`: takes a text of JSON and returns its data.

use super::shared::arguments::text;
use crate::template::value::from_heap;
use crate::value::Heap;
use jinja::{Args, Error, ErrorKind, Outcome, Value};

use super::Filter;
use super::shared::steps::by_source;

pub(super) static FILTER: Filter = Filter { name: "load_json", steps: by_source, run: load_json };

fn load_json(args: &Args) -> Outcome {
    let text = text(args)?;
    if text.contains(jinja::HOLE) {
        return Ok(Value::unknown("a part of the data"));
    }
    match serde_json::from_str(&text) {
        Ok(json) => {
            let mut heap = Heap::default();
            let id = crate::data::from_json(&mut heap, &json);
            Ok(from_heap(&heap, id))
        }
        Err(_) => Err(Error::new(ErrorKind::Runtime, format!("Unable to load json from {text}"))),
    }
}
