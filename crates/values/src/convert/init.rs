//! `Init[T, …].new`: the arguments of the type come after the value.

use issue::Issue;

use super::{Convert, nested, signatures};
use crate::{Type, Value, infer};

pub(super) fn new(inner: &Type, given: &[Value], arguments: &[Value], context: &mut dyn Convert, depth: usize) -> Result<Value, Issue> {
    let unsupported = || format!("Creation of new instance of type '{inner}' is not supported");
    if matches!(inner, Type::Init(..) | Type::Optional(_) | Type::NotUndef(_)) {
        return Err(unsupported().into());
    }
    let ways = signatures(inner).ok_or_else(unsupported)?;
    let tuples: Vec<Type> = ways.iter().filter_map(|it| it.ty.tuple()).collect();
    let [value] = arguments else {
        let got = if arguments.is_empty() { "none".to_owned() } else { arguments.len().to_string() };
        return Err(format!("'new_Init' expects 1 argument, got {got}").into());
    };
    if !given.is_empty() {
        let count = i64::try_from(given.len() + 1).unwrap_or(i64::MAX);
        let fits = |tuple: &&Type| match tuple {
            Type::Tuple(types, _) => {
                let all: Vec<Type> = types.first().cloned().into_iter().chain(given.iter().map(infer)).collect();
                crate::ty::tuple_size(tuple).is_some_and(|it| it.contains(count)) && tuple.accepts(&Type::Tuple(all.into(), None))
            }
            _ => false,
        };
        if !tuples.iter().any(|it| fits(&it)) {
            let ty = Type::Init(Some(std::sync::Arc::new(inner.clone())), given.to_vec().into());
            let name = inner.generalize().simple_name();
            return Err(format!("The type '{ty}' does not represent a valid set of parameters for {name}.new()").into());
        }
        let all: Vec<Value> = arguments.iter().chain(given).cloned().collect();
        return nested(inner, &all, context, depth + 1);
    }
    match value {
        Value::Array(values) if !takes_as_one(inner, &ways, value) => nested(inner, values, context, depth + 1),
        value => nested(inner, std::slice::from_ref(value), context, depth + 1),
    }
}

/// Whether a signature with one parameter takes the list unchanged.
fn takes_as_one(inner: &Type, ways: &[crate::Signature], list: &Value) -> bool {
    inner.is_instance(list)
        || ways.iter().any(|it| {
            let size = it.ty.size_range();
            size.from == 1 && size.end() == Some(1) && it.accepts(std::slice::from_ref(list), None)
        })
}
