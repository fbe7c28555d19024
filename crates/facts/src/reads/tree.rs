//! Results of evaluations, found again for every set of facts that they hold for.
//!
//! A node asks for one path; a branch leads on for each value that was seen there. Evaluations read in an order that depends on
//! nothing but what they have read, so results with a common beginning share it.

use values::Value;

use super::{FactPath, FactRead, Seen, same, see};

/// Results by the reads that they depend on.
#[derive(Clone, Debug)]
pub struct Tree<T> {
    /// Nodes name others by their places here, so that no tree is too deep to be walked or dropped. The first is the root.
    nodes: Vec<Node<T>>,
    results: usize,
}

#[derive(Clone, Debug)]
enum Node<T> {
    Empty,
    Result(T),
    Ask {
        path: FactPath,
        /// Values that were seen, and the nodes that they lead to.
        branches: Vec<(Option<Value>, usize)>,
        /// Where results are that do not depend on this.
        otherwise: Option<usize>,
    },
}

impl<T> Default for Tree<T> {
    fn default() -> Tree<T> {
        Tree { nodes: vec![Node::Empty], results: 0 }
    }
}

impl<T> Tree<T> {
    pub fn new() -> Tree<T> {
        Tree::default()
    }

    /// How many results there are.
    pub fn len(&self) -> usize {
        self.results
    }

    pub fn is_empty(&self) -> bool {
        self.results == 0
    }

    /// A result that holds for these facts.
    pub fn get(&self, facts: &Value) -> Option<&T> {
        let mut waiting = vec![0];
        while let Some(at) = waiting.pop() {
            match self.nodes.get(at)? {
                Node::Empty => {}
                Node::Result(result) => return Some(result),
                Node::Ask { path, branches, otherwise } => {
                    waiting.extend(otherwise);
                    let seen = see(facts, &path.0);
                    waiting.extend(branches.iter().find(|(value, _)| agrees(seen, value.as_ref())).map(|(_, next)| *next));
                }
            }
        }
        None
    }

    /// Keeps a result of an evaluation that read this, in this order. It takes the place of one that depends on the same.
    pub fn insert(&mut self, reads: &[FactRead], result: T) {
        let mut left: Vec<&FactRead> = reads.iter().collect();
        let mut at = 0;
        loop {
            let next = match self.nodes.get_mut(at) {
                None => return,
                Some(Node::Ask { path, branches, otherwise }) => match left.iter().position(|it| it.path == *path) {
                    Some(index) => {
                        let read = left.remove(index);
                        let known = branches.iter().find(|(value, _)| is_same(value.as_ref(), read.value.as_ref()));
                        match known {
                            Some((_, next)) => Ok(*next),
                            None => Err(Some(read.value.clone())),
                        }
                    }
                    None => otherwise.ok_or(None),
                },
                Some(end) => {
                    match left.first() {
                        // A result that depends on less holds for more: it is still found after the question.
                        Some(read) => {
                            let path = read.path.clone();
                            let before = std::mem::replace(end, Node::Ask { path, branches: Vec::new(), otherwise: None });
                            if matches!(before, Node::Result(_)) {
                                let place = self.push(before);
                                if let Some(Node::Ask { otherwise, .. }) = self.nodes.get_mut(at) {
                                    *otherwise = Some(place);
                                }
                            }
                            continue;
                        }
                        None => {
                            if !matches!(end, Node::Result(_)) {
                                self.results += 1;
                            }
                            *end = Node::Result(result);
                            return;
                        }
                    }
                }
            };
            at = match next {
                Ok(next) => next,
                Err(branch) => {
                    let place = self.push(Node::Empty);
                    if let Some(Node::Ask { branches, otherwise, .. }) = self.nodes.get_mut(at) {
                        match branch {
                            Some(value) => branches.push((value, place)),
                            None => *otherwise = Some(place),
                        }
                    }
                    place
                }
            };
        }
    }

    /// All results, in no particular order.
    pub fn results(&self) -> impl Iterator<Item = &T> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Result(result) => Some(result),
            _ => None,
        })
    }

    fn push(&mut self, node: Node<T>) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }
}

impl<T: Clone> Tree<T> {
    /// A result for these facts: one that is there, or a new one, with what it read.
    pub fn get_or_evaluate(&mut self, facts: &Value, evaluate: impl FnOnce() -> (Vec<FactRead>, T)) -> T {
        if let Some(known) = self.get(facts) {
            return known.clone();
        }
        let (reads, result) = evaluate();
        self.insert(&reads, result.clone());
        result
    }
}

fn agrees(seen: Seen<'_>, value: Option<&Value>) -> bool {
    match (seen, value) {
        (Seen::Value(there), Some(value)) => same(there, value, 0),
        (Seen::Absent, None) => true,
        _ => false,
    }
}

