//! How large a type is when all that it names is written out.
//!
//! A few aliases that each name the one before twice stand for as many types as one likes. What walks over types takes them
//! for trees, so there is a limit to those.

use std::sync::Arc;

use super::{Alias, Type};
use crate::Value;

/// More types in a type than anybody writes; the largest of published modules have some thousand.
pub(crate) const MOST: usize = 100_000;

/// More than this many types are not written inside of each other; through aliases they may be deeper. What compares types and
/// frees them takes each level for a call.
pub(crate) const MOST_LEVELS: usize = super::DEPTH;

impl Type {
    pub(crate) fn is_too_large(&self) -> bool {
        let mut scale = Scale { left: MOST, aliases: Vec::new(), depth: 0 };
        !scale.weigh(self)
    }

    /// Whether it is written deeper than [`MOST_LEVELS`].
    pub(crate) fn is_too_deep(&self) -> bool {
        let mut waiting = vec![(Part::Type(self), 0)];
        while let Some((part, level)) = waiting.pop() {
            if level > MOST_LEVELS {
                return true;
            }
            waiting.extend(part.parts().into_iter().map(|it| (it, level + 1)));
        }
        false
    }
}

impl Type {
    /// The types that it is written with; none of an alias, an object or a set of types.
    pub(crate) fn parts(&self) -> Vec<&Type> {
        match self {
            Type::Array(it, _) => vec![it],
            Type::Hash(entry, _) => vec![&entry.0, &entry.1],
            Type::Tuple(types, _) | Type::Variant(types) => types.iter().collect(),
            Type::Struct(elements) => elements.iter().map(|it| &it.ty).collect(),
            Type::Optional(it)
            | Type::NotUndef(it)
            | Type::Type(it)
            | Type::Iterable(it)
            | Type::Iterator(it)
            | Type::Sensitive(it)
            | Type::Init(it, _) => it.as_deref().into_iter().collect(),
            Type::Callable(it) => it.parameters.iter().flat_map(|it| it.iter()).chain(&it.block).chain(&it.returns).collect(),
            _ => Vec::new(),
        }
    }
}

/// Part of a written type: types, and values as arguments.
#[derive(Clone, Copy)]
enum Part<'a> {
    Type(&'a Type),
    Value(&'a Value),
}

impl<'a> Part<'a> {
    fn parts(self) -> Vec<Part<'a>> {
        match self {
            Part::Type(Type::Init(inner, arguments)) => {
                inner.iter().map(|it| Part::Type(it)).chain(arguments.iter().map(Part::Value)).collect()
            }
            Part::Type(Type::Extension(it)) => it.parameters.iter().map(|(_, it)| Part::Value(it)).collect(),
            Part::Type(Type::Uri(Some(it))) => vec![Part::Value(it)],
            Part::Type(it) => it.parts().into_iter().map(Part::Type).collect(),
            Part::Value(Value::Type(it)) => vec![Part::Type(it)],
            Part::Value(Value::Array(values)) => values.iter().map(Part::Value).collect(),
            Part::Value(Value::Hash(entries)) => entries.iter().flat_map(|(key, value)| [Part::Value(key), Part::Value(value)]).collect(),
            Part::Value(Value::Sensitive(it)) => vec![Part::Value(it)],
            Part::Value(Value::Object(it)) => it.attributes.iter().map(|(_, it)| Part::Value(it)).collect(),
            Part::Value(_) => Vec::new(),
        }
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
        let fits = super::question::with_stack(|| self.weigh_parts(ty));
        self.depth -= 1;
        fits
    }

    fn weigh_parts(&mut self, ty: &Type) -> bool {
        let Type::Alias(alias) = ty else { return ty.parts().into_iter().all(|it| self.weigh(it)) };
        let this = Arc::as_ptr(alias);
        let Some(resolved) = alias.resolved.get().filter(|_| !self.aliases.contains(&this)) else { return true };
        self.aliases.push(this);
        let fits = self.weigh(resolved);
        self.aliases.pop();
        fits
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
