//! From a tree to data.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::reader::{NO_TEXT, TOO_DEEP};
use crate::tree::MAX_DEPTH;
use crate::{Data, Entry, Error, ErrorKind, Kind, Node, Text, Tree, reader, scalar};

/// With every alias written out. Few bytes with aliases of aliases may stand for any number of values.
const MAX_VALUES: u64 = 5_000_000;

/// A text of YAML: what it means, and where things stand in it.
#[derive(Clone, Debug)]
pub struct Document {
    pub data: Data,
    pub root: Node,
}

/// Reads the first document of a text; none where there is no document.
pub fn load(text: &[u8]) -> Result<Option<Document>, Error> {
    load_with(text, Rules { aliases: true, times: false })
}

/// Reads as Psych does where it may not follow aliases.
pub fn load_without_aliases(text: &[u8]) -> Result<Option<Document>, Error> {
    load_with(text, Rules { aliases: false, times: false })
}

/// Reads as [`load`] does, with times and dates as texts: Puppet reads its own state with more classes than data.
pub fn load_with_times(text: &[u8]) -> Result<Option<Document>, Error> {
    load_with(text, Rules { aliases: true, times: true })
}

#[derive(Clone, Copy)]
struct Rules {
    /// Whether aliases are followed.
    aliases: bool,
    /// Whether times may stand there.
    times: bool,
}

fn load_with(text: &[u8], rules: Rules) -> Result<Option<Document>, Error> {
    match read_with(text, rules) {
        (Tree { problem: Some(problem), .. }, _) => Err(problem),
        (Tree { root: Some(root), problem: None }, Some(data)) => Ok(Some(Document { data, root })),
        _ => Ok(None),
    }
}

/// Reads the tree of the first document, and its data where the tree has no problem.
pub fn read(text: &[u8]) -> (Tree, Option<Data>) {
    read_with(text, Rules { aliases: true, times: false })
}

fn read_with(text: &[u8], rules: Rules) -> (Tree, Option<Data>) {
    let mut tree = reader::tree(text);
    // Psych makes values only of what was read as a whole.
    let (Some(root), None) = (&tree.root, &tree.problem) else { return (tree, None) };
    match (Composer { rules, anchors: FxHashMap::default(), read: 0 }).node(root) {
        Ok((data, _)) => (tree, Some(data)),
        Err(problem) => {
            tree.problem = Some(problem);
            (tree, None)
        }
    }
}

/// How many values something stands for, and how deep they are nested.
#[derive(Clone, Copy)]
struct Size {
    values: u64,
    height: usize,
}

const ONE: Size = Size { values: 1, height: 1 };

struct Composer<'t> {
    rules: Rules,
    /// None while what it names is being read.
    anchors: FxHashMap<&'t str, Option<(Data, Size)>>,
    read: u64,
}

fn problem(node: &Node, kind: ErrorKind, message: String) -> Error {
    Error { message, kind, line: node.line, column: node.column, at: node.range.start, parts: None }
}

fn disallowed(node: &Node, class: &str) -> Error {
    problem(node, ErrorKind::Class, format!("Tried to load unspecified class: {class}"))
}

impl<'t> Composer<'t> {
    fn node(&mut self, node: &'t Node) -> Result<(Data, Size), Error> {
        let (data, size) = match &node.kind {
            Kind::Alias { anchor } => {
                return match self.anchors.get(&**anchor).filter(|_| self.rules.aliases) {
                    Some(Some(known)) => Ok(known.clone()),
                    Some(None) => Err(problem(node, ErrorKind::Other, format!("The data contains itself by the alias '{anchor}'"))),
                    // Psych's own error, of a class that Puppet renders as it is.
                    None => Err(problem(node, ErrorKind::Other, format!("Unknown alias: {anchor}"))),
                };
            }
            Kind::Scalar { text, value, is_plain } => (scalar_data(node, text, value, *is_plain, self.rules)?, ONE),
            Kind::List(items) => {
                if let Some(class) = node.tag().and_then(class_of_sequence) {
                    return Err(disallowed(node, class));
                }
                self.begin(node);
                let (mut list, mut size) = (Vec::with_capacity(items.len()), ONE);
                for item in items {
                    let (data, added) = self.node(item)?;
                    size = self.weigh(node, size, added)?;
                    list.push(data);
                }
                let is_ordered_map = matches!(node.tag(), Some("!omap" | "tag:yaml.org,2002:omap"));
                (if is_ordered_map { ordered_map(&list) } else { Data::Array(Arc::new(list)) }, size)
            }
            Kind::Map(list) => {
                if let Some(class) = node.tag().and_then(class_of_mapping) {
                    return Err(disallowed(node, class));
                }
                self.begin(node);
                let (mut entries, mut size) = (Entries::default(), ONE);
                for Entry { key, value } in list {
                    // Only of a text with a mistake is a value missing, and of that no data is made.
                    let Some(value) = value else { continue };
                    let ((key_data, key_size), (value_data, value_size)) = (self.node(key)?, self.node(value)?);
                    size = self.weigh(node, size, key_size)?;
                    size = self.weigh(node, size, value_size)?;
                    entries.add((key, key_data), (value, value_data));
                }
                (Data::Hash(Arc::new(entries.list)), size)
            }
        };
        if let Some(anchor) = node.anchor() {
            self.anchors.insert(anchor, Some((data.clone(), size)));
        }
        Ok((data, size))
    }

