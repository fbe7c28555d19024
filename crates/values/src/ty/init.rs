//! `Init[T]`: what `T.new` can be called with.

use super::accept::Guard;
use super::{Tri, Type};
use crate::Value;

impl Guard {
    pub(super) fn init_accepts(&mut self, inner: Option<&Type>, _arguments: &[Value], other: &Type) -> bool {
        match (inner, other) {
            (None, Type::Init(..)) => true,
            (None, other) => self.accepts(&Type::RichData, other),
            (Some(inner), Type::Init(it, _)) => it.as_deref().is_some_and(|it| self.accepts(inner, it)),
            (Some(inner), other) => self.accepts(inner, other),
        }
    }
}

pub(super) fn init_instance(inner: Option<&Type>, _arguments: &[Value], value: &Value) -> Tri {
    match inner {
        None => Type::RichData.may_be_instance(value),
        Some(inner) => inner.may_be_instance(value),
    }
}
