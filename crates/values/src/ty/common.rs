//! The narrowest type that accepts what two types accept.

use super::Type;

impl Type {
    pub fn common(a: &Type, b: &Type) -> Type {
        if a == b { a.clone() } else { Type::Any }
    }
}
