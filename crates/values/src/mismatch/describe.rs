//! Where a type and another part.

use super::problem::{Kind, Piece, Problem, merge};
use crate::ty::question::with_stack;
use crate::ty::{Size, tuple_size};
use crate::{CallableType, Signature, Type};

/// Types that are nested deeper are compared as a whole.
const DEPTH: usize = 100;

/// So are those within this number of nested `Variant`s: each has several ways on.
const CHOICES: usize = 6;

fn with(path: &[Piece], piece: Piece) -> Vec<Piece> {
    path.iter().cloned().chain([piece]).collect()
}

pub(super) fn describe(expected: &Type, actual: &Type, path: &[Piece]) -> Vec<Problem> {
    if let Some(name) = unresolved(expected, &mut Vec::new(), 0) {
        return vec![Problem { path: path.to_vec(), kind: Kind::Unresolved(name) }];
    }
    inner(&expected.normalize(), expected, actual, path, 0)
}

pub(super) fn at_parameter(expected: &Type, actual: &Type, name: &str) -> Vec<Problem> {
    describe(expected, actual, &[Piece::Parameter(name.into())])
}

/// The first type in it that nobody defined.
fn unresolved(ty: &Type, seen: &mut Vec<crate::Str>, depth: usize) -> Option<crate::Str> {
    if depth > DEPTH {
        return None;
    }
    if let Type::Alias(alias) = ty {
        if seen.contains(&alias.name) {
            return None;
        }
        seen.push(alias.name.clone());
        return alias.resolved.get().and_then(|it| unresolved(it, seen, depth + 1));
    }
    let mut inside = |it: &Type| with_stack(|| unresolved(it, seen, depth + 1));
    match ty {
        Type::Reference(name) => Some(name.clone().unwrap_or_else(|| "UnresolvedReference".into())),
        Type::Array(it, _) => inside(it),
        Type::Hash(entry, _) => inside(&entry.0).or_else(|| inside(&entry.1)),
        Type::Tuple(types, _) | Type::Variant(types) => types.iter().find_map(inside),
        Type::Struct(elements) => elements.iter().find_map(|it| inside(&it.ty)),
        Type::Optional(it)
        | Type::NotUndef(it)
        | Type::Type(it)
        | Type::Iterable(it)
        | Type::Iterator(it)
        | Type::Sensitive(it)
        | Type::Init(it, _) => it.as_deref().and_then(inside),
        Type::Callable(it) => {
            let parameters = it.parameters.iter().flat_map(|it| it.iter());
            parameters.chain(&it.block).chain(&it.returns).find_map(inside)
        }
        _ => None,
    }
}

/// `hops`: number of aliases and the like that were followed to this place.
fn inner(expected: &Type, original: &Type, actual: &Type, path: &[Piece], hops: usize) -> Vec<Problem> {
    with_stack(|| describe_inner(expected, original, actual, path, hops))
}

fn describe_inner(expected: &Type, original: &Type, actual: &Type, path: &[Piece], hops: usize) -> Vec<Problem> {
    let whole = || vec![Problem::of_type(path, original, actual)];
    if path.len() > DEPTH || hops > DEPTH || path.iter().filter(|it| matches!(it, Piece::Variant(_))).count() > CHOICES {
        return whole();
    }
    match expected {
        Type::Variant(types) => variant(types, original, actual, path),
        Type::Struct(elements) => structure(elements, original, actual, path),
        Type::Hash(entry, size) => hash(&entry.0, &entry.1, *size, original, actual, path),
        Type::Tuple(types, _) => tuple(expected, types, original, actual, path, false),
        Type::Array(element, size) => array(element, *size, original, actual, path),
        Type::Callable(callable) => match actual {
            Type::Callable(other) => callables(callable, other, path),
            _ => whole(),
        },
        Type::Optional(None) => Vec::new(),
        Type::Optional(Some(_)) if matches!(actual, Type::Undef) => Vec::new(),
        Type::Optional(Some(it)) => {
            let original =
                if matches!(original, Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey) { original } else { expected };
            inner(it, original, actual, path, hops + 1)
        }
        Type::Pattern(_) | Type::Enum(..) => {
            let kind = Kind::Pattern { expected: original.normalize(), actual: actual.normalize() };
            vec![Problem { path: path.to_vec(), kind }]
        }
        Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey => match expected.alias_target() {
            Some(target) => inner(&target.normalize(), expected, actual, path, hops + 1),
            None => whole(),
        },
        other if other.accepts(actual) => Vec::new(),
        _ => whole(),
    }
}

