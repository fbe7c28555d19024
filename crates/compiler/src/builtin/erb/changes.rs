//! Lists and hashes of Puppet's that a template changes: `<% @list << 'x' %>`.
//!
//! Puppet's values are Ruby's own objects, so that such a change is seen wherever the object is. Values here never change: a new one takes
//! the place of the old one wherever an evaluation keeps it. Where the old one is kept elsewhere, too, the template is refused.

use std::sync::Arc;

use ruby::{Heap, Outcome, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use values::Value;

use super::super::ruby_values::{DEEPEST, Seen, from_ruby, identity_in_puppet as identity_of, identity_in_ruby as identity};
use crate::compiler::Compiler;
use crate::scope::Frame;

/// Gives the evaluation what has changed of its lists and hashes.
pub fn publish(compiler: &mut Compiler<'_>, heap: &Heap, seen: &mut Seen) -> Outcome<()> {
    let followed = heap.followed.borrow().clone();
    if followed.is_empty() {
        return Ok(());
    }
    let changed: FxHashSet<usize> = followed.iter().map(identity).collect();
    let known = seen.values().filter(|it| !changed.contains(&identity(&it.1))).map(|it| (identity(&it.1), it.0.clone())).collect();
    let mut taken = Taken { known };
    let mut old = Vec::new();
    let mut replaced = Replaced::default();
    for (puppet, ruby) in seen.values() {
        if changed.contains(&identity(ruby)) {
            replaced.new.insert(identity_of(puppet), taken.convert(ruby, 0)?);
            old.push(puppet.clone());
        }
    }
    drop(taken);
    for (puppet, ruby) in std::mem::take(seen).into_values() {
        let puppet = replaced.replace(&puppet, 0)?.unwrap_or(puppet);
        seen.insert(identity_of(&puppet), (puppet, ruby));
    }
    compiler.replace(&mut replaced)?;
    drop(replaced);
    let is_elsewhere = old.iter().any(|it| match it {
        Value::Array(it) => Arc::strong_count(it) > 1,
        Value::Hash(it) => Arc::strong_count(it) > 1,
        _ => false,
    });
    if is_elsewhere { Err(Stop::not_covered("a change of a list or hash that Puppet has elsewhere, too")) } else { Ok(()) }
}

/// Makes values of what has changed. Each list and hash stays one.
struct Taken {
    /// Values with a known identity in Ruby.
    known: FxHashMap<usize, Value>,
}

impl Taken {
    fn convert(&mut self, value: &ruby::Value, depth: u32) -> Outcome<Value> {
        if depth > DEEPEST {
            return Err(Stop::not_covered("values nested so deep"));
        }
        let identity = identity(value);
        if identity != 0
            && let Some(known) = self.known.get(&identity)
        {
            return Ok(known.clone());
        }
        let made = match value {
            ruby::Value::Array(items) => {
                let mut all = Vec::with_capacity(items.len());
                for item in items.items() {
                    all.push(self.convert(&item, depth + 1)?);
                }
                Value::array(all)
            }
            ruby::Value::Hash(hash) if hash.default.borrow().is_some() || hash.default_of.borrow().is_some() => {
                return Err(Stop::not_covered("a hash with a default in a value of Puppet's"));
            }
            ruby::Value::Hash(hash) => {
                let mut all = values::Hash::default();
                for (key, value) in hash.pairs() {
                    all.insert(self.convert(&key, depth + 1)?, self.convert(&value, depth + 1)?);
                }
                Value::hash(all)
            }
            // To Puppet a symbol would be something else than a text.
            ruby::Value::Symbol(_) => return Err(Stop::not_covered("a symbol in a value of Puppet's")),
            other => from_ruby(other, depth)?,
        };
        if identity != 0 {
            self.known.insert(identity, made.clone());
        }
        Ok(made)
    }
}

/// Values that take the place of others.
#[derive(Default)]
pub struct Replaced {
    /// By the identity of the other.
    new: FxHashMap<usize, Value>,
    /// Values that hold them, with what takes their place; they are kept so that their identity stays theirs.
    around: FxHashMap<usize, (Value, Value)>,
    /// Those that hold none.
    unchanged: FxHashSet<usize>,
    steps: u64,
}

impl Replaced {
    /// Replacement of a value; none where it stays.
    fn replace(&mut self, value: &Value, depth: u32) -> Outcome<Option<Value>> {
        let identity = identity_of(value);
        if identity == 0 || self.unchanged.contains(&identity) {
            return Ok(None);
        }
        if let Some(new) = self.new.get(&identity).or_else(|| self.around.get(&identity).map(|it| &it.1)) {
            return Ok(Some(new.clone()));
        }
        if depth > DEEPEST {
            return Err(Stop::not_covered("values nested so deep"));
        }
        let mut is_new = false;
        let made = match value {
            Value::Array(items) => {
                self.steps += items.len() as u64;
                let mut all = Vec::with_capacity(items.len());
                for item in items.iter() {
                    let new = self.replace(item, depth + 1)?;
                    is_new |= new.is_some();
                    all.push(new.unwrap_or_else(|| item.clone()));
                }
                Value::array(all)
            }
            Value::Hash(entries) => {
                self.steps += entries.len() as u64;
                let mut all = values::Hash::default();
                for (key, item) in entries.iter() {
                    let new = self.replace(item, depth + 1)?;
                    is_new |= new.is_some();
                    all.insert(key.clone(), new.unwrap_or_else(|| item.clone()));
                }
                Value::hash(all)
            }
            _ => return Ok(None),
        };
        if !is_new {
            self.unchanged.insert(identity);
            return Ok(None);
        }
        self.around.insert(identity, (value.clone(), made.clone()));
        Ok(Some(made))
    }

    fn place(&mut self, value: &mut Value) -> Outcome<()> {
        if let Some(new) = self.replace(value, 0)? {
            *value = new;
        }
        Ok(())
    }
}

impl Compiler<'_> {
    /// Puts values in the place of others: in variables, in attributes and in defaults.
    fn replace(&mut self, replaced: &mut Replaced) -> Outcome<()> {
        for scope in self.scopes.iter_mut() {
            for value in scope.variables.values_mut() {
                replaced.place(value)?;
            }
            for frame in &mut scope.frames {
                match frame {
                    Frame::Local(variables) => variables.iter_mut().try_for_each(|it| replaced.place(&mut it.1))?,
                    Frame::Parameters { entries, .. } => {
                        entries.iter_mut().filter_map(|it| it.1.as_mut()).try_for_each(|it| replaced.place(it))?;
                    }
                    Frame::Match(_) | Frame::Unclear(_) => {}
                }
            }
            for params in scope.defaults.values_mut() {
                params.iter_mut().try_for_each(|it| replaced.place(&mut it.1.value))?;
            }
        }
        for resource in self.draft.resources_mut() {
            resource.params.iter_mut().try_for_each(|it| replaced.place(&mut it.1.value))?;
        }
        let steps = std::mem::take(&mut replaced.steps);
        self.budget.spend(steps / 8).map_err(|_| Stop::Limit(ruby::Limit::Steps))
    }
}
