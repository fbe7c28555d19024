//! The deep merge: hashes by their keys, lists as sets, everything else by priority.

use values::{Hash, Value};

use crate::Error;

struct Options {
    knockout: Option<String>,
    sort: bool,
    hashes_in_lists: bool,
    overwrite_lists: bool,
    extend_lists: bool,
}

/// Deeper than the data may be.
const MAX_DEPTH: usize = 300;

/// The source has the higher priority; keys and items of the target come first.
pub(super) fn merge(source: &Value, target: &Value, options: &Hash) -> Result<Value, Error> {
    let option = |name: &str| options.get(&Value::string(name)).filter(|it| it.is_true());
    let knockout = option("knockout_prefix").and_then(Value::as_str).map(str::to_owned);
    if knockout.as_deref() == Some("") {
        return Err(Error::ruby("knockout_prefix cannot be an empty string in deep_merge!"));
    }
    let options = Options {
        knockout,
        sort: option("sort_merged_arrays").is_some(),
        hashes_in_lists: option("merge_hash_arrays").is_some(),
        overwrite_lists: option("overwrite_arrays").is_some(),
        extend_lists: option("extend_existing_arrays").is_some(),
    };
    options.merge(source, target.clone(), 0)
}

impl Options {
    fn merge(&self, source: &Value, target: Value, depth: usize) -> Result<Value, Error> {
        if depth > MAX_DEPTH {
            return Err(Error::ruby("The values to merge are nested too deeply"));
        }
        if source.is_undef() {
            return Ok(target);
        }
        if !target.is_true() {
            return Ok(source.clone());
        }
        match source {
            Value::Hash(entries) => self.hash(entries, source, target, depth),
            Value::Array(items) => self.list(items, source, target, depth),
            _ => match target {
                Value::Array(items) if self.extend_lists => {
                    let mut items = Vec::clone(&items);
                    items.push(source.clone());
                    Ok(Value::array(items))
                }
                _ => Ok(self.overwrite(source)),
            },
        }
    }

    fn hash(&self, entries: &Hash, source: &Value, target: Value, depth: usize) -> Result<Value, Error> {
        let mut target = target;
        for (key, value) in entries {
            match target {
                Value::Hash(mut hash) => {
                    let into = std::sync::Arc::make_mut(&mut hash);
                    let old = into.get(key).filter(|it| it.is_true()).cloned();
                    // Even what is new goes through the merge: knockouts are taken out of it.
                    let merged = self.merge(value, old.unwrap_or_else(|| value.clone()), depth + 1)?;
                    into.insert(key.clone(), merged);
                    target = Value::Hash(hash);
                }
                Value::Array(items) if self.extend_lists => {
                    let mut items = Vec::clone(&items);
                    items.push(source.clone());
                    target = Value::array(items);
                }
                _ => target = self.overwrite(source),
            }
        }
        Ok(target)
    }

    fn list(&self, items: &[Value], source: &Value, target: Value, depth: usize) -> Result<Value, Error> {
        if self.overwrite_lists {
            return Ok(source.clone());
        }
        let mut items = items.to_vec();
        let mut target = target;
        if let Some(prefix) = &self.knockout
            && items.iter().any(|it| it.as_str() == Some(prefix))
        {
            target = match target {
                Value::Array(_) => Value::array(Vec::new()),
                Value::Hash(_) => Value::hash(Hash::default()),
                Value::String(_) => Value::string(""),
                _ => Value::Undef,
            };
            items.retain(|it| it.as_str() != Some(prefix));
        }
        let Value::Array(old) = target else {
            return Ok(self.overwrite(&Value::array(items)));
        };
        let mut old = Vec::clone(&old);
        if let Some(prefix) = &self.knockout {
            items.retain(|item| {
                let Some(rest) = item.as_str().and_then(|it| without_prefix(it, prefix)) else { return true };
                old.retain(|it| it.as_str() != Some(&rest) && it != item);
                false
            });
        }
        let hashes = |items: &[Value]| items.iter().all(|it| matches!(it, Value::Hash(_)));
        let mut merged = if self.hashes_in_lists && hashes(&items) && hashes(&old) {
            let mut merged = Vec::with_capacity(old.len());
            for (at, old) in old.iter().enumerate() {
                merged.push(match items.get(at) {
                    Some(item) => self.merge(item, old.clone(), depth + 1)?,
                    None => old.clone(),
                });
            }
            merged.extend(items.iter().skip(old.len()).cloned());
            merged
        } else {
            super::unique(old.into_iter().chain(items))
        };
        if self.sort {
            sort(&mut merged)?;
        }
        Ok(Value::array(merged))
    }

    /// Rest of a value that replaces another.
    fn overwrite(&self, source: &Value) -> Value {
        let Some(prefix) = &self.knockout else { return source.clone() };
        match source {
            Value::String(text) if without_prefix(text, prefix).is_some() => Value::string(""),
            Value::Array(items) => {
                // Ruby takes them out of the list itself, and so finds no difference.
                let retained = items.iter().filter(|it| it.as_str().is_none_or(|it| without_prefix(it, prefix).is_none()));
                Value::array(retained.cloned().collect())
            }
            _ => source.clone(),
        }
    }
}

/// The text without the prefix at the beginnings of its lines; none where no line has it.
fn without_prefix(text: &str, prefix: &str) -> Option<String> {
    let mut found = false;
    let lines: Vec<&str> = text
        .split('\n')
        .map(|line| match line.strip_prefix(prefix) {
            Some(rest) => {
                found = true;
                rest
            }
            None => line,
        })
        .collect();
    found.then(|| lines.join("\n"))
}

/// Ruby's order: texts among texts, numbers among numbers. It names the pair that it compares first: a merge sort's.
fn sort(items: &mut [Value]) -> Result<(), Error> {
    if items.len() < 2 {
        return Ok(());
    }
    let (left, right) = items.split_at_mut(items.len() / 2);
    sort(left)?;
    sort(right)?;
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut lefts, mut rights) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(a), Some(b)) = (lefts.peek(), rights.peek()) {
        let first = if compare(a, b)?.is_le() { lefts.next() } else { rights.next() };
        merged.extend(first.cloned());
    }
    merged.extend(lefts.chain(rights).cloned());
    items.clone_from_slice(&merged);
    Ok(())
}

fn compare(a: &Value, b: &Value) -> Result<std::cmp::Ordering, Error> {
    let number = |it: &Value| match it {
        #[allow(clippy::cast_precision_loss)]
        Value::Integer(it) => Some(*it as f64),
        Value::Float(it) => Some(*it),
        _ => None,
    };
    let order = match (a, b) {
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
        _ => number(a).zip(number(b)).and_then(|(a, b)| a.partial_cmp(&b)),
    };
    order.or_else(|| (a == b).then_some(std::cmp::Ordering::Equal)).ok_or_else(|| {
        let class = match b {
            Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Undef => values::print::ruby(b),
            _ => crate::ruby::class(b).to_owned(),
        };
        Error::ruby(format!("comparison of {} with {class} failed", crate::ruby::class(a)))
    })
}