fn variant(types: &[Type], original: &Type, actual: &Type, path: &[Piece]) -> Vec<Problem> {
    let undef = matches!(original, Type::Optional(_)).then_some(&Type::Undef);
    let mut all = Vec::new();
    for (index, ty) in undef.into_iter().chain(types).enumerate() {
        let problems = describe(ty, actual, &with(path, Piece::Variant(index)));
        if problems.is_empty() {
            return Vec::new();
        }
        all.push(problems);
    }
    let problems = merge(path.len(), false, &all);
    let alias = matches!(original, Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey);
    if alias && problems.len() == 1 { vec![Problem::of_type(path, original, actual)] } else { problems }
}

fn array(element: &Type, size: Size, original: &Type, actual: &Type, path: &[Piece]) -> Vec<Problem> {
    match actual {
        Type::Tuple(types, actual_size) => {
            let actual_size = actual_size.unwrap_or(Size::exactly(types.len()));
            if !size.covers(actual_size) {
                return vec![Problem::of_size(path, size, actual_size)];
            }
            let wrong = types.iter().enumerate().filter(|(_, it)| !element.accepts(it));
            wrong.flat_map(|(index, it)| describe(element, it, &with(path, Piece::Index(index)))).collect()
        }
        Type::Array(_, actual_size) if !size.covers(*actual_size) => vec![Problem::of_size(path, size, *actual_size)],
        Type::Array(it, _) => vec![Problem::of_type(path, original, &Type::Array(it.clone(), Size::ANY))],
        _ => vec![Problem::of_type(path, original, actual)],
    }
}

fn hash(key: &Type, value: &Type, size: Size, original: &Type, actual: &Type, path: &[Piece]) -> Vec<Problem> {
    match actual {
        Type::Struct(elements) => {
            let count = |it: usize| i64::try_from(it).unwrap_or(i64::MAX);
            let required = elements.iter().filter(|it| !it.optional).count();
            let actual_size = Size { from: count(required), to: Some(count(elements.len())) };
            if !size.covers(actual_size) {
                return vec![Problem::of_size(path, size, actual_size)];
            }
            let mut problems = Vec::new();
            for it in elements.iter() {
                let name = Type::StringValue(it.name.clone());
                if !key.accepts(&name) {
                    problems.extend(describe(key, &name, &with(path, Piece::Key(it.name.clone()))));
                }
                if !value.accepts(&it.ty) {
                    problems.extend(describe(value, &it.ty, &with(path, Piece::Entry(it.name.clone()))));
                }
            }
            problems
        }
        Type::Hash(_, actual_size) if !size.covers(*actual_size) => vec![Problem::of_size(path, size, *actual_size)],
        Type::Hash(entry, _) => vec![Problem::of_type(path, original, &Type::Hash(entry.clone(), Size::ANY))],
        _ => vec![Problem::of_type(path, original, actual)],
    }
}

fn structure(elements: &[crate::StructElement], original: &Type, actual: &Type, path: &[Piece]) -> Vec<Problem> {
    let count = |it: usize| i64::try_from(it).unwrap_or(i64::MAX);
    match actual {
        Type::Struct(others) => {
            let mut problems = Vec::new();
            for own in elements {
                match others.iter().find(|it| it.name == own.name) {
                    None if own.optional => {}
                    None => problems.push(Problem { path: path.to_vec(), kind: Kind::MissingKey(own.name.clone()) }),
                    Some(it) if own.ty.accepts(&it.ty) => {}
                    Some(it) => problems.extend(describe(&own.ty, &it.ty, &with(path, Piece::Entry(own.name.clone())))),
                }
            }
            for it in others.iter().filter(|it| !elements.iter().any(|own| own.name == it.name)) {
                problems.push(Problem { path: path.to_vec(), kind: Kind::ExtraneousKey(it.name.clone()) });
            }
            problems
        }
        Type::Hash(entry, actual_size) => {
            let required = elements.iter().filter(|it| !it.optional).count();
            let size = Size { from: count(required), to: Some(count(elements.len())) };
            if size.covers(*actual_size) {
                vec![Problem::of_type(path, original, &Type::Hash(entry.clone(), Size::ANY))]
            } else {
                vec![Problem::of_size(path, size, *actual_size)]
            }
        }
        _ => vec![Problem::of_type(path, original, actual)],
    }
}

fn tuple(expected: &Type, types: &[Type], original: &Type, actual: &Type, path: &[Piece], arguments: bool) -> Vec<Problem> {
    if expected == actual || (types.is_empty() && matches!(actual, Type::Array(..))) {
        return Vec::new();
    }
    let (Some(size), Some(actual_size)) = (tuple_size(expected), tuple_size(actual)) else {
        return vec![Problem::of_type(path, original, actual)];
    };
    if !size.covers(actual_size) {
        let kind = if arguments {
            Kind::Count { expected: size, actual: actual_size }
        } else {
            Kind::Size { expected: size, actual: actual_size }
        };
        return vec![Problem { path: path.to_vec(), kind }];
    }
    let Some(last) = types.len().checked_sub(1) else { return Vec::new() };
    let pairs: Vec<(usize, &Type)> = match actual {
        Type::Tuple(others, _) => others.iter().enumerate().map(|(index, it)| (index.min(last), it)).collect(),
        Type::Array(element, _) => (0..types.len()).map(|index| (index, &**element)).collect(),
        _ => Vec::new(),
    };
    let at =
        |(index, it): (usize, &Type)| types.get(index).map_or_else(Vec::new, |own| describe(own, it, &with(path, Piece::Index(index))));
    pairs.into_iter().flat_map(at).collect()
}

