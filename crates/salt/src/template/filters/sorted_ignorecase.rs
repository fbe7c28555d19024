//! The filter `sorted_ignorecase`: takes a list of texts and returns them in order, without regard to case.

use jinja::{Args, Error, ErrorKind, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "sorted_ignorecase", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let mut items = given(args, &["to_sort"])?.value(0).iterate()?;
    if let Some(other) = items.iter().find(|it| it.as_str().is_none()) {
        return Err(Error::new(ErrorKind::Python("AttributeError"), format!("'{}' object has no attribute 'lower'", other.type_name())));
    }
    items.sort_by_cached_key(|it| it.as_str().map(str::to_lowercase));
    Ok(Value::list(items))
}
