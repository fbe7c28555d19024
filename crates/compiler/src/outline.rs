//! Outline of a file: its definitions and possible declarations, from its text alone.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use syntax::TextRange;
use syntax::model::{Data, DefinitionKind, NodeId};
use values::{Str, Value};

use crate::nodes::{NodeName, node_name_of};
use crate::source::Program;

/// Compared by those who depend on it: most edits leave it as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outline {
    /// In the order of the text.
    pub definitions: Vec<Defined>,
    /// Names that statements outside of definitions may declare.
    pub mentions: BTreeSet<Str>,
    /// There are such statements.
    pub has_code: bool,
}

/// One definition with the classes and defined types that it may declare; names are in lower case, without a leading `::`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Defined {
    pub of: DefinitionOf,
    pub mentions: BTreeSet<Str>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DefinitionOf {
    Class(Str),
    Define(Str),
    Function(Str),
    Plan(Str),
    Node(Vec<NodeName>),
}

/// Mention by a name that only the evaluation knows.
pub const ANY: &str = "*";

/// Functions that declare the classes that are their arguments.
pub const DECLARING: [&str; 3] = ["include", "contain", "require"];

impl Program {
    pub fn outline(&self) -> Outline {
        let mut outline = Outline::default();
        let mut extents = Vec::new();
        for id in &self.model.definitions {
            let mut mentions = BTreeSet::new();
            let of = match self.data(*id) {
                // Its name has yet to be typed.
                Data::Definition { rest, .. } if rest.name.is_empty() => continue,
                Data::Definition { kind, rest, .. } => {
                    mentions.extend(rest.parent.as_deref().map(plain));
                    let name = plain(&rest.name);
                    match kind {
                        DefinitionKind::Class => DefinitionOf::Class(name),
                        DefinitionKind::Define => DefinitionOf::Define(name),
                        DefinitionKind::Function => DefinitionOf::Function(name),
                        DefinitionKind::Plan => DefinitionOf::Plan(name),
                    }
                }
                Data::NodeDefinition { matches, .. } => DefinitionOf::Node(matches.iter().map(|it| node_name_of(self, *it)).collect()),
                _ => continue,
            };
            extents.push(self.model.get(*id).range);
            outline.definitions.push(Defined { of, mentions });
        }
        // Of those that begin before a place the last that holds it is the innermost.
        let mut around: Vec<(TextRange, usize)> = extents.into_iter().zip(0..).collect();
        around.sort_by_key(|(extent, _)| (extent.start(), Reverse(extent.end())));
        for node in self.model.nodes() {
            let mut found = BTreeSet::new();
            match &node.data {
                Data::Call { functor, arguments, .. } if self.names(*functor, &DECLARING) => {
                    arguments.iter().for_each(|it| self.mention(*it, &mut found));
                }
                Data::Call { functor, arguments, .. } if self.names(*functor, &["create_resources"]) => {
                    self.mention_created(arguments, &mut found);
                }
                Data::Resource { type_name, bodies, .. } => match self.data(*type_name) {
                    Data::Name(name) if &**name == "class" => {
                        for body in bodies {
                            if let Data::ResourceBody { title, .. } = self.data(*body) {
                                self.mention(*title, &mut found);
                            }
                        }
                    }
                    Data::Name(name) => {
                        found.insert(plain(name));
                    }
                    _ => {}
                },
                _ => {}
            }
            if found.is_empty() {
                continue;
            }
            let before = around.partition_point(|(extent, _)| extent.start() <= node.range.start());
            let innermost = around.iter().take(before).rfind(|(extent, _)| extent.contains_range(node.range)).map(|it| it.1);
            match innermost.and_then(|index| outline.definitions.get_mut(index)) {
                Some(definition) => definition.mentions.extend(found),
                None => outline.mentions.extend(found),
            }
        }
        outline.has_code = self.model.root.is_some_and(|root| match self.data(root) {
            Data::Block { statements } => statements.iter().any(|it| self.is_code(*it)),
            _ => self.is_code(root),
        });
        outline
    }

