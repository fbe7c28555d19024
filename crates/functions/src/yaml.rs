//! Values as Ruby's `to_yaml` writes them.

use ::yaml::{Emitter, Options, Scalar, Style};
use issue::{Ended, Issue};
use rustc_hash::FxHashMap;
use values::{Hash, Value, print};

use crate::{Failure, ruby};

/// How deep values are written.
const DEEPEST: u32 = 200;

/// A value as Ruby writes it in YAML.
pub fn yaml_text(value: &Value) -> Result<String, Failure> {
    document(value, Options::new(None, None))
}

/// A document with its `---`.
pub(crate) fn document(value: &Value, options: Options) -> Result<String, Failure> {
    let mut writer = ValueWriter { seen: FxHashMap::default(), anchors: FxHashMap::default(), emitter: Emitter::new(options) };
    writer.count(value, DEEPEST)?;
    writer.node(value);
    Ok(writer.emitter.finish())
}

struct ValueWriter {
    emitter: Emitter,
    /// How often each list and hash occurs, by its identity. What occurs more often has an anchor.
    seen: FxHashMap<usize, u32>,
    anchors: FxHashMap<usize, usize>,
}

fn identity(value: &Value) -> Option<usize> {
    match value {
        Value::Array(list) => Some(std::sync::Arc::as_ptr(list) as usize),
        Value::Hash(hash) => Some(std::sync::Arc::as_ptr(hash) as usize),
        _ => None,
    }
}

impl ValueWriter {
    fn count(&mut self, value: &Value, depth: u32) -> Result<(), Failure> {
        if depth == 0 {
            return Err(Failure::exception(Issue::Ended(Ended::Depth)));
        }
        if let Some(identity) = identity(value) {
            let count = self.seen.entry(identity).or_default();
            *count += 1;
            if *count > 1 {
                return Ok(());
            }
        }
        match value {
            Value::Array(list) => list.iter().try_for_each(|it| self.count(it, depth - 1)),
            Value::Hash(hash) => hash.iter().try_for_each(|(key, value)| {
                self.count(key, depth - 1)?;
                self.count(value, depth - 1)
            }),
            _ => Ok(()),
        }
    }

    fn node(&mut self, value: &Value) {
        if let Some(identity) = identity(value)
            && self.seen.get(&identity).is_some_and(|it| *it > 1)
        {
            if let Some(number) = self.anchors.get(&identity) {
                return self.emitter.alias(*number);
            }
            let number = self.anchors.len() + 1;
            self.anchors.insert(identity, number);
            self.emitter.anchor(number);
        }
        match value {
            Value::Array(list) => self.list(list),
            Value::Iterator(iterator) => self.list(&iterator.elements),
            Value::Hash(hash) => self.mapping(hash),
            Value::Sensitive(inner) => {
                let entries: Hash = [(Value::from("value"), (**inner).clone())].into_iter().collect();
                self.emitter.tag("!ruby/object:Puppet::Pops::Types::PSensitiveType::Sensitive");
                self.mapping(&entries);
            }
            Value::String(text) => self.emitter.scalar(&Scalar::text(text)),
            other => self.emitter.scalar(&scalar(other)),
        }
    }

    fn list(&mut self, list: &[Value]) {
        if list.is_empty() {
            return self.emitter.empty_list();
        }
        let level = self.emitter.begin_list();
        for value in list {
            self.emitter.item();
            self.node(value);
        }
        self.emitter.end(level);
    }

    fn mapping(&mut self, hash: &Hash) {
        if hash.is_empty() {
            return self.emitter.empty_mapping();
        }
        let level = self.emitter.begin_mapping();
        for (key, value) in hash {
            let is_simple = is_simple(key);
            self.emitter.key(is_simple);
            self.node(key);
            self.emitter.value(is_simple);
            self.node(value);
        }
        self.emitter.end(level);
    }
}

/// Whether a key stands before its colon; others have a question mark.
fn is_simple(key: &Value) -> bool {
    match key {
        Value::Array(list) => list.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        Value::Sensitive(_) => false,
        other => scalar(other).is_simple_key(),
    }
}

/// How a single value is written.
fn scalar(value: &Value) -> Scalar<'_> {
    match value {
        Value::Undef => Scalar::plain(""),
        Value::Float(it) if it.is_nan() => Scalar::plain(".nan"),
        Value::Float(it) if it.is_infinite() => Scalar::plain(if *it > 0.0 { ".inf" } else { "-.inf" }),
        Value::Default => Scalar::plain(":default"),
        Value::Regex(regex) => Scalar { text: print::regex(regex.source()).into(), style: Style::Plain, tag: Some("!ruby/regexp") },
        Value::String(text) => Scalar::text(text),
        Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => Scalar::plain(ruby::to_s(value)),
        other => {
            let text = ruby::to_s(other);
            let Scalar { style, tag, .. } = Scalar::text(&text);
            Scalar { text: text.into(), style, tag }
        }
    }
}
