//! The values that an expression has, on each system.

use analysis::Watch;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};
use values::{Size, Str, Type, Value};

/// The values of one expression, and the systems on which it has these.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Values {
    pub(crate) systems: Vec<Str>,
    pub(crate) values: Vec<Value>,
    /// There are more.
    pub(crate) more: bool,
}

/// The values of what is written at a range; nothing where it is never evaluated.
pub(crate) fn at_range(watches: &[Watch], range: TextRange) -> Vec<Values> {
    let seen = watches.iter().filter_map(|it| Some((it, it.at(range)?)));
    merged(seen.map(|(watch, seen)| Values { systems: watch.systems.clone(), values: seen.values.clone(), more: seen.more }))
}

/// Each system once, and those together that have the same values.
pub(crate) fn merged(all: impl Iterator<Item = Values>) -> Vec<Values> {
    let mut of_systems: Vec<Values> = Vec::new();
    for one in all {
        for system in &one.systems {
            match of_systems.iter_mut().find(|it| it.systems.first() == Some(system)) {
                Some(known) => {
                    known.more |= one.more;
                    for value in &one.values {
                        if known.values.len() >= compiler::MOST_VALUES {
                            known.more = true;
                        } else if !known.values.contains(value) {
                            known.values.push(value.clone());
                        }
                    }
                }
                None => of_systems.push(Values { systems: vec![system.clone()], ..one.clone() }),
            }
        }
    }
    let mut groups: Vec<Values> = Vec::new();
    for one in of_systems {
        match groups.iter_mut().find(|it| it.values == one.values && it.more == one.more) {
            Some(group) => group.systems.extend(one.systems),
            None => groups.push(one),
        }
    }
    groups
}

/// The values on one line, if there are few and they are not long: for a place where there is little room.
pub(crate) fn short(all: &[Values], longest: usize) -> Option<String> {
    let mut shown: Vec<String> = Vec::new();
    for values in all {
        if values.more {
            return None;
        }
        for value in &values.values {
            let text = match value {
                Value::Unknown(unknown) if matches!(unknown.ty, values::Type::Any) => return None,
                value => crate::value_text::text(value, longest),
            };
            if !shown.contains(&text) {
                shown.push(text);
            }
        }
    }
    let line = shown.join(" | ");
    (!line.is_empty() && shown.len() <= 3 && line.chars().count() <= 2 * longest && !line.contains('\n')).then_some(line)
}

/// The type of the values on one line: for a place where there is no room for the values. Nothing where anything is possible.
pub(crate) fn short_type(all: &[Values], longest: usize) -> Option<String> {
    let one = |value: &Value| match value {
        Value::Unknown(unknown) => unknown.ty.clone(),
        // Not even the type of a secret is shown.
        Value::Sensitive(_) => Type::Sensitive(None),
        value => values::ty::infer(value),
    };
    let one = |value: &Value| plain(&one(value), 0);
    let ty = all.iter().flat_map(|it| &it.values).map(one).reduce(|a, b| if a == b { a } else { Type::common(&a, &b) })?;
    (ty != Type::Any).then(|| crate::type_text::shortened(&ty.plain(), longest))
}

/// Types in types, so deeply at most.
const DEEPEST: usize = 4;

/// A type without what single values have: any text, lists of any length, hashes with any keys.
fn plain(ty: &Type, depth: usize) -> Type {
    if depth > DEEPEST {
        return Type::Any;
    }
    let common = |types: &mut dyn Iterator<Item = &Type>| {
        types.map(|it| plain(it, depth + 1)).reduce(|a, b| Type::common(&a, &b)).unwrap_or(Type::Any)
    };
    match ty {
        Type::StringValue(_) | Type::Pattern(_) | Type::Enum(..) => Type::String(Size::ANY),
        Type::Struct(elements) => Type::hash_of(Type::String(Size::ANY), common(&mut elements.iter().map(|it| &it.ty))),
        Type::Tuple(types, _) => Type::array_of(common(&mut types.iter())),
        Type::Array(inner, _) => Type::array_of(plain(inner, depth + 1)),
        Type::Hash(types, _) => Type::hash_of(plain(&types.0, depth + 1), plain(&types.1, depth + 1)),
        Type::Optional(Some(inner)) => Type::Optional(Some(plain(inner, depth + 1).into())),
        other => other.generalize(),
    }
}

/// The expression whose value is meant at a token: a variable, what brackets lead to, a text with variables in it, a call by its
/// name, an operation by its sign.
pub(crate) fn expressions_at(token: &SyntaxToken) -> Vec<TextRange> {
    let mut found = Vec::new();
    let mut inner: Option<SyntaxNode> = None;
    for node in token.parent_ancestors().take(6) {
        let is_own = inner.is_none();
        match node.kind() {
            SyntaxKind::VAR_EXPR | SyntaxKind::NAME_EXPR => found.push(crate::text::trimmed_range(&node)),
            SyntaxKind::PARAM if is_own => found.push(crate::text::trimmed_range(&node)),
            SyntaxKind::INTERPOLATION => {
                found.push(node.text_range());
                break;
            }
            SyntaxKind::LITERAL => {}
            SyntaxKind::ACCESS_EXPR => {
                let is_key = inner.is_some() && node.first_child() != inner;
                if is_key || is_own {
                    // A variable within the brackets has a value of its own.
                    if found.is_empty() {
                        found.push(crate::text::trimmed_range(&node));
                    }
                }
                break;
            }
            SyntaxKind::DQ_STRING if is_own => {
                found.push(crate::text::trimmed_range(&node));
                break;
            }
            SyntaxKind::CALL_EXPR | SyntaxKind::STATEMENT_CALL if inner.is_some() && node.first_child() == inner => {
                found = vec![crate::text::trimmed_range(&node)];
                break;
            }
            SyntaxKind::METHOD_CALL_EXPR | SyntaxKind::BIN_EXPR | SyntaxKind::PREFIX_EXPR | SyntaxKind::SELECTOR_EXPR if is_own => {
                found.push(crate::text::trimmed_range(&node));
                break;
            }
            _ => break,
        }
        inner = Some(node);
    }
    found
}