    fn is_code(&self, node: NodeId) -> bool {
        !matches!(self.data(node), Data::Definition { .. } | Data::NodeDefinition { .. } | Data::TypeAlias { .. } | Data::Nop)
    }

    fn names(&self, functor: NodeId, names: &[&str]) -> bool {
        matches!(self.data(functor), Data::Name(name) if names.contains(&&**name))
    }

    /// The classes, or the defined type, that `create_resources` declares.
    fn mention_created(&self, arguments: &[NodeId], mentions: &mut BTreeSet<Str>) {
        let [of, resources, ..] = arguments else { return };
        let Value::String(of) = &self.constant(*of) else { return };
        if !of.eq_ignore_ascii_case("class") {
            mentions.insert(plain(of));
            return;
        }
        let Data::Hash { entries } = self.data(*resources) else {
            mentions.insert(ANY.into());
            return;
        };
        for entry in entries {
            if let Data::Entry { key, .. } = self.data(*entry) {
                self.mention(*key, mentions);
            }
        }
    }

    /// Constant names of classes within an argument or a title.
    fn mention(&self, node: NodeId, mentions: &mut BTreeSet<Str>) {
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            match self.data(node) {
                Data::List { values } => waiting.extend(values.iter().copied()),
                Data::Access { left, keys } if matches!(self.data(*left), Data::Reference(name) if name.eq_ignore_ascii_case("class")) => {
                    waiting.extend(keys.iter().copied());
                }
                Data::Name(_) | Data::String(_) => {
                    if let Value::String(name) = &self.constant(node) {
                        mentions.insert(plain(name));
                    }
                }
                Data::Concat { .. } | Data::Variable { .. } | Data::Call { .. } | Data::MethodCall { .. } => {
                    mentions.insert(ANY.into());
                }
                _ => {}
            }
        }
    }
}

fn plain(name: &str) -> Str {
    name.strip_prefix("::").unwrap_or(name).to_lowercase().into()
}

#[cfg(test)]
mod tests {
    use syntax::Dialect;

    use super::*;
    use crate::source::Reading;

    fn outline(text: &str) -> Outline {
        Program::parse(None, None, text.into(), Dialect::Manifest, &Reading::default()).outline()
    }

    #[test]
    fn definitions_and_what_they_may_declare() {
        let found = outline(
            "class a::b inherits a { include ::c, 'd'; contain(Class['E']); class { ['f', 'g']: } my::thing { 'x': } include $h }\n\
             define k() { }\nfunction m::f() { 1 }\nnode 'N', /x/, default { include n }",
        );
        let shown: Vec<String> = found
            .definitions
            .iter()
            .map(|it| format!("{:?} {}", it.of, Vec::from_iter(&it.mentions).iter().map(|it| &***it).collect::<Vec<_>>().join(" ")))
            .collect();
        assert_eq!(
            shown,
            [
                "Class(\"a::b\") * a c d e f g my::thing",
                "Define(\"k\") ",
                "Function(\"m::f\") ",
                "Node([Name(\"n\"), Pattern(\"x\"), Default]) n"
            ]
        );
        assert!(!found.has_code);
        let found = outline("class a { }\ninclude a");
        assert!(found.has_code && found.mentions.contains("a"));
    }

    #[test]
    fn what_is_created_is_declared() {
        let mentions =
            |code: &str| outline(&format!("class a {{ {code} }}")).definitions.first().map(|it| Vec::from_iter(it.mentions.clone()));
        let names = |all: &[&str]| Some(all.iter().map(|it| Str::from(*it)).collect::<Vec<_>>());
        assert_eq!(mentions("create_resources('class', { 'a::b' => {}, \"a::${x}\" => {} })"), names(&[ANY, "a::b"]));
        assert_eq!(mentions("create_resources('Class', $x)"), names(&[ANY]));
        assert_eq!(mentions("create_resources('My::thing', $x)"), names(&["my::thing"]));
        assert_eq!(mentions("create_resources($x, $y)"), names(&[]));
    }

    #[test]
    fn an_edit_inside_of_a_body_changes_nothing() {
        assert_eq!(outline("class a { include b }"), outline("class a { # now\n  $x = 1\n  include b\n}"));
    }
}
