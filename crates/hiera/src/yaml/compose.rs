//! From events to data.

use std::sync::Arc;

use libyaml_safer::{Event, EventData, ScalarStyle};
use rustc_hash::FxHashMap;
use values::Str;

use super::events::{Events, line_and_column, passable};
use super::{Data, Document, Inside, Places, Problem, ProblemKind, scalar};

/// Nested deeper than this is no data.
const MAX_DEPTH: usize = 200;

const TOO_DEEP: &str = "The data is nested too deeply";

/// With every alias written out. Few bytes with aliases of aliases may stand for any number of values.
const MAX_VALUES: u64 = 5_000_000;

pub(super) fn document(bytes: &[u8], aliases: bool) -> Result<Option<Document>, Problem> {
    let text = passable(bytes);
    let mut composer = Composer {
        events: Events::new(&text.bytes),
        added_line: text.added_line,
        blank_end: text.blank_end,
        aliases,
        anchors: FxHashMap::default(),
        read: 0,
    };
    loop {
        let event = composer.events.next()?;
        match event.data {
            EventData::StreamStart { .. } => {}
            EventData::DocumentStart { .. } => break,
            _ => return Ok(None),
        }
    }
    let event = composer.events.next()?;
    let root = match composer.node(event, 0) {
        Ok(root) => root,
        // Psych makes values only of what was read as a whole.
        Err(problem) if problem.kind != ProblemKind::Syntax => {
            while !matches!(composer.events.next()?.data, EventData::DocumentEnd { .. } | EventData::StreamEnd) {}
            return Err(problem);
        }
        Err(problem) => return Err(problem),
    };
    // What follows the document must be fine up to its end; later documents are not looked at.
    composer.events.next()?;
    Ok(Some(Document { data: root.data, places: root.places }))
}

#[derive(Clone)]
struct Node {
    data: Data,
    places: Places,
    size: Size,
    /// What it was, for the merge key `<<`.
    form: Form,
    tagged_text: bool,
}

/// How many values something stands for, and how deep they are nested.
#[derive(Clone, Copy)]
struct Size {
    values: u64,
    height: usize,
}

const ONE: Size = Size { values: 1, height: 1 };

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Scalar,
    Sequence,
    Mapping,
    Alias,
}

struct Composer<'t> {
    events: Events<'t>,
    /// The line behind a break that the text did not have.
    added_line: Option<u64>,
    /// Whether the line before it is blank.
    blank_end: bool,
    /// Whether aliases are followed.
    aliases: bool,
    /// None while what it names is being read.
    anchors: FxHashMap<String, Option<(Data, Size)>>,
    read: u64,
}

impl Composer<'_> {
    fn node(&mut self, event: Event, depth: usize) -> Result<Node, Problem> {
        let (line, column) = line_and_column(event.start_mark);
        let problem = |kind, message: String| Problem { message, kind, line, column };
        if depth > MAX_DEPTH {
            return Err(problem(ProblemKind::Other, TOO_DEEP.to_owned()));
        }
        let mut places = Places { line, column, inside: Vec::new() };
        let disallowed = |class: &str| problem(ProblemKind::Class, format!("Tried to load unspecified class: {class}"));
        let node = match event.data {
            EventData::Alias { anchor } => {
                let (data, size) = match self.anchors.get(&anchor).filter(|_| self.aliases) {
                    Some(Some(known)) => known.clone(),
                    Some(None) => return Err(problem(ProblemKind::Other, format!("The data contains itself by the alias '{anchor}'"))),
                    // Psych's own error, of a class that Puppet tells as it is.
                    None => return Err(problem(ProblemKind::Other, format!("Unknown alias: {anchor}"))),
                };
                Node { data, places, size, form: Form::Alias, tagged_text: false }
            }
            EventData::Scalar { anchor, tag, mut value, quoted_implicit, style, .. } => {
                if self.added_line == Some(event.end_mark.line) && matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
                    without_added_break(&mut value, self.blank_end);
                }
                let data = if quoted_implicit {
                    Data::String(value.as_str().into())
                } else {
                    match tag.as_deref() {
                        None => scalar::meaning(&value).map_err(|it| disallowed(it.0))?,
                        Some(tag) => match tagged(tag, &value) {
                            Ok(data) => data,
                            Err(Refusal::Class(class)) => return Err(disallowed(&class)),
                            Err(Refusal::Text(text)) => return Err(problem(ProblemKind::Other, text)),
                        },
                    }
                };
                self.remember(anchor, &data, ONE);
                let tagged_text = tag.as_deref() == Some("tag:yaml.org,2002:str");
                Node { data, places, size: ONE, form: Form::Scalar, tagged_text }
            }
            EventData::SequenceStart { anchor, tag, .. } => {
                if let Some(class) = tag.as_deref().and_then(class_of_sequence) {
                    return Err(disallowed(class));
                }
                let pairs = matches!(tag.as_deref(), Some("!omap" | "tag:yaml.org,2002:omap"));
                self.begin(anchor.as_ref());
                let (mut items, mut size) = (Vec::new(), ONE);
                loop {
                    let event = self.events.next()?;
                    if matches!(event.data, EventData::SequenceEnd) {
                        break;
                    }
                    let item = self.node(event, depth + 1)?;
                    size = self.weigh(size, &item, line, column)?;
                    places.inside.push(Inside {
                        key: Str::from(items.len().to_string()),
                        line: item.places.line,
                        column: item.places.column,
                        value: item.places,
                    });
                    items.push(item.data);
                }
                let data = if pairs { ordered_map(&items) } else { Data::Array(Arc::new(items)) };
                self.remember(anchor, &data, size);
                Node { data, places, size, form: Form::Sequence, tagged_text: false }
            }
            EventData::MappingStart { anchor, tag, .. } => {
                if let Some(class) = tag.as_deref().and_then(class_of_mapping) {
                    return Err(disallowed(class));
                }
                self.begin(anchor.as_ref());
                let (mut entries, mut size) = (Entries::default(), ONE);
                loop {
                    let event = self.events.next()?;
                    if matches!(event.data, EventData::MappingEnd) {
                        break;
                    }
                    let key = self.node(event, depth + 1)?;
                    let event = self.events.next()?;
                    let mut value = self.node(event, depth + 1)?;
                    size = self.weigh(size, &key, line, column)?;
                    size = self.weigh(size, &value, line, column)?;
                    places.inside.push(Inside {
                        key: text_of(&key.data),
                        line: key.places.line,
                        column: key.places.column,
                        value: std::mem::take(&mut value.places),
                    });
                    entries.add(key, value);
                }
                let data = Data::Hash(Arc::new(entries.list));
                self.remember(anchor, &data, size);
                Node { data, places, size, form: Form::Mapping, tagged_text: false }
            }
            _ => return Err(problem(ProblemKind::Other, "The data is cut off".to_owned())),
        };
        Ok(node)
    }

    fn remember(&mut self, anchor: Option<String>, data: &Data, size: Size) {
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, Some((data.clone(), size)));
        }
    }

    fn begin(&mut self, anchor: Option<&String>) {
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor.clone(), None);
        }
    }

    fn weigh(&mut self, all: Size, node: &Node, line: u32, column: u32) -> Result<Size, Problem> {
        self.read = self.read.saturating_add(1);
        let values = all.values.saturating_add(node.size.values);
        let height = all.height.max(node.size.height.saturating_add(1));
        let problem = |message| Err(Problem { message, kind: ProblemKind::Other, line, column });
        if values > MAX_VALUES || self.read > MAX_VALUES {
            return problem(format!("The data stands for more than {MAX_VALUES} values"));
        }
        if height > MAX_DEPTH {
            return problem(TOO_DEEP.to_owned());
        }
        Ok(Size { values, height })
    }
}

