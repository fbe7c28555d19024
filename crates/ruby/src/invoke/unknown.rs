//! Calls with values that are not known.

mod blocks;
mod names;

use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::{LastMatch, Value};
use names::{COMPARES, DEFINES, KEEPS_BLOCK, MATCHES, RETURNS_ITSELF, STRUCTURAL, TAKES_APART, changes};

/// No more values than this are read.
const MOST_VALUES: u64 = 200_000;

impl Ruby<'_> {
    /// Whether something in the value is not known.
    pub fn is_doubtful(&mut self, value: &Value) -> Outcome<bool> {
        if !self.heap.has_unknown.get() && !self.heap.has_lost.get() {
            return Ok(false);
        }
        let mut waiting = vec![value.clone()];
        let mut seen = 0_u64;
        while let Some(value) = waiting.pop() {
            seen += 1;
            if seen > MOST_VALUES {
                return Err(Stop::Limit(crate::Limit::Steps));
            }
            if value.is_lost() {
                return Ok(true);
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
        if !is_unknown && !self.depends(receiver, name, arguments)? {
            return Ok(None);
        }
        if is_unknown && self.heap.unknown_has_code.get() {
            // It may run any method of the program.
            return Err(Stop::Unknown);
        }
        if DEFINES.contains(&name) {
            return Err(Stop::Unknown);
        }
        let is_pattern = |it: &Value| matches!(it, Value::Regex(_) | Value::Unknown);
        if MATCHES.contains(&name) && (is_pattern(receiver) || arguments.list.iter().any(is_pattern)) || matches!(receiver, Value::Regex(_))
        {
            self.matched = LastMatch::Unknown;
        }
        let changes = changes(receiver, name);
        if changes && !(is_unknown && name == "prepend" && arguments.block.is_none()) {
            self.may_lose(receiver)?;
        }
        if let Some(block) = &arguments.block {
            let is_plain = matches!(
                receiver,
                Value::Unknown
                    | Value::Array(_)
                    | Value::Hash(_)
                    | Value::Range(_)
                    | Value::String(_)
                    | Value::Integer(_)
                    | Value::Float(_)
            );
            if !is_plain || KEEPS_BLOCK.contains(&name) {
                return Err(Stop::Unknown);
            }
            let memo = arguments.get(0).filter(|_| name == "each_with_object");
            self.call_unknown_times(block, memo)?;
        }
        if changes && !is_unknown {
            self.lose(receiver)?;
            // A block may have left the method with another value.
            if RETURNS_ITSELF.contains(&name) && arguments.block.is_none() {
                return Ok(Some(receiver.clone()));
            }
        }
        Ok(Some(self.unknown()))
    }

    /// Whether the result of a call depends on what is not known in the receiver or the arguments.
    fn depends(&mut self, receiver: &Value, name: &str, arguments: &Args) -> Outcome<bool> {
        let looks = matches!(name, "nil?" | "is_a?" | "kind_of?" | "class" | "instance_of?" | "respond_to?");
        if receiver.is_lost() {
            return Ok(!looks);
        }
        let holds = self.is_doubtful(receiver)?;
        let mut given = false;
        for argument in &arguments.list {
            given |= self.is_doubtful(argument)?;
        }
        if !holds && !given {
            return Ok(false);
        }
        // Code of the program finds out itself.
        let runs = match receiver {
            Value::Proc(_) => matches!(name, "call" | "()" | "yield" | "[]" | "==="),
            Value::Class(class) if name == "new" && self.classes.contains_key(class) => true,
            Value::Object(_) | Value::Class(_) | Value::Exception(_) | Value::Foreign(_) => {
                self.member_of(receiver, name).is_some() || self.member_of(receiver, "method_missing").is_some()
            }
            _ => self.reopened && self.member_of(receiver, name).is_some(),
        };
        if runs || (matches!(name, "send" | "public_send" | "__send__") && !matches!(arguments.get(0), Some(Value::Unknown))) {
            return Ok(false);
        }
        let is_container = matches!(receiver, Value::Array(_) | Value::Hash(_) | Value::Proc(_) | Value::This | Value::Foreign(_));
        let stores = STRUCTURAL.contains(&name) && is_container;
        let indexes = matches!(name, "[]" | "dig" | "fetch" | "has_key?" | "key?" | "take" | "drop" | "first" | "last");
        let is_open = |it: &Value| matches!(it, Value::Unknown) || it.is_lost();
        let takes_apart = TAKES_APART.contains(&name) && arguments.list.iter().any(is_open);
        let needs_content = COMPARES.contains(&name) || indexes && given || takes_apart;
        if looks || (stores && !needs_content) || (name == "any?" && arguments.block.is_some()) {
            // A key that is not known is stored nowhere.
            return Ok(matches!(name, "[]=" | "store") && arguments.get(0).is_some_and(is_open));
        }
        Ok(true)
    }

    /// Fails where a change of a value whose result is unknown would leave something that is taken for known.
    fn may_lose(&self, value: &Value) -> Outcome<()> {
        let is_free = match value {
            Value::String(it) => !it.frozen.get() && !it.shared && !it.early,
            Value::Array(it) => !it.frozen.get() && !it.shared && !it.early && it.iterated.get() == 0,
            Value::Hash(it) => !it.frozen.get() && !it.shared && !it.early && it.iterated.get() == 0,
            _ => false,
        };
        if is_free && self.host.may_guess() { Ok(()) } else { Err(Stop::Unknown) }
    }

    /// Makes the content of a value unknown.
    pub(super) fn lose(&mut self, value: &Value) -> Outcome<()> {
        self.may_lose(value)?;
        if self.has_code(value)? {
            self.heap.unknown_has_code.set(true);
        }
        self.heap.has_lost.set(true);
        match value {
            Value::String(it) => it.lose(),
            Value::Array(it) => it.lose(),
            Value::Hash(it) => it.lose(),
            _ => {}
        }
        Ok(())
    }

    /// Whether a value holds objects or blocks of the program: a call of something unknown that it may be runs their code.
    pub fn has_code(&mut self, value: &Value) -> Outcome<bool> {
        let mut waiting = vec![value.clone()];
        let mut seen = 0_u64;
        while let Some(value) = waiting.pop() {
            seen += 1;
            if seen > MOST_VALUES {
                return Ok(true);
            }
            if value.is_lost() {
                // Its content was searched when it was lost.
                continue;
            }
            match value {
                Value::Proc(_) | Value::Object(_) | Value::Exception(_) => return Ok(true),
                Value::Class(name) if self.classes.contains_key(&name) => return Ok(true),
                Value::Array(it) => waiting.extend(it.items()),
                Value::Hash(it) if it.default_of.borrow().is_some() => return Ok(true),
                Value::Hash(it) => waiting.extend(it.pairs().into_iter().flat_map(|(key, value)| [key, value])),
                _ => {}
            }
        }
        self.spend(seen / 16)?;
        Ok(false)
    }
}
