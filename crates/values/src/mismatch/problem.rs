//! One thing that is wrong, and its text.

use issue::{Mismatch, Wrong};

use crate::ty::Size;
use crate::{Str, Type};

/// A step on the path from the subject to the error.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    Subject(Str),
    Entry(Str),
    Key(Str),
    Parameter(Str),
    Return,
    Block,
    Index(usize),
    Variant(usize),
    Signature(usize),
}

impl Piece {
    /// The key or index of a value.
    fn step(&self) -> Option<Str> {
        match self {
            Piece::Entry(it) | Piece::Key(it) => Some(it.clone()),
            Piece::Index(it) => Some(it.to_string().into()),
            _ => None,
        }
    }

    fn text(&self) -> String {
        match self {
            Piece::Subject(it) => it.to_string(),
            Piece::Entry(it) => format!("entry '{it}'"),
            Piece::Key(it) => format!("key of entry '{it}'"),
            Piece::Parameter(it) => format!("parameter '{it}'"),
            Piece::Return => "return".to_owned(),
            Piece::Block => "block".to_owned(),
            Piece::Index(it) => format!("index {it}"),
            Piece::Variant(it) => format!("variant {it}"),
            Piece::Signature(it) => format!("{}.", it + 1),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    MissingKey(Str),
    MissingParameter(Str),
    ExtraneousKey(Str),
    InvalidParameter(Str),
    UnexpectedBlock,
    MissingBlock,
    Unresolved(Str),
    Type { expected: Type, actual: Type },
    Pattern { expected: Type, actual: Type },
    Size { expected: Size, actual: Size },
    Count { expected: Size, actual: Size },
}

#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub path: Vec<Piece>,
    pub kind: Kind,
}

impl Problem {
    pub fn of_type(path: &[Piece], expected: &Type, actual: &Type) -> Problem {
        Problem { path: path.to_vec(), kind: Kind::Type { expected: expected.normalize(), actual: actual.normalize() } }
    }

    pub fn of_size(path: &[Piece], expected: Size, actual: Size) -> Problem {
        Problem { path: path.to_vec(), kind: Kind::Size { expected, actual } }
    }

    /// Whether one of them says it all. Where Puppet compares more than blocks, it finds that nothing is the same.
    fn repeats(&self, other: &Problem) -> bool {
        matches!((&self.kind, &other.kind), (Kind::UnexpectedBlock, Kind::UnexpectedBlock) | (Kind::MissingBlock, Kind::MissingBlock))
            && self.canonical().eq(other.canonical())
    }

    /// The path without which variant or signature it is.
    fn canonical(&self) -> impl Iterator<Item = &Piece> {
        self.path.iter().filter(|it| !matches!(it, Piece::Variant(_) | Piece::Signature(_)))
    }

    pub fn without(&self, index: usize) -> Problem {
        let mut copy = self.clone();
        if index < copy.path.len() {
            copy.path.remove(index);
        }
        copy
    }

    /// The first parameter that it is about.
    pub fn parameter(&self) -> Option<&Str> {
        match &self.kind {
            Kind::MissingParameter(name) | Kind::InvalidParameter(name) => Some(name),
            _ => self.path.iter().find_map(|it| match it {
                Piece::Parameter(name) => Some(name),
                _ => None,
            }),
        }
    }

    /// The same as data, of what a class, defined type or template is given.
    pub fn mismatch(&self) -> Mismatch {
        let wrong = match &self.kind {
            Kind::MissingParameter(_) => Wrong::Missing,
            Kind::InvalidParameter(_) => Wrong::Unknown,
            Kind::Unresolved(_) => Wrong::UnresolvedType,
            Kind::ExtraneousKey(_) => Wrong::UnknownKey,
            _ => Wrong::Type,
        };
        let named = match &self.kind {
            Kind::ExtraneousKey(key) => Some(key),
            _ => self.parameter(),
        };
        let parameter = named.cloned().unwrap_or_else(|| "".into());
        let path = self.path.iter().filter_map(Piece::step).collect();
        Mismatch { parameter, wrong, path, text: self.format().trim_start().to_owned() }
    }

