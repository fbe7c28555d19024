//! Lists that take the elements of values of which only the type is known: how many there are is not known either.

use std::sync::Arc;

use values::{Origin, Size, Tri, Type, Unknown, Value, infer_reduced};

/// Types within types are looked into this deeply; what lies deeper may be anything.
const DEEPEST: usize = 20;

/// Different texts and numbers up to this many make a type that names each of them.
const MOST_VALUES: usize = 20;

/// Receiver of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Splice {
    /// `*x` in a list: those of arrays, hashes and iterators; of undef none.
    Unfold,
    /// `flatten`: those of arrays, and of the arrays in them.
    Flatten,
}

impl Splice {
    /// The value as one that is not known, if it may be replaced by any number of elements.
    pub fn opens(self, value: &Value) -> Option<&Arc<Unknown>> {
        let Value::Unknown(unknown) = value else { return None };
        let array = Type::array_of(Type::Any);
        let replaced = match self {
            Splice::Flatten => array,
            Splice::Unfold => Type::variant(vec![Type::Collection(Size::ANY), Type::Undef, Type::Iterator(None)]),
        };
        (replaced.may_be_instance(value) != Tri::No).then_some(unknown)
    }

    fn element_types(self, ty: &Type, depth: usize, out: &mut Vec<Type>) {
        if depth > DEEPEST {
            out.push(Type::Any);
            return;
        }
        let mut inner = |it: &Type, is_element: bool| match (self, is_element) {
            (Splice::Unfold, true) => out.push(it.clone()),
            _ => self.element_types(it, depth + 1, out),
        };
        match (ty.resolved(), self) {
            (Type::Variant(types), _) if !types.is_empty() => types.iter().for_each(|it| inner(it, false)),
            (Type::NotUndef(Some(ty)), _) => inner(ty, false),
            (Type::Optional(Some(ty)), _) => {
                inner(ty, false);
                if self == Splice::Flatten {
                    out.push(Type::Undef);
                }
            }
            (Type::Array(element, _), _) => inner(element, true),
            (Type::Tuple(types, _), _) => types.iter().for_each(|it| inner(it, true)),
            (Type::Undef, Splice::Unfold) => {}
            (Type::Hash(entry, _), Splice::Unfold) => {
                out.push(Type::Tuple(Arc::from([entry.0.clone(), entry.1.clone()]), None));
            }
            _ if self.may_hold_others(ty) => out.push(Type::Any),
            _ => out.push(ty.clone()),
        }
    }

    /// Whether a type of which no more is to be learnt has instances with elements.
    fn may_hold_others(self, ty: &Type) -> bool {
        let unknown = Value::Unknown(Arc::new(Unknown { ty: ty.clone(), origin: Origin::Failure }));
        self.opens(&unknown).is_some()
    }
}

/// The list of these values, of which some may stand for any number of others because of what is not known.
pub fn open_list(cause: &Unknown, parts: &[(Value, Option<Splice>)]) -> Value {
    let exact = parts.len() <= MOST_VALUES;
    let (mut types, mut certain) = (Vec::with_capacity(parts.len()), 0_i64);
    for (value, splice) in parts {
        match (value, splice) {
            (Value::Unknown(unknown), Some(splice)) if splice.opens(value).is_some() => splice.element_types(&unknown.ty, 0, &mut types),
            _ => {
                certain += 1;
                types.push(type_of(value, exact));
            }
        }
    }
    let element = if types.iter().any(|it| matches!(it, Type::Any)) { Type::Any } else { Type::variant(types).normalize() };
    crate::unknown::because(cause, Type::Array(Arc::new(element), Size { from: certain, to: None }))
}

/// The type of a value that may be another one: where that is exact, of no other text, number or truth.
pub fn type_of(value: &Value, exact: bool) -> Type {
    match value {
        Value::Unknown(unknown) => unknown.ty.clone(),
        Value::String(text) if exact && text.len() < 1_000 => Type::enumeration(vec![text.clone()], false),
        Value::Integer(value) if exact => Type::Integer(Some(*value), Some(*value)),
        Value::Boolean(value) => Type::Boolean(Some(*value)),
        other => infer_reduced(other).generalize(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown(ty: Type) -> Value {
        Value::Unknown(Arc::new(Unknown { ty, origin: Origin::Failure }))
    }

    fn list(splice: Splice, ty: Type) -> String {
        let cause = Unknown { ty: Type::Any, origin: Origin::Failure };
        match open_list(&cause, &[(Value::string("a"), None), (unknown(ty), Some(splice))]) {
            Value::Unknown(list) => list.ty.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn an_array_gives_its_elements() {
        let strings = Type::array_of(Type::String(Size::ANY));
        let nested = Type::array_of(strings.clone());
        assert_eq!(list(Splice::Unfold, strings.clone()), "Array[Variant[Enum['a'], String], 1]");
        assert_eq!(list(Splice::Unfold, nested.clone()), "Array[Variant[Enum['a'], Array[String]], 1]");
        assert_eq!(list(Splice::Flatten, nested), "Array[Variant[Enum['a'], String], 1]");
        assert_eq!(list(Splice::Flatten, Type::Any), "Array[Any, 1]");
        assert_eq!(list(Splice::Unfold, Type::Optional(Some(Arc::new(strings)))), "Array[Variant[Enum['a'], String], 1]");
    }

    #[test]
    fn a_hash_stays_in_a_flat_list_and_is_unfolded_to_pairs() {
        let hash = Type::hash_of(Type::String(Size::ANY), Type::Boolean(None));
        assert!(Splice::Flatten.opens(&unknown(hash.clone())).is_none());
        assert_eq!(list(Splice::Unfold, hash), "Array[Variant[Enum['a'], Tuple[String, Boolean]], 1]");
        assert!(Splice::Unfold.opens(&unknown(Type::String(Size::ANY))).is_none());
    }
}
