//! Lists and hashes of Puppet that a function changes: `values << 'x'`.
//!
//! In Puppet such a change is seen wherever the object is. Here a call may change what nothing else has, as the result of another call
//! that it was given. Any other change is refused.

use std::sync::Arc;

use ruby::{Outcome, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use values::Value;

use super::super::ruby_values::{DEEPEST, Seen, identity_in_puppet, identity_in_ruby};

/// Whether something besides the call has one of the lists and hashes that were changed.
pub fn are_elsewhere(changed: &[ruby::Value], seen: &Seen, arguments: &[Value]) -> bool {
    changed.iter().any(|changed| {
        let identity = identity_in_ruby(changed);
        let Some((value, _)) = seen.values().find(|it| identity_in_ruby(&it.1) == identity) else { return true };
        let of_call = arguments.iter().filter(|it| identity_in_puppet(it) == identity_in_puppet(value)).count();
        holders(value) > 1 + of_call
    })
}

fn holders(value: &Value) -> usize {
    match value {
        Value::Array(it) => Arc::strong_count(it),
        Value::Hash(it) => Arc::strong_count(it),
        _ => usize::MAX,
    }
}

/// The lists and hashes of Puppet by their identity in Ruby, but for what has changed and what has that inside.
pub fn by_identity(seen: &Seen, changed: &[ruby::Value]) -> Outcome<FxHashMap<usize, Value>> {
    let changed: FxHashSet<usize> = changed.iter().map(identity_in_ruby).collect();
    let mut known = FxHashMap::default();
    for (value, ruby) in seen.values() {
        if identity_in_puppet(value) != 0 && (changed.is_empty() || !has(ruby, &changed, 0)?) {
            known.insert(identity_in_ruby(ruby), value.clone());
        }
    }
    Ok(known)
}

/// Whether a value is one of these, or has one inside.
fn has(value: &ruby::Value, changed: &FxHashSet<usize>, depth: u32) -> Outcome<bool> {
    if depth > DEEPEST {
        return Err(Stop::not_covered("values nested so deep"));
    }
    if changed.contains(&identity_in_ruby(value)) {
        return Ok(true);
    }
    match value {
        ruby::Value::Array(list) => {
            for item in list.items().iter() {
                if has(item, changed, depth + 1)? {
                    return Ok(true);
                }
            }
        }
        ruby::Value::Hash(hash) => {
            for (key, value) in hash.pairs() {
                if has(&key, changed, depth + 1)? || has(&value, changed, depth + 1)? {
                    return Ok(true);
                }
            }
        }
        _ => {}
    }
    Ok(false)
}
