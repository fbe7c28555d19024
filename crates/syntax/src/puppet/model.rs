//! The model of a manifest: what the text means to Puppet, without how it is written.
//!
//! The nodes are those of Puppet's own AST, because its messages, places and later the evaluation use its terms: a name with arguments is a
//! call, `file { x => 1 }` is a name and a hash, names of nested classes are qualified. Each node has two places: Puppet's (an offset and a
//! length, for operators those of the operator) and the range of the text that it was written as.

pub mod full;
pub mod json;
pub mod label;
mod lower;
mod number;
pub mod pn;
mod texts;
pub mod tokens;

use literals::operator::{Arithmetic, Assignment, AttributeOperator, Comparison, Direction, Match};
use std::num::NonZeroU32;
use std::sync::Arc;

use num_bigint::BigInt;
use text_size::{TextRange, TextSize};

pub(crate) use lower::{Means, lower};
pub(crate) use texts::Texts;

/// Text of a node. Names come again and again, and values are made of it without a copy.
pub type Text = Arc<str>;

/// The index of a node in its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// From 0, for tables of the model that have a place for each node.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// From 1, for places that know nothing of models.
    pub fn number(self) -> NonZeroU32 {
        self.0
    }

    /// The number of the node with this index. One more than that: none takes no room then.
    fn from_index(index: usize) -> NodeId {
        NodeId(NonZeroU32::new(u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1)).unwrap_or(NonZeroU32::MAX))
    }
}

/// One file as Puppet's parser sees it.
#[derive(Clone, Debug, Default)]
pub struct Model {
    nodes: Vec<Node>,
    /// The body of the program.
    pub root: Option<NodeId>,
    /// Definitions in the order in which Puppet's parser completes them.
    pub definitions: Vec<NodeId>,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub data: Data,
    /// Where Puppet says that the node is, in bytes.
    pub offset: u32,
    pub length: u32,
    /// The text that it was written as.
    pub range: TextRange,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Integer {
    Small(i64),
    /// Outside of Puppet's range; refused in validation.
    Big(Box<BigInt>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Regular,
    Virtual,
    Exported,
}

impl Form {
    pub fn name(self) -> &'static str {
        match self {
            Form::Regular => "regular",
            Form::Virtual => "virtual",
            Form::Exported => "exported",
        }
    }
}

/// Kind of a [`Data::Definition`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionKind {
    Class,
    Define,
    Function,
    Plan,
}

/// Data of a class, defined type, function or plan besides its parameters. Apart, because nodes are many and definitions are few.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub parent: Option<String>,
    pub body: Option<NodeId>,
    pub return_type: Option<NodeId>,
    /// The keyword and the name.
    pub head: TextRange,
}

#[derive(Clone, Debug)]
pub enum Data {
    Nop,
    Block {
        statements: Vec<NodeId>,
    },
    ApplyBlock {
        statements: Vec<NodeId>,
    },
    Integer {
        value: Integer,
        radix: u8,
    },
    Float(f64),
    String(Text),
    Boolean(bool),
    Undef,
    Default,
    /// A regular expression, its slashes without escapes.
    Regex(String),
    Name(Text),
    /// The name of a type, as written.
    Reference(Text),
    Reserved(Text),
    Variable {
        expr: NodeId,
    },
    Concat {
        segments: Vec<NodeId>,
    },
    Text {
        expr: NodeId,
    },
    Heredoc {
        syntax: String,
        text: NodeId,
    },
    List {
        values: Vec<NodeId>,
    },
    Hash {
        entries: Vec<NodeId>,
    },
    Entry {
        key: NodeId,
        value: NodeId,
    },
    Access {
        left: NodeId,
        keys: Vec<NodeId>,
    },
    Paren {
        expr: NodeId,
    },
    Not {
        expr: NodeId,
    },
    Minus {
        expr: NodeId,
    },
    Unfold {
        expr: NodeId,
    },
    Arithmetic {
        op: Arithmetic,
        left: NodeId,
        right: NodeId,
    },
    Comparison {
        op: Comparison,
        left: NodeId,
        right: NodeId,
    },
    Match {
        op: Match,
        left: NodeId,
        right: NodeId,
    },
    In {
        left: NodeId,
        right: NodeId,
    },
    And {
        left: NodeId,
        right: NodeId,
    },
    Or {
        left: NodeId,
        right: NodeId,
    },
    Assignment {
        op: Assignment,
        left: NodeId,
        right: NodeId,
    },
    Relationship {
        op: Direction,
        left: NodeId,
        right: NodeId,
    },
    NamedAccess {
        left: NodeId,
        right: NodeId,
    },
    Selector {
        left: NodeId,
        selectors: Vec<NodeId>,
    },
    SelectorEntry {
        matching: NodeId,
        value: NodeId,
    },
    Case {
        test: NodeId,
        options: Vec<NodeId>,
    },
    CaseOption {
        values: Vec<NodeId>,
        then: Option<NodeId>,
    },
    If {
        test: NodeId,
        then: Option<NodeId>,
        otherwise: Option<NodeId>,
    },
    Unless {
        test: NodeId,
        then: Option<NodeId>,
        otherwise: Option<NodeId>,
    },
    Call {
        functor: NodeId,
        rval_required: bool,
        arguments: Vec<NodeId>,
        lambda: Option<NodeId>,
    },
    MethodCall {
        functor: NodeId,
        arguments: Vec<NodeId>,
        lambda: Option<NodeId>,
    },
    Lambda {
        parameters: Vec<NodeId>,
        body: Option<NodeId>,
        return_type: Option<NodeId>,
    },
    Parameter {
        name: Text,
        type_expr: Option<NodeId>,
        value: Option<NodeId>,
        captures_rest: bool,
    },
    Definition {
        kind: DefinitionKind,
        parameters: Vec<NodeId>,
        rest: Box<Definition>,
    },
    NodeDefinition {
        parent: Option<NodeId>,
        matches: Vec<NodeId>,
        body: Option<NodeId>,
    },
    TypeAlias {
        name: Text,
        type_expr: NodeId,
    },
    TypeMapping {
        type_expr: NodeId,
        mapping: NodeId,
    },
    TypeDefinition {
        name: Text,
        parent: Option<Box<str>>,
        body: Option<NodeId>,
    },
    Apply {
        arguments: Vec<NodeId>,
        body: NodeId,
    },
    Resource {
        form: Form,
        type_name: NodeId,
        bodies: Vec<NodeId>,
    },
    ResourceBody {
        title: NodeId,
        operations: Vec<NodeId>,
    },
    ResourceDefaults {
        form: Form,
        type_ref: NodeId,
        operations: Vec<NodeId>,
    },
    ResourceOverride {
        form: Form,
        resources: NodeId,
        operations: Vec<NodeId>,
    },
    AttributeOperation {
        name: Text,
        op: AttributeOperator,
        value: NodeId,
    },
    AttributesOperation {
        expr: NodeId,
    },
    Collect {
        type_expr: NodeId,
        query: NodeId,
        operations: Vec<NodeId>,
    },
    Query {
        exported: bool,
        expr: Option<NodeId>,
    },
    Epp {
        parameters_specified: bool,
        body: Option<NodeId>,
    },
    RenderString(Text),
    Render {
        expr: NodeId,
    },
}

