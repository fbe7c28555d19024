//! From a rendered text to values, as Salt's loader makes them of YAML.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use yaml::{Entry, Kind, Node, Stage, Tree};

use crate::place::{FileId, Span};
use crate::problem::{YamlError, YamlStage};
use crate::python;
use crate::scalar::{self, Tag};
use crate::template;
use crate::value::{Heap, Id, Items, Key, Map, Slot, Str, Value};

/// With every alias written out.
const MAX_VALUES: u64 = 5_000_000;

/// Most values that room is made for ahead: a few aliases may stand for millions.
const MAX_RESERVED: usize = 1 << 20;

/// How deep mappings may merge others that merge others.
const MAX_MERGES: usize = 100;

const MAPPING: &str = "while constructing a mapping";

/// Reads a text; none where it has no document.
pub fn read(heap: &mut Heap, file: FileId, text: &str) -> Result<Option<Id>, YamlError> {
    let tree = Tree::of_single(text);
    if let Some(problem) = &tree.problem {
        let problem = from_parser(problem);
        // What is not known might be what makes it whole.
        let stage = if template::has_hole(text) { YamlStage::Unknown } else { problem.stage };
        return Err(YamlError { stage, ..problem });
    }
    let Some(root) = &tree.root else { return Ok(None) };
    let mut aliases = Aliases::default();
    let size = aliases.resolve(root)?;
    if size > MAX_VALUES {
        return Err(unsupported(root, "aliases stand for too many values (limit 5,000,000)"));
    }
    // The states get more values later: what stays empty of a large vector costs nothing, and what is moved costs twice.
    heap.reserve(usize::try_from(size).unwrap_or_default().saturating_mul(2).min(MAX_RESERVED));
    let mut loader = Loader { heap, file, aliases: aliases.targets, made: FxHashMap::default(), waiting: VecDeque::new() };
    let id = loader.make(root)?;
    while let Some((node, id)) = loader.waiting.pop_front() {
        loader.fill(node, id)?;
    }
    Ok(Some(id))
}

/// The values of one text by themselves.
#[derive(Debug)]
pub struct Part {
    heap: Heap,
    root: Option<Id>,
}

impl Part {
    pub fn read(text: &str) -> Result<Part, YamlError> {
        let mut heap = Heap::default();
        let root = read(&mut heap, FileId(0), text)?;
        Ok(Part { heap, root })
    }

    /// Adds the values to those of a compilation, as a file of it. Returns the root; none where the text has no document.
    pub fn add_to(&self, heap: &mut Heap, file: FileId) -> Option<Id> {
        let start = heap.append(&self.heap, file);
        self.root.map(|it| it.after(start))
    }
}

fn from_parser(problem: &yaml::Error) -> YamlError {
    let (stage, text, context) = match problem.parts.as_deref() {
        None => (YamlStage::Unsupported, problem.message.clone(), None),
        Some(parts) => {
            let stage = match parts.stage {
                Stage::Scanner => YamlStage::Scanner,
                Stage::Parser => YamlStage::Parser,
                Stage::Reader | Stage::Composer => YamlStage::Other,
            };
            (stage, parts.problem.clone(), parts.context.clone())
        }
    };
    YamlError { stage, context, problem: text, line: problem.line, column: problem.column, at: problem.at, keys: None }
}

fn problem(stage: YamlStage, node: &Node, text: String) -> YamlError {
    YamlError { stage, context: None, problem: text, line: node.line, column: node.column, at: node.range.start, keys: None }
}

fn refused(context: &str, whole: &Node, node: &Node, text: String) -> YamlError {
    let context = Some((context.to_owned(), whole.line, whole.column));
    YamlError { context, ..problem(YamlStage::Parser, node, text) }
}

fn unsupported(node: &Node, text: &str) -> YamlError {
    problem(YamlStage::Unsupported, node, text.to_owned())
}

/// Targets of aliases.
#[derive(Default)]
struct Aliases<'t> {
    /// By where the alias stands.
    targets: FxHashMap<usize, &'t Node>,
    /// The nodes with a name; the size of those that are whole.
    anchors: FxHashMap<&'t str, (&'t Node, Option<u64>)>,
}

