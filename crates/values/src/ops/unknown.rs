//! The types of what operators give for values of which no more is known than their type.

use std::sync::Arc;

use crate::{Type, Unknown, Value, infer_reduced};

/// Result of an arithmetic operator with an unknown side.
pub(super) fn arithmetic(a: &Value, b: &Value, unknown: &Unknown) -> Value {
    let (left, right) = (infer_reduced(a), infer_reduced(b));
    let integer = Type::Integer(None, None);
    let ty = match a {
        Value::Array(_) => Type::array_of(Type::Any),
        Value::Hash(_) => Type::hash_of(Type::Any, Type::Any),
        _ if integer.accepts(&left) && integer.accepts(&right) => integer,
        _ if Type::Numeric.accepts(&left) && Type::Numeric.accepts(&right) => Type::Numeric,
        // Texts that are numbers, lists, points in time.
        _ => Type::Any,
    };
    because(unknown, ty)
}

pub(super) fn negated(unknown: &Unknown) -> Value {
    let integer = Type::Integer(None, None);
    let ty = match &unknown.ty {
        it if integer.accepts(it) => integer,
        it if Type::Numeric.accepts(it) => Type::Numeric,
        _ => Type::Any,
    };
    because(unknown, ty)
}

/// Type of `x[…]` for an `x` of that type.
pub fn element(ty: &Type, keys: usize) -> Type {
    match (ty.resolved(), keys) {
        // There may be nothing at that place.
        (Type::Array(element, _), 1) => Type::optional((**element).clone()),
        (Type::Hash(entry, _), 1) => Type::optional(entry.1.clone()),
        (Type::Array(element, _), 2) => Type::array_of((**element).clone()),
        (Type::String(_) | Type::StringValue(_) | Type::Enum(..) | Type::Pattern(_), _) => Type::String(crate::Size::ANY),
        _ if matches!(ty, Type::Data) && keys == 1 => Type::Data,
        _ => Type::Any,
    }
}

fn because(unknown: &Unknown, ty: Type) -> Value {
    Value::Unknown(Arc::new(Unknown { ty, origin: unknown.origin.clone() }))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::ops::{Arithmetic, arithmetic, negate};
    use crate::{Origin, Strict, Type, Unknown, Value, ty};

    fn unknown(text: &str) -> Value {
        let ty = ty::parse(text, &mut |_| None).unwrap_or(Type::Any);
        Value::Unknown(Arc::new(Unknown { ty, origin: Origin::Failure }))
    }

    fn result(value: &Value) -> String {
        match value {
            Value::Unknown(it) => it.ty.to_string(),
            _ => "known".to_owned(),
        }
    }

    /// A type that is too narrow would make errors of what is right.
    #[test]
    fn results_are_of_a_type_that_holds() {
        let list = Value::array(vec![Value::Integer(1)]);
        let hash = Value::hash(crate::Hash::default());
        for (operator, a, b, expected) in [
            ("+", unknown("Integer[1, 5]"), Value::Integer(10), "Integer"),
            ("+", Value::Integer(10), unknown("Integer[1, 5]"), "Integer"),
            ("*", unknown("Integer"), Value::Float(0.5), "Numeric"),
            ("+", unknown("String"), Value::Integer(1), "Any"),
            ("+", Value::Integer(1), unknown("Timespan"), "Any"),
            ("+", unknown("Array[String]"), Value::Integer(1), "Any"),
            ("+", list.clone(), unknown("Any"), "Array"),
            ("-", list.clone(), unknown("Integer"), "Array"),
            ("<<", list, unknown("Integer"), "known"),
            ("+", hash.clone(), unknown("Any"), "Hash"),
            ("-", hash, unknown("Any"), "Hash"),
        ] {
            let found = arithmetic(Arithmetic::parse(operator).unwrap(), &a, &b, Strict::Error).map(|(value, _)| result(&value));
            assert_eq!(found.as_deref(), Ok(expected), "{} {operator} {}", result(&a), result(&b));
        }
        assert_eq!(negate(&unknown("Integer[1, 5]"), Strict::Error).map(|(it, _)| result(&it)).as_deref(), Ok("Integer"));
    }

    #[test]
    fn elements_may_be_missing() {
        for (ty, keys, expected) in [
            ("Array[Integer]", 1, "Optional[Integer]"),
            ("Array[Integer]", 2, "Array[Integer]"),
            ("Hash[String, Float]", 1, "Optional[Float]"),
            ("String", 1, "String"),
            ("Data", 1, "Data"),
            ("Variant[Array, Hash]", 1, "Any"),
        ] {
            let ty = ty::parse(ty, &mut |_| None).unwrap_or(Type::Unit);
            assert_eq!(super::element(&ty, keys).to_string(), expected, "{ty}");
        }
    }
}