fn is_same(a: Option<&Value>, b: Option<&Value>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b, 0),
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::Reads;
    use super::*;
    use crate::sets;

    /// Reads facts as a class would: `os.family`, and of the Debian family the release.
    fn evaluate(facts: &Value) -> (Vec<FactRead>, String) {
        let mut reads = Reads::default();
        let mut read = |path: &[&str]| {
            let path: Vec<Value> = path.iter().map(|it| Value::from(*it)).collect();
            reads.note(facts, &path);
            match see(facts, &path) {
                Seen::Value(value) => values::print::interpolate(value),
                _ => "none".to_owned(),
            }
        };
        let family = read(&["os", "family"]);
        let result = match family.as_str() {
            "Debian" => format!("apt {}", read(&["os", "release", "major"])),
            "RedHat" => "dnf".to_owned(),
            _ => "pkg".to_owned(),
        };
        (reads.finish(facts), result)
    }

    #[test]
    fn sets_that_agree_share_an_evaluation() {
        let mut tree = Tree::new();
        let (mut evaluations, mut sets) = (0, 0);
        for built_in in sets::all() {
            let facts = built_in.set().expect("a set").facts;
            sets += 1;
            let expected = evaluate(&facts).1;
            let result = tree.get_or_evaluate(&facts, || {
                evaluations += 1;
                evaluate(&facts)
            });
            assert_eq!(result, expected, "{}", built_in.name);
        }
        // One of all that have other families than Debian's is enough for each family.
        assert_eq!((sets, evaluations, tree.len()), (62, 20, 20));
    }

    #[test]
    fn a_result_that_depends_on_nothing_holds_for_all() {
        let mut tree = Tree::new();
        assert!(tree.is_empty());
        tree.insert(&[], 1);
        assert_eq!(tree.get(&Value::Undef), Some(&1));
        tree.insert(&[], 2);
        assert_eq!((tree.get(&Value::Undef), tree.len()), (Some(&2), 1));
    }

    /// Reads in another order or fewer of them: nothing that holds is lost, and nothing is found that does not hold.
    #[test]
    fn an_unlike_order_is_no_matter() {
        let read = |name: &str, value: Option<i64>| FactRead { path: FactPath(vec![Value::from(name)]), value: value.map(Value::Integer) };
        let mut tree = Tree::new();
        tree.insert(&[read("a", Some(1)), read("b", Some(1))], "ab");
        tree.insert(&[read("b", Some(2)), read("a", Some(1))], "ba");
        tree.insert(&[read("c", None)], "c");
        tree.insert(&[read("a", Some(3))], "a");
        let get = |json: serde_json::Value| tree.get(&values::data::from_json(&json)).copied();
        assert_eq!(get(json!({"a": 1, "b": 1, "c": 1})), Some("ab"));
        assert_eq!(get(json!({"a": 1, "b": 2, "c": 1})), Some("ba"));
        assert_eq!(get(json!({"a": 2, "b": 2})), Some("c"));
        assert_eq!(get(json!({"a": 3, "b": 2, "c": 1})), Some("a"));
        assert_eq!(get(json!({"a": 2, "c": 1})), None);
        assert_eq!(tree.results().count(), 4);
    }

    #[test]
    fn a_long_tree_is_no_trouble() {
        let reads: Vec<FactRead> = (0..20_000).map(|it| FactRead { path: FactPath(vec![Value::Integer(it)]), value: None }).collect();
        let mut tree = Tree::new();
        tree.insert(&reads, ());
        assert!(tree.get(&values::data::from_json(&json!({}))).is_some());
    }

    proptest! {
        /// Whatever was put in, what is found holds, and what holds is found.
        #[test]
        fn what_is_found_holds(
            inserted in proptest::collection::vec(proptest::collection::btree_map(0_i64..4, proptest::option::of(0_i64..3), 0..4), 0..8),
            asked in proptest::collection::btree_map(0_i64..4, 0_i64..3, 0..4),
        ) {
            let facts = Value::hash(asked.iter().map(|(name, value)| (Value::Integer(*name), Value::Integer(*value))).collect());
            let mut tree = Tree::new();
            for reads in &inserted {
                let reads: Vec<FactRead> = reads
                    .iter()
                    .map(|(name, value)| FactRead { path: FactPath(vec![Value::Integer(*name)]), value: value.map(Value::Integer) })
                    .collect();
                tree.insert(&reads, reads.clone());
            }
            let holds = |reads: &Vec<FactRead>| reads.iter().all(|it| it.holds(&facts));
            match tree.get(&facts) {
                Some(found) => prop_assert!(holds(found)),
                None => prop_assert!(!tree.results().any(holds)),
            }
        }
    }
}
