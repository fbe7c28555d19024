//! Values and types of variables that a template reads.

use std::sync::Arc;

use analysis::{File, Snapshot};
use hir::{Owner, Symbol};
use values::{Origin, Type, Unknown, Value};

use super::receiver::Receiver;
use super::{Kind, meanings};
use crate::values_at::{self, Values, merged};
use crate::written_type;

/// Limit of the evaluations that are read.
const MOST_WATCHES: usize = 24;

/// Types in types, so deeply at most.
const DEEPEST: u32 = 16;

/// A value, or the type of one.
pub(crate) enum Known {
    Value(Value),
    Type(Type),
}

/// Values on each system and declared types that one caller gives a variable.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) values: Vec<Values>,
    pub(crate) types: Vec<Type>,
}

/// Everything that is known of what code reads. Nothing of a variable that the template sets itself.
pub(crate) fn known(snapshot: Snapshot<'_>, file: File, receiver: &Receiver) -> Vec<Known> {
    if !is_facts(&receiver.kind) {
        let seen = seen(snapshot, file, receiver).into_iter().map(|it| it.2);
        let known = |seen: Seen| {
            let values = seen.values.into_iter().flat_map(|it| it.values).map(Known::Value);
            values.chain(seen.types.into_iter().map(Known::Type)).collect::<Vec<_>>()
        };
        return seen.flat_map(known).collect();
    }
    let mut all = Vec::new();
    for file in renderers(snapshot, file) {
        all.extend(snapshot.systems(file).iter().map(|it| Known::Value(it.facts.clone())));
    }
    for key in &receiver.keys {
        all = all.into_iter().flat_map(|it| at_key(it, key, 0)).collect();
    }
    all
}

/// Values that code reads, for each caller, with the file and the symbol there. None for a variable that the template sets itself.
pub(crate) fn seen(snapshot: Snapshot<'_>, file: File, receiver: &Receiver) -> Vec<(File, Symbol, Seen)> {
    let mut all = Vec::new();
    match &receiver.kind {
        Kind::Variable(name) => {
            if snapshot.erb_outline(file).variables.iter().any(|it| it.is_write && it.name == **name) {
                return Vec::new();
            }
            for (from, symbol) in meanings(snapshot, file, &receiver.kind) {
                let seen = of_symbol(snapshot, from, &symbol, name);
                all.push((from, symbol, seen));
            }
        }
        Kind::Named(Symbol::Member { owner: Owner::Class(class), name }) => {
            for definition in snapshot.resolve(&Symbol::Class(class.clone()), file) {
                let visible = snapshot.erb_visible(definition).all.into_iter().find(|it| it.name == *name);
                if let Some(it) = visible {
                    let seen = of_symbol(snapshot, it.file, &it.symbol, name);
                    all.push((it.file, it.symbol, seen));
                }
            }
        }
        Kind::Named(_) => {}
    }
    all.into_iter().map(|(file, symbol, seen)| (file, symbol, receiver.keys.iter().fold(seen, |seen, key| seen.at_key(key)))).collect()
}

impl Seen {
    /// The same at a key. A value without the key is left out.
    fn at_key(self, key: &str) -> Seen {
        let inside = |value: Value| {
            let origin = match &value {
                Value::Unknown(unknown) => Some(unknown.origin.clone()),
                _ => None,
            };
            let known = at_key(Known::Value(value), key, 0);
            known.into_iter().map(move |it| match it {
                Known::Value(value) => value,
                Known::Type(ty) => Value::Unknown(Arc::new(Unknown { ty, origin: origin.clone().unwrap_or(Origin::Failure) })),
            })
        };
        let values = self.values.into_iter().map(|it| Values { values: it.values.into_iter().flat_map(inside).collect(), ..it });
        let types = self.types.into_iter().flat_map(|it| at_key(Known::Type(it), key, 0)).filter_map(|it| match it {
            Known::Type(ty) => Some(ty),
            Known::Value(_) => None,
        });
        Seen { values: merged(values.filter(|it| !it.values.is_empty())), types: types.collect() }
    }
}

pub(crate) fn is_facts(kind: &Kind) -> bool {
    match kind {
        Kind::Variable(name) | Kind::Named(Symbol::Top(name)) => name == "facts",
        Kind::Named(_) => false,
    }
}

/// The files that render a template; the template itself where none does.
pub(crate) fn renderers(snapshot: Snapshot<'_>, file: File) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    for it in snapshot.erb_renderers(file) {
        if !files.contains(&it.file) {
            files.push(it.file);
        }
    }
    if files.is_empty() { vec![file] } else { files }
}

