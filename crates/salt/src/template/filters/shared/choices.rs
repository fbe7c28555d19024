//! Choices of items, as Python's `itertools` makes them.

use jinja::{Error, ErrorKind, Iter, Outcome, Value};

/// Most values of all choices.
const MAX_VALUES: usize = 1_000_000;

/// A generator of tuples.
pub fn tuples(rows: Vec<Vec<Value>>) -> Value {
    Value::Iter(Iter::new(rows.into_iter().map(Value::tuple).collect(), None))
}

/// Makes all choices of a number of items. Each place of a choice takes the indexes that are allowed after those before it.
pub fn choices(items: &[Value], count: usize, is_allowed: fn(&[usize], usize) -> bool) -> Outcome<Vec<Vec<Value>>> {
    let mut rows = vec![Vec::new()];
    for _ in 0..count {
        let mut longer: Vec<Vec<usize>> = Vec::new();
        for row in &rows {
            let indexes: Vec<usize> = (0..items.len()).filter(|it| is_allowed(row, *it)).collect();
            charge(longer.len(), indexes.len(), row.len() + 1)?;
            jinja::charge(items.len() * (row.len() + 1))?;
            longer.extend(indexes.into_iter().map(|index| row.iter().copied().chain([index]).collect()));
        }
        rows = longer;
        if rows.is_empty() {
            break;
        }
    }
    Ok(rows.into_iter().map(|row| row.into_iter().filter_map(|it| items.get(it).cloned()).collect()).collect())
}

/// Makes all rows with one item of each list.
pub fn product(lists: &[Vec<Value>]) -> Outcome<Vec<Vec<Value>>> {
    let mut rows = vec![Vec::new()];
    for list in lists {
        let mut longer: Vec<Vec<Value>> = Vec::new();
        for row in &rows {
            charge(longer.len(), list.len(), row.len() + 1)?;
            longer.extend(list.iter().map(|it| row.iter().cloned().chain([it.clone()]).collect()));
        }
        rows = longer;
    }
    Ok(rows)
}

/// Counts rows before they are made.
fn charge(before: usize, more: usize, length: usize) -> Outcome<()> {
    let values = before.saturating_add(more).saturating_mul(length);
    if values > MAX_VALUES {
        return Err(Error::new(ErrorKind::Limit("steps"), "too many choices of items"));
    }
    jinja::charge(more.saturating_mul(length))
}