    fn begin(&mut self, node: &'t Node) {
        if let Some(anchor) = node.anchor() {
            self.anchors.insert(anchor, None);
        }
    }

    fn weigh(&mut self, node: &Node, all: Size, added: Size) -> Result<Size, Error> {
        self.read = self.read.saturating_add(1);
        let values = all.values.saturating_add(added.values);
        let height = all.height.max(added.height.saturating_add(1));
        if values > MAX_VALUES || self.read > MAX_VALUES {
            return Err(problem(node, ErrorKind::Other, format!("The data stands for more than {MAX_VALUES} values")));
        }
        if height > MAX_DEPTH {
            return Err(problem(node, ErrorKind::Other, TOO_DEEP.to_owned()));
        }
        Ok(Size { values, height })
    }
}

fn scalar_data(node: &Node, text: &Text, value: &Data, is_plain: bool, rules: Rules) -> Result<Data, Error> {
    let tagged = match node.tag() {
        None if !is_plain => return Ok(value.clone()),
        None | Some(NO_TEXT) => match scalar::class(text) {
            Some(class) if !rules.times => Err(Refusal::Class(class.to_owned())),
            _ => return Ok(value.clone()),
        },
        Some(tag) => tagged(tag, text),
    };
    tagged.map_err(|it| match it {
        Refusal::Class(class) => disallowed(node, &class),
        Refusal::Text(text) => problem(node, ErrorKind::Other, text),
    })
}

/// Entries in the order in which their keys were first set.
#[derive(Default)]
struct Entries {
    list: Vec<(Data, Data)>,
    texts: FxHashMap<Text, usize>,
    /// Keys that are no texts, by their hashes.
    others: FxHashMap<u64, Vec<usize>>,
}

impl Entries {
    fn add(&mut self, (key_node, key): (&Node, Data), (value_node, value): (&Node, Data)) {
        let merges = matches!(&key, Data::String(text) if &**text == "<<") && key_node.tag() != Some("tag:yaml.org,2002:str");
        match (&value, &value_node.kind) {
            (Data::Hash(entries), Kind::Alias { .. } | Kind::Map(_)) if merges => {
                for (key, value) in entries.iter() {
                    self.set(key.clone(), value.clone());
                }
            }
            (Data::Array(items), Kind::List(_)) if merges && items.iter().all(|it| matches!(it, Data::Hash(_))) => {
                let mut all = Entries::default();
                for item in items.iter().rev() {
                    let Data::Hash(entries) = item else { continue };
                    for (key, value) in entries.iter() {
                        all.set(key.clone(), value.clone());
                    }
                }
                for (key, value) in all.list {
                    self.set(key, value);
                }
            }
            _ => self.set(key, value),
        }
    }

    fn set(&mut self, key: Data, value: Data) {
        let next = self.list.len();
        let same = match &key {
            Data::String(text) => match self.texts.get(text) {
                Some(at) => Some(*at),
                None => {
                    self.texts.insert(text.clone(), next);
                    None
                }
            },
            other => {
                let alike = self.others.entry(hash_of(other)).or_default();
                let same = alike.iter().copied().find(|at| self.list.get(*at).is_some_and(|(it, _)| it == other));
                if same.is_none() {
                    alike.push(next);
                }
                same
            }
        };
        match same.and_then(|at| self.list.get_mut(at)) {
            Some(entry) => entry.1 = value,
            None => self.list.push((key, value)),
        }
    }
}

/// The same for equal data.
fn hash_of(data: &Data) -> u64 {
    let mut hasher = FxHasher::default();
    add_to_hash(data, &mut hasher);
    hasher.finish()
}

