//! Collectors: resources by a query, or by their names (`realize`).

use std::sync::Arc;

use issue::Place;
use syntax::TextRange;
use values::{Str, Value};

use crate::Condition;
use crate::ids::ResId;
use crate::relationship::Operand;
use crate::resource::Override;

/// A collector with a query, and whether it found anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collecting {
    pub file: Str,
    pub range: TextRange,
    /// Something matches the query, or may match it.
    pub finds: bool,
}

/// A resource that was declared virtual, and whether it is in the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Virtual {
    pub file: Str,
    pub line: u32,
    /// As `User`.
    pub type_name: Str,
    pub title: Str,
    /// Something realizes it, or may realize it.
    pub realized: bool,
}

#[derive(Debug)]
pub struct Collector {
    pub kind: Kind,
    /// Where the query is written, if an analysis wants to know.
    pub written: Option<(Str, TextRange)>,
    /// In the order in which they were found.
    pub collected: Vec<ResId>,
    pub changes: Option<Override>,
    pub when: Condition,
    /// Operands that replace the collector in an arrow where it finds nothing.
    pub alternative: Option<Vec<Operand>>,
}

#[derive(Debug)]
pub enum Kind {
    Query {
        type_name: Str,
        query: Option<Arc<Query>>,
        exported: bool,
    },
    /// References that do not exist yet.
    Names {
        names: Vec<String>,
        place: Place,
    },
}

#[derive(Debug)]
pub enum Query {
    And(Box<Query>, Box<Query>),
    Or(Box<Query>, Box<Query>),
    Tagged(Vec<String>),
    Equals(String, Value),
    Differs(String, Value),
    /// `undef`
    Everything,
    /// A value alone, at which Puppet breaks down when there is something to compare.
    NoComparison(String),
}

impl Query {
    pub fn no_comparison(&self) -> Option<&str> {
        match self {
            Query::And(a, b) | Query::Or(a, b) => a.no_comparison().or_else(|| b.no_comparison()),
            Query::NoComparison(value) => Some(value),
            _ => None,
        }
    }
}
