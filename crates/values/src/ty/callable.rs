//! Callables: which arguments they accept.

use std::sync::Arc;

use super::accept::Guard;
use super::{CallableType, Size, Tri, Type};
use crate::Value;

impl CallableType {
    /// How many arguments are accepted.
    pub fn size_range(&self) -> Size {
        match (self.size, &self.parameters) {
            (Some(size), _) => size,
            (None, Some(parameters)) if !parameters.is_empty() => Size::exactly(parameters.len()),
            // As a tuple without types, it takes any.
            _ => Size::ANY,
        }
    }

    /// The type of the parameters as a list.
    pub fn tuple(&self) -> Option<Type> {
        self.parameters.as_ref().map(|parameters| Type::Tuple(parameters.clone(), self.size))
    }

    /// Whether a call with these arguments and this block (a `Callable`) is accepted.
    pub fn accepts_arguments(&self, arguments: &[Value], block: Option<&Type>) -> bool {
        self.may_accept_arguments(arguments, block) != Tri::No
    }

    /// The same where some of the arguments may be unknown.
    pub fn may_accept_arguments(&self, arguments: &[Value], block: Option<&Type>) -> Tri {
        let Some(parameters) = &self.parameters else { return Tri::Yes };
        let of_arguments = super::instance::tuple_instance(parameters, self.size, arguments);
        if of_arguments == Tri::No {
            return Tri::No;
        }
        let takes_block = match (&self.block, block) {
            (None, block) => block.is_none(),
            (Some(own), Some(block)) => block_accepts(own, block),
            (Some(own), None) => own.accepts(&Type::Undef),
        };
        if takes_block { of_arguments } else { Tri::No }
    }
}

/// A block is an instance of what accepts its type; only `Callable`, alone or in an `Optional` or `Variant`, has instances
/// that are blocks.
fn block_accepts(own: &Type, block: &Type) -> bool {
    match own.resolved() {
        Type::Optional(None) => false,
        own => own.accepts(block),
    }
}

impl Type {
    /// `Callable`, a `Variant` of nothing else, or an `Optional` one.
    pub fn is_callable_kind(&self) -> bool {
        self.has_callable_kind(&mut Vec::new())
    }

    /// Whether the type has a callable kind; types under way add nothing.
    fn has_callable_kind<'a>(&'a self, seen: &mut Vec<&'a Type>) -> bool {
        let ty = self.resolved();
        let inner: Vec<&Type> = match ty {
            Type::Callable(_) => return true,
            Type::Optional(Some(inner)) => vec![inner],
            Type::Variant(types) => types.iter().collect(),
            Type::Object(object) => object.parent.iter().collect(),
            _ => return false,
        };
        if seen.iter().any(|it| std::ptr::eq(*it, ty)) || seen.len() > super::DEPTH {
            return !matches!(ty, Type::Object(_));
        }
        seen.push(ty);
        let all = !(inner.is_empty() && matches!(ty, Type::Object(_)))
            && inner.into_iter().all(|it| super::question::with_stack(|| it.has_callable_kind(seen)));
        seen.pop();
        all
    }
}

impl Guard {
    /// The other accepts every call that this one accepts.
    pub(super) fn callable_accepts(&mut self, own: &CallableType, other: &CallableType) -> bool {
        if let Some(returns) = &own.returns
            && !self.accepts(returns, other.returns.as_ref().unwrap_or(&Type::Any))
        {
            return false;
        }
        let Some(parameters) = own.tuple() else { return true };
        let Some(others) = other.tuple() else { return false };
        if !self.accepts(&others, &parameters) {
            return false;
        }
        let block = own.block.as_ref().unwrap_or(&Type::Undef);
        self.accepts(other.block.as_ref().unwrap_or(&Type::Undef), block)
    }
}

impl From<CallableType> for Type {
    fn from(callable: CallableType) -> Type {
        Type::Callable(Arc::new(callable))
    }
}
