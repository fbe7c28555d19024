//! Whether a value is of a type.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;

use super::accept::{count, in_enum, length};
use super::{Bits, Size, Tri, Type, question};
use crate::Value;

impl Type {
    /// Whether a value is an instance; an unknown one is wherever it may be one.
    pub fn is_instance(&self, value: &Value) -> bool {
        self.may_be_instance(value) != Tri::No
    }

    pub fn may_be_instance(&self, value: &Value) -> Tri {
        question::ask(Tri::No, || instance(self, value, Look { depth: 0, path: &Path::default() }))
    }
}

impl Tri {
    /// True of all of them.
    fn all(all: impl IntoIterator<Item = Tri>) -> Tri {
        let mut answer = Tri::Yes;
        for it in all {
            match it {
                Tri::No => return Tri::No,
                Tri::Maybe => answer = Tri::Maybe,
                Tri::Yes => {}
            }
        }
        answer
    }

    /// True of one of them.
    pub(super) fn any(all: impl IntoIterator<Item = Tri>) -> Tri {
        let mut answer = Tri::No;
        for it in all {
            match it {
                Tri::Yes => return Tri::Yes,
                Tri::Maybe => answer = Tri::Maybe,
                Tri::No => {}
            }
        }
        answer
    }
}

/// How far has been looked.
#[derive(Clone, Copy)]
struct Look<'a> {
    /// Aliases count, too, so that one which speaks only of itself comes to an end.
    depth: usize,
    path: &'a Path,
}

/// State of one question.
#[derive(Default)]
struct Path {
    steps: Cell<u32>,
    /// Aliases, and the values that are none of theirs.
    refused: RefCell<FxHashSet<(*const Type, *const Value)>>,
}

/// A type that contains itself repeatedly has more combinations than can be tried.
const MOST_STEPS: u32 = 20_000_000;

fn instance(ty: &Type, value: &Value, look: Look<'_>) -> Tri {
    if look.depth > super::DEPTH {
        return Tri::No;
    }
    look.path.steps.set(look.path.steps.get().saturating_add(1));
    if look.path.steps.get() > MOST_STEPS || !question::step() {
        return Tri::No;
    }
    if look.depth.is_multiple_of(question::EVERY) {
        question::with_stack(|| look_inside(ty, value, look))
    } else {
        look_inside(ty, value, look)
    }
}

