//! The filter `load_yaml`: takes a text of YAML and returns its data.

use super::shared::arguments::text;
use crate::place::FileId;
use crate::read;
use crate::template::value::from_heap;
use crate::value::Heap;
use jinja::{Args, Error, ErrorKind, Outcome, Value};

use super::Filter;
use super::shared::steps::by_source;

pub(super) static FILTER: Filter = Filter { name: "load_yaml", steps: by_source, run: load_yaml };

fn load_yaml(args: &Args) -> Outcome {
    let text = text(args)?;
    if text.contains(jinja::HOLE) {
        return Ok(Value::unknown("a part of the data"));
    }
    let mut heap = Heap::default();
    match read::read(&mut heap, FileId(u32::MAX), &text) {
        Ok(Some(id)) => Ok(from_heap(&heap, id)),
        Ok(None) => Ok(Value::None),
        Err(problem) => Err(Error::new(ErrorKind::Runtime, format!("Encountered error loading yaml: {problem}"))),
    }
}