    pub fn format(&self) -> String {
        let mut path = self.path.as_slice();
        let mut text = String::new();
        if let [first @ Piece::Signature(_), rest @ ..] = path {
            text = format!(" {}", first.text());
            path = rest;
        }
        for piece in path {
            text.push(' ');
            text.push_str(&piece.text());
        }
        let what = match &self.kind {
            Kind::MissingKey(key) => format!("expects a value for key '{key}'"),
            Kind::MissingParameter(key) => format!("expects a value for parameter '{key}'"),
            Kind::ExtraneousKey(key) => format!("unrecognized key '{key}'"),
            Kind::InvalidParameter(key) => format!("has no parameter named '{key}'"),
            Kind::UnexpectedBlock => "does not expect a block".to_owned(),
            Kind::MissingBlock => "expects a block".to_owned(),
            Kind::Unresolved(name) => format!("references an unresolved type '{name}'"),
            Kind::Type { expected, actual } => type_text(expected, actual),
            Kind::Pattern { expected, actual } => pattern_text(expected, actual),
            Kind::Size { expected, actual } => {
                format!("expects size to be {}, got {}", range(*expected, "0"), range(*actual, "0"))
            }
            Kind::Count { expected, actual } => {
                let one = matches!((expected.from, expected.end()), (1, Some(1) | None) | (0, Some(1)));
                let plural = if one { "" } else { "s" };
                format!("expects {} argument{plural}, got {}", range(*expected, "no"), range(*actual, "none"))
            }
        };
        format!("{text} {what}")
    }
}

fn range(size: Size, zero: &str) -> String {
    match (size.from, size.end()) {
        (0, Some(0)) => zero.to_owned(),
        (from, Some(to)) if from == to => from.to_string(),
        (0, None) => "unlimited".to_owned(),
        (0, Some(to)) => format!("at most {to}"),
        (from, None) => format!("at least {from}"),
        (from, Some(to)) => format!("between {from} and {to}"),
    }
}

fn short(ty: &Type) -> String {
    if let Type::Extension(_) = ty {
        return ty.plain();
    }
    let inner = match ty {
        Type::Type(it)
        | Type::NotUndef(it)
        | Type::Optional(it)
        | Type::Iterable(it)
        | Type::Iterator(it)
        | Type::Sensitive(it)
        | Type::Init(it, _) => it.as_deref().filter(|it| **it != Type::Any),
        _ => None,
    };
    match inner {
        Some(inner) => format!("{}[{}]", ty.short_name(), inner.short_name()),
        None => ty.short_name(),
    }
}

fn is_alias(ty: &Type) -> bool {
    matches!(ty, Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey)
}

fn same_kind(a: &Type, b: &Type) -> bool {
    a.simple_name() == b.simple_name()
}

fn always_detailed(expected: &[Type], actual: &Type) -> bool {
    expected.iter().any(|it| {
        same_kind(it, actual)
            || is_alias(it)
            || is_alias(actual)
            || matches!((it, actual), (Type::Struct(_), Type::Hash(..)) | (Type::Tuple(..), Type::Array(..)))
    })
}

/// The type of that kind without parameters.
fn default_of(ty: &Type) -> Type {
    match ty.resolved() {
        Type::Resource(..) => Type::Resource(None, None),
        Type::Object(_) => Type::ObjectAny,
        Type::Extension(it) => Type::Object(it.base.clone()),
        Type::Reference(_) => Type::Reference(None),
        other => crate::ty::named(&other.simple_name()).unwrap_or(Type::Any),
    }
}

fn type_text(expected: &Type, actual: &Type) -> String {
    let (expected, optional) = match expected {
        Type::Optional(Some(inner)) => (&**inner, true),
        other => (other, false),
    };
    let types: Vec<Type> = match expected {
        Type::Variant(types) => types.to_vec(),
        other => vec![other.clone()],
    };
    let detailed = always_detailed(&types, actual) || types.iter().any(|it| default_of(it).accepts(actual));
    let got = if detailed {
        let resolved: Vec<Type> = types.iter().map(|it| it.resolved().clone()).collect();
        let general = actual.generalize();
        if always_detailed(&resolved, actual) || resolved.iter().any(|it| it.accepts(&general)) {
            actual.expanded()
        } else {
            actual.simple_name()
        }
    } else {
        short(actual)
    };
    let mut names: Vec<String> = Vec::new();
    for ty in &types {
        let name = if detailed { ty.expanded() } else { short(ty) };
        if detailed || !names.contains(&name) {
            names.push(name);
        }
    }
    if optional {
        names.insert(0, "Undef".to_owned());
    }
    match names.as_slice() {
        [one] => format!("expects {} value, got {got}", crate::ty::with_article(one)),
        [a, b] => format!("expects a value of type {a} or {b}, got {got}"),
        [before @ .., last] => format!("expects a value of type {}, or {last}, got {got}", before.join(", ")),
        [] => format!("expects a value of type , got {got}"),
    }
}

fn pattern_text(expected: &Type, actual: &Type) -> String {
    let (expected, or) = match expected {
        Type::Optional(Some(inner)) => (&**inner, "an undef value or "),
        other => (other, ""),
    };
    let got = match actual {
        Type::StringValue(text) => format!("'{text}'"),
        other => short(other),
    };
    format!("expects {or}a match for {}, got {got}", expected.expanded())
}

/// One problem where all variants or signatures have the same, else all of them. `depth` is where the paths begin to differ.
pub(super) fn merge(depth: usize, counts: bool, all: &[Vec<Problem>]) -> Vec<Problem> {
    let mut problems: Vec<Problem> = all.iter().flatten().cloned().collect();
    let is_size = |it: &Problem| matches!(it.kind, Kind::Count { .. }) || (!counts && matches!(it.kind, Kind::Size { .. }));
    let classes: [&dyn Fn(&Problem) -> bool; 4] =
        [&is_size, &|it| matches!(it.kind, Kind::MissingBlock), &|it| matches!(it.kind, Kind::UnexpectedBlock), &|it| {
            matches!(it.kind, Kind::Type { .. } | Kind::Pattern { .. })
        }];
    for class in classes {
        let chosen: Vec<&Problem> = problems.iter().filter(|it| class(it)).collect();
        let [first, rest @ ..] = chosen.as_slice() else { continue };
        if chosen.len() != all.len() || rest.iter().any(|it| !it.canonical().eq(first.canonical())) {
            continue;
        }
        let mut merged = (*first).clone();
        for other in rest {
            join(&mut merged, other);
        }
        problems = vec![merged];
        break;
    }
    let mut unique: Vec<Problem> = Vec::new();
    for problem in problems {
        if !unique.iter().any(|it| it.repeats(&problem)) {
            unique.push(problem);
        }
    }
    if let [one] = unique.as_slice() { vec![one.without(depth)] } else { unique }
}

fn join(merged: &mut Problem, other: &Problem) {
    // Puppet makes a new one of both, and what it makes it normalizes once more.
    if let Kind::Type { actual, .. } | Kind::Pattern { actual, .. } = &mut merged.kind {
        *actual = actual.normalize();
    }
    match (&mut merged.kind, &other.kind) {
        (
            Kind::Type { expected, .. } | Kind::Pattern { expected, .. },
            Kind::Type { expected: more, .. } | Kind::Pattern { expected: more, .. },
        ) => *expected = Type::variant(vec![expected.clone(), more.clone()]).normalize(),
        (
            Kind::Size { expected, .. } | Kind::Count { expected, .. },
            Kind::Size { expected: more, .. } | Kind::Count { expected: more, .. },
        ) => {
            let to = match (expected.end(), more.end()) {
                (Some(a), Some(b)) => Some(a.max(b)),
                _ => None,
            };
            *expected = Size { from: expected.from.min(more.from), to };
        }
        _ => {}
    }
}
