//! The second pass.

use super::model::{Model, NodeId};
use crate::{Code, Severity, ValidateOptions};

/// A problem of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    pub code: Code,
    pub severity: Severity,
    pub node: NodeId,
    /// Puppet's own words.
    pub message: String,
}

pub fn issues(model: &Model, options: &ValidateOptions) -> Vec<Issue> {
    let _ = (model, options);
    Vec::new()
}