fn look_inside(ty: &Type, value: &Value, look: Look<'_>) -> Tri {
    let deeper = Look { depth: look.depth + 1, ..look };
    if let Value::Unknown(unknown) = value {
        return super::unknown::known_only_as(ty, &unknown.ty);
    }
    let inside = |ty: &Type, value: &Value| instance(ty, value, deeper);
    let answer = match ty {
        Type::Any | Type::Unit => true,
        Type::Undef => matches!(value, Value::Undef),
        Type::Default => matches!(value, Value::Default),
        Type::Scalar => matches!(
            value,
            Value::String(_)
                | Value::Integer(_)
                | Value::Float(_)
                | Value::Boolean(_)
                | Value::Regex(_)
                | Value::Timestamp(_)
                | Value::Timespan(_)
                | Value::Version(_)
                | Value::VersionRange(_)
        ),
        Type::ScalarData => matches!(value, Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Boolean(_)),
        Type::Numeric => matches!(value, Value::Integer(_) | Value::Float(_)),
        // References are types, not what they refer to.
        Type::CatalogEntry | Type::Class(_) | Type::Resource(..) | Type::Runtime(..) | Type::Callable(_) | Type::Reference(_) => false,
        Type::Boolean(wanted) => matches!(value, Value::Boolean(it) if wanted.is_none_or(|wanted| wanted == *it)),
        Type::Integer(from, to) => {
            matches!(value, Value::Integer(it) if from.is_none_or(|from| from <= *it) && to.is_none_or(|to| *it <= to))
        }
        Type::Float(from, to) => {
            let get = |it: &Option<Bits>| it.map(Bits::get);
            matches!(value, Value::Float(it) if get(from).is_none_or(|from| from <= *it) && get(to).is_none_or(|to| *it <= to))
        }
        Type::String(size) => matches!(value, Value::String(it) if *size == Size::ANY || size.contains(length(it))),
        Type::StringValue(text) => matches!(value, Value::String(it) if it == text),
        Type::Enum(values, fold) => matches!(value, Value::String(it) if in_enum(values, *fold, it)),
        Type::Pattern(patterns) => {
            matches!(value, Value::String(it) if patterns.is_empty() || patterns.iter().any(|pattern| pattern.is_match(it)))
        }
        Type::Regexp(source) => matches!(value, Value::Regex(it) if source.as_deref().is_none_or(|source| source == it.source())),
        Type::Collection(size) => match value {
            Value::Array(it) => size.contains(count(it.len())),
            Value::Hash(it) => size.contains(count(it.len())),
            _ => false,
        },
        Type::Array(element, size) => match value {
            Value::Array(values) if size.contains(count(values.len())) => {
                if matches!(**element, Type::Any | Type::Unit) {
                    return Tri::Yes;
                }
                return Tri::all(values.iter().map(|it| inside(element, it)));
            }
            _ => false,
        },
        Type::Tuple(types, size) => match value {
            Value::Array(values) => return tuple(types, *size, values, look),
            _ => false,
        },
        Type::Hash(entry, size) => match value {
            Value::Hash(entries) if size.contains(count(entries.len())) => {
                return Tri::all(entries.iter().map(|(key, value)| Tri::all([inside(&entry.0, key), inside(&entry.1, value)])));
            }
            _ => false,
        },
        Type::Struct(elements) => match value {
            Value::Hash(entries) => {
                let mut matched = 0;
                let answer = Tri::all(elements.iter().map(|it| match entries.get(&Value::String(it.name.clone())) {
                    None => Tri::from(it.optional),
                    Some(value) => {
                        matched += 1;
                        inside(&it.ty, value)
                    }
                }));
                if answer != Tri::No && matched != entries.len() {
                    // A key that is not known may be one of those that are missing.
                    let unknown = entries.keys().any(|key| matches!(key, Value::Unknown(_)));
                    return if unknown { Tri::Maybe } else { Tri::No };
                }
                return answer;
            }
            _ => false,
        },
        Type::Variant(types) => return Tri::any(types.iter().map(|it| inside(it, value))),
        Type::Optional(inner) => match inner {
            _ if value.is_undef() => true,
            Some(inner) => return inside(inner, value),
            None => false,
        },
        Type::NotUndef(inner) => match inner {
            _ if value.is_undef() => false,
            Some(inner) => return inside(inner, value),
            None => true,
        },
        Type::Type(inner) => match value {
            Value::Type(it) => inner.as_deref().is_none_or(|inner| inner.accepts(it)),
            _ => false,
        },
        Type::Iterable(inner) => match inner.as_deref() {
            Some(inner) if !inner.accepts(&Type::Any) => return iterable(ty, value),
            _ => match value {
                Value::Iterator(_) | Value::String(_) | Value::Hash(_) | Value::Array(_) => true,
                Value::Integer(it) => *it >= 0,
                Value::Type(it) => matches!(it.resolved(), Type::Enum(..) | Type::Integer(Some(_), Some(_))),
                _ => false,
            },
        },
        Type::Iterator(inner) => match value {
            Value::Iterator(it) => inner.as_deref().is_none_or(|inner| inner.accepts(&it.element_type)),
            _ => false,
        },
        Type::SemVer(ranges) => match value {
            Value::Version(version) => ranges.is_empty() || ranges.iter().any(|it| it.includes(version)),
            _ => false,
        },
        Type::SemVerRange => matches!(value, Value::VersionRange(_)),
        Type::Timestamp(times) => {
            let (from, to) = times.ends();
            matches!(value, Value::Timestamp(it) if from.is_none_or(|from| from <= *it) && to.is_none_or(|to| *it <= to))
        }
        Type::Timespan(times) => {
            let (from, to) = times.ends();
            matches!(value, Value::Timespan(it) if from.is_none_or(|from| from <= *it) && to.is_none_or(|to| *it <= to))
        }
        Type::Sensitive(inner) => match (value, inner) {
            (Value::Sensitive(it), Some(inner)) => return inside(inner, it),
            (Value::Sensitive(_), None) => true,
            _ => false,
        },
        Type::Deferred => matches!(value, Value::Deferred(_)),
        Type::Binary => matches!(value, Value::Binary(_)),
        Type::Uri(parameters) => match value {
            Value::Uri(text) => parameters.as_deref().is_none_or(|own| uri_matches(own, super::uri::parts(text).as_ref())),
            _ => false,
        },
        Type::Init(inner, arguments) => return super::init::init_instance(inner.as_deref(), arguments, value),
        // In Ruby, types are objects, too.
        Type::ObjectAny => matches!(value, Value::Object(_) | Value::Deferred(_) | Value::Type(_)),
        Type::Extension(own) => matches!(value, Value::Object(it)
            if Type::Object(own.base.clone()).accepts(&Type::Object(it.ty.clone()))
                && own.parameters.iter().all(|(name, wanted)| it.attribute(name).is_some_and(|given| crate::ops::select_matches(wanted, given).0))),
        Type::Object(object) => match value {
            Value::Object(it) => ty.accepts(&Type::Object(it.ty.clone())),
            Value::Type(it) => is_kind_of(it, &object.name),
            _ => false,
        },
        Type::TypeSet(_) => matches!(value, Value::Type(Type::TypeSet(_))),
        Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey => {
            let Some(target) = ty.alias_target() else { return Tri::No };
            let question = (std::ptr::from_ref(target), std::ptr::from_ref(value));
            if look.path.refused.borrow().contains(&question) {
                return Tri::No;
            }
            let answer = inside(target, value);
            if answer == Tri::No {
                look.path.refused.borrow_mut().insert(question);
            }
            return answer;
        }
    };
    Tri::from(answer)
}

