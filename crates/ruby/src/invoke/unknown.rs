//! Calls with values that are not known.

use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::Value;

/// Methods that read only the outer shape of a value, or store their arguments: they need to know no element.
const STRUCTURAL: &[&str] = &[
    "<<",
    "[]",
    "[]=",
    "append",
    "class",
    "collect",
    "dig",
    "each",
    "each_pair",
    "each_with_index",
    "each_with_object",
    "empty?",
    "fetch",
    "first",
    "flat_map",
    "frozen?",
    "has_key?",
    "include?",
    "instance_of?",
    "is_a?",
    "key?",
    "keys",
    "kind_of?",
    "last",
    "length",
    "map",
    "member?",
    "merge",
    "nil?",
    "push",
    "respond_to?",
    "reverse",
    "size",
    "store",
    "tap",
    "to_a",
    "transform_values",
    "values",
    "dup",
    "unshift",
    "prepend",
    "each_value",
    "each_key",
    "each_slice",
    "freeze",
    "then",
    "count",
    "any?",
    "+",
    "concat",
    "zip",
    "take",
    "drop",
    "call",
    "()",
    "yield",
];

/// Of those, the ones that compare what is in the value.
const COMPARES: &[&str] = &["include?", "member?", "count", "any?"];

/// Methods that change their receiver, besides names that end with `!`.
const CHANGES: &[&str] = &[
    "delete",
    "delete_at",
    "delete_if",
    "clear",
    "replace",
    "insert",
    "keep_if",
    "update",
    "pop",
    "shift",
    "concat",
    "prepend",
    "unshift",
    "setbyte",
    "default=",
    "rehash",
];

impl Ruby<'_> {
    /// Whether something in the value is not known.
    pub fn is_doubtful(&mut self, value: &Value) -> Outcome<bool> {
        if !self.heap.has_unknown.get() {
            return Ok(false);
        }
        let mut waiting = vec![value.clone()];
        let mut seen = 0_u64;
        while let Some(value) = waiting.pop() {
            seen += 1;
            if seen > 200_000 {
                return Err(Stop::Limit(crate::Limit::Steps));
            }
            match value {
                Value::Unknown => return Ok(true),
                Value::Array(it) => waiting.extend(it.items()),
                Value::Hash(it) => waiting.extend(it.pairs().into_iter().flat_map(|(key, value)| [key, value])),
                Value::Range(it) => waiting.extend([it.from.clone(), it.to.clone()]),
                _ => {}
            }
        }
        self.spend(seen / 16)?;
        Ok(false)
    }

    /// The result where it depends on something that is not known.
    pub(super) fn send_doubtful(&mut self, receiver: &Value, name: &str, arguments: &Args) -> Outcome<Option<Value>> {
        let is_unknown = matches!(receiver, Value::Unknown);
        if !is_unknown {
            let holds = self.is_doubtful(receiver)?;
            let mut given = false;
            for argument in &arguments.list {
                given |= self.is_doubtful(argument)?;
            }
            if !holds && !given {
                return Ok(None);
            }
            let is_container = matches!(receiver, Value::Array(_) | Value::Hash(_) | Value::Proc(_) | Value::This | Value::Foreign(_));
            let stores = STRUCTURAL.contains(&name) && is_container;
            let indexes = matches!(name, "[]" | "dig" | "fetch" | "has_key?" | "key?" | "take" | "drop" | "first" | "last");
            let looks = matches!(name, "nil?" | "is_a?" | "kind_of?" | "class" | "instance_of?" | "respond_to?");
            if looks || (stores && !COMPARES.contains(&name) && !(indexes && given)) || (name == "any?" && arguments.block.is_some()) {
                // A key that is not known is stored nowhere.
                let is_key = name == "[]=" && matches!(arguments.get(0), Some(Value::Unknown));
                if !is_key {
                    return Ok(None);
                }
            }
        }
        let changes = name.ends_with('!') && name.len() > 1 && name != "!"
            || CHANGES.contains(&name)
            || name == "[]="
            || (name == "<<" && !matches!(receiver, Value::Integer(_) | Value::Big(_)));
        if arguments.block.is_some() || (changes && !(is_unknown && matches!(name, "prepend"))) {
            return Err(Stop::Unknown);
        }
        Ok(Some(self.unknown()))
    }
}
