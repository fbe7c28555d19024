//! Two lists as sets. Order is that of the lists.

use indexmap::IndexMap;
use jinja::{Args, Key, List, Outcome, Value};

use super::arguments::value;
use crate::template::arg;

/// How an item gets into the result: whether it is in the first list, and in the second.
type Wanted = fn(bool, bool) -> bool;

/// Returns the items that are wanted.
pub fn pick(args: &Args, is_wanted: Wanted) -> Outcome {
    // Of tuples Salt makes sets, which have no order.
    let (Value::List(first), Some(Value::List(second))) = (value(args)?, arg(args, 1, "lst2")) else {
        return Ok(Value::unknown("what is no list"));
    };
    if !first.is_known() || !second.is_known() {
        return Ok(Value::unknown("a list"));
    }
    let (Some(first), Some(second)) = (keyed(&first.to_vec()), keyed(&second.to_vec())) else {
        return pick_by_equality(&first, &second, is_wanted);
    };
    let all = first.iter().chain(second.iter().filter(|it| !first.contains_key(it.0)));
    let wanted = all.filter(|(key, _)| is_wanted(first.contains_key(*key), second.contains_key(*key)));
    Ok(Value::list(wanted.map(|(_, item)| item.clone()).collect()))
}

/// The same for items that cannot be keys: each is compared with all.
fn pick_by_equality(first: &List, second: &List, is_wanted: Wanted) -> Outcome {
    let (a, b) = (Value::List(first.clone()), Value::List(second.clone()));
    let mut wanted = Vec::new();
    for item in first.to_vec().into_iter().chain(second.to_vec()) {
        if is_wanted(a.contains(&item)?, b.contains(&item)?) {
            wanted.push(item);
        }
    }
    unique(wanted).map(Value::list)
}

/// Returns each item once.
pub fn unique(items: Vec<Value>) -> Outcome<Vec<Value>> {
    if let Some(map) = keyed(&items) {
        return Ok(map.into_values().collect());
    }
    let found = List::new(Vec::new());
    for item in items {
        if !Value::List(found.clone()).contains(&item)? {
            found.edit(|it| it.push(item));
        }
    }
    Ok(found.to_vec())
}

/// The items, each once; none if one of them cannot be a key.
fn keyed(items: &[Value]) -> Option<IndexMap<Key, Value>> {
    let mut map = IndexMap::new();
    for item in items {
        map.entry(Key::new(item.clone()).ok()?).or_insert_with(|| item.clone());
    }
    Some(map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::filters::FILTERS;

    /// As Salt 3008.3 answers.
    #[test]
    fn lists_are_sets_in_their_order() {
        let list = Value::list;
        let first = list([3, 1, 2, 1].into_iter().map(Value::Int).collect());
        let second = list(vec![Value::Int(2), Value::Int(4), Value::Float(1.0), Value::str("x")]);
        for (name, expected) in
            [("union", "[3, 1, 2, 4, 'x']"), ("intersect", "[1, 2]"), ("difference", "[3]"), ("symmetric_difference", "[3, 4, 'x']")]
        {
            let args = Args { positional: vec![first.clone(), second.clone()], ..Args::default() };
            let Ok(Value::List(items)) = (FILTERS.iter().find(|it| it.name == name).unwrap().run)(&args) else {
                panic!("{name} gives no list")
            };
            let shown = |it: &Value| match it {
                Value::Int(it) => it.to_string(),
                other => format!("'{}'", other.as_str().unwrap_or("?")),
            };
            assert_eq!(format!("[{}]", items.to_vec().iter().map(shown).collect::<Vec<_>>().join(", ")), expected, "{name}");
        }
    }
}