fn tuple(types: &[Type], size: Option<Size>, values: &[Value], look: Look<'_>) -> Tri {
    let fits = match size {
        Some(size) => size.contains(count(values.len())),
        None => types.is_empty() || types.len() == values.len(),
    };
    if !fits {
        return Tri::No;
    }
    let Some(last) = types.last() else { return Tri::Yes };
    let deeper = Look { depth: look.depth + 1, ..look };
    Tri::all(values.iter().enumerate().map(|(index, it)| instance(types.get(index).unwrap_or(last), it, deeper)))
}

/// Whether a list of these values is a `Tuple` of these types.
pub(super) fn tuple_instance(types: &[Type], size: Option<Size>, values: &[Value]) -> Tri {
    question::ask(Tri::No, || tuple(types, size, values, Look { depth: 0, path: &Path::default() }))
}

/// By the type of what is iterated.
fn iterable(ty: &Type, value: &Value) -> Tri {
    let unknown = match value {
        Value::Array(values) => values.iter().any(|it| matches!(it, Value::Unknown(_))),
        Value::Hash(entries) => entries.iter().any(|(key, value)| matches!((key, value), (Value::Unknown(_), _) | (_, Value::Unknown(_)))),
        _ => false,
    };
    match ty.accepts(&super::infer_reduced(value)) {
        true => Tri::Yes,
        false if unknown => Tri::Maybe,
        false => Tri::No,
    }
}

/// Whether each part that the one names matches that of the other.
pub(super) fn uri_matches(own: &Value, other: Option<&Value>) -> bool {
    let Value::Hash(own) = own else { return true };
    own.iter().all(|(name, pattern)| {
        let part = match other {
            Some(Value::Hash(other)) => other.get(name).cloned(),
            _ => None,
        };
        let part = part.unwrap_or(Value::Undef);
        crate::ops::select_matches(pattern, &part).0
            || matches!((pattern, &part), (Value::Type(pattern), Value::Type(part)) if pattern.accepts(part))
    })
}

/// Whether a type is one of those that Puppet's type of that name stands for: `Integer` for `Pcore::NumericType`.
fn is_kind_of(ty: &Type, name: &str) -> bool {
    let Some(kind) = name.strip_prefix("Pcore::").and_then(|it| it.strip_suffix("Type")) else { return false };
    let own = match ty {
        Type::Resource(..) => "Resource".to_owned(),
        other => other.simple_name(),
    };
    let above: &[&str] = match own.as_str() {
        "Integer" | "Float" => &["Numeric", "ScalarData", "Scalar"],
        "Numeric" | "String" | "Boolean" | "Enum" | "Pattern" => &["ScalarData", "Scalar"],
        "ScalarData" | "Regexp" | "SemVer" | "Timespan" | "Timestamp" => &["Scalar"],
        "Array" | "Hash" => &["Collection"],
        "Class" | "Resource" => &["CatalogEntry"],
        _ => &[],
    };
    kind == "Any" || kind == own || above.contains(&kind)
}
