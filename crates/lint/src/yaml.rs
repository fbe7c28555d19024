//! The texts in data, in the order in which Ruby goes over what it loads.

use ::yaml::{Kind, Node, Tree};
use rustc_hash::FxHashMap;

/// Limit of the values that are checked: aliases may stand for more of them than could ever be counted.
const MOST: usize = 1 << 16;

/// Values within values.
const DEEPEST: usize = 128;

/// The keys and the texts of the first document; of one that cannot be read to its end, those before. What stands under a name
/// elsewhere is there as often as it is named, as Ruby has it.
pub(crate) fn texts(text: &str) -> Vec<String> {
    let tree = Tree::of_syntax(text);
    let Some(root) = &tree.root else { return Vec::new() };
    let mut aliases = Aliases::default();
    aliases.resolve(root);
    let mut walk = Walk { aliases: &aliases, texts: Vec::new(), looked: 0 };
    walk.value(root, 0);
    walk.texts
}

/// Targets of aliases.
#[derive(Default)]
struct Aliases<'n> {
    /// By the place of the alias.
    nodes: FxHashMap<usize, &'n Node>,
    /// Anchors so far.
    anchors: FxHashMap<&'n str, &'n Node>,
}

impl<'n> Aliases<'n> {
    fn resolve(&mut self, node: &'n Node) {
        match &node.kind {
            Kind::Alias { anchor } => {
                if let Some(known) = self.anchors.get(&**anchor) {
                    self.nodes.insert(node.range.start, known);
                }
            }
            Kind::Scalar { .. } => {}
            Kind::List(items) => items.iter().for_each(|it| self.resolve(it)),
            Kind::Map(entries) => entries.iter().for_each(|it| {
                self.resolve(&it.key);
                it.value.iter().for_each(|it| self.resolve(it));
            }),
        }
        if let Some(anchor) = node.anchor() {
            self.anchors.insert(anchor, node);
        }
    }

    /// The node itself, or what it stands for.
    fn target(&self, node: &'n Node) -> Option<&'n Node> {
        match node.kind {
            Kind::Alias { .. } => self.nodes.get(&node.range.start).copied(),
            _ => Some(node),
        }
    }
}

/// The text of a scalar, and whether it is a symbol, which Ruby has for `:a`.
fn scalar(node: &Node) -> Option<(&str, bool)> {
    let Kind::Scalar { text, is_plain, .. } = &node.kind else { return None };
    match text.strip_prefix(':').filter(|it| *is_plain && !it.is_empty()) {
        Some(symbol) => Some((symbol, true)),
        None => Some((text, false)),
    }
}

struct Walk<'n> {
    aliases: &'n Aliases<'n>,
    texts: Vec<String>,
    looked: usize,
}

impl<'n> Walk<'n> {
    fn value(&mut self, node: &'n Node, depth: usize) {
        self.looked += 1;
        if self.looked > MOST || depth > DEEPEST {
            return;
        }
        let Some(node) = self.aliases.target(node) else { return };
        match &node.kind {
            Kind::List(items) => items.iter().for_each(|it| self.value(it, depth + 1)),
            Kind::Map(_) => {
                let mut entries = Entries::default();
                entries.add(self.aliases, node, depth, &mut self.looked);
                for (key, value) in entries.in_order {
                    self.texts.push(key.to_owned());
                    self.value(value, depth + 1);
                }
            }
            // A symbol is checked only as a key.
            _ => self.texts.extend(scalar(node).filter(|(_, is_symbol)| !is_symbol).map(|(text, _)| text.to_owned())),
        }
    }
}

/// Final entries of a mapping: a repeated key keeps its place, and has the later value.
#[derive(Default)]
struct Entries<'n> {
    in_order: Vec<(&'n str, &'n Node)>,
    places: FxHashMap<&'n str, usize>,
}

impl<'n> Entries<'n> {
    fn add(&mut self, aliases: &'n Aliases<'n>, map: &'n Node, depth: usize, looked: &mut usize) {
        let Some(map) = aliases.target(map).filter(|_| depth <= DEEPEST) else { return };
        for entry in map.entries() {
            *looked += 1;
            if *looked > MOST {
                return;
            }
            let key = aliases.target(&entry.key).and_then(scalar);
            let value = entry.value.as_ref().and_then(|it| aliases.target(it));
            let (Some((key, _)), Some(value)) = (key, value) else { continue };
            match &value.kind {
                // `<<` takes over what another mapping has, or several.
                Kind::Map(_) if key == "<<" => self.add(aliases, value, depth + 1, looked),
                Kind::List(maps) if key == "<<" => maps.iter().rev().for_each(|it| self.add(aliases, it, depth + 1, looked)),
                _ => match self.places.get(key) {
                    Some(place) => {
                        if let Some((_, old)) = self.in_order.get_mut(*place) {
                            *old = value;
                        }
                    }
                    None => {
                        self.places.insert(key, self.in_order.len());
                        self.in_order.push((key, value));
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
