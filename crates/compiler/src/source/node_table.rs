//! The nodes of a manifest. A site has as many as machines and each compilation needs one of them: they are found once for all
//! compilations of the manifest, and made known as they are asked for.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use syntax::model::{Data, DefinitionKind, NodeId};
use values::Str;
use values::Value;
use values::regex::Regex;

use crate::source::Program;

/// One name of a node definition.
#[derive(Clone, Debug)]
pub struct NodeEntry {
    /// As [`Definition::name`](crate::definitions::Definition::name) has it.
    pub name: Str,
    pub regex: Option<Arc<Regex>>,
    /// The definition.
    pub node: NodeId,
}

/// Nodes with which nothing is wrong.
#[derive(Debug)]
pub struct NodeTable {
    /// In the order of the text.
    entries: Vec<NodeEntry>,
    by_name: FxHashMap<Str, usize>,
}

impl NodeTable {
    /// None where there are no nodes, and where an error must be told of one: then they are looked at in turn.
    pub fn of(program: &Program) -> Option<NodeTable> {
        let mut table = NodeTable { entries: Vec::new(), by_name: FxHashMap::default() };
        for id in &program.model.definitions {
            let Data::NodeDefinition { matches, .. } = program.data(*id) else { continue };
            for name in matches {
                let entry = entry(program, *name, *id)?;
                if table.by_name.insert(entry.name.clone(), table.entries.len()).is_some() {
                    return None;
                }
                table.entries.push(entry);
            }
        }
        let clashes = |id: &NodeId| match program.data(*id) {
            Data::Definition { kind: DefinitionKind::Class, rest, .. } => table.has(&rest.name.to_lowercase()),
            _ => false,
        };
        let is_sound = !table.entries.is_empty() && !program.model.definitions.iter().any(clashes);
        is_sound.then_some(table)
    }

    pub fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    pub fn named(&self, name: &str) -> Option<&NodeEntry> {
        self.entries.get(*self.by_name.get(name)?)
    }

    /// The first with a pattern that a name matches.
    pub fn matching(&self, name: &str) -> Option<&NodeEntry> {
        self.entries.iter().find(|it| it.regex.as_ref().is_some_and(|regex| regex.is_match(name)))
    }

    pub fn iter(&self) -> impl Iterator<Item = &NodeEntry> {
        self.entries.iter()
    }
}

/// None for a pattern that is none.
fn entry(program: &Program, name: NodeId, node: NodeId) -> Option<NodeEntry> {
    let (name, regex) = match program.data(name) {
        Data::Regex(source) => (regexp_node_name(source), Some(Arc::new(Regex::new(source).ok()?))),
        Data::Default => ("default".to_owned(), None),
        _ => (node_name(program, name).to_lowercase(), None),
    };
    Some(NodeEntry { name: name.into(), regex, node })
}

/// A pattern as the title of its node.
pub fn regexp_node_name(source: &str) -> String {
    let mut out = String::from("__node_regexp__");
    let lower = source.to_lowercase();
    let kept: String = lower.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.')).collect();
    out.push_str(kept.trim_start_matches('.'));
    out
}

pub fn node_name(program: &Program, node: NodeId) -> String {
    match program.data(node) {
        Data::Concat { segments } => segments.iter().map(|it| node_name(program, *it)).collect(),
        _ => match program.constant(node) {
            Value::String(text) => text.to_string(),
            Value::Integer(value) => value.to_string(),
            other => format!("{other:?}"),
        },
    }
}

#[cfg(test)]
mod tests {
    use syntax::Dialect;

    use super::*;
    use crate::source::Reading;

    fn program(text: &str) -> Program {
        Program::parse(None, None, text.into(), Dialect::Manifest, &Reading::default())
    }

    #[test]
    fn nodes_are_found_by_their_names_and_by_patterns_in_the_order_of_the_text() {
        let program = program("node /^web/, 'A.example.com' { }\nnode /web\\d/ { }\nnode default { }\n");
        let table = program.node_table().unwrap();
        assert_eq!(
            table.iter().map(|it| &*it.name).collect::<Vec<_>>(),
            ["__node_regexp__web", "a.example.com", "__node_regexp__webd", "default"]
        );
        assert!(table.named("a.example.com").is_some() && table.named("b.example.com").is_none());
        assert_eq!(table.matching("web1").map(|it| &*it.name), Some("__node_regexp__web"));
        assert_eq!(table.matching("a web1").map(|it| &*it.name), Some("__node_regexp__webd"));
    }

    #[test]
    fn nodes_that_are_wrong_are_looked_at_in_turn() {
        for text in ["class a { }", "node a { }\nnode 'A' { }", "node a { }\nclass a { }", "node /(/ { }"] {
            assert!(program(text).node_table().is_none(), "{text}");
        }
    }
}
