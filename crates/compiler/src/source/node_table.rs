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
    /// None where there are no nodes, and where one of them has an error: then they are tried in turn.
    pub fn from_program(program: &Program) -> Option<NodeTable> {
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

/// A pattern as the title of its node. Signs of groups that begin with `(?` are words in it, in capitals.
pub fn regexp_node_name(source: &str) -> String {
    let mut out = String::from("__node_regexp__");
    let mut words = String::new();
    let mut lower = source.to_lowercase();
    while let Some(start) = lower.find("(?") {
        let end = lower.get(start..).and_then(|it| it.find(')')).map_or(lower.len(), |it| start + it + 1);
        // Without its end it is no such group.
        let is_group = lower.get(..end).is_some_and(|it| it.ends_with(')'));
        let (before, rest) = lower.split_at(end);
        let (plain, group) = before.split_at(start);
        words.push_str(plain);
        match is_group {
            true => group.chars().for_each(|c| match sign(c) {
                Some(word) => words.push_str(word),
                None => words.push(c),
            }),
            false => words.push_str(group),
        }
        lower = rest.to_owned();
    }
    words.push_str(&lower);
    words.retain(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'));
    out.push_str(words.trim_start_matches('.'));
    out
}

fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        '(' => "LP",
        '?' => "QU",
        '<' => "LT",
        '>' => "GT",
        '!' => "EX",
        '=' => "EQ",
        ')' => "RP",
        _ => return None,
    })
}

/// Whether Puppet finds the node of a pattern again by its title, as it must to evaluate it: titles are looked for in small letters,
/// so that one with words in capitals has to match the pattern itself.
pub fn is_found_by_title(source: &str) -> bool {
    let name = regexp_node_name(source);
    let has_words = name.bytes().any(|it| it.is_ascii_uppercase());
    !has_words || Regex::new(source).map_or(true, |it| it.is_match(&name.to_lowercase()))
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

    /// As Puppet 8.10 has them.
    #[test]
    fn groups_are_words_in_titles() {
        assert_eq!(regexp_node_name("^db-(a|B)(?:-x)?$"), "__node_regexp__db-abLPQU:-xRP");
        assert_eq!(regexp_node_name("a(?<!X)(?i:\\.b)"), "__node_regexp__aLPQULTEXxRPLPQUi:.bRP");
        let found = |it: &str| is_found_by_title(it);
        assert!(found("^db-(a|b)$") && found("db-a(?:x)?") && found("^db-[[:alpha:]]$"));
        assert!(!found("^db-(a|b)(?:-x)?$") && !found("^db-(?<n>a)$") && !found("db-a(?:)$"));
    }

    #[test]
    fn nodes_that_are_wrong_are_looked_at_in_turn() {
        for text in ["class a { }", "node a { }\nnode 'A' { }", "node a { }\nclass a { }", "node /(/ { }"] {
            assert!(program(text).node_table().is_none(), "{text}");
        }
    }
}
