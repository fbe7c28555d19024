//! How many items of a list are true.

use jinja::{Outcome, Value};

pub fn exactly(list: &Value, wanted: usize) -> Outcome {
    let mut found = 0;
    for item in list.iterate()? {
        found += usize::from(item.truth()?);
        if found > wanted {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Bool(found == wanted))
}
