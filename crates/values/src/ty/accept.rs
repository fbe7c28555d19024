//! Whether a type accepts all that another accepts.
//!
//! Puppet asks in two steps: first what the *other* type is made of (an alias, a `Variant`, an `Optional`), then what this one
//! is. An alias that speaks of itself is assumed to accept what is being asked already.

use rustc_hash::FxHashSet;

use super::{Bits, Size, Type, question};
use crate::Value;

impl Type {
    /// Whether all instances of the other type are instances of this one.
    pub fn accepts(&self, other: &Type) -> bool {
        question::ask(false, || Guard::default().accepts(self, other))
    }
}

/// The questions that are being answered.
#[derive(Default)]
pub(super) struct Guard {
    depth: usize,
    asked: Vec<(*const Type, *const Type)>,
    steps: u32,
    /// The answers that were no, of aliases. A yes may have been given to a question on which it depends.
    refused: FxHashSet<(*const Type, *const Type)>,
    /// While types are asked about that are gone afterwards: their places may be others' then.
    passing: u32,
}

/// Two types with many parts each can be compared in more combinations than can be tried.
const MOST_STEPS: u32 = 1_000_000;

/// The identity of an alias: where its type is kept.
fn identity(alias: &Type) -> Option<*const Type> {
    alias.alias_target().map(std::ptr::from_ref)
}

impl Guard {
    pub(super) fn accepts(&mut self, ty: &Type, other: &Type) -> bool {
        self.steps = self.steps.saturating_add(1);
        if self.depth > super::DEPTH || self.steps > MOST_STEPS || !question::step() {
            return false;
        }
        self.depth += 1;
        let answer =
            if self.depth.is_multiple_of(question::EVERY) { question::with_stack(|| self.ask(ty, other)) } else { self.ask(ty, other) };
        self.depth -= 1;
        answer
    }

    /// Asks about types that live no longer than the question.
    pub(super) fn passing<T>(&mut self, ask: impl FnOnce(&mut Guard) -> T) -> T {
        self.passing += 1;
        let answer = ask(self);
        self.passing -= 1;
        answer
    }

    fn ask(&mut self, ty: &Type, other: &Type) -> bool {
        if matches!(ty, Type::Unit) {
            return true;
        }
        if let Some(target) = ty.alias_target() {
            if identity(other) == identity(ty) {
                return !matches!(target, Type::Reference(None));
            }
            let question = (std::ptr::from_ref(target), std::ptr::from_ref(other));
            if self.asked.contains(&question) {
                return true;
            }
            if self.refused.contains(&question) {
                return false;
            }
            self.asked.push(question);
            let answer = self.accepts(target, other);
            self.asked.pop();
            if !answer && self.passing == 0 {
                self.refused.insert(question);
            }
            return answer;
        }
        if let Type::Variant(types) = ty
            && types.is_empty()
            && matches!(other, Type::Undef)
        {
            return false;
        }
        match other {
            Type::Unit => true,
            Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey => {
                other.alias_target().is_some_and(|target| self.accepts(ty, target))
            }
            Type::Variant(types) => match ty {
                Type::Any => true,
                Type::Variant(own) if own.is_empty() => true,
                Type::NotUndef(_) if types.is_empty() => self.ask_plain(ty, other),
                _ => !types.is_empty() && types.iter().all(|it| self.accepts(ty, it)),
            },
            Type::Optional(inner) => self.accepts(ty, &Type::Undef) && inner.as_deref().is_none_or(|inner| self.accepts(ty, inner)),
            Type::NotUndef(Some(inner)) if !self.accepts(inner, &Type::Undef) => self.accepts(ty, inner),
            _ => self.ask_plain(ty, other),
        }
    }