/// What a block of text is when its last line has no break: a last line that is blank within the indent has left none.
fn without_added_break(value: &mut String, blank: bool) {
    if let Some(before) = value.strip_suffix('\n') {
        let last = before.rsplit('\n').next().unwrap_or_default();
        if !blank || last.chars().all(|it| matches!(it, ' ' | '\t')) {
            value.pop();
        }
    }
}

/// Entries in the order in which their keys were first set.
#[derive(Default)]
struct Entries {
    list: Vec<(Data, Data)>,
    by_text: FxHashMap<Str, usize>,
}

impl Entries {
    fn add(&mut self, key: Node, value: Node) {
        let merges = matches!(&key.data, Data::String(text) if &**text == "<<") && !key.tagged_text;
        match (&value.data, value.form) {
            (Data::Hash(entries), Form::Alias | Form::Mapping) if merges => {
                for (key, value) in entries.iter() {
                    self.set(key.clone(), value.clone());
                }
            }
            (Data::Array(items), Form::Sequence) if merges && items.iter().all(|it| matches!(it, Data::Hash(_))) => {
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
            _ => self.set(key.data, value.data),
        }
    }

    fn set(&mut self, key: Data, value: Data) {
        let same = match &key {
            Data::String(text) => self.by_text.get(text).copied(),
            _ => self.list.iter().position(|(it, _)| *it == key),
        };
        match same.and_then(|at| self.list.get_mut(at)) {
            Some(entry) => entry.1 = value,
            None => {
                if let Data::String(text) = &key {
                    self.by_text.insert(text.clone(), self.list.len());
                }
                self.list.push((key, value));
            }
        }
    }
}

/// What a key is called where people look for it.
fn text_of(key: &Data) -> Str {
    match key {
        Data::String(text) | Data::Symbol(text) | Data::Big(text) => text.clone(),
        Data::Integer(number) => number.to_string().into(),
        Data::Float(number) => number.to_string().into(),
        Data::Boolean(it) => it.to_string().into(),
        Data::Undef | Data::Array(_) | Data::Hash(_) => Str::from(""),
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

/// What a word with a tag means.
fn tagged(tag: &str, text: &str) -> Result<Data, Refusal> {
    let string = || Ok(Data::String(text.into()));
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
            return match scalar::meaning(text) {
                #[allow(clippy::cast_precision_loss)]
                Ok(Data::Integer(number)) => Ok(Data::Float(number as f64)),
                Ok(Data::Float(number)) => Ok(Data::Float(number)),
                Ok(Data::Undef) => Err(Refusal::Text("can't convert nil into Float".to_owned())),
                Ok(Data::Boolean(it)) => Err(Refusal::Text(format!("can't convert {it} into Float"))),
                Ok(_) => match text.parse::<f64>() {
                    Ok(number) if !text.is_empty() && text.bytes().any(|it| it.is_ascii_digit()) => Ok(Data::Float(number)),
                    _ => Err(Refusal::Text(format!("invalid value for Float(): {text:?}"))),
                },
                Err(it) => class(it.0),
            };
        }
        _ => {}
    }
    if let Some(name) = tag.strip_prefix("!str:").or_else(|| tag.strip_prefix("!ruby/string:")) {
        return if name.is_empty() { string() } else { class(name) };
    }
    if tag.starts_with("!ruby/sym") {
        return Ok(Data::Symbol(text.into()));
    }
    scalar::meaning(text).map_err(|it| Refusal::Class(it.0.to_owned()))
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

/// What Ruby's `unpack('m')` reads; what is no text then is replaced.
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
