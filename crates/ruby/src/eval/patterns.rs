//! Pattern matching: `case … in`, `value => pattern`, `value in pattern`.
//!
//! The order of all steps is Ruby's: each `===`, `deconstruct` and `inspect` may run code of the program.

use std::rc::Rc;

use crate::ast::{CaseIn, FindPattern, HashPattern, HashRest, ListPattern, Name, Node, Pattern, Target};
use crate::class;
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::methods::exception::{KEY, MATCHEE};
use crate::stop::{Outcome, Stop};
use crate::value::{Array, Hash, Key, Value};

/// Matching one value.
#[derive(Default)]
struct Matching {
    /// Whether it has one pattern: then the error says what has failed last.
    is_single: bool,
    failure: Option<Failure>,
    /// The result of `deconstruct` of the value itself, which all branches share.
    parts: Parts,
}

#[derive(Clone, Default)]
enum Parts {
    #[default]
    NotAsked,
    /// It has no `deconstruct`.
    None,
    List(Rc<Array>),
}

/// Why a pattern does not match.
struct Failure {
    /// Or why that text is missing, which matters only if the error is raised.
    text: Outcome<String>,
    /// The hash and the key that it lacks.
    key: Option<(Value, Value)>,
}

impl Ruby<'_> {
    pub(super) fn case_in(&mut self, case: &CaseIn, at: u32) -> Outcome {
        let subject = self.eval(&case.subject)?;
        let is_single = case.branches.len() == 1 && case.otherwise.is_none();
        let mut matching = Matching { is_single, ..Matching::default() };
        for branch in &case.branches {
            if !self.matches(&branch.pattern, &subject, true, &mut matching)? {
                continue;
            }
            if let Some((guard, is_unless)) = &branch.guard {
                let value = self.eval(guard)?;
                if self.truth(&value)? == *is_unless {
                    self.fail(&mut matching, |_| Ok("guard clause does not return true".to_owned()))?;
                    continue;
                }
            }
            return self.eval(&branch.body);
        }
        if let Some(otherwise) = &case.otherwise {
            return self.eval(otherwise);
        }
        self.at = at;
        self.no_match(&subject, matching.failure)
    }

    /// Raises the error for a value that no pattern matches.
    fn no_match(&mut self, subject: &Value, failure: Option<Failure>) -> Outcome {
        let shown = self.inspect(subject)?;
        let Some(Failure { text, key }) = failure else { return self.raise("NoMatchingPatternError", shown) };
        let message = format!("{shown}: {}", text?);
        let Some((matchee, key)) = key else { return self.raise("NoMatchingPatternError", message) };
        let exception = self.exception("NoMatchingPatternKeyError", message);
        exception.fields.borrow_mut().extend([(Name::from(MATCHEE), matchee), (Name::from(KEY), key)]);
        Err(Stop::Raise(self.heap.exception(exception)))
    }

    /// Keeps why a pattern does not match.
    fn fail(&mut self, matching: &mut Matching, text: impl FnOnce(&mut Self) -> Outcome<String>) -> Outcome<()> {
        if matching.is_single {
            let text = match text(self) {
                Err(stop @ (Stop::NotCovered(_) | Stop::Unknown)) => Err(stop),
                other => Ok(other?),
            };
            matching.failure = Some(Failure { text, key: None });
        }
        Ok(())
    }

    /// Whether a pattern matches a value. `is_whole` is whether that is the value of the `case`.
    fn matches(&mut self, pattern: &Pattern, value: &Value, is_whole: bool, matching: &mut Matching) -> Outcome<bool> {
        self.spend(1)?;
        self.deeper(|this| match pattern {
            Pattern::Value(node) => this.fits(node, value, matching),
            Pattern::Variable(target) => this.assign(target, value.clone()).map(|()| true),
            Pattern::Either(all) => {
                for pattern in all {
                    if this.matches(pattern, value, is_whole, matching)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Pattern::Capture(pattern, target) => {
                let found = this.matches(pattern, value, is_whole, matching)?;
                if found {
                    this.assign(target, value.clone())?;
                }
                Ok(found)
            }
            Pattern::List(it) => this.matches_list(it, value, is_whole, matching),
            Pattern::Find(it) => this.finds(it, value, is_whole, matching),
            Pattern::Hash(it) => this.matches_hash(it, value, matching),
            Pattern::NotCovered(what) => this.not_covered(&**what),
        })
    }

    /// `pattern === value`
    fn fits(&mut self, node: &Node, value: &Value, matching: &mut Matching) -> Outcome<bool> {
        let wanted = self.eval(node)?;
        self.at = node.at;
        let found = match (&wanted, value) {
            // The class of a list does not depend on its elements, which may be unknown.
            (Value::Class(class), Value::Array(_) | Value::Hash(_)) if self.member_of(&wanted, "===").is_none() && !self.reopened => {
                self.is_instance(value, class)?
            }
            _ => {
                let found = self.send(&wanted, "===", Args::new(vec![value.clone()]))?;
                self.truth(&found)?
            }
        };
        if !found {
            self.fail(matching, |this| {
                let wanted = this.inspect(&wanted)?;
                Ok(format!("{wanted} === {} does not return true", this.inspect(value)?))
            })?;
        }
        Ok(found)
    }

    fn fits_constant(&mut self, constant: Option<&Node>, value: &Value, matching: &mut Matching) -> Outcome<bool> {
        match constant {
            Some(constant) => self.fits(constant, value, matching),
            None => Ok(true),
        }
    }

    fn matches_list(&mut self, pattern: &ListPattern, value: &Value, is_whole: bool, matching: &mut Matching) -> Outcome<bool> {
        if !self.fits_constant(pattern.constant.as_ref(), value, matching)? {
            return Ok(false);
        }
        let Some(list) = self.deconstructed(value, is_whole, matching)? else { return Ok(false) };
        let least = pattern.lefts.len() + pattern.rights.len();
        let is_open = pattern.rest.is_some();
        if list.len() < least || list.len() > least && !is_open {
            self.fail_by_length(&list, least, is_open, matching)?;
            return Ok(false);
        }
        for (index, pattern) in pattern.lefts.iter().enumerate() {
            if !self.matches_item(pattern, &list, index, matching)? {
                return Ok(false);
            }
        }
        // The patterns before it may have changed the list.
        let count = list.len().saturating_sub(least);
        if let Some(Some(target)) = &pattern.rest {
            self.assign_slice(target, &list, pattern.lefts.len(), count)?;
        }
        for (index, right) in pattern.rights.iter().enumerate() {
            if !self.matches_item(right, &list, pattern.lefts.len() + count + index, matching)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn matches_item(&mut self, pattern: &Pattern, list: &Array, index: usize, matching: &mut Matching) -> Outcome<bool> {
        let item = list.get(index).unwrap_or(Value::Nil);
        self.matches(pattern, &item, false, matching)
    }

    fn assign_slice(&mut self, target: &Target, list: &Array, from: usize, count: usize) -> Outcome<()> {
        let items: Vec<Value> = list.items().into_iter().skip(from).take(count).collect();
        self.spend(list.len() as u64 / 16)?;
        let items = self.heap.array(items);
        self.assign(target, items)
    }

    fn fail_by_length(&mut self, list: &Rc<Array>, least: usize, is_open: bool, matching: &mut Matching) -> Outcome<()> {
        let (given, mark) = (list.len(), if is_open { "+" } else { "" });
        self.fail(matching, |this| {
            let shown = this.inspect(&Value::Array(list.clone()))?;
            Ok(format!("{shown} length mismatch (given {given}, expected {least}{mark})"))
        })
    }

    fn finds(&mut self, pattern: &FindPattern, value: &Value, is_whole: bool, matching: &mut Matching) -> Outcome<bool> {
        if !self.fits_constant(pattern.constant.as_ref(), value, matching)? {
            return Ok(false);
        }
        let Some(list) = self.deconstructed(value, is_whole, matching)? else { return Ok(false) };
        let (length, size) = (list.len(), pattern.items.len());
        if length < size {
            self.fail_by_length(&list, size, true, matching)?;
            return Ok(false);
        }
        'starts: for start in 0..=length - size {
            for (index, item) in pattern.items.iter().enumerate() {
                if !self.matches_item(item, &list, start + index, matching)? {
                    continue 'starts;
                }
            }
            if let Some(target) = &pattern.before {
                self.assign_slice(target, &list, 0, start)?;
            }
            if let Some(target) = &pattern.after {
                self.assign_slice(target, &list, start + size, length - start - size)?;
            }
            return Ok(true);
        }
        self.fail(matching, |this| Ok(format!("{} does not match to find pattern", this.inspect(&Value::Array(list))?)))?;
        Ok(false)
    }

    fn matches_hash(&mut self, pattern: &HashPattern, value: &Value, matching: &mut Matching) -> Outcome<bool> {
        if !self.fits_constant(pattern.constant.as_ref(), value, matching)? {
            return Ok(false);
        }
        if !self.responds(value, "deconstruct_keys")? {
            self.fail(matching, |this| Ok(format!("{} does not respond to #deconstruct_keys", this.inspect(value)?)))?;
            return Ok(false);
        }
        let keeps_rest = matches!(pattern.rest, HashRest::Variable(_) | HashRest::Empty);
        let is_empty = pattern.pairs.is_empty() && matches!(pattern.rest, HashRest::None);
        let hash = match value {
            Value::Hash(_) if !self.reopened => value.clone(),
            _ => {
                let keys = match is_empty || keeps_rest {
                    true => Value::Nil,
                    false => {
                        let keys = pattern.pairs.iter().map(|it| Value::Symbol(it.0.clone())).collect();
                        self.heap.array(keys)
                    }
                };
                self.send(value, "deconstruct_keys", Args::new(vec![keys]))?
            }
        };
        let mut hash = self.checked_hash(hash)?;
        if keeps_rest {
            self.spend(hash.len() as u64 / 16)?;
            let copy = self.send(&Value::Hash(hash), "dup", Args::default())?;
            hash = self.checked_hash(copy)?;
        }
        for (name, _) in &pattern.pairs {
            self.spend(1)?;
            if hash.get(&Key::Symbol(name.clone())).is_none() {
                let key = Value::Symbol(name.clone());
                self.fail(matching, |this| Ok(format!("key not found: {}", this.inspect(&key)?)))?;
                if let Some(failure) = &mut matching.failure {
                    failure.key = Some((Value::Hash(hash), Value::Symbol(name.clone())));
                }
                return Ok(false);
            }
        }
        for (name, pattern) in &pattern.pairs {
            let key = Key::Symbol(name.clone());
            let item = match keeps_rest {
                true => hash.change(|entries| entries.shift_remove(&key)).map(|it| it.1),
                false => hash.get(&key),
            };
            // Code of an earlier pattern has removed it.
            let Some(item) = item else { return self.not_covered("a hash that a pattern changes") };
            if !self.matches(pattern, &item, false, matching)? {
                return Ok(false);
            }
        }
        match &pattern.rest {
            HashRest::None if is_empty && !hash.is_empty() => {
                self.fail(matching, |this| Ok(format!("{} is not empty", this.inspect(&Value::Hash(hash))?)))?;
                Ok(false)
            }
            HashRest::Empty if !hash.is_empty() => {
                self.fail(matching, |this| Ok(format!("rest of {} is not empty", this.inspect(&Value::Hash(hash))?)))?;
                Ok(false)
            }
            HashRest::Variable(target) => self.assign(target, Value::Hash(hash)).map(|()| true),
            HashRest::None | HashRest::Any | HashRest::Empty => Ok(true),
        }
    }

    fn checked_hash(&self, value: Value) -> Outcome<Rc<Hash>> {
        match value {
            Value::Hash(it) => {
                self.needs_own(&Value::Hash(it.clone()), &["[]", "delete", "dup", "empty?", "key?"])?;
                Ok(it)
            }
            Value::Unknown => Err(Stop::Unknown),
            Value::Foreign(_) => self.not_covered("pattern matching of something of Puppet's"),
            _ => self.raise("TypeError", "deconstruct_keys must return Hash"),
        }
    }

    /// The list that the elements of a pattern are compared with; none where the value has none.
    fn deconstructed(&mut self, value: &Value, is_whole: bool, matching: &mut Matching) -> Outcome<Option<Rc<Array>>> {
        if is_whole {
            match &matching.parts {
                Parts::NotAsked => {}
                // Ruby keeps the reason of the last failure here.
                Parts::None => return Ok(None),
                Parts::List(list) => return Ok(Some(list.clone())),
            }
        }
        if !self.responds(value, "deconstruct")? {
            if is_whole {
                matching.parts = Parts::None;
            }
            self.fail(matching, |this| Ok(format!("{} does not respond to #deconstruct", this.inspect(value)?)))?;
            return Ok(None);
        }
        let list = match value {
            Value::Array(_) if !self.reopened => value.clone(),
            _ => self.send(value, "deconstruct", Args::default())?,
        };
        match list {
            Value::Array(list) => {
                self.needs_own(&Value::Array(list.clone()), &["[]", "length"])?;
                if is_whole {
                    matching.parts = Parts::List(list.clone());
                }
                Ok(Some(list))
            }
            Value::Unknown => Err(Stop::Unknown),
            Value::Foreign(_) => self.not_covered("pattern matching of something of Puppet's"),
            _ => self.raise("TypeError", "deconstruct must return Array"),
        }
    }

    /// Refuses a list or hash whose methods the program has replaced.
    fn needs_own(&self, value: &Value, names: &[&str]) -> Outcome<()> {
        match names.iter().find(|it| self.member_of(value, it).is_some()) {
            Some(name) => self.not_covered(format!("pattern matching with a new {}#{name}", class::class_of(value))),
            None => Ok(()),
        }
    }

    /// Whether a value has `deconstruct` or `deconstruct_keys`, as `respond_to?` answers.
    fn responds(&mut self, value: &Value, name: &str) -> Outcome<bool> {
        match value {
            Value::Unknown => return Err(Stop::Unknown),
            Value::Foreign(_) => return self.not_covered("pattern matching of something of Puppet's"),
            Value::This => return self.not_covered("pattern matching of self"),
            _ => {}
        }
        let asked = || Args::new(vec![Value::Symbol(name.into())]);
        if self.member_of(value, "respond_to?").is_some() {
            let answer = self.send(value, "respond_to?", asked())?;
            return self.truth(&answer);
        }
        if self.member_of(value, name).is_some_and(|it| !it.0.1.is_private) {
            return Ok(true);
        }
        let is_own = match value {
            Value::Array(_) => name == "deconstruct",
            Value::Hash(_) => name == "deconstruct_keys",
            Value::Match(_) => self.is_since_3_2(&format!("MatchData#{name}"))?,
            Value::Class(class) if self.classes.get(class).is_some_and(|it| it.is_partial) => {
                return self.not_covered(format!("{class}.{name}"));
            }
            Value::Object(object) => self.object_responds(&object.class.clone(), name)?,
            _ => false,
        };
        if !is_own && self.member_of(value, "respond_to_missing?").is_some() {
            let arguments = Args::new(vec![Value::Symbol(name.into()), Value::Boolean(false)]);
            let answer = self.send_from(value, "respond_to_missing?", arguments, true)?;
            return self.truth(&answer);
        }
        Ok(is_own)
    }

    fn object_responds(&mut self, class: &Name, name: &str) -> Outcome<bool> {
        for ancestor in self.lineage(class) {
            match &*ancestor {
                "Struct" => return Ok(true),
                "Time" | "Date" if name == "deconstruct_keys" => return self.is_since_3_2(&format!("{ancestor}#{name}")),
                _ => {}
            }
            let is_library = crate::load::library(&ancestor).is_some();
            if !is_library && self.classes.get(&ancestor).is_some_and(|it| it.is_partial) {
                return self.not_covered(format!("{ancestor}#{name}"));
            }
        }
        Ok(false)
    }

    /// Whether a method that Ruby 3.2 has added exists. Where it does, it is not covered.
    fn is_since_3_2(&self, method: &str) -> Outcome<bool> {
        match self.needs_version(method)? {
            crate::Version::V3_1 => Ok(false),
            crate::Version::V3_2 => self.not_covered(method),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Plain;
    use crate::{Error, Heap, Limits, Program, Version, evaluate};

    /// The result as `inspect` shows it, with `@unknown`, and `@list` and `@hash` that hold something unknown.
    fn answer(code: &str) -> Result<String, Error> {
        let heap = Heap::default();
        let list = heap.array(vec![Value::Integer(1), heap.unknown()]);
        let hash = Hash::default();
        hash.fill(|it| it.insert(Key::Symbol("a".into()), (Value::Symbol("a".into()), heap.unknown())));
        hash.fill(|it| it.insert(Key::Symbol("b".into()), (Value::Symbol("b".into()), Value::Integer(2))));
        let variables = [("unknown", heap.unknown()), ("list", list), ("hash", heap.hash_of(hash))];
        let mut host = Plain { variables: variables.map(|(name, value)| (name.to_owned(), value)).into(), version: Some(Version::V3_2) };
        let program = Program::parse(code, "").unwrap_or_else(|problems| panic!("{code}: {problems:?}"));
        let mut ruby = Ruby::new(&mut host, heap, Limits::default(), 0);
        let value = ruby.run_program(&program).and_then(|it| ruby.inspect(&it));
        value.map_err(|it| crate::failure(it, 0))
    }

    #[test]
    fn what_no_step_depends_on_may_be_unknown() {
        let cases = [
            ("@list => [x, y]; x", "1"),
            ("@list in [1, _]", "true"),
            ("@list in [2, 5]", "false"),
            ("@list in [_]", "false"),
            ("@list in Array[_, _]", "true"),
            ("@list in Hash", "false"),
            ("@list => [*, _, *a]; a.size", "1"),
            ("@hash => {a:, b:}; b", "2"),
            ("@hash in {a:, b: 3}", "false"),
            ("@hash in {c:}", "false"),
            ("@hash => {a:, **rest}; rest", "{:b=>2}"),
            ("case @unknown; in x; 5; end", "5"),
        ];
        for (code, expected) in cases {
            match answer(code) {
                Ok(shown) => assert_eq!(shown, expected, "{code}"),
                Err(error) => panic!("{code}: {error:?}"),
            }
        }
    }

    #[test]
    fn a_step_that_depends_on_something_unknown_is_not_taken() {
        let codes = [
            "@unknown in 5",
            "@unknown in [*]",
            "@unknown in {a:}",
            "@unknown in Integer",
            "5 in ^@unknown",
            "@list in [_, 2]",
            "@list in [*, 2, *]",
            "@hash in {a: Integer}",
            "case 5; in 5 if @unknown; end",
            "@list => [_]",
            "begin; @list => {a:}; rescue NoMatchingPatternError; 1; end",
        ];
        for code in codes {
            assert!(matches!(answer(code), Err(Error::Unknown)), "{code}: {:?}", answer(code));
        }
    }

    #[test]
    fn what_ruby_3_2_has_added_is_refused_there() {
        for (code, construct) in [
            ("'a'.match(/a/) in []", "MatchData#deconstruct"),
            ("Time.at(0).utc in {year:}", "Time#deconstruct_keys"),
            ("require 'date'; Date.new(2024, 1, 1) in {year:}", "Date#deconstruct_keys"),
            ("require 'date'; DateTime.new(2024, 1, 1) in {year:}", "Date#deconstruct_keys"),
            ("self in [1]", "pattern matching of self"),
            ("class Array; def length = 5; end; [1] in [1]", "pattern matching with a new Array#length"),
        ] {
            match answer(code) {
                Err(Error::NotCovered(it)) => assert_eq!(it.construct, construct, "{code}"),
                other => panic!("{code}: {other:?}"),
            }
        }
    }

    #[test]
    fn the_error_of_several_patterns_needs_no_text_of_their_values() {
        // A class without a name has no text here, which only the error of a single pattern would show.
        let class = "c = Class.new; begin; case 5; in ^c; in 6; end; rescue => e; e.message; end";
        assert_eq!(answer(class).ok().as_deref(), Some("\"5\""));
        assert!(matches!(answer("c = Class.new; 5 => ^c"), Err(Error::NotCovered(_))));
        assert_eq!(answer("c = Class.new; 5 => ^c | 5").ok().as_deref(), Some("nil"));
    }

    #[test]
    fn many_alternatives_and_deep_patterns_end() {
        let many = format!("6000 in {}6000", "1 | ".repeat(5_000));
        assert!(evaluate(&many, &mut Plain::default(), Limits::default()).is_ok_and(|it| it.0 == "true"));
        for (open, close) in [("[", "]"), ("(", ")"), ("{a: ", "}"), ("", " => a"), ("1 | (", ")")] {
            let code = format!("1 in {}1{}", open.repeat(3_000), close.repeat(3_000));
            let _ = evaluate(&code, &mut Plain::default(), Limits::default());
        }
        let code = "x = (1..3000).to_a; x in [*, [*, 1, *] | 0, *]; loop { x in [*, 1, 0, *] }";
        assert!(matches!(evaluate(code, &mut Plain::default(), Limits::default()), Err(Error::Limit(_))));
    }
}