impl Model {
    /// Whether the id is of a node of this model; it may be one of another model.
    pub fn has(&self, id: NodeId) -> bool {
        id.index() < self.nodes.len()
    }

    /// The node with a number, if there is one.
    pub fn numbered(&self, number: NonZeroU32) -> Option<NodeId> {
        Some(NodeId(number)).filter(|id| self.has(*id))
    }

    pub fn get(&self, id: NodeId) -> &Node {
        // Ids are made by this model only, and nodes are never removed.
        &self.nodes[id.index()]
    }

    /// The numbers of all nodes.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::from_index)
    }

    /// All nodes, in the order of their indices.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub fn data(&self, id: NodeId) -> &Data {
        &self.get(id).data
    }

    /// Gives the nodes without a place that of what holds them. Most models are thrown away unread, and never need it.
    pub(super) fn place_the_rest(&mut self) {
        let mut stack: Vec<(NodeId, u32)> = self.root.iter().map(|root| (*root, 0)).collect();
        let mut children = Vec::new();
        while let Some((id, around)) = stack.pop() {
            let Some(node) = self.nodes.get_mut(id.index()) else { continue };
            if node.offset == u32::MAX {
                node.offset = around;
            }
            let offset = node.offset;
            children.clear();
            self.children(id, &mut children);
            stack.extend(children.iter().map(|c| (*c, offset)));
        }
    }

    /// Moves all places by a number of bytes: the text follows another.
    pub(super) fn shift(&mut self, by: TextSize) {
        for node in &mut self.nodes {
            node.offset = node.offset.saturating_add(by.into());
            node.range += by;
            if let Data::Definition { rest, .. } = &mut node.data {
                rest.head += by;
            }
        }
    }

    /// Gives back the room that was kept for more.
    pub(super) fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
    }

    /// Range to point at: of a definition or resource its head, of the rest all of it.
    pub fn focus(&self, id: NodeId) -> TextRange {
        let node = self.get(id);
        let to = |last: NodeId| TextRange::new(node.range.start(), self.get(last).range.end().max(node.range.start()));
        match &node.data {
            Data::Definition { rest, .. } => rest.head,
            Data::NodeDefinition { matches, .. } => matches.last().map_or(node.range, |m| to(*m)),
            Data::Resource { type_name, .. } => to(*type_name),
            Data::ResourceDefaults { type_ref, .. } => to(*type_ref),
            Data::ResourceOverride { resources, .. } => to(*resources),
            Data::Entry { key, .. } => self.get(*key).range,
            Data::If { test, .. } | Data::Unless { test, .. } | Data::Case { test, .. } => to(*test),
            Data::Block { statements } => statements.first().map_or(node.range, |s| self.focus(*s)),
            Data::Parameter { name, .. } => {
                let start = TextSize::new(node.offset);
                // The name and its `$`.
                let end = start + TextSize::of(&**name) + TextSize::new(1);
                if node.range.contains_range(TextRange::new(start, end)) { TextRange::new(start, end) } else { node.range }
            }
            _ => node.range,
        }
    }

    fn add(&mut self, data: Data, range: TextRange) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node { data, offset: u32::MAX, length: 0, range });
        id
    }

    /// A node and all that it holds, the outer ones first, in the order in which Puppet visits them.
    pub fn subtree(&self, id: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut waiting = vec![id];
        let mut children = Vec::new();
        while let Some(node) = waiting.pop() {
            found.push(node);
            children.clear();
            self.children(node, &mut children);
            waiting.extend(children.iter().rev());
        }
        found
    }

    /// The nodes directly below, in the order in which Puppet visits them.
    pub fn children(&self, id: NodeId, out: &mut Vec<NodeId>) {
        match self.data(id) {
            Data::Nop
            | Data::Integer { .. }
            | Data::Float(_)
            | Data::String(_)
            | Data::Boolean(_)
            | Data::Undef
            | Data::Default
            | Data::Regex(_)
            | Data::Name(_)
            | Data::Reference(_)
            | Data::Reserved(_)
            | Data::RenderString(_) => {}
            Data::Block { statements } | Data::ApplyBlock { statements } => out.extend(statements),
            Data::Variable { expr }
            | Data::Text { expr }
            | Data::Paren { expr }
            | Data::Not { expr }
            | Data::Minus { expr }
            | Data::Unfold { expr }
            | Data::AttributesOperation { expr }
            | Data::Render { expr } => out.push(*expr),
            Data::Concat { segments } => out.extend(segments),
            Data::Heredoc { text, .. } => out.push(*text),
            Data::List { values } => out.extend(values),
            Data::Hash { entries } => out.extend(entries),
            Data::Entry { key, value } => out.extend([*key, *value]),
            Data::Access { left, keys } => {
                out.push(*left);
                out.extend(keys);
            }
            Data::Arithmetic { left, right, .. }
            | Data::Comparison { left, right, .. }
            | Data::Match { left, right, .. }
            | Data::In { left, right }
            | Data::And { left, right }
            | Data::Or { left, right }
            | Data::Assignment { left, right, .. }
            | Data::Relationship { left, right, .. }
            | Data::NamedAccess { left, right } => out.extend([*left, *right]),
            Data::Selector { left, selectors } => {
                out.push(*left);
                out.extend(selectors);
            }
            Data::SelectorEntry { matching, value } => out.extend([*matching, *value]),
            Data::Case { test, options } => {
                out.push(*test);
                out.extend(options);
            }
            Data::CaseOption { values, then } => {
                out.extend(values);
                out.extend(then);
            }
            Data::If { test, then, otherwise } | Data::Unless { test, then, otherwise } => {
                out.push(*test);
                out.extend(then);
                out.extend(otherwise);
            }
            Data::Call { functor, arguments, lambda, .. } | Data::MethodCall { functor, arguments, lambda } => {
                out.push(*functor);
                out.extend(arguments);
                out.extend(lambda);
            }
            Data::Lambda { parameters, body, return_type } => {
                out.extend(parameters);
                out.extend(body);
                out.extend(return_type);
            }
            Data::Parameter { value, type_expr, .. } => {
                out.extend(value);
                out.extend(type_expr);
            }
            Data::Definition { parameters, rest, .. } => {
                out.extend(parameters);
                out.extend(rest.body);
                out.extend(rest.return_type);
            }
            Data::NodeDefinition { parent, matches, body } => {
                out.extend(parent);
                out.extend(matches);
                out.extend(body);
            }
            Data::TypeAlias { type_expr, .. } => out.push(*type_expr),
            Data::TypeMapping { type_expr, mapping } => out.extend([*type_expr, *mapping]),
            Data::TypeDefinition { body, .. } => out.extend(body),
            Data::Apply { arguments, body } => {
                out.extend(arguments);
                out.push(*body);
            }
            Data::Resource { type_name, bodies, .. } => {
                out.push(*type_name);
                out.extend(bodies);
            }
            Data::ResourceBody { title, operations } => {
                out.push(*title);
                out.extend(operations);
            }
            Data::ResourceDefaults { type_ref, operations, .. } => {
                out.push(*type_ref);
                out.extend(operations);
            }
            Data::ResourceOverride { resources, operations, .. } => {
                out.push(*resources);
                out.extend(operations);
            }
            Data::AttributeOperation { value, .. } => out.push(*value),
            Data::Collect { type_expr, query, operations } => {
                out.extend([*type_expr, *query]);
                out.extend(operations);
            }
            Data::Query { expr, .. } => out.extend(expr),
            Data::Epp { body, .. } => out.extend(body),
        }
    }
}

#[cfg(test)]
mod tests {
    /// A model has a node for every twenty bytes of text: what a node grows by, every check pays for.
    #[test]
    fn nodes_are_small() {
        assert!(std::mem::size_of::<super::Node>() <= 56, "{} bytes", std::mem::size_of::<super::Node>());
    }
}
