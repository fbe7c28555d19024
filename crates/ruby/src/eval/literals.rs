//! Lists, hashes, ranges and texts that are written out.

use std::rc::Rc;

use crate::ast::{Kind, Node, Pair};
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::{Hash, Range, Value};

impl Ruby<'_> {
    /// The elements of a list, with what its splats hold.
    pub fn list(&mut self, nodes: &[Node]) -> Outcome<Vec<Value>> {
        let mut items = Vec::with_capacity(nodes.len());
        for node in nodes {
            match &node.kind {
                Kind::Splat(inner) => {
                    let value = self.eval(inner)?;
                    self.at = node.at;
                    items.extend(self.splat(&value)?);
                }
                _ => items.push(self.eval(node)?),
            }
        }
        Ok(items)
    }

    pub fn splat(&mut self, value: &Value) -> Outcome<Vec<Value>> {
        match value {
            Value::Array(it) => Ok(it.items()),
            Value::Nil => Ok(Vec::new()),
            Value::Hash(_) | Value::Range(_) => self.elements(value),
            Value::Unknown => Err(Stop::Unknown),
            Value::Foreign(_) => self.not_covered("a splat of something of Puppet's"),
            other => Ok(vec![other.clone()]),
        }
    }

    pub(super) fn hash(&mut self, pairs: &[Pair]) -> Outcome {
        let hash = Hash::default();
        for pair in pairs {
            match pair {
                Pair::Entry(key, value) => {
                    let key = self.eval(key)?;
                    let value = self.eval(value)?;
                    self.store(&hash, key, value)?;
                }
                Pair::Splat(node) => match self.eval(node)? {
                    Value::Hash(other) => {
                        for (key, value) in other.pairs() {
                            self.store(&hash, key, value)?;
                        }
                    }
                    Value::Nil => return self.raise("TypeError", "no implicit conversion of nil into Hash"),
                    Value::Unknown => return Err(Stop::Unknown),
                    _ => return self.not_covered("a double splat of something else than a hash"),
                },
            }
        }
        Ok(self.heap.hash_of(hash))
    }

    pub(super) fn range(&mut self, from: Value, to: Value, exclusive: bool) -> Outcome {
        let fits = match (&from, &to) {
            (Value::Unknown, _) | (_, Value::Unknown) => return Ok(self.unknown()),
            (Value::Integer(_) | Value::Big(_) | Value::Float(_), Value::Integer(_) | Value::Big(_) | Value::Float(_))
            | (Value::String(_), Value::String(_)) => true,
            (Value::Nil, _) | (_, Value::Nil) => true,
            // Objects that can be compared have ranges.
            (Value::Object(_), _) => {
                let compared = self.send(&from, "<=>", Args::new(vec![to.clone()]))?;
                if matches!(compared, Value::Unknown) {
                    return Ok(self.unknown());
                }
                !matches!(compared, Value::Nil)
            }
            _ => false,
        };
        if !fits {
            return self.raise("ArgumentError", "bad value for range");
        }
        Ok(self.heap.keep(Value::Range(Rc::new(Range { from, to, exclusive }))))
    }

    /// Interpolates a text.
    pub(super) fn interpolate(&mut self, parts: &[Node]) -> Outcome<Option<String>> {
        let mut text = String::new();
        let mut is_known = true;
        for part in parts {
            if let Kind::String(piece) = &part.kind {
                text.push_str(piece);
                continue;
            }
            let value = self.eval(part)?;
            self.at = part.at;
            match self.shown_text(&value)? {
                Some(piece) => text.push_str(&piece),
                None => is_known = false,
            }
            self.heap.count(text.len() / 8);
        }
        Ok(is_known.then_some(text))
    }
}
