//! Contents of a picture, as its language names them.

use crate::picture::{Edge, Node};

/// A file and a line in it, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place<'a> {
    pub file: Option<&'a str>,
    pub line: Option<u32>,
}

/// Details of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About<'a> {
    /// Type and title, if the node is one resource.
    pub named: Option<(&'a str, &'a str)>,
    pub place: Place<'a>,
    /// Place in the order.
    pub order: Option<usize>,
    /// The names of its resources, if it is not one resource.
    pub members: Vec<String>,
}

/// The order of everything, or what prevents one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    Of(Vec<String>),
    Cycles(Vec<Vec<String>>),
}

/// The language's side of a picture: a catalog, or compiled states.
pub trait Contents {
    /// Members that name the whole, such as `name` and `environment`.
    fn names(&self) -> Vec<(&'static str, &str)>;

    fn node(&self, node: &Node) -> About<'_>;

    /// The name of the resource that has an edge, and the place of that edge.
    fn edge(&self, edge: &Edge) -> (Option<String>, Place<'_>);

    fn order(&self) -> Order;
}
