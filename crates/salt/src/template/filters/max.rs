//! The filter `max`: takes what a loop can go over and returns its greatest item.

use std::cmp::Ordering;

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "max", steps: by_values, run };

/// Jinja's own filter of the name also takes an attribute, and ignores case.
fn run(args: &Args) -> Outcome {
    let mut best: Option<Value> = None;
    for item in given(args, &["obj"])?.value(0).iterate()? {
        let is_better = match &best {
            None => true,
            Some(best) => item.compare(best, ">")? == Some(Ordering::Greater),
        };
        if is_better {
            best = Some(item);
        }
    }
    best.ok_or_else(|| Error::value_error("max() arg is an empty sequence"))
}
