//! The nodes that a main manifest names.

use std::sync::Arc;

use syntax::model::{Data, Model, NodeId};
use syntax::{Dialect, TextRange};

use crate::source::{Program, Reading, is_found_by_title, node_name};
use crate::{Code, Environment};

/// Name after `node`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodeName {
    /// In lower case.
    Name(String),
    /// A regular expression, which may match any number of names.
    Pattern(String),
    Default,
}

/// The names of node definitions in the order in which they are written, each once.
pub fn node_names(environment: &Environment, code: &Code) -> Vec<NodeName> {
    let mut names = Vec::new();
    for program in programs(environment, code) {
        for name in node_places(&program).into_iter().flat_map(|it| it.names) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// A node definition in the text of a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodePlace {
    pub names: Vec<NodeName>,
    /// From the word `node` to its last name.
    pub head: TextRange,
    /// The rest of it: what it inherits, and what stands in its braces.
    pub body: TextRange,
}

/// Where the nodes of a manifest are written, in order.
pub fn node_places(program: &Program) -> Vec<NodePlace> {
    let place = |id: &NodeId| {
        let Data::NodeDefinition { matches, .. } = program.data(*id) else { return None };
        let (whole, head) = (program.model.get(*id).range, program.model.focus(*id));
        let names = matches.iter().map(|it| node_name_of(program, *it)).collect();
        Some(NodePlace { names, head, body: TextRange::new(head.end().min(whole.end()), whole.end()) })
    };
    program.model.definitions.iter().filter_map(place).collect()
}

pub(crate) fn node_name_of(program: &Program, node: NodeId) -> NodeName {
    match program.data(node) {
        Data::Regex(source) => NodeName::Pattern(source.to_string()),
        Data::Default => NodeName::Default,
        _ => NodeName::Name(node_name(program, node).to_lowercase()),
    }
}

/// The patterns of node definitions that Puppet cannot evaluate, as it does not find their definitions again.
pub fn lost_patterns(model: &Model) -> Vec<NodeId> {
    let patterns = model.definitions.iter().filter_map(|it| match model.data(*it) {
        Data::NodeDefinition { matches, .. } => Some(matches),
        _ => None,
    });
    let is_lost = |it: &&NodeId| matches!(model.data(**it), Data::Regex(source) if !is_found_by_title(source));
    patterns.flatten().filter(is_lost).copied().collect()
}

fn programs(environment: &Environment, code: &Code) -> Vec<Arc<Program>> {
    let text = |text: &Arc<str>| {
        let reading = Reading { autoload: None, ..environment.reading.clone() };
        vec![Arc::new(Program::parse(None, None, text.clone(), Dialect::Manifest, &reading))]
    };
    match code {
        Code::Text(it) | Code::Named(_, it) => text(it),
        Code::Files(files) => files.iter().filter_map(|file| environment.program(file)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    #[test]
    fn names_patterns_and_the_default() {
        let mut world = MemoryWorld::new();
        world.add_file("/m/a.pp", "node 'B.example.com', /^c\\d/ { }\nnode default { }\n");
        world.add_file("/m/b.pp", "node b.example.com { }\nnode d { }\nnode broken {");
        let environment = Environment::new(Arc::new(world), "production", None, Vec::new(), Reading::default());
        let found = node_names(&environment, &Code::Files(vec!["/m/a.pp".into(), "/m/b.pp".into(), "/m/none.pp".into()]));
        let name = |it: &str| NodeName::Name(it.to_owned());
        let expected = [name("b.example.com"), NodeName::Pattern("^c\\d".to_owned()), NodeName::Default];
        assert_eq!(found.get(..3), Some(&expected[..]));
    }
}
