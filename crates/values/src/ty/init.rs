//! `Init[T]`: what `T.new` can be called with.

use std::sync::Arc;

use super::accept::Guard;
use super::question::{About, ask_init, ask_object};
use super::{Size, Tri, Type};
use crate::{CallableType, Value};

/// The signatures of `new`: with one value, or with a list of them.
struct Ways {
    single: Vec<Type>,
    /// Lists of arguments, as tuples.
    several: Vec<Type>,
    /// A single value is a list for one of them.
    one_is_enough: bool,
}

fn ways(inner: &Type, given: &[Value]) -> Option<Ways> {
    // These say no more than what they hold.
    if matches!(inner, Type::Init(..) | Type::Optional(_) | Type::NotUndef(_)) {
        return None;
    }
    match inner.resolved() {
        Type::Object(it) => ask_object(it, || found_ways(inner, given)).flatten(),
        Type::Extension(it) => ask_object(&it.base, || found_ways(inner, given)).flatten(),
        _ => found_ways(inner, given),
    }
}

fn found_ways(inner: &Type, given: &[Value]) -> Option<Ways> {
    let mut all = Ways { single: Vec::new(), several: Vec::new(), one_is_enough: false };
    for signature in crate::convert::signatures(inner)? {
        let CallableType { parameters: Some(types), .. } = &*signature.ty else { continue };
        let (size, Some(tuple)) = (signature.ty.size_range(), signature.ty.tuple()) else { continue };
        let Some(first) = types.first() else { continue };
        if given.is_empty() {
            if size == Size::exactly(1) {
                all.single.push(first.clone());
            } else {
                all.several.push(tuple);
                all.one_is_enough |= size.from == 1;
            }
            continue;
        }
        let mut arguments = vec![first.clone()];
        arguments.extend(given.iter().map(crate::infer));
        if size.contains(super::accept::count(arguments.len())) && tuple.accepts(&Type::Tuple(arguments.into(), None)) {
            all.single.push(first.clone());
        }
    }
    Some(all)
}

impl Guard {
    pub(super) fn init_accepts(&mut self, inner: Option<&Type>, given: &[Value], other: &Type) -> bool {
        let Some(inner) = inner else {
            return matches!(other, Type::Init(..)) || self.accepts(&Type::RichData, other);
        };
        if let Type::Init(it, _) = other {
            return it.as_deref().is_some_and(|it| self.accepts(inner, it));
        }
        ask_init(inner, About::Type(other.clone()), || {
            if self.accepts(inner, other) {
                return true;
            }
            let Some(ways) = ways(inner, given) else { return false };
            let one = Type::Tuple(Arc::new([other.clone()]), None);
            ways.single.iter().any(|it| self.accepts(it, other))
                || ways.several.iter().any(|it| self.accepts(it, other) || (ways.one_is_enough && self.accepts(it, &one)))
        })
        .unwrap_or(false)
    }
}

pub(super) fn init_instance(inner: Option<&Type>, given: &[Value], value: &Value) -> Tri {
    let Some(inner) = inner else { return Type::RichData.may_be_instance(value) };
    ask_init(inner, About::Value(value.clone()), || known_init_instance(inner, given, value)).unwrap_or(Tri::No)
}

fn known_init_instance(inner: &Type, given: &[Value], value: &Value) -> Tri {
    let of_inner = inner.may_be_instance(value);
    if of_inner == Tri::Yes {
        return Tri::Yes;
    }
    let Some(ways) = ways(inner, given) else { return of_inner };
    let one = Value::array(vec![value.clone()]);
    let single = ways.single.iter().map(|it| it.may_be_instance(value));
    let several = ways.several.iter().map(|it| it.may_be_instance(value));
    let alone = ways.several.iter().filter(|_| ways.one_is_enough).map(|it| it.may_be_instance(&one));
    Tri::any([of_inner].into_iter().chain(single).chain(several).chain(alone))
}
