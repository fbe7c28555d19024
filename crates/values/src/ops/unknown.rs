//! The types of what operators give for values of which no more is known than their type.

use std::sync::Arc;

use super::Arithmetic;
use crate::{Type, Unknown, Value, infer_reduced};

/// Result of an arithmetic operator with an unknown side.
pub(super) fn arithmetic(op: Arithmetic, a: &Value, b: &Value, unknown: &Unknown) -> Value {
    let (left, right) = (infer_reduced(a), infer_reduced(b));
    let integer = Type::Integer(None, None);
    let ty = match a {
        Value::Array(_) => Type::array_of(Type::Any),
        Value::Hash(_) => Type::hash_of(Type::Any, Type::Any),
        _ if let Some(collection) = of_collection(op, &left, &right) => collection,
        _ if integer.accepts(&left) && integer.accepts(&right) => integer,
        _ if Type::Numeric.accepts(&left) && Type::Numeric.accepts(&right) => Type::Numeric,
        // Texts that are numbers, points in time.
        _ => Type::Any,
    };
    because(unknown, ty)
}

/// Type of a list or hash after something was added to it or taken from it.
fn of_collection(op: Arithmetic, left: &Type, right: &Type) -> Option<Type> {
    let right = right.resolved();
    Some(match (op, left.resolved()) {
        (Arithmetic::Subtract, Type::Array(element, _)) => Type::array_of((**element).clone()),
        (Arithmetic::Subtract, Type::Hash(entry, _)) => Type::hash_of(entry.0.clone(), entry.1.clone()),
        (Arithmetic::ShiftLeft, Type::Array(element, _)) => Type::array_of(either(element, right)),
        (Arithmetic::Add, Type::Array(element, _)) => Type::array_of(match right {
            Type::Array(other, _) => either(element, other),
            Type::String(_) | Type::StringValue(_) | Type::Enum(..) | Type::Pattern(_) | Type::Integer(..) | Type::Boolean(_) => {
                either(element, right)
            }
            _ => Type::Any,
        }),
        (Arithmetic::Add, Type::Hash(entry, _)) => match right {
            Type::Hash(other, _) => Type::hash_of(either(&entry.0, &other.0), either(&entry.1, &other.1)),
            // A list of pairs is a hash, too.
            _ => Type::hash_of(Type::Any, Type::Any),
        },
        _ => return None,
    })
}

/// A type of what is of one of two types. What may be undef may be anything here: the common type of undef and another one lacks it.
fn either(a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Unit, other) | (other, Type::Unit) => other.clone(),
        _ if a.accepts(&Type::Undef) || b.accepts(&Type::Undef) => Type::Any,
        _ => Type::common(a, b),
    }
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
            ("+", unknown("Array[String]"), Value::from("a"), "Array[String]"),
            ("+", unknown("Array[String]"), Value::array(vec![Value::from("a")]), "Array[String]"),
            ("+", unknown("Array[String]"), Value::hash(crate::Hash::default()), "Array"),
            ("+", unknown("Array[Integer]"), unknown("Any"), "Array"),
            ("-", unknown("Array[Integer[1, 5]]"), unknown("Any"), "Array[Integer[1, 5]]"),
            ("<<", unknown("Array[String]"), Value::from("a"), "Array[String]"),
            ("+", unknown("Hash[String, Integer]"), unknown("Hash[String, Integer]"), "Hash[String, Integer]"),
            ("+", unknown("Hash[String, Integer]"), unknown("Any"), "Hash"),
            ("+", unknown("Array[Optional[String]]"), Value::from("a"), "Array"),
            ("+", unknown("Array[String]"), Value::array(vec![Value::Undef]), "Array"),
            ("+", unknown("Optional[Array[String]]"), Value::from("a"), "Any"),
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