/// The values that a manifest gives a variable, and the type of a parameter.
fn of_symbol(snapshot: Snapshot<'_>, file: File, symbol: &Symbol, name: &str) -> Seen {
    let references = snapshot.references(file);
    let places: Vec<_> = references.all.iter().filter(|it| it.symbol == *symbol).map(|it| it.range).collect();
    let root = snapshot.parse(file).syntax_node();
    let tokens = places.iter().flat_map(|it| root.token_at_offset(it.start()).filter(|it| !it.kind().is_trivia()));
    let mut ranges: Vec<_> = tokens.filter_map(|it| values_at::expressions_at(&it).into_iter().next()).collect();
    ranges.dedup();
    let watches = snapshot.watched(file, MOST_WATCHES);
    let mut values: Vec<Values> = ranges.iter().flat_map(|it| values_at::at_range(&watches, *it)).collect();
    let mut types = Vec::new();
    let ranges = &snapshot.item_map(file).items;
    for (item, range) in snapshot.item_tree(file).items.iter().zip(ranges) {
        if !places.iter().any(|it| range.whole.contains_range(*it)) {
            continue;
        }
        let Some((_, parameter)) = item.parameter(name) else { continue };
        for watch in &watches {
            let bound = watch.bound().iter().filter(|it| *it.class == *item.name && &*it.parameter == name);
            values.extend(bound.map(|it| Values { systems: watch.systems.clone(), values: vec![it.value.clone()], more: false }));
        }
        if let Some(ty) = &parameter.ty {
            types.push(written_type::read(snapshot, file, ty));
        }
    }
    Seen { values: merged(values.into_iter()), types }
}

/// Known values at a key.
fn at_key(known: Known, key: &str, depth: u32) -> Vec<Known> {
    match known {
        Known::Value(Value::Hash(entries)) => entries.get(&Value::from(key)).cloned().map(Known::Value).into_iter().collect(),
        Known::Value(Value::Unknown(unknown)) => at_key(Known::Type(unknown.ty.clone()), key, depth + 1),
        Known::Value(_) => Vec::new(),
        Known::Type(_) if depth > DEEPEST => Vec::new(),
        Known::Type(ty) => match ty {
            Type::Struct(elements) => elements.iter().filter(|it| &*it.name == key).map(|it| Known::Type(it.ty.clone())).collect(),
            Type::Hash(of, _) => vec![Known::Type(of.1.clone())],
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => at_key(Known::Type((*inner).clone()), key, depth + 1),
            Type::Variant(types) => types.iter().flat_map(|it| at_key(Known::Type(it.clone()), key, depth + 1)).collect(),
            _ => Vec::new(),
        },
    }
}

/// The keys of a hash, each with a few words about its value.
pub(crate) fn keys(known: &Known) -> Vec<(String, String)> {
    match known {
        Known::Value(Value::Hash(entries)) => {
            let text = |key: &Value| match key {
                Value::String(it) => Some(it.to_string()),
                _ => None,
            };
            let shown = |value: &Value| match value {
                Value::Unknown(unknown) if unknown.ty == Type::Any => String::new(),
                Value::Unknown(unknown) => crate::type_text::shortened(&unknown.ty.to_string(), 40),
                value => crate::value_text::text(value, 40),
            };
            entries.iter().filter_map(|(key, value)| Some((text(key)?, shown(value)))).collect()
        }
        Known::Value(Value::Unknown(unknown)) => keys_of_type(&unknown.ty, 0),
        Known::Value(_) => Vec::new(),
        Known::Type(ty) => keys_of_type(ty, 0),
    }
}

fn keys_of_type(ty: &Type, depth: u32) -> Vec<(String, String)> {
    match ty {
        _ if depth > DEEPEST => Vec::new(),
        Type::Struct(elements) => {
            elements.iter().map(|it| (it.name.to_string(), crate::type_text::shortened(&it.ty.to_string(), 40))).collect()
        }
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => keys_of_type(inner, depth + 1),
        Type::Variant(types) => types.iter().flat_map(|it| keys_of_type(it, depth + 1)).collect(),
        _ => Vec::new(),
    }
}

/// The classes of Ruby that a value may have; none where anything is possible, and of undef.
pub(crate) fn classes(known: &Known) -> Vec<&'static str> {
    match known {
        Known::Value(Value::Unknown(unknown)) => classes_of_type(&unknown.ty, 0),
        Known::Value(Value::String(_)) => vec!["String"],
        Known::Value(Value::Integer(_)) => vec!["Integer"],
        Known::Value(Value::Float(_)) => vec!["Float"],
        Known::Value(Value::Array(_)) => vec!["Array"],
        Known::Value(Value::Hash(_)) => vec!["Hash"],
        Known::Value(Value::Boolean(_)) => vec!["Object"],
        Known::Value(_) => Vec::new(),
        Known::Type(ty) => classes_of_type(ty, 0),
    }
}

fn classes_of_type(ty: &Type, depth: u32) -> Vec<&'static str> {
    match ty {
        _ if depth > DEEPEST => Vec::new(),
        Type::String(_) | Type::StringValue(_) | Type::Enum(..) | Type::Pattern(_) => vec!["String"],
        Type::Integer(..) => vec!["Integer"],
        Type::Float(..) => vec!["Float"],
        Type::Numeric => vec!["Integer", "Float"],
        Type::Boolean(_) => vec!["Object"],
        Type::Array(..) | Type::Tuple(..) => vec!["Array"],
        Type::Hash(..) | Type::Struct(_) => vec!["Hash"],
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => classes_of_type(inner, depth + 1),
        Type::Variant(types) => types.iter().flat_map(|it| classes_of_type(it, depth + 1)).collect(),
        _ => Vec::new(),
    }
}
