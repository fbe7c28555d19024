//! Operations on every class: text, equality, order, keys, elements.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::big;
use crate::class;
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::{Hash, Key, Pattern, Value};

/// Values within values are shown, compared and copied so deep.
const DEEPEST: u32 = 400;

impl Ruby<'_> {
    /// `to_s`; none where it is not known.
    pub fn shown_text(&mut self, value: &Value) -> Outcome<Option<String>> {
        Ok(Some(match value {
            value if value.is_lost() => {
                self.unknown();
                return Ok(None);
            }
            Value::String(text) => text.get().to_string(),
            Value::Bytes(it) => match crate::bytes::ascii(it) {
                Some(text) => text.to_string(),
                None => return self.not_covered("a binary string as a part of a text"),
            },
            Value::Nil => String::new(),
            Value::Symbol(name) => name.to_string(),
            Value::Exception(it) => {
                if self.classes.contains_key(&it.class)
                    && let Some((found, singleton)) = self.member_of(value, "to_s")
                {
                    let text = self.call_member(value, "to_s", found, singleton, Args::default())?;
                    return self.needs_text(&text).map(|it| Some(it.to_string()));
                }
                it.message().to_string()
            }
            Value::Object(it) => match self.member_of(value, "to_s") {
                Some((found, singleton)) => match self.call_member(value, "to_s", found, singleton, Args::default())? {
                    Value::String(text) => text.get().to_string(),
                    Value::Unknown => return Ok(None),
                    _ => return self.not_covered("to_s that gives no text"),
                },
                None if self.members_of(&it.class).is_some() => self.inspect(value)?,
                None => return self.not_covered("the text of an object, which has its address"),
            },
            Value::Match(it) => it.group(0).unwrap_or_default().to_owned(),
            Value::Regex(it) => embedded(it).map_or_else(|| self.not_covered("Regexp#to_s of a pattern with options inside"), Ok)?,
            Value::Range(it) => {
                let dots = if it.exclusive { "..." } else { ".." };
                match (self.shown_text(&it.from)?, self.shown_text(&it.to)?) {
                    (Some(from), Some(to)) => format!("{from}{dots}{to}"),
                    _ => return Ok(None),
                }
            }
            Value::Foreign(it) => match &it.text {
                Some(text) => text.to_string(),
                None => return self.not_covered(format!("{}#to_s", it.class)),
            },
            Value::Unknown => {
                self.unknown();
                return Ok(None);
            }
            Value::Array(_) | Value::Hash(_) => {
                if self.is_doubtful(value)? {
                    self.unknown();
                    return Ok(None);
                }
                self.inspect(value)?
            }
            Value::Output => return self.not_covered("_erbout as a value"),
            Value::This => return self.not_covered("self as a value"),
            other => self.inspect(other)?,
        }))
    }

    /// The same, where it is known.
    pub fn text_of(&mut self, value: &Value) -> Outcome<String> {
        match self.shown_text(value)? {
            Some(text) => {
                self.heap.count(text.len());
                Ok(text)
            }
            None => Err(Stop::Unknown),
        }
    }

    pub fn inspect(&mut self, value: &Value) -> Outcome<String> {
        let mut out = String::new();
        self.append_inspected(value, &mut out)?;
        Ok(out)
    }

    fn append_inspected(&mut self, value: &Value, out: &mut String) -> Outcome<()> {
        self.spend(1)?;
        if out.len() > self.limits.memory {
            return Err(Stop::Limit(crate::Limit::Memory));
        }
        match value {
            Value::Nil => out.push_str("nil"),
            Value::Boolean(it) => out.push_str(if *it { "true" } else { "false" }),
            Value::Integer(it) => out.push_str(&it.to_string()),
            Value::Big(it) => out.push_str(&big::text(self, it, 10)?),
            Value::Float(it) => out.push_str(&literals::float(*it)),
            Value::String(text) => out.push_str(&values::print::inspect_str(&text.get())),
            Value::Bytes(it) => out.push_str(&self.inspect_bytes(it)?),
            Value::Symbol(name) => out.push_str(&symbol(name)),
            Value::Class(name) => match self.class_name(name) {
                Some(name) => out.push_str(&name),
                None => return self.not_covered("the text of a class without a name"),
            },
            Value::Object(it) => {
                if let Some((found, singleton)) = self.member_of(value, "inspect") {
                    let text = self.call_member(value, "inspect", found, singleton, Args::default())?;
                    let text = self.needs_text(&text)?;
                    out.push_str(&text);
                    return Ok(());
                }
                let Some((members, _)) = self.members_of(&it.class) else {
                    return self.not_covered("the text of an object, which has its address");
                };
                out.push_str("#<struct ");
                let lineage = self.lineage(&it.class);
                if let Some(name) = lineage.iter().take(2).find_map(|it| self.classes.get(it)?.shown.clone()) {
                    out.push_str(&name);
                    out.push(' ');
                }
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    let value = self.field(value, &format!("@{member}").into())?;
                    out.push_str(member);
                    out.push('=');
                    self.append_inspected(&value, out)?;
                }
                out.push('>');
            }
            Value::Regex(it) => out.push_str(&pattern(it)),
            Value::Array(_) | Value::Hash(_) => {
                if self.nesting > DEEPEST {
                    return self.not_covered("values nested so deep, or in themselves");
                }
                let identity = match value {
                    Value::Array(it) => Rc::as_ptr(it).cast::<u8>() as usize,
                    Value::Hash(it) => Rc::as_ptr(it).cast::<u8>() as usize,
                    _ => 0,
                };
                if self.inspected.contains(&identity) {
                    out.push_str(if matches!(value, Value::Array(_)) { "[...]" } else { "{...}" });
                    return Ok(());
                }
                self.nesting += 1;
                self.inspected.push(identity);
                let result = self.deeper(|this| this.append_parts(value, out));
                self.inspected.pop();
                self.nesting -= 1;
                result?;
            }
            Value::Range(it) => {
                if !it.from.is_nil() {
                    self.append_inspected(&it.from, out)?;
                }
                out.push_str(if it.exclusive { "..." } else { ".." });
                if !it.to.is_nil() {
                    self.append_inspected(&it.to, out)?;
                }
                if it.from.is_nil() && it.to.is_nil() {
                    return self.not_covered("a range without ends as text");
                }
            }
            Value::Exception(it) => {
                if self.classes.contains_key(&it.class) && self.member_of(value, "to_s").is_some() {
                    return self.not_covered("inspect of an exception with a text of its own");
                }
                if it.message().is_empty() {
                    out.push_str(&it.class);
                } else {
                    out.push_str(&format!("#<{}: {}>", it.class, it.message()));
                }
            }
            Value::Match(it) => {
                if !it.pattern.names.is_empty() {
                    return self.not_covered("MatchData#inspect with names");
                }
                out.push_str("#<MatchData ");
                out.push_str(&values::print::inspect_str(it.group(0).unwrap_or_default()));
                for number in 1..=it.found.groups.len() {
                    let shown = it.group(number).map_or("nil".to_owned(), values::print::inspect_str);
                    out.push_str(&format!(" {number}:{shown}"));
                }
                out.push('>');
            }
            Value::Foreign(it) => match &it.inspect {
                Some(text) => out.push_str(text),
                None => return self.not_covered(format!("{}#inspect", it.class)),
            },
            Value::Unknown => return Err(Stop::Unknown),
            Value::Proc(_) | Value::Output | Value::This => {
                return self.not_covered(format!("{}#inspect", class::class_of(value)));
            }
        }
        Ok(())
    }

    fn append_parts(&mut self, value: &Value, out: &mut String) -> Outcome<()> {
        match value {
            Value::Array(list) => {
                out.push('[');
                for (index, item) in list.items().iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    self.append_inspected(item, out)?;
                }
                out.push(']');
            }
            Value::Hash(hash) => {
                out.push('{');
                for (index, (key, value)) in hash.pairs().iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    self.append_inspected(key, out)?;
                    out.push_str("=>");
                    self.append_inspected(value, out)?;
                }
                out.push('}');
            }
            _ => {}
        }
        Ok(())
    }

    /// `a == b`
    pub fn equal(&mut self, a: &Value, b: &Value) -> Outcome<bool> {
        Ok(match (a, b) {
            (Value::Unknown, _) | (_, Value::Unknown) => return Err(Stop::Unknown),
            (Value::Nil, Value::Nil) | (Value::This, Value::This) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Big(a), Value::Big(b)) => a == b,
            (Value::Big(a), Value::Float(b)) | (Value::Float(b), Value::Big(a)) => big::compare(a, *b) == Some(Ordering::Equal),
            (Value::Float(a), Value::Float(b)) => a == b,
            (Value::Integer(a), Value::Float(b)) | (Value::Float(b), Value::Integer(a)) => compare_numbers(*a, *b) == Some(Ordering::Equal),
            (Value::Symbol(a), Value::Symbol(b)) => a == b,
            (Value::String(a), Value::String(b)) => a.get() == b.get(),
            (Value::Bytes(_), Value::String(_) | Value::Bytes(_)) | (Value::String(_), Value::Bytes(_)) => {
                let (left, right) = (self.needs_bytes(a)?, self.needs_bytes(b)?);
                let (own, other) = (crate::bytes::encoding_of(a), crate::bytes::encoding_of(b));
                let is_comparable = own == other
                    || (left.is_empty() && right.is_empty())
                    || (own.is_ascii_compatible() && other.is_ascii_compatible() && left.is_ascii() && right.is_ascii());
                left == right && is_comparable
            }
            (Value::Class(a), Value::Class(b)) => a == b,
            (Value::Regex(a), Value::Regex(b)) => a.source == b.source && a.flags == b.flags,
            (Value::Exception(a), Value::Exception(b)) => Rc::ptr_eq(a, b) || (a.class == b.class && a.message() == b.message()),
            (Value::Proc(a), Value::Proc(b)) => {
                if !Rc::ptr_eq(a, b) {
                    return self.not_covered("Proc#==");
                }
                true
            }
            (Value::Range(a), Value::Range(b)) => {
                a.exclusive == b.exclusive && self.equal(&a.from, &b.from)? && self.equal(&a.to, &b.to)?
            }
            (Value::Array(a), Value::Array(b)) => {
                if Rc::ptr_eq(a, b) {
                    return Ok(true);
                }
                let (a, b) = (a.items(), b.items());
                if a.len() != b.len() {
                    return Ok(false);
                }
                self.spend(a.len() as u64)?;
                for (a, b) in a.iter().zip(&b) {
                    if !self.deeper(|this| this.equal(a, b))? {
                        return Ok(false);
                    }
                }
                true
            }
            (Value::Hash(a), Value::Hash(b)) => {
                if Rc::ptr_eq(a, b) {
                    return Ok(true);
                }
                if a.len() != b.len() {
                    return Ok(false);
                }
                self.spend(a.len() as u64)?;
                for (key, (_, value)) in a.entries() {
                    let Some(other) = b.get(&key) else { return Ok(false) };
                    if !self.deeper(|this| this.equal(&value, &other))? {
                        return Ok(false);
                    }
                }
                true
            }
            (Value::Integer(_) | Value::Big(_) | Value::Float(_), Value::Object(object)) if &*object.class == "Rational" => {
                return self.equal(b, a);
            }
            (Value::Object(_), _) | (_, Value::Object(_)) => {
                if let Some((found, singleton)) = self.member_of(a, "==") {
                    let result = self.call_member(a, "==", found, singleton, Args::new(vec![b.clone()]))?;
                    return self.truth(&result);
                }
                match (a, b) {
                    (Value::Object(a), Value::Object(b)) if Rc::ptr_eq(a, b) => true,
                    (Value::Object(left), Value::Object(right)) if left.class == right.class && self.members_of(&left.class).is_some() => {
                        let (left, right) = (left.fields.borrow().clone(), right.fields.borrow().clone());
                        for (name, value) in &left {
                            let other = right.get(name).cloned().unwrap_or(Value::Nil);
                            if !self.deeper(|this| this.equal(value, &other))? {
                                return Ok(false);
                            }
                        }
                        true
                    }
                    _ if self.member_of(a, "<=>").is_some() => return self.not_covered("Comparable#=="),
                    _ => false,
                }
            }
            (Value::Foreign(a), Value::Foreign(b)) if Rc::ptr_eq(a, b) => true,
            (Value::Foreign(_), Value::Foreign(_)) => return self.not_covered("the comparison of two things of Puppet's"),
            (Value::Match(_), Value::Match(_)) => return self.not_covered("MatchData#=="),
            (Value::Output, _) | (_, Value::Output) => return self.not_covered("_erbout as a value"),
            _ => false,
        })
    }

    /// `a <=> b`; none is `nil`.
    pub fn compare(&mut self, a: &Value, b: &Value) -> Outcome<Option<Ordering>> {
        Ok(match (a, b) {
            (Value::Unknown, _) | (_, Value::Unknown) => return Err(Stop::Unknown),
            (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
            (Value::Big(a), Value::Big(b)) => Some(a.cmp(b)),
            (Value::Big(a), Value::Integer(_)) => Some(big::sign(a)),
            (Value::Integer(_), Value::Big(b)) => Some(big::sign(b).reverse()),
            (Value::Big(a), Value::Float(b)) => big::compare(a, *b),
            (Value::Float(a), Value::Big(b)) => big::compare(b, *a).map(Ordering::reverse),
            (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
            (Value::Integer(a), Value::Float(b)) => compare_numbers(*a, *b),
            (Value::Float(a), Value::Integer(b)) => compare_numbers(*b, *a).map(Ordering::reverse),
            (Value::String(a), Value::String(b)) => Some(a.get().as_bytes().cmp(b.get().as_bytes())),
            (Value::Bytes(_), Value::String(_) | Value::Bytes(_)) | (Value::String(_), Value::Bytes(_)) => {
                match self.needs_bytes(a)?.cmp(&self.needs_bytes(b)?) {
                    Ordering::Equal if !self.equal(a, b)? => return self.not_covered("the order of strings of different encodings"),
                    other => Some(other),
                }
            }
            (Value::Symbol(a), Value::Symbol(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
            (Value::Array(a), Value::Array(b)) => {
                let (a, b) = (a.items(), b.items());
                self.spend(a.len() as u64)?;
                for (a, b) in a.iter().zip(&b) {
                    match self.deeper(|this| this.compare(a, b))? {
                        Some(Ordering::Equal) => {}
                        other => return Ok(other),
                    }
                }
                Some(a.len().cmp(&b.len()))
            }
            (Value::Object(_), _) => match self.member_of(a, "<=>") {
                Some((found, singleton)) => match self.call_member(a, "<=>", found, singleton, Args::new(vec![b.clone()]))? {
                    Value::Nil => None,
                    Value::Integer(it) => Some(it.cmp(&0)),
                    Value::Big(it) => Some(big::sign(&it)),
                    _ => return self.not_covered("such a result of <=>"),
                },
                None => self.equal(a, b)?.then_some(Ordering::Equal),
            },
            (Value::Integer(_) | Value::Big(_) | Value::Float(_), Value::Object(object)) => {
                return match &*object.class {
                    "Rational" => Ok(self.compare(b, a)?.map(Ordering::reverse)),
                    _ => self.not_covered("the order of a number and an object"),
                };
            }
            (Value::Foreign(_), _) | (_, Value::Foreign(_)) | (Value::Class(_), Value::Class(_)) => {
                return self.not_covered("the order of such values");
            }
            (a, b) => self.equal(a, b)?.then_some(Ordering::Equal),
        })
    }

    /// The same where there has to be an order.
    pub fn order(&mut self, a: &Value, b: &Value) -> Outcome<Ordering> {
        match self.compare(a, b)? {
            Some(it) => Ok(it),
            None => self.not_comparable(a, b),
        }
    }

    /// The exception for two values without an order.
    pub fn not_comparable<T>(&mut self, a: &Value, b: &Value) -> Outcome<T> {
        let shown = match b {
            // Larger ones are objects to Ruby.
            Value::Integer(it) if !(-(1 << 62)..1 << 62).contains(it) => "Integer".to_owned(),
            Value::Nil | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::Symbol(_) => self.inspect(b)?,
            other => class::class_of(other).to_string(),
        };
        self.raise("ArgumentError", format!("comparison of {} with {shown} failed", class::class_of(a)))
    }

    /// Sorts as Ruby does with the C library of Linux: elements that are equal keep their order.
    pub fn sort(
        &mut self,
        items: Vec<Value>,
        order: &mut dyn FnMut(&mut Self, &Value, &Value) -> Outcome<Ordering>,
    ) -> Outcome<Vec<Value>> {
        if items.len() < 2 {
            return Ok(items);
        }
        let mut left = items;
        let right = left.split_off(left.len() / 2);
        let left = self.sort(left, order)?;
        let right = self.sort(right, order)?;
        let mut sorted = Vec::with_capacity(left.len() + right.len());
        let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            self.spend(1)?;
            let next = if order(self, a, b)? == Ordering::Greater { right.next() } else { left.next() };
            sorted.extend(next);
        }
        sorted.extend(left);
        sorted.extend(right);
        Ok(sorted)
    }

    pub fn key(&mut self, value: &Value) -> Outcome<Key> {
        Ok(match value {
            Value::Nil => Key::Nil,
            Value::Boolean(it) => Key::Boolean(*it),
            Value::Integer(it) => Key::Integer(*it),
            Value::Big(it) => Key::Big(it.clone()),
            Value::Float(it) => Key::Float((if *it == 0.0 { 0.0_f64 } else { *it }).to_bits()),
            Value::Symbol(it) => Key::Symbol(it.clone()),
            Value::String(it) => Key::String(it.get()),
            Value::Bytes(it) => match crate::bytes::ascii(it) {
                Some(text) => Key::String(text),
                None => Key::Bytes(it.get(), it.encoding),
            },
            Value::Class(it) => Key::Class(it.clone()),
            Value::Array(it) => {
                let items = it.items();
                self.spend(items.len() as u64)?;
                let mut keys = Vec::with_capacity(items.len());
                for item in &items {
                    keys.push(self.deeper(|this| this.key(item))?);
                }
                Key::Array(keys)
            }
            Value::Hash(it) => {
                // Equal hashes are equal keys, in whatever order.
                let entries = it.entries();
                let mut keys = Vec::new();
                for (key, (_, value)) in entries {
                    let value = self.deeper(|this| this.key(&value))?;
                    keys.push((format!("{key:?}"), Key::Array(vec![key, value])));
                }
                keys.sort_by(|a, b| a.0.cmp(&b.0));
                Key::Array(vec![Key::Object(0), Key::Array(keys.into_iter().map(|it| it.1).collect())])
            }
            Value::Foreign(it) => Key::Object(Rc::as_ptr(it).cast::<u8>() as usize),
            Value::Object(it) => {
                if self.members_of(&it.class).is_some() || self.member_of(value, "hash").is_some() {
                    return self.not_covered("such an object as a key of a hash");
                }
                Key::Object(Rc::as_ptr(it).cast::<u8>() as usize)
            }
            Value::Unknown => return Err(Stop::Unknown),
            other => return self.not_covered(format!("{} as a key of a hash", class::class_of(other))),
        })
    }

    /// `hash[key] = value`. A hash that others may have is [noted](Hash::note) before.
    pub fn store(&mut self, hash: &Hash, key: Value, value: Value) -> Outcome<()> {
        self.spend(1)?;
        self.changes_early(hash.early)?;
        if hash.frozen.get() || (hash.shared && !self.heap.follows.get()) {
            return self.not_covered("a change of a hash that is frozen, or Puppet's");
        }
        let own = self.key(&key)?;
        let key = match &key {
            // A text as a key is copied.
            Value::String(text) if !text.frozen.get() => self.heap.frozen(text.get()),
            Value::Bytes(it) if !it.frozen.get() => {
                let copy = crate::value::Bytes::new(it.get().to_vec(), it.encoding);
                copy.frozen.set(true);
                Value::Bytes(Rc::new(copy))
            }
            _ => key,
        };
        self.heap.count(96);
        let is_new = hash.fill(|entries| match entries.get_mut(&own) {
            Some(entry) => {
                entry.1 = value;
                false
            }
            None => {
                entries.insert(own, (key, value));
                true
            }
        });
        if is_new && hash.iterated.get() > 0 {
            // Ruby refuses it here, and would have before it was stored.
            return self.not_covered("a key that is added during an iteration");
        }
        Ok(())
    }

    /// Elements of a list, hash or range.
    pub fn elements(&mut self, value: &Value) -> Outcome<Vec<Value>> {
        match value {
            Value::Array(it) => {
                let items = it.items();
                self.spend(items.len() as u64 / 4)?;
                Ok(items)
            }
            Value::Hash(it) => {
                let pairs = it.pairs();
                self.spend(pairs.len() as u64)?;
                Ok(pairs.into_iter().map(|(key, value)| self.heap.array(vec![key, value])).collect())
            }
            Value::Range(it) => self.range_elements(it),
            Value::Unknown => Err(Stop::Unknown),
            Value::Object(object) if self.inherits(&object.class.clone(), "Enumerable") => {
                let items = Rc::new(std::cell::RefCell::new(Vec::new()));
                let what = crate::value::Callable::Collect(items.clone());
                let block = Rc::new(crate::value::Proc { what, is_lambda: true, home: 0 });
                self.send(value, "each", Args { block: Some(block), ..Args::default() })?;
                Ok(items.take())
            }
            other => self.not_covered(format!("the elements of {}", class::class_of(other))),
        }
    }

    fn range_elements(&mut self, range: &crate::value::Range) -> Outcome<Vec<Value>> {
        match (&range.from, &range.to) {
            (Value::Integer(from), Value::Integer(to)) => {
                let to = if range.exclusive { to.saturating_sub(1) } else { *to };
                if *from > to {
                    return Ok(Vec::new());
                }
                let count = to.saturating_sub(*from).saturating_add(1);
                self.spend(u64::try_from(count).unwrap_or(u64::MAX))?;
                Ok((*from..=to).map(Value::Integer).collect())
            }
            (Value::Integer(_), Value::Float(_)) => self.not_covered("a range of an integer and a float as a list"),
            (Value::Float(_), _) => self.raise("TypeError", "can't iterate from Float"),
            (Value::String(from), Value::String(to)) => {
                let (from, to) = (from.get(), to.get());
                let mut texts = Vec::new();
                if from.len() > to.len() || (from.len() == to.len() && *from > *to) {
                    return Ok(texts);
                }
                let simple = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric());
                if !simple(&from) || !simple(&to) {
                    return self.not_covered("a range of such texts");
                }
                let mut current = from.to_string();
                loop {
                    self.spend(1)?;
                    if current.len() > to.len() {
                        return Ok(texts);
                    }
                    let is_last = *current == *to;
                    if !(is_last && range.exclusive) {
                        texts.push(self.heap.text(current.clone()));
                    }
                    if is_last {
                        return Ok(texts);
                    }
                    current = crate::methods::string::successor(&current);
                }
            }
            (Value::Object(object), to @ Value::Object(_)) if self.find_member(&object.class, "succ").is_some() => {
                let mut items = Vec::new();
                let mut current = range.from.clone();
                loop {
                    self.spend(1)?;
                    match self.compare(&current, to)? {
                        Some(Ordering::Less) => {}
                        Some(Ordering::Equal) if !range.exclusive => {
                            items.push(current);
                            return Ok(items);
                        }
                        _ => return Ok(items),
                    }
                    let next = self.send(&current, "succ", Args::default())?;
                    items.push(std::mem::replace(&mut current, next));
                }
            }
            _ => self.not_covered("a range without an end as a list"),
        }
    }

    /// A text that a method needs.
    pub fn needs_text(&mut self, value: &Value) -> Outcome<Rc<str>> {
        match value {
            Value::String(text) => Ok(text.get()),
            Value::Bytes(it) => match crate::bytes::ascii(it) {
                Some(text) => Ok(text),
                None => self.not_covered("a binary string for a method of texts"),
            },
            Value::Unknown => Err(Stop::Unknown),
            Value::Foreign(it) => self.not_covered(format!("{}#to_str", it.class)),
            Value::Output => self.not_covered("_erbout as a value"),
            Value::Object(it) if self.member_of(value, "to_path").or_else(|| self.member_of(value, "to_str")).is_some() => {
                let class = it.class.clone();
                self.not_covered(format!("an object of the class {class} as a text"))
            }
            other => {
                let name = self.conversion_name(other);
                self.raise("TypeError", format!("no implicit conversion of {name} into String"))
            }
        }
    }

    /// An integer that a method needs.
    pub fn needs_integer(&mut self, value: &Value) -> Outcome<i64> {
        match value {
            Value::Integer(it) => Ok(*it),
            Value::Big(_) => self.raise("RangeError", "bignum too big to convert into `long'"),
            Value::Float(it) if it.is_finite() && it.abs() < 9e18 => Ok(*it as i64),
            Value::Unknown => Err(Stop::Unknown),
            Value::Nil => self.raise("TypeError", "no implicit conversion from nil to integer"),
            Value::Foreign(it) => self.not_covered(format!("{}#to_int", it.class)),
            Value::Boolean(it) => self.raise("TypeError", format!("no implicit conversion of {it} into Integer")),
            Value::Float(_) => self.not_covered("such a float as an integer"),
            other => {
                let name = class::class_of(other);
                self.raise("TypeError", format!("no implicit conversion of {name} into Integer"))
            }
        }
    }

    /// A list that a method needs.
    pub fn needs_array(&mut self, value: &Value) -> Outcome<Vec<Value>> {
        match value {
            Value::Array(it) => Ok(it.items()),
            Value::Unknown => Err(Stop::Unknown),
            Value::Foreign(it) => self.not_covered(format!("{}#to_ary", it.class)),
            other => {
                let name = self.conversion_name(other);
                self.raise("TypeError", format!("no implicit conversion of {name} into Array"))
            }
        }
    }

    pub fn needs_hash(&mut self, value: &Value) -> Outcome<Rc<Hash>> {
        match value {
            Value::Hash(it) => Ok(it.clone()),
            Value::Unknown => Err(Stop::Unknown),
            Value::Foreign(it) => self.not_covered(format!("{}#to_hash", it.class)),
            other => {
                let name = self.conversion_name(other);
                self.raise("TypeError", format!("no implicit conversion of {name} into Hash"))
            }
        }
    }
}

/// An integer and a float by their exact values.
pub fn compare_numbers(integer: i64, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float >= 9_223_372_036_854_775_808.0 {
        return Some(Ordering::Less);
    }
    if float < -9_223_372_036_854_775_808.0 {
        return Some(Ordering::Greater);
    }
    let whole = float.trunc();
    let ordering = integer.cmp(&(whole as i64));
    Some(ordering.then_with(|| 0.0_f64.partial_cmp(&(float - whole)).unwrap_or(Ordering::Equal)))
}

/// `:name`, in quotes where it needs them.
pub fn symbol(name: &str) -> String {
    const OPERATORS: &[&str] = &[
        "[]", "[]=", "+", "-", "*", "/", "%", "**", "==", "!=", "<", ">", "<=", ">=", "<=>", "===", "=~", "!~", "!", "~", "<<", ">>", "&",
        "|", "^", "+@", "-@", "`",
    ];
    let body = name.strip_prefix("@@").or_else(|| name.strip_prefix('@')).or_else(|| name.strip_prefix('$')).unwrap_or(name);
    let end = if body.len() == name.len() { body.strip_suffix(['?', '!', '=']).unwrap_or(body) } else { body };
    let is_word =
        end.chars().next().is_some_and(|it| it.is_alphabetic() || it == '_') && end.chars().all(|it| it.is_alphanumeric() || it == '_');
    if is_word || OPERATORS.contains(&name) { format!(":{name}") } else { format!(":{}", values::print::inspect_str(name)) }
}

fn slashes(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut characters = source.chars();
    while let Some(it) = characters.next() {
        match it {
            '\\' => {
                out.push(it);
                out.extend(characters.next());
            }
            '/' => out.push_str("\\/"),
            '\n' => out.push('\n'),
            other => out.push(other),
        }
    }
    out
}

fn letters(pattern: &Pattern) -> String {
    let flags = pattern.flags;
    [(flags.multiline, 'm'), (flags.ignore_case, 'i'), (flags.extended, 'x')].iter().filter(|it| it.0).map(|it| it.1).collect()
}

/// `/source/flags`
pub fn pattern(pattern: &Pattern) -> String {
    format!("/{}/{}", slashes(&pattern.source), letters(pattern))
}

/// `(?-mix:source)`, as it stands within another pattern.
pub fn embedded(pattern: &Pattern) -> Option<String> {
    let mut source = &*pattern.source;
    if let Some(rest) = source.strip_prefix("(?") {
        match rest.chars().next() {
            Some('m' | 'i' | 'x' | '-' | ')') => return None,
            // A group around all of it is left out.
            Some(':') if rest.ends_with(')') => {
                if pattern.flags.extended {
                    return None;
                }
                let inner = rest.get(1..rest.len() - 1).filter(|it| is_balanced(it));
                source = inner.unwrap_or(source);
            }
            _ => {}
        }
    }
    let on = letters(pattern);
    let flags = pattern.flags;
    let off: String =
        [(flags.multiline, 'm'), (flags.ignore_case, 'i'), (flags.extended, 'x')].iter().filter(|it| !it.0).map(|it| it.1).collect();
    let off = if off.is_empty() { off } else { format!("-{off}") };
    Some(format!("(?{on}{off}:{})", slashes(source)))
}

/// Whether a part of a pattern closes what it opens, and nothing else.
fn is_balanced(part: &str) -> bool {
    let (mut groups, mut classes) = (0_usize, 0_usize);
    let mut letters = part.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.next().is_none() => return false,
            '[' => classes += 1,
            ']' => classes = classes.saturating_sub(1),
            '(' if classes == 0 => groups += 1,
            ')' if classes == 0 => match groups.checked_sub(1) {
                Some(rest) => groups = rest,
                None => return false,
            },
            _ => {}
        }
    }
    groups == 0 && classes == 0
}