impl<'t> Aliases<'t> {
    fn resolve(&mut self, node: &'t Node) -> Result<u64, YamlError> {
        if let Kind::Alias { anchor } = &node.kind {
            return match self.anchors.get(&**anchor) {
                Some((target, Some(size))) => {
                    self.targets.insert(node.range.start, target);
                    Ok(*size)
                }
                Some((_, None)) => Err(unsupported(node, "an alias stands for what it is in")),
                None => Err(problem(YamlStage::Other, node, "found undefined alias".to_owned())),
            };
        }
        if let Some(anchor) = node.anchor() {
            if let Some((first, _)) = self.anchors.get(anchor) {
                let context = Some(("found duplicate anchor; first occurrence".to_owned(), first.line, first.column));
                return Err(YamlError { context, ..problem(YamlStage::Other, node, "second occurrence".to_owned()) });
            }
            self.anchors.insert(anchor, (node, None));
        }
        let mut size = 1_u64;
        match &node.kind {
            Kind::List(items) => {
                for item in items {
                    size = size.saturating_add(self.resolve(item)?);
                }
            }
            Kind::Map(entries) => {
                for Entry { key, value } in entries {
                    size = size.saturating_add(self.resolve(key)?);
                    if let Some(value) = value {
                        size = size.saturating_add(self.resolve(value)?);
                    }
                }
            }
            // Long texts count as many values.
            Kind::Scalar { text, .. } => size = size.saturating_add(text.len() as u64 / 64),
            Kind::Alias { .. } => {}
        }
        if let Some(anchor) = node.anchor() {
            self.anchors.insert(anchor, (node, Some(size)));
        }
        Ok(size)
    }
}

