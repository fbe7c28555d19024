//! The filter `compare_lists`: takes two lists and returns what only one of them has, as `new` and `old`.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::{given, known};
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "compare_lists", steps, run };

/// Each item is compared with all of the other list.
fn steps(args: &Args) -> usize {
    let size = by_values(args);
    size.saturating_mul(size) / 4 + size
}

fn run(args: &Args) -> Outcome {
    let given = given(args, &["old", "new"])?;
    let (old, new) = (given.value(0), given.value(1));
    let (Value::List(old_items), Value::List(new_items)) = (&old, &new) else {
        return Err(Error::not_covered("what is no list"));
    };
    let lacking = |items: Vec<Value>, other: &Value| {
        let mut found = Vec::new();
        for item in items {
            let item = known(item)?;
            if !other.contains(&item)? {
                found.push(item);
            }
        }
        Ok::<_, Error>(found)
    };
    let added = lacking(new_items.to_vec(), &old)?;
    let removed = lacking(old_items.to_vec(), &new)?;
    let parts = [("new", added), ("old", removed)];
    Ok(Value::dict(parts.into_iter().filter(|it| !it.1.is_empty()).map(|(name, items)| (name, Value::list(items)))))
}