fn callables(expected: &CallableType, actual: &CallableType, path: &[Piece]) -> Vec<Problem> {
    let (Some(own), Some(types)) = (expected.tuple(), &expected.parameters) else {
        return Vec::new();
    };
    let Some(other) = actual.tuple() else {
        return vec![Problem::of_type(path, &Type::from(expected.clone()), &Type::from(actual.clone()))];
    };
    let problems = tuple(&own, types, &own, &other, path, true);
    if !problems.is_empty() {
        return problems;
    }
    let returns = expected.returns.as_ref().unwrap_or(&Type::Any);
    let other_returns = actual.returns.as_ref().unwrap_or(&Type::Any);
    if !returns.accepts(other_returns) {
        return vec![Problem::of_type(&with(path, Piece::Return), returns, other_returns)];
    }
    let block = expected.block.as_ref().unwrap_or(&Type::Undef);
    let other_block = actual.block.as_ref().unwrap_or(&Type::Undef);
    if other_block.accepts(block) { Vec::new() } else { vec![Problem::of_type(&with(path, Piece::Block), block, other_block)] }
}

/// Errors in the arguments, without the block.
pub(super) fn signature_arguments(signature: &Signature, arguments: &[Type], path: Vec<Piece>) -> Vec<Problem> {
    let arguments = match arguments {
        [before @ .., last] if last.is_callable_kind() => before,
        all => all,
    };
    let expected = signature.ty.size_range();
    let actual = Size::exactly(arguments.len());
    if !expected.covers(actual) {
        return vec![Problem { path, kind: Kind::Count { expected, actual } }];
    }
    let types = signature.ty.parameters.as_deref().unwrap_or_default();
    let Some(last) = types.len().checked_sub(1) else { return Vec::new() };
    for (index, argument) in arguments.iter().enumerate() {
        let index = index.min(last);
        let Some(ty) = types.get(index) else { continue };
        if !ty.accepts(argument) {
            let name = signature.names.get(index).cloned().unwrap_or_else(|| "".into());
            let problems = describe(ty, argument, &with(&path, Piece::Parameter(name)));
            if !problems.is_empty() {
                return problems;
            }
        }
    }
    Vec::new()
}

pub(super) fn signature_block(signature: &Signature, arguments: &[Type], path: Vec<Piece>) -> Vec<Problem> {
    let own = signature.ty.block.as_ref();
    match (own, arguments.last().filter(|it| it.is_callable_kind())) {
        (None, Some(_)) => vec![Problem { path, kind: Kind::UnexpectedBlock }],
        (Some(own), Some(block)) => describe(own, block, &with(&path, Piece::Block)),
        (Some(own), None) if !own.accepts(&Type::Undef) => vec![Problem { path, kind: Kind::MissingBlock }],
        _ => Vec::new(),
    }
}

/// An alias says of all that it names what it stands for.
fn named(ty: &Type) -> String {
    if matches!(ty, Type::Alias(_)) { ty.expanded() } else { ty.to_string() }
}

/// The parameters of a signature, `String a, Integer b?`.
pub(super) fn signature(signature: &Signature) -> String {
    let size = signature.ty.size_range();
    if size.end() == Some(0) {
        return String::new();
    }
    let types = signature.ty.parameters.as_deref().unwrap_or_default();
    let names: Vec<&str> = match signature.names.is_empty() {
        true => vec![""; types.len()],
        false => signature.names.iter().map(|it| &**it).collect(),
    };
    let required = usize::try_from(size.from).unwrap_or(0);
    let mut parts = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let mut ty = types.get(index).or(types.last()).unwrap_or(&Type::Any);
        let mut mark = "";
        if size.end().is_none() && index + 1 == names.len() {
            mark = if required == names.len() { "+" } else { "*" };
        } else if index >= required {
            mark = "?";
            if let Type::Optional(Some(inner)) = ty {
                ty = inner;
            }
        }
        parts.push(format!("{} {name}{mark}", named(ty)));
    }
    let block_name = signature.block_name.as_deref().unwrap_or_default();
    match &signature.ty.block {
        Some(Type::Optional(Some(block))) => parts.push(format!("{} {block_name}?", named(block))),
        Some(block @ Type::Callable(_)) => parts.push(format!("{block} {block_name}")),
        _ => {}
    }
    parts.join(", ")
}
