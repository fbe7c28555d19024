//! The texts in data, in the order in which Ruby goes over what it loads.

use libyaml_safer::{Event, EventData, Parser, ScalarStyle};
use rustc_hash::FxHashMap;

/// So many values are looked at: names for other values may stand for more of them than could ever be counted.
const MOST: usize = 1 << 16;

/// Values within values.
const DEEPEST: usize = 128;

/// The keys and the texts of the first document; of one that cannot be read to its end, those before. What stands under a name
/// elsewhere is there as often as it is named, as Ruby has it.
pub(crate) fn texts(text: &str) -> Vec<String> {
    // The parser gives up on a few broken texts by a panic.
    let read = std::panic::catch_unwind(|| {
        let mut reader = Reader::new(text);
        (reader.document(), reader.nodes)
    });
    let Ok((Some(root), nodes)) = read else { return Vec::new() };
    let mut walk = Walk { nodes: &nodes, texts: Vec::new(), looked: 0 };
    walk.value(root, 0);
    walk.texts
}

#[derive(Debug)]
enum Node {
    Text(String),
    /// A symbol, which Ruby has for `:a`. As a key it is looked at all the same.
    Symbol(String),
    List(Vec<usize>),
    Map(Vec<(usize, usize)>),
}

struct Reader<'t> {
    parser: Parser<&'t [u8]>,
    nodes: Vec<Node>,
    names: FxHashMap<String, usize>,
    is_done: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        let mut parser = Parser::new();
        parser.set_input(text.as_bytes());
        Self { parser, nodes: Vec::new(), names: FxHashMap::default(), is_done: false }
    }

    fn next(&mut self) -> Option<Event> {
        if self.is_done {
            return None;
        }
        let event = self.parser.parse().ok();
        self.is_done = event.is_none();
        event
    }

    fn document(&mut self) -> Option<usize> {
        loop {
            match self.next()?.data {
                EventData::StreamStart { .. } => {}
                EventData::DocumentStart { .. } => break,
                _ => return None,
            }
        }
        let event = self.next()?;
        self.node(event, 0)
    }

    fn node(&mut self, event: Event, depth: usize) -> Option<usize> {
        self.is_done |= depth > DEEPEST;
        let (node, name) = match event.data {
            EventData::Alias { anchor } => return self.names.get(&anchor).copied(),
            EventData::Scalar { value, style, anchor, .. } => (scalar(value, style), anchor),
            EventData::SequenceStart { anchor, .. } => {
                let mut items = Vec::new();
                while let Some(event) = self.next().filter(|it| !matches!(it.data, EventData::SequenceEnd)) {
                    items.extend(self.node(event, depth + 1));
                }
                (Node::List(items), anchor)
            }
            EventData::MappingStart { anchor, .. } => {
                let mut entries = Vec::new();
                while let Some(event) = self.next().filter(|it| !matches!(it.data, EventData::MappingEnd)) {
                    let key = self.node(event, depth + 1);
                    let value = self.next().and_then(|it| self.node(it, depth + 1));
                    entries.extend(key.zip(value));
                }
                (Node::Map(entries), anchor)
            }
            _ => return None,
        };
        let id = self.nodes.len();
        self.nodes.push(node);
        if let Some(name) = name {
            self.names.insert(name, id);
        }
        Some(id)
    }
}

fn scalar(value: String, style: ScalarStyle) -> Node {
    match value.strip_prefix(':').filter(|it| style == ScalarStyle::Plain && !it.is_empty()) {
        Some(symbol) => Node::Symbol(symbol.to_owned()),
        None => Node::Text(value),
    }
}

struct Walk<'n> {
    nodes: &'n [Node],
    texts: Vec<String>,
    looked: usize,
}

impl Walk<'_> {
    fn value(&mut self, id: usize, depth: usize) {
        self.looked += 1;
        if self.looked > MOST || depth > DEEPEST {
            return;
        }
        match self.nodes.get(id) {
            Some(Node::Text(text)) => self.texts.push(text.clone()),
            Some(Node::List(items)) => items.iter().for_each(|it| self.value(*it, depth + 1)),
            Some(Node::Map(_)) => {
                let mut entries = Entries::default();
                entries.add(self.nodes, id, depth, &mut self.looked);
                for (key, value) in entries.in_order {
                    self.texts.push(key.to_owned());
                    self.value(value, depth + 1);
                }
            }
            Some(Node::Symbol(_)) | None => {}
        }
    }
}

/// What a mapping has in the end: a key that comes again keeps its place, and has the later value.
#[derive(Default)]
struct Entries<'n> {
    in_order: Vec<(&'n str, usize)>,
    places: FxHashMap<&'n str, usize>,
}

impl<'n> Entries<'n> {
    fn add(&mut self, nodes: &'n [Node], map: usize, depth: usize, looked: &mut usize) {
        let Some(Node::Map(entries)) = nodes.get(map).filter(|_| depth <= DEEPEST) else { return };
        for (key, value) in entries {
            *looked += 1;
            if *looked > MOST {
                return;
            }
            let (Some(Node::Text(key) | Node::Symbol(key)), Some(node)) = (nodes.get(*key), nodes.get(*value)) else { continue };
            match node {
                // `<<` takes over what another mapping has, or several.
                Node::Map(_) if key == "<<" => self.add(nodes, *value, depth + 1, looked),
                Node::List(maps) if key == "<<" => maps.iter().rev().for_each(|it| self.add(nodes, *it, depth + 1, looked)),
                _ => match self.places.get(key.as_str()) {
                    Some(place) => {
                        if let Some((_, old)) = self.in_order.get_mut(*place) {
                            *old = *value;
                        }
                    }
                    None => {
                        self.places.insert(key, self.in_order.len());
                        self.in_order.push((key, *value));
                    }
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::texts;

    #[test]
    fn keys_stand_before_their_values() {
        assert_eq!(texts("a: b\nc: [d, {e: f}]\n? [g]\n: h\n"), ["a", "b", "c", "d", "e", "f"]);
        assert_eq!(texts("--- a\n--- b\n"), ["a"]);
        assert_eq!(texts(":a: :b\n':c': ':d'\n"), ["a", ":c", ":d"]);
        assert_eq!(texts("a: 1\nb: 2\na: 3\n"), ["a", "3", "b", "2"]);
    }

    #[test]
    fn names_stand_for_what_they_name() {
        assert_eq!(texts("a: &x {b: c}\nd: *x\ne:\n  <<: *x\n  f: g\n"), ["a", "b", "c", "d", "b", "c", "e", "b", "c", "f", "g"]);
    }

    #[test]
    fn what_stands_before_a_mistake_is_there() {
        assert_eq!(texts("a: b\nc: [d\n"), ["a", "b", "c", "d"]);
        assert_eq!(texts(""), Vec::<String>::new());
        assert_eq!(texts("a: *b\nc: d"), ["c", "d"]);
    }

    #[test]
    fn names_of_names_end() {
        let lines: Vec<String> = (1..40).map(|it| format!("a{it}: &a{it} [*a{0}, *a{0}, *a{0}]", it - 1)).collect();
        assert!(texts(&format!("a0: &a0 x\n{}\n", lines.join("\n"))).len() <= super::MOST);
        let maps: Vec<String> = (1..40).map(|it| format!("a{it}: &a{it} {{<<: [*a{0}, *a{0}, *a{0}]}}", it - 1)).collect();
        assert!(texts(&format!("a0: &a0 {{x: y}}\n{}\n", maps.join("\n"))).len() <= super::MOST);
        assert!(texts(&"[".repeat(1_000)).is_empty());
    }
}
