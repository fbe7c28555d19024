//! Sorting by keys, and keys that ignore case.

use crate::error::Outcome;
use crate::eval::{Renderer, text_like};
use crate::value::Value;

pub(crate) fn ignore_case(value: &Value) -> Value {
    match value {
        Value::Str(text) => text_like(text, &text.to_lowercase()),
        other => other.clone(),
    }
}

/// Sorts by keys, and keeps the order of what is equal.
pub(crate) fn sorted(r: &mut Renderer<'_>, mut items: Vec<(Value, Value)>, reverse: bool) -> Outcome<Vec<Value>> {
    let depth = usize::try_from(items.len().max(1).ilog2()).unwrap_or(64) + 1;
    r.charge(items.len().saturating_mul(depth))?;
    if reverse {
        items.reverse();
    }
    let mut width = 1;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        let mut rest = items.into_iter().peekable();
        while rest.peek().is_some() {
            let left: Vec<_> = rest.by_ref().take(width).collect();
            let right: Vec<_> = rest.by_ref().take(width).collect();
            let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
            while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
                let from = if b.0.less(&a.0)? { &mut right } else { &mut left };
                merged.extend(from.next());
            }
            merged.extend(left.chain(right));
        }
        items = merged;
        width *= 2;
    }
    if reverse {
        items.reverse();
    }
    Ok(items.into_iter().map(|it| it.1).collect())
}