    /// The other is no alias, `Variant` or `Optional`.
    fn ask_plain(&mut self, ty: &Type, other: &Type) -> bool {
        match ty {
            Type::Any | Type::Unit => true,
            Type::Undef | Type::Default | Type::SemVerRange | Type::Binary | Type::Deferred => ty == other,
            Type::Scalar => is_scalar(other) || matches!(other, Type::SemVerRange),
            Type::ScalarData => is_scalar_data(other),
            Type::Numeric => matches!(other, Type::Numeric | Type::Integer(..) | Type::Float(..)),
            Type::CatalogEntry => matches!(other, Type::CatalogEntry | Type::Class(_) | Type::Resource(..)),
            Type::Boolean(value) => matches!(other, Type::Boolean(it) if value.is_none() || value == it),
            Type::Integer(from, to) => {
                matches!(other, Type::Integer(f, t) if is_inside((*from, *to), (*f, *t)))
            }
            Type::Float(from, to) => {
                let get = |it: &Option<Bits>| it.map(Bits::get);
                matches!(other, Type::Float(f, t) if is_inside((get(from), get(to)), (get(f), get(t))))
            }
            Type::String(size) => match other {
                _ if *size == Size::ANY => is_string(other),
                Type::String(it) => size.covers(*it),
                Type::StringValue(text) => size.contains(length(text)),
                Type::Enum(values, _) if values.is_empty() => size.covers(Size::ANY),
                Type::Enum(values, _) => values.iter().all(|it| size.contains(length(it))),
                Type::Pattern(_) => size.covers(Size::ANY),
                _ => false,
            },
            Type::StringValue(text) => match other {
                Type::StringValue(it) => it == text,
                // Puppet does not look at which value it is.
                Type::Enum(values, fold) => values.len() == 1 && !fold,
                _ => false,
            },
            Type::Enum(values, fold) => match other {
                _ if ty == other => true,
                _ if values.is_empty() => is_string(other),
                Type::StringValue(text) => in_enum(values, *fold, text),
                Type::Enum(others, other_fold) => {
                    !others.is_empty() && (*fold || !other_fold) && others.iter().all(|it| in_enum(values, *fold, it))
                }
                _ => false,
            },
            Type::Pattern(patterns) => {
                let any = |text: &str| patterns.is_empty() || patterns.iter().any(|it| it.is_match(text));
                match other {
                    Type::Pattern(others) => {
                        patterns.is_empty() || (patterns.len() == others.len() && patterns.iter().all(|it| others.contains(it)))
                    }
                    Type::StringValue(text) => any(text),
                    Type::String(_) => patterns.is_empty(),
                    Type::Enum(values, _) if values.is_empty() => patterns.is_empty(),
                    Type::Enum(values, _) => values.iter().all(|it| any(it)),
                    _ => false,
                }
            }
            Type::Regexp(source) => matches!(other, Type::Regexp(it) if source.is_none() || source == it),
            Type::Collection(size) => collection_size(other).is_some_and(|it| size.covers(it)),
            Type::Array(element, size) => match other {
                Type::Tuple(types, _) => {
                    tuple_count(other).is_some_and(|it| size.covers(it)) && types.iter().all(|it| self.accepts(element, it))
                }
                Type::Array(it, other_size) => size.covers(*other_size) && self.accepts(element, it),
                _ => false,
            },
            Type::Hash(entry, size) => match other {
                Type::Hash(it, other_size) => {
                    (size.from == 0 && is_empty_hash(other))
                        || (self.accepts(&entry.0, &it.0) && self.accepts(&entry.1, &it.1) && size.covers(*other_size))
                }
                Type::Struct(elements) => {
                    size.contains(count(elements.len()))
                        && elements.iter().all(|it| entry.0.is_instance(&Value::String(it.name.clone())) && self.accepts(&entry.1, &it.ty))
                }
                _ => false,
            },
            Type::Tuple(types, _) => self.tuple_accepts(ty, types, other),
            Type::Struct(elements) => self.struct_accepts(elements, other),
            Type::Variant(types) => types.iter().any(|it| self.accepts(it, other)),
            Type::Optional(inner) => matches!(other, Type::Undef) || inner.as_deref().is_none_or(|inner| self.accepts(inner, other)),
            Type::NotUndef(inner) => !self.accepts(other, &Type::Undef) && inner.as_deref().is_none_or(|inner| self.accepts(inner, other)),
            Type::Type(inner) => match (inner, other) {
                (None, Type::Type(_)) => true,
                (Some(inner), Type::Type(Some(it))) => self.accepts(inner, it),
                _ => false,
            },
            Type::Callable(callable) => matches!(other, Type::Callable(it) if self.passing(|this| this.callable_accepts(callable, it))),
            Type::Class(name) => matches!(other, Type::Class(it) if name.is_none() || name == it),
            Type::Resource(name, title) => match other {
                Type::Resource(other_name, other_title) => match (name, other_name) {
                    (None, _) => true,
                    (Some(name), Some(other_name)) => name.eq_ignore_ascii_case(other_name) && (title.is_none() || title == other_title),
                    _ => false,
                },
                _ => false,
            },
            Type::Iterable(inner) => match inner.as_deref() {
                Some(inner) if !self.accepts(inner, &Type::Any) => {
                    matches!(other.iterated(), Some(Some(element)) if self.passing(|this| this.accepts(inner, &element)))
                }
                _ => other.is_iterable(),
            },
            Type::Iterator(inner) => match (inner.as_deref(), other) {
                (None, Type::Iterator(_)) => true,
                (Some(inner), Type::Iterator(Some(it))) => self.accepts(inner, it),
                _ => false,
            },
            Type::SemVer(ranges) => match other {
                Type::SemVer(others) => {
                    ranges.is_empty() || (!others.is_empty() && others.iter().all(|it| ranges.iter().any(|range| it.is_covered_by(range))))
                }
                _ => false,
            },
            Type::Timestamp(times) => matches!(other, Type::Timestamp(it) if is_inside(times.ends(), it.ends())),
            Type::Timespan(times) => matches!(other, Type::Timespan(it) if is_inside(times.ends(), it.ends())),
            Type::Sensitive(inner) => match other {
                Type::Sensitive(it) => inner.as_deref().is_none_or(|inner| self.accepts(inner, it.as_deref().unwrap_or(&Type::Any))),
                _ => false,
            },
            Type::Uri(parameters) => match (parameters.as_deref(), other) {
                (None, Type::Uri(_)) => true,
                (Some(own), Type::Uri(others)) => super::instance::uri_matches(own, others.as_deref()),
                _ => false,
            },
            Type::Runtime(runtime, name) => match other {
                Type::Runtime(other_runtime, other_name) => {
                    (runtime.is_none() || runtime == other_runtime) && (name.is_none() || name == other_name)
                }
                _ => false,
            },
            Type::Init(inner, arguments) => self.passing(|this| this.init_accepts(inner.as_deref(), arguments, other)),
            Type::ObjectAny => matches!(other, Type::ObjectAny | Type::Object(_) | Type::Extension(_) | Type::Deferred),
            Type::Object(object) => match other {
                Type::Object(it) => descends(it, object),
                Type::Extension(it) => descends(&it.base, object),
                _ => false,
            },
            Type::Extension(own) => match other {
                Type::Extension(it) => {
                    descends(&it.base, &own.base)
                        && own.parameters.iter().all(|(name, wanted)| {
                            let given = it.parameters.iter().find(|(it, _)| it == name).map(|(_, value)| value);
                            given.is_some_and(|given| parameter_matches(wanted, given))
                        })
                }
                _ => false,
            },
            Type::TypeSet(None) => matches!(other, Type::TypeSet(_)),
            Type::TypeSet(_) | Type::Reference(_) => ty == other,
            // Asked through what they stand for.
            Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey => false,
        }
    }

