//! How large a type is when all that it names is written out.
//!
//! A few aliases that each name the one before twice stand for as many types as one likes. What walks over types takes them
//! for trees, so there is a limit to those.

use std::sync::Arc;

use super::{Alias, Type};

/// More types in a type than anybody writes; the largest of published modules have some thousand.
pub(crate) const MOST: usize = 100_000;

impl Type {
    pub(crate) fn is_too_large(&self) -> bool {
        let mut scale = Scale { left: MOST, aliases: Vec::new(), depth: 0 };
        !scale.weigh(self)
    }
}

struct Scale {
    left: usize,
    /// Those that are being looked into: an alias may speak of itself.
    aliases: Vec<*const Alias>,
    depth: usize,
}

impl Scale {
    fn weigh(&mut self, ty: &Type) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        if self.depth > super::DEPTH {
            return true;
        }
        self.depth += 1;
        let fits = self.inside(ty);
        self.depth -= 1;
        fits
    }

    fn all<'a>(&mut self, types: impl IntoIterator<Item = &'a Type>) -> bool {
        types.into_iter().all(|it| self.weigh(it))
    }

    fn inside(&mut self, ty: &Type) -> bool {
        match ty {
            Type::Array(it, _) => self.weigh(it),
            Type::Hash(entry, _) => self.weigh(&entry.0) && self.weigh(&entry.1),
            Type::Tuple(types, _) | Type::Variant(types) => self.all(types.iter()),
            Type::Struct(elements) => self.all(elements.iter().map(|it| &it.ty)),
            Type::Optional(it)
            | Type::NotUndef(it)
            | Type::Type(it)
            | Type::Iterable(it)
            | Type::Iterator(it)
            | Type::Sensitive(it)
            | Type::Init(it, _) => self.all(it.as_deref()),
            Type::Callable(it) => {
                let parameters = it.parameters.iter().flat_map(|it| it.iter());
                self.all(parameters.chain(&it.block).chain(&it.returns))
            }
            Type::Alias(alias) => {
                let this = Arc::as_ptr(alias);
                let Some(resolved) = alias.resolved.get().filter(|_| !self.aliases.contains(&this)) else { return true };
                self.aliases.push(this);
                let fits = self.weigh(resolved);
                self.aliases.pop();
                fits
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Alias, Type};

    #[test]
    fn aliases_that_double_are_too_large_at_last() {
        let mut ty = Type::Integer(None, None);
        let mut steps = 0;
        while !ty.is_too_large() && steps < 40 {
            let alias = Type::Alias(Arc::new(Alias { name: format!("A{steps}").into(), resolved: ty.into() }));
            ty = Type::Tuple(Arc::new([alias.clone(), alias]), None);
            steps += 1;
        }
        assert!((10..20).contains(&steps), "{steps}");
    }
}
