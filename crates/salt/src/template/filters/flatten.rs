//! The filter `flatten`: takes a list and returns it without lists inside.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::{given, known};
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "flatten", steps: by_values, run };

/// No list is nested deeper.
const MAX_DEPTH: usize = 100;

fn run(args: &Args) -> Outcome {
    let given = given(args, &["data", "levels", "preserve_nulls"])?;
    let levels = given.some(1).map(|_| given.count(1, 0)).transpose()?;
    let mut flat = Flat { keeps_nulls: given.truth(2)?, seen: Vec::new(), items: Vec::new() };
    flat.add(&given.value(0), levels, 0)?;
    Ok(Value::list(flat.items))
}

struct Flat {
    keeps_nulls: bool,
    seen: Vec<Value>,
    items: Vec<Value>,
}

impl Flat {
    fn add(&mut self, data: &Value, levels: Option<usize>, depth: usize) -> Outcome<()> {
        // Salt refuses a list that is there twice. Python shares equal tuples, too.
        let is_same = |it: &Value| match (it, data) {
            (Value::List(a), Value::List(b)) => a.same(b),
            (Value::Dict(a), Value::Dict(b)) => a.same(b),
            (Value::Tuple(_), Value::Tuple(_)) => true,
            _ => false,
        };
        jinja::charge(self.seen.len())?;
        if depth > MAX_DEPTH || self.seen.iter().any(is_same) {
            return Err(Error::not_covered("a list that is nested too deep, or is there twice"));
        }
        self.seen.push(data.clone());
        for item in data.iterate()? {
            let item = known(item)?;
            let is_null = matches!(item, Value::None) || matches!(item.as_str(), Some("None" | "null"));
            if is_null && !self.keeps_nulls {
                continue;
            }
            let is_list = match &item {
                Value::List(_) | Value::Tuple(_) | Value::Dict(_) => true,
                Value::View(_) | Value::Range(_) | Value::Iter(_) | Value::Object(_) => {
                    return Err(Error::not_covered("a list of iterators"));
                }
                _ => false,
            };
            match levels {
                None if is_list => self.add(&item, None, depth + 1)?,
                Some(levels @ 1..) if is_list => self.add(&item, Some(levels - 1), depth + 1)?,
                _ => self.items.push(item),
            }
        }
        Ok(())
    }
}
