//! `to_yaml`, as Psych writes it.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use yaml::{Emitter, Options, Scalar, Style};

use crate::eval::Ruby;
use crate::stop::Outcome;
use crate::value::{Key, Value};

/// Deeper values are not covered.
const DEEPEST: u32 = 200;

/// Options that Psych reads; it ignores others.
const NAMED: [&str; 6] = ["canonical", "header", "indentation", "line_width", "stringify_names", "version"];

/// First line of a document with the option `header`.
const HEADER: &str = "%YAML 1.1\n";

pub fn generate(ruby: &mut Ruby<'_>, value: &Value, options: &Value) -> Outcome<String> {
    let (mut indentation, mut width, mut has_header) = (None, None, false);
    match options {
        Value::Nil => {}
        Value::Hash(hash) => {
            for (key, value) in hash.entries() {
                match (key, value.1) {
                    (Key::Symbol(name), Value::Integer(it)) if &*name == "indentation" => indentation = Some(it),
                    (Key::Symbol(name), Value::Integer(it)) if &*name == "line_width" => width = Some(it),
                    (Key::Symbol(name), value) if &*name == "header" => has_header = ruby.truth(&value)?,
                    (Key::Symbol(name), _) if !NAMED.contains(&&*name) => {}
                    _ => return ruby.not_covered("to_yaml with such options"),
                }
            }
        }
        _ => return ruby.not_covered("to_yaml with such options"),
    }
    let mut writer = Writer {
        emitter: Emitter::new(Options::new(indentation, width)),
        widest: width.and_then(|it| usize::try_from(it).ok()),
        seen: FxHashMap::default(),
        anchors: FxHashMap::default(),
    };
    writer.count(ruby, value, DEEPEST)?;
    writer.node(ruby, value)?;
    let text = writer.emitter.finish();
    Ok(if has_header { format!("{HEADER}{text}") } else { text })
}

struct Writer {
    emitter: Emitter,
    /// The width that was given, in characters. A wider text is folded, which is not covered.
    widest: Option<usize>,
    /// How often each occurs, by its identity: what occurs more often has an anchor.
    seen: FxHashMap<usize, u32>,
    anchors: FxHashMap<usize, usize>,
}

fn identity(value: &Value) -> Option<usize> {
    match value {
        Value::Array(it) => Some(Rc::as_ptr(it).cast::<u8>() as usize),
        Value::Hash(it) => Some(Rc::as_ptr(it).cast::<u8>() as usize),
        _ => None,
    }
}

impl Writer {
    fn count(&mut self, ruby: &mut Ruby<'_>, value: &Value, depth: u32) -> Outcome<()> {
        ruby.spend(1)?;
        if depth == 0 {
            return ruby.not_covered("to_yaml of values nested so deep");
        }
        if let Some(identity) = identity(value) {
            let count = self.seen.entry(identity).or_default();
            *count += 1;
            if *count > 1 {
                return Ok(());
            }
        }
        match value {
            Value::Array(list) => list.items().iter().try_for_each(|it| self.count(ruby, it, depth - 1)),
            Value::Hash(hash) => hash.pairs().iter().try_for_each(|(key, value)| {
                self.count(ruby, key, depth - 1)?;
                self.count(ruby, value, depth - 1)
            }),
            Value::Unknown => Err(crate::stop::Stop::Unknown),
            Value::String(text) if self.widest.is_some_and(|it| text.get().chars().count() > it) => {
                ruby.not_covered("to_yaml of a text that is wider than line_width")
            }
            _ => Ok(()),
        }
    }

    fn node(&mut self, ruby: &mut Ruby<'_>, value: &Value) -> Outcome<()> {
        if let Some(identity) = identity(value)
            && self.seen.get(&identity).is_some_and(|it| *it > 1)
        {
            if let Some(number) = self.anchors.get(&identity) {
                self.emitter.alias(*number);
                return Ok(());
            }
            let number = self.anchors.len() + 1;
            self.anchors.insert(identity, number);
            self.emitter.anchor(number);
        }
        match value {
            Value::Array(list) if list.is_empty() => self.emitter.empty_list(),
            Value::Array(list) => {
                let level = self.emitter.begin_list();
                for item in list.items() {
                    self.emitter.item();
                    self.node(ruby, &item)?;
                }
                self.emitter.end(level);
            }
            Value::Hash(hash) if hash.is_empty() => self.emitter.empty_mapping(),
            Value::Hash(hash) => {
                if hash.default.borrow().is_some() || hash.default_of.borrow().is_some() {
                    return ruby.not_covered("to_yaml of a hash with a default");
                }
                let level = self.emitter.begin_mapping();
                for (key, value) in hash.pairs() {
                    let is_simple = match &key {
                        Value::Array(it) => it.is_empty(),
                        Value::Hash(it) => it.is_empty(),
                        Value::String(text) => Scalar::text(&text.get()).is_simple_key(),
                        _ => true,
                    };
                    self.emitter.key(is_simple);
                    self.node(ruby, &key)?;
                    self.emitter.value(is_simple);
                    self.node(ruby, &value)?;
                }
                self.emitter.end(level);
            }
            Value::String(text) => self.emitter.scalar(&Scalar::text(&text.get())),
            Value::Nil => self.emitter.scalar(&Scalar::plain("")),
            Value::Boolean(_) | Value::Integer(_) | Value::Big(_) => {
                let text = ruby.inspect(value)?;
                self.emitter.scalar(&Scalar::plain(text));
            }
            Value::Float(it) if it.is_nan() => self.emitter.scalar(&Scalar::plain(".nan")),
            Value::Float(it) if it.is_infinite() => self.emitter.scalar(&Scalar::plain(if *it > 0.0 { ".inf" } else { "-.inf" })),
            Value::Float(it) => self.emitter.scalar(&Scalar::plain(literals::float(*it))),
            Value::Symbol(name) => {
                let is_word = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_') && !name.is_empty();
                if !is_word {
                    return ruby.not_covered("to_yaml of such a symbol");
                }
                self.emitter.scalar(&Scalar { text: format!(":{name}").into(), style: Style::Plain, tag: None });
            }
            Value::Foreign(it) => {
                let class = it.class.clone();
                let Some(fields) = ruby.host.fields(&ruby.heap, it)? else { return ruby.not_covered(format!("to_yaml of {class}")) };
                self.emitter.tag(&format!("!ruby/object:{class}"));
                let level = self.emitter.begin_mapping();
                for (name, value) in &fields {
                    self.emitter.key(true);
                    self.emitter.scalar(&Scalar::text(name));
                    self.emitter.value(true);
                    self.node(ruby, value)?;
                }
                self.emitter.end(level);
            }
            other => return ruby.not_covered(format!("to_yaml of {}", crate::class::class_of(other))),
        }
        Ok(())
    }
}