struct Loader<'h, 't> {
    heap: &'h mut Heap,
    file: FileId,
    aliases: FxHashMap<usize, &'t Node>,
    /// Shared values, by their places.
    made: FxHashMap<usize, Id>,
    /// Lists and maps that are still empty. They are filled level by level, which decides what mistake is found first.
    waiting: VecDeque<(&'t Node, Id)>,
}

/// Entries of a mapping: keys and values. Most mappings have one.
type Pairs<'t> = SmallVec<[(&'t Node, Option<&'t Node>); 4]>;

/// Kind of a collection by its tag.
enum Collection {
    List,
    Map,
}

impl<'t> Loader<'_, 't> {
    fn target(&self, node: &'t Node) -> &'t Node {
        match node.kind {
            Kind::Alias { .. } => self.aliases.get(&node.range.start).copied().unwrap_or(node),
            _ => node,
        }
    }

    fn span(&self, node: &Node) -> Span {
        Span::new(self.file, &node.range)
    }

    fn make(&mut self, node: &'t Node) -> Result<Id, YamlError> {
        let target = self.target(node);
        // Mappings that `<<` merges share their values, too.
        let is_merged = !self.aliases.is_empty() && !matches!(target.kind, Kind::Scalar { .. });
        let shared = target.anchor().is_some() || is_merged;
        if shared && let Some(id) = self.made.get(&target.range.start) {
            return Ok(*id);
        }
        let span = self.span(target);
        let id = match &target.kind {
            // A text with a part that is not known is not known.
            Kind::Scalar { text, .. } if template::has_hole(text) => self.heap.add(Value::Unknown, span),
            Kind::Scalar { text, is_plain, .. } => {
                let value = scalar_value(target, text, *is_plain)?;
                self.heap.add(value, span)
            }
            Kind::List(_) | Kind::Map(_) => {
                let empty = match collection(target)? {
                    Collection::List => Value::List(Items::new()),
                    Collection::Map => Value::Map(Map::default()),
                };
                let id = self.heap.add(empty, span);
                self.waiting.push_back((target, id));
                id
            }
            Kind::Alias { .. } => return Err(unsupported(node, "an alias stands for what it is in")),
        };
        if shared {
            self.made.insert(target.range.start, id);
        }
        Ok(id)
    }

    fn fill(&mut self, node: &'t Node, id: Id) -> Result<(), YamlError> {
        let value = match &node.kind {
            Kind::List(items) => {
                let mut list = Items::with_capacity(items.len());
                for item in items {
                    list.push(self.make(item)?);
                }
                Value::List(list)
            }
            _ => {
                let entries = self.flat(node, 0)?;
                let mut map = Map::with_capacity(entries.len());
                for (key_node, value) in entries {
                    let key_target = self.target(key_node);
                    let key = self.key(key_target).map_err(|it| it.unwrap_or_else(|| unacceptable(node, key_target, key_node)))?;
                    let value = match value {
                        Some(value) => self.make(value)?,
                        None => self.heap.add(Value::Null, self.span(key_node)),
                    };
                    if let Some(first) = map.get(&key).map(|it: &Slot| it.key) {
                        let text = format!("found conflicting ID '{}'", python::key_text(&key));
                        let keys = Some(Box::new([first.start as usize..first.end as usize, key_node.range.clone()]));
                        return Err(YamlError { keys, ..refused(MAPPING, node, key_target, text) });
                    }
                    map.insert(key, Slot { key: self.span(key_node), value });
                }
                Value::Map(map)
            }
        };
        self.heap.set(id, value);
        Ok(())
    }

    /// The key that a node is; an error of its own, or none if it is a list or a map.
    fn key(&self, node: &Node) -> Result<Key, Option<YamlError>> {
        let Kind::Scalar { text, is_plain, .. } = &node.kind else { return Err(None) };
        if template::has_hole(text) {
            return Err(Some(problem(YamlStage::Unknown, node, "a key depends on an unknown value".to_owned())));
        }
        // A key that is written `=` is a text.
        let value = if *is_plain && node.tag().is_none() && &**text == "=" {
            Value::Str("=".into())
        } else {
            scalar_value(node, text, *is_plain).map_err(Some)?
        };
        value.to_key().ok_or(None)
    }

    /// The entries of a mapping, with those that `<<` takes from others at the front.
    fn flat(&self, node: &'t Node, depth: usize) -> Result<Pairs<'t>, YamlError> {
        let node = self.target(node);
        if depth > MAX_MERGES {
            return Err(unsupported(node, "too many mappings merge each other (limit 100)"));
        }
        let mut own = Pairs::with_capacity(node.entries().len());
        let mut merged = Pairs::new();
        let mut merges = false;
        for Entry { key, value } in node.entries() {
            if !is_merge(self.target(key)) {
                own.push((key, value.as_ref()));
                continue;
            }
            merges = true;
            let Some(value) = value else { continue };
            let target = self.target(value);
            match &target.kind {
                Kind::Map(_) => merged.extend(self.flat(target, depth + 1)?),
                Kind::List(items) => {
                    let mut parts = Vec::new();
                    for item in items {
                        let item = self.target(item);
                        if !matches!(item.kind, Kind::Map(_)) {
                            let text = format!("expected a mapping for merging, but found {}", kind_of(item));
                            return Err(refused(MAPPING, node, item, text));
                        }
                        parts.push(self.flat(item, depth + 1)?);
                    }
                    merged.extend(parts.into_iter().rev().flatten());
                }
                _ => {
                    let text = format!("expected a mapping or list of mappings for merging, but found {}", kind_of(target));
                    return Err(refused(MAPPING, node, target, text));
                }
            }
        }
        if merges {
            let known = |key: &Node| own.iter().any(|(own, _)| same_text(self.target(own), key));
            merged.retain(|(key, _)| !known(self.target(key)));
            merged.extend(own);
            return Ok(merged);
        }
        Ok(own)
    }
}

fn same_text(a: &Node, b: &Node) -> bool {
    a.text().is_some() && a.text() == b.text()
}

fn is_merge(node: &Node) -> bool {
    match &node.kind {
        Kind::Scalar { text, is_plain, .. } => match node.tag() {
            None => *is_plain && &**text == "<<",
            Some(tag) => tag == "tag:yaml.org,2002:merge",
        },
        _ => false,
    }
}

fn kind_of(node: &Node) -> &'static str {
    match node.kind {
        Kind::Scalar { .. } | Kind::Alias { .. } => "scalar",
        Kind::List(_) => "sequence",
        Kind::Map(_) => "mapping",
    }
}

/// The mistake of a key that is a list or a map. PyYAML prints its own nodes, with addresses of memory.
fn unacceptable(whole: &Node, key: &Node, at: &Node) -> YamlError {
    let text = match kind_of(key) {
        "mapping" => "found unacceptable key (a map)",
        _ => "found unacceptable key (a list)",
    };
    refused(MAPPING, whole, at, text.to_owned())
}

fn collection(node: &Node) -> Result<Collection, YamlError> {
    let is_map = matches!(node.kind, Kind::Map(_));
    let natural = if is_map { Collection::Map } else { Collection::List };
    let Some(tag) = node.tag() else { return Ok(natural) };
    match tag.strip_prefix("tag:yaml.org,2002:") {
        _ if tag == "!" => Ok(natural),
        Some("map" | "omap") if is_map => Ok(Collection::Map),
        Some("seq") if !is_map => Ok(Collection::List),
        Some("map" | "omap") => Err(problem(YamlStage::Parser, node, format!("expected a mapping node, but found {}", kind_of(node)))),
        Some("seq") => Err(problem(YamlStage::Parser, node, format!("expected a sequence node, but found {}", kind_of(node)))),
        Some("set" | "pairs" | "python/unicode") => Err(unsupported(node, "its tag is not supported")),
        Some("str" | "int" | "float" | "bool" | "null" | "binary" | "timestamp") => {
            Err(problem(YamlStage::Parser, node, format!("expected a scalar node, but found {}", kind_of(node))))
        }
        _ => Err(no_constructor(node, tag)),
    }
}

fn no_constructor(node: &Node, tag: &str) -> YamlError {
    problem(YamlStage::Parser, node, format!("could not determine a constructor for the tag '{tag}'"))
}

fn scalar_value(node: &Node, text: &Str, is_plain: bool) -> Result<Value, YamlError> {
    let tag = match node.tag() {
        None if is_plain => scalar::resolve(text),
        None => Tag::Str,
        // Without a name a tag says nothing, and quotes do not count either.
        Some("!") => scalar::resolve(text),
        Some(tag) => match tag.strip_prefix("tag:yaml.org,2002:") {
            Some("str" | "python/unicode") => Tag::Str,
            Some("int") => Tag::Int,
            Some("float") => Tag::Float,
            Some("bool") => Tag::Bool,
            Some("null") => Tag::Null,
            Some("timestamp") => Tag::Timestamp,
            Some("binary") => return binary(node, text),
            Some("map" | "omap") => {
                return Err(problem(YamlStage::Parser, node, "expected a mapping node, but found scalar".to_owned()));
            }
            Some("seq") => return Err(problem(YamlStage::Parser, node, "expected a sequence node, but found scalar".to_owned())),
            Some("set" | "pairs") => return Err(unsupported(node, "its tag is not supported")),
            _ => return Err(no_constructor(node, tag)),
        },
    };
    match tag {
        Tag::Merge => Err(no_constructor(node, "tag:yaml.org,2002:merge")),
        Tag::Default => Err(no_constructor(node, "tag:yaml.org,2002:value")),
        tag => scalar::value(tag, text).ok_or_else(|| unsupported(node, "Python refuses the number")),
    }
}

fn binary(node: &Node, text: &str) -> Result<Value, YamlError> {
    let bytes: Vec<u8> = text.bytes().filter_map(sextet).collect();
    let mut out: Vec<u8> = Vec::new();
    for group in bytes.chunks(4) {
        let number = group.iter().fold(0_u32, |sum, it| sum << 6 | u32::from(*it)) << (6 * (4 - group.len()));
        let all = number.to_be_bytes();
        out.extend(all.iter().skip(1).take(group.len().saturating_sub(1)));
    }
    if bytes.len() % 4 == 1 {
        return Err(unsupported(node, "the base64 text is not whole"));
    }
    Ok(Value::Bytes(Arc::from(out)))
}

fn sextet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_as_if_it_was_read_again() {
        let text = "a: &one\n  - {b: 1.5}\n  - ~\nc: *one\n2: ''\n";
        let other = "- before\n";
        let mut direct = Heap::default();
        read(&mut direct, FileId(0), other).unwrap();
        let root = read(&mut direct, FileId(7), text).unwrap();
        let mut heap = Heap::default();
        read(&mut heap, FileId(0), other).unwrap();
        assert_eq!(Part::read(text).unwrap().add_to(&mut heap, FileId(7)), root);
        assert_eq!(format!("{heap:?}"), format!("{direct:?}"));
        assert_eq!(Part::read("# nothing\n").unwrap().add_to(&mut heap, FileId(8)), None);
        assert!(Part::read("a: [\n").is_err());
    }
}