    fn tuple_accepts(&mut self, ty: &Type, types: &[Type], other: &Type) -> bool {
        if ty == other {
            return true;
        }
        let (Some(size), Some(other_size)) = (tuple_size(ty), tuple_size(other)) else { return false };
        if !size.covers(other_size) {
            return false;
        }
        let at = |index: usize| types.get(index).or(types.last());
        match other {
            _ if types.is_empty() => true,
            Type::Tuple(others, _) if others.is_empty() => size.from == 0,
            Type::Tuple(others, _) => others.iter().enumerate().all(|(index, it)| at(index).is_some_and(|own| self.accepts(own, it))),
            Type::Array(element, _) => {
                let count = other_size.end().map_or(types.len(), |to| types.len().min(usize::try_from(to).unwrap_or(0)));
                (0..count).all(|index| at(index).is_some_and(|own| self.accepts(own, element)))
            }
            _ => false,
        }
    }

    fn struct_accepts(&mut self, elements: &[super::StructElement], other: &Type) -> bool {
        match other {
            Type::Struct(others) => {
                let mut matched = 0;
                let all = elements.iter().all(|own| match find(others, &own.name) {
                    None => own.optional,
                    Some(it) => {
                        matched += 1;
                        // An optional key accepts both kinds of keys, a plain one only a plain one.
                        (own.optional || !it.optional) && self.accepts(&own.ty, &it.ty)
                    }
                });
                all && matched == others.len()
            }
            Type::Hash(entry, size) => {
                let mut required = 0;
                let all = elements.iter().filter(|it| !it.optional).all(|it| {
                    required += 1;
                    self.accepts(&it.ty, &entry.1) && self.accepts(&Type::String(Size::ANY), &entry.0)
                });
                all && Size { from: required, to: Some(count(elements.len())) }.covers(*size)
            }
            _ => false,
        }
    }
}

