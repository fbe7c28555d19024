//! The place of a call.

use std::sync::Arc;

use syntax::model::NodeId;

use crate::ids::ScopeId;
use crate::source::Program;

/// Where a call stands.
#[derive(Clone)]
pub struct Site {
    pub program: Arc<Program>,
    pub node: NodeId,
    pub scope: ScopeId,
}
