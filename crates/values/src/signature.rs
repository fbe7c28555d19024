//! Signatures of functions.

use std::sync::Arc;

use crate::{CallableType, Str, Tri, Type, Value};

/// One of the signatures of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    pub ty: Arc<CallableType>,
    /// As many as the type has parameters; the last one takes all that is left where the type says so.
    pub names: Vec<Str>,
    pub block_name: Option<Str>,
}

impl Signature {
    pub fn accepts(&self, arguments: &[Value], block: Option<&CallableType>) -> bool {
        self.may_accept(arguments, block) != Tri::No
    }

    /// The same where some of the arguments may be unknown.
    pub fn may_accept(&self, arguments: &[Value], block: Option<&CallableType>) -> Tri {
        let block = block.map(|block| Type::Callable(Arc::new(block.clone())));
        self.ty.may_accept_arguments(arguments, block.as_ref())
    }

    /// Whether the last parameter takes all that is left.
    pub fn captures_rest(&self) -> bool {
        self.ty.size_range().end().is_none()
    }
}