fn descends(ty: &crate::ObjectType, from: &crate::ObjectType) -> bool {
    ty.lineage().into_iter().any(|it| it == from)
}

/// As an option of `case` matches, or as one type accepts another.
pub(super) fn parameter_matches(wanted: &Value, given: &Value) -> bool {
    crate::ops::select_matches(wanted, given).0
        || matches!((wanted, given), (Value::Type(wanted), Value::Type(given)) if wanted.accepts(given))
}

/// Elements are few, and mostly in the same order.
pub(super) fn find<'a>(elements: &'a [super::StructElement], name: &str) -> Option<&'a super::StructElement> {
    // The last one counts where a name is there twice.
    elements.iter().rfind(|it| &*it.name == name)
}

fn is_inside<T: PartialOrd>((from, to): (Option<T>, Option<T>), (other_from, other_to): (Option<T>, Option<T>)) -> bool {
    from.is_none_or(|from| other_from.is_some_and(|it| from <= it)) && to.is_none_or(|to| other_to.is_some_and(|it| it <= to))
}

pub(super) fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

pub(super) fn length(text: &str) -> i64 {
    count(text.chars().count())
}

pub(super) fn in_enum(values: &[crate::Str], fold: bool, text: &str) -> bool {
    values.iter().any(|it| if fold { it.eq_ignore_ascii_case(text) } else { &**it == text })
}

fn is_string(ty: &Type) -> bool {
    matches!(ty, Type::String(_) | Type::StringValue(_) | Type::Enum(..) | Type::Pattern(_))
}

fn is_scalar_data(ty: &Type) -> bool {
    is_string(ty) || matches!(ty, Type::ScalarData | Type::Numeric | Type::Integer(..) | Type::Float(..) | Type::Boolean(_))
}

fn is_scalar(ty: &Type) -> bool {
    is_scalar_data(ty) || matches!(ty, Type::Scalar | Type::Regexp(_) | Type::SemVer(_) | Type::Timestamp(..) | Type::Timespan(..))
}

pub(super) fn is_empty_hash(ty: &Type) -> bool {
    matches!(ty, Type::Hash(entry, size) if *size == Size::exactly(0) && matches!(**entry, (Type::Unit, Type::Unit)))
}

/// How many elements a `Tuple` has where a collection asks: those it names.
fn tuple_count(ty: &Type) -> Option<Size> {
    match ty {
        Type::Tuple(types, size) => Some(size.unwrap_or(Size::exactly(types.len()))),
        _ => None,
    }
}

/// How many elements a `Tuple` or array has where a `Tuple` asks: one without types has any number.
pub(crate) fn tuple_size(ty: &Type) -> Option<Size> {
    match ty {
        Type::Tuple(_, Some(size)) => Some(*size),
        Type::Tuple(types, None) if types.is_empty() => Some(Size::ANY),
        Type::Tuple(types, None) => Some(Size::exactly(types.len())),
        Type::Array(_, size) => Some(*size),
        _ => None,
    }
}

fn collection_size(ty: &Type) -> Option<Size> {
    match ty {
        Type::Collection(size) | Type::Array(_, size) | Type::Hash(_, size) => Some(*size),
        Type::Tuple(..) => tuple_count(ty),
        Type::Struct(elements) => Some(Size::exactly(elements.len())),
        _ => None,
    }
}