fn add_to_hash(data: &Data, hasher: &mut FxHasher) {
    std::mem::discriminant(data).hash(hasher);
    match data {
        Data::Undef => {}
        Data::Boolean(it) => it.hash(hasher),
        Data::Integer(it) => it.hash(hasher),
        // Both zeros are equal.
        Data::Float(it) => (it + 0.0).to_bits().hash(hasher),
        Data::Big(text) | Data::String(text) | Data::Symbol(text) => text.hash(hasher),
        Data::Array(items) => items.iter().for_each(|it| add_to_hash(it, hasher)),
        Data::Hash(entries) => entries.iter().for_each(|(key, value)| {
            add_to_hash(key, hasher);
            add_to_hash(value, hasher);
        }),
    }
}

fn ordered_map(items: &[Data]) -> Data {
    let mut entries = Entries::default();
    for item in items {
        if let Data::Hash(pairs) = item
            && let (Some((key, _)), Some((_, value))) = (pairs.first(), pairs.last())
        {
            entries.set(key.clone(), value.clone());
        }
    }
    Data::Hash(Arc::new(entries.list))
}

enum Refusal {
    Class(String),
    Text(String),
}

/// Value of a word with a tag.
fn tagged(tag: &str, text: &Text) -> Result<Data, Refusal> {
    let string = || Ok(Data::String(text.clone()));
    let class = |name: &str| Err(Refusal::Class(name.to_owned()));
    match tag {
        "!binary" | "tag:yaml.org,2002:binary" => return Ok(Data::String(base64(text).into())),
        "!str" | "!ruby/string" | "tag:yaml.org,2002:str" => return string(),
        "!ruby/object:BigDecimal" => return class("BigDecimal"),
        "!ruby/object:DateTime" => return class("DateTime"),
        "!ruby/object:Complex" => return class("Complex"),
        "!ruby/object:Rational" => return class("Rational"),
        "!ruby/regexp" => return class("Regexp"),
        "!ruby/range" => return class("Range"),
        "!ruby/class" | "!ruby/module" => return class(text),
        "tag:yaml.org,2002:float" | "!float" => {
            if let Some(name) = scalar::class(text) {
                return class(name);
            }
            return match scalar::meaning(text) {
                #[allow(clippy::cast_precision_loss)]
                Data::Integer(number) => Ok(Data::Float(number as f64)),
                Data::Float(number) => Ok(Data::Float(number)),
                Data::Undef => Err(Refusal::Text("can't convert nil into Float".to_owned())),
                Data::Boolean(it) => Err(Refusal::Text(format!("can't convert {it} into Float"))),
                _ => match text.parse::<f64>() {
                    Ok(number) if !text.is_empty() && text.bytes().any(|it| it.is_ascii_digit()) => Ok(Data::Float(number)),
                    _ => Err(Refusal::Text(format!("invalid value for Float(): {text:?}"))),
                },
            };
        }
        _ => {}
    }
    if let Some(name) = tag.strip_prefix("!str:").or_else(|| tag.strip_prefix("!ruby/string:")) {
        return if name.is_empty() { string() } else { class(name) };
    }
    if tag.starts_with("!ruby/sym") {
        return Ok(Data::Symbol(text.clone()));
    }
    match scalar::class(text) {
        Some(name) => class(name),
        None => Ok(scalar::meaning(text)),
    }
}

fn class_of_sequence(tag: &str) -> Option<&str> {
    tag.strip_prefix("!seq:").or_else(|| tag.strip_prefix("!ruby/array:")).filter(|it| !it.is_empty())
}

fn class_of_mapping(tag: &str) -> Option<&str> {
    match tag {
        "!set" | "tag:yaml.org,2002:set" => return Some("Psych::Set"),
        "!omap" | "tag:yaml.org,2002:omap" => return Some("Psych::Omap"),
        "!ruby/range" => return Some("Range"),
        "!ruby/struct" => return Some("Struct"),
        "!ruby/object" => return Some("Object"),
        "!ruby/object:Hash" => return None,
        "!ruby/exception" => return Some("Exception"),
        _ => {}
    }
    let prefixes = [
        "!ruby/struct:",
        "!ruby/object:",
        "!ruby/exception:",
        "!ruby/array:",
        "!ruby/hash-with-ivars:",
        "!map:",
        "!ruby/hash:",
        "!ruby/marshalable:",
        "!ruby/string:",
        "!str:",
    ];
    prefixes.iter().find_map(|prefix| tag.strip_prefix(prefix)).filter(|it| !it.is_empty())
}

/// Decodes as Ruby's `unpack('m')` does; bytes that are no text then are replaced.
fn base64(text: &str) -> String {
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for it in text.bytes() {
        let digit = match it {
            b'A'..=b'Z' => it - b'A',
            b'a'..=b'z' => it - b'a' + 26,
            b'0'..=b'9' => it - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => continue,
        };
        bits = (bits << 6) | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
