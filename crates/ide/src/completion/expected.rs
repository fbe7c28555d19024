//! Completions for a value of a known kind.

use hir::{Symbol, name};
use values::{Str, Type};

use super::context::{Expected, Of};
use super::item::{CompletionItem, CompletionKind, Found, Rank};
use super::{Ask, attribute_values, attributes, classes, facts, hiera_keys, paths, resource_types, tasks, titles, variables};

/// Aliases of aliases, so deeply at most.
const DEEPEST: usize = 16;

/// Values that an attribute takes.
pub(super) enum Wanted {
    /// One of these words.
    Words(Vec<String>),
    Type(Type),
    /// References to resources.
    References,
}

/// Matching values, best first; nothing where any value matches.
pub(super) fn values(ask: &Ask<'_>, expected: &Expected, found: &mut Found) {
    match expected {
        Expected::Anything | Expected::Attributes(_) | Expected::Resources(_) => {}
        Expected::Attribute(of, attribute) => attribute_values::add(ask, of, attribute, found),
        Expected::Typed(text) => of_type(ask, &read(ask, text), found),
        Expected::Fact(path) => facts::values(ask, path, found),
        Expected::Variable(variable) => {
            if let Some(text) = variables::type_of(ask, variable) {
                of_type(ask, &read(ask, &text), found);
            }
        }
        Expected::Argument(function, index) => argument(ask, function, *index, found),
        Expected::At(outer, key) => {
            if let Some(ty) = type_expected(ask, outer)
                && let Some(inner) = at_key(&ty, key, 0)
            {
                of_type(ask, &inner, found);
            }
        }
    }
}

/// The keys of a hash that is expected.
pub(super) fn keys(ask: &Ask<'_>, expected: &Expected, found: &mut Found) {
    if let Expected::Attributes(body) = expected {
        return attributes::add(ask, body, found);
    }
    if let Expected::Argument(function, 1) = expected
        && function.trim_start_matches("stdlib::deferrable_").ends_with("epp")
    {
        return paths::template_parameters(ask, found);
    }
    if let Expected::Argument(function, 1..) = expected
        && matches!(function.as_str(), "run_task" | "run_task_with" | "run_plan")
    {
        return tasks::parameters(ask, function == "run_plan", found);
    }
    let Some(ty) = type_expected(ask, expected) else { return };
    let mut elements = Vec::new();
    struct_elements(&ty, 0, &mut elements);
    for it in elements {
        let rank = if it.optional { Rank::Expected } else { Rank::Required };
        let text = ask.quoted(&it.name);
        let item = CompletionItem::new(&*it.name, CompletionKind::Attribute, rank).detail(it.ty.plain());
        found.add(key(ask, item, &text));
    }
}

/// A key with its arrow.
pub(super) fn key(ask: &Ask<'_>, item: CompletionItem, text: &str) -> CompletionItem {
    if ask.string.is_some() || ask.rest().trim_start().starts_with("=>") {
        return item.text(text);
    }
    item.text(format!("{text} => ")).goes_on()
}

pub(super) fn type_expected(ask: &Ask<'_>, expected: &Expected) -> Option<Type> {
    match expected {
        Expected::Typed(text) => Some(read(ask, text)),
        Expected::Attribute(of, attribute) => match of_attribute(ask, of, attribute)? {
            Wanted::Type(ty) => Some(ty),
            Wanted::Words(_) | Wanted::References => None,
        },
        Expected::Variable(variable) => Some(read(ask, &variables::type_of(ask, variable)?)),
        Expected::Argument(function, index) => {
            let symbol = Symbol::Function(function.as_str().into());
            match ask.snapshot.resolve(&symbol, ask.file).into_iter().find_map(|it| ask.snapshot.item(it)) {
                Some(item) => Some(read(ask, item.parameters.get(*index)?.ty.as_ref()?)),
                None => of_forms(ask, function, *index),
            }
        }
        Expected::At(outer, key) => at_key(&type_expected(ask, outer)?, key, 0),
        Expected::Anything | Expected::Fact(_) | Expected::Attributes(_) | Expected::Resources(_) => None,
    }
}

/// Type of a built-in function's parameter, in any of its forms.
fn of_forms(ask: &Ask<'_>, function: &str, index: usize) -> Option<Type> {
    let mut types = Vec::new();
    for form in crate::forms::of_builtin(function) {
        let Some(at) = form.parameter_of(index) else { continue };
        types.push(read(ask, form.parameters.get(at)?.ty.as_deref()?));
    }
    (!types.is_empty()).then(|| Type::Variant(types.into()))
}

/// Whether some values of a type match a wanted type; nothing where that is unknown.
pub(super) fn fits(wanted: &Type, ty: &Type) -> Option<bool> {
    fits_at(wanted, ty, 0)
}

fn fits_at(wanted: &Type, ty: &Type, depth: usize) -> Option<bool> {
    if depth > DEEPEST {
        return None;
    }
    let any = |answers: &mut dyn Iterator<Item = Option<bool>>| {
        let mut is_open = false;
        for it in answers {
            match it {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_open = true,
            }
        }
        (!is_open).then_some(false)
    };
    match (wanted, ty) {
        // A type that nobody knows is read as that of a resource.
        (Type::Any | Type::Unit | Type::Data | Type::RichData | Type::Resource(..), _) => None,
        (_, Type::Any | Type::Unit | Type::Data | Type::RichData | Type::Scalar | Type::ScalarData | Type::Resource(..)) => None,
        (Type::Alias(alias), _) => fits_at(alias.resolved.get()?, ty, depth + 1),
        (_, Type::Alias(alias)) => fits_at(wanted, alias.resolved.get()?, depth + 1),
        (Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)), _) => fits_at(inner, ty, depth + 1),
        (_, Type::Optional(Some(inner)) | Type::NotUndef(Some(inner))) => fits_at(wanted, inner, depth + 1),
        (Type::Variant(types), _) => any(&mut types.iter().map(|it| fits_at(it, ty, depth + 1))),
        (_, Type::Variant(types)) => any(&mut types.iter().map(|it| fits_at(wanted, it, depth + 1))),
        _ => Some(wanted.accepts(ty) || ty.accepts(wanted) || wanted.generalize().accepts(&ty.generalize())),
    }
}

/// Values that an attribute takes, as far as they are known.
pub(super) fn of_attribute(ask: &Ask<'_>, of: &Of, attribute: &str) -> Option<Wanted> {
    if matches!(attribute, "require" | "before" | "notify" | "subscribe") {
        return Some(Wanted::References);
    }
    if let Some(parameters) = attributes::parameters(ask, of)
        && let Some(parameter) = parameters.iter().find(|it| it.name == attribute)
    {
        return parameter.ty.as_ref().map(|it| Wanted::Type(read(ask, it)));
    }
    let Of::Type(ty) = of else { return None };
    if let Some(words) = attribute_values::words(ask, ty, attribute) {
        return Some(Wanted::Words(words));
    }
    let info = ask.snapshot.native_type(ask.file, ty)?;
    let data_type = info.attribute(attribute)?.data_type.as_deref()?;
    Some(Wanted::Type(read(ask, data_type)))
}

/// A type as it is written, its aliases looked up. What is not known accepts anything.
pub(super) fn read(ask: &Ask<'_>, text: &str) -> Type {
    crate::written_type::read(ask.snapshot, ask.file, text)
}

pub(super) fn booleans(rank: Rank, found: &mut Found) {
    for word in ["true", "false"] {
        found.add(CompletionItem::new(word, CompletionKind::Value, rank));
    }
}

/// A value that a type lists.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Choice {
    Text(Str),
    Undef,
    Boolean,
    /// A reference to a resource, of a type in lower case.
    Reference(Option<String>),
}

/// The values that a type lists, those of the elements of its lists, too, if `in_lists`.
pub(crate) fn choices(ty: &Type, in_lists: bool, depth: usize, found: &mut Vec<Choice>) {
    if depth > DEEPEST {
        return;
    }
    let mut inner = |ty: &Type| choices(ty, in_lists, depth + 1, found);
    match ty {
        Type::Variant(types) => types.iter().for_each(inner),
        Type::Optional(Some(ty)) => {
            inner(ty);
            found.push(Choice::Undef);
        }
        Type::NotUndef(Some(ty)) | Type::Sensitive(Some(ty)) => inner(ty),
        Type::Array(ty, _) if in_lists => inner(ty),
        Type::Tuple(types, _) if in_lists => types.iter().for_each(inner),
        Type::Alias(alias) => {
            if let Some(ty) = alias.resolved.get() {
                inner(ty);
            }
        }
        Type::Enum(words, _) => found.extend(words.iter().map(|it| Choice::Text(it.clone()))),
        Type::StringValue(text) => found.push(Choice::Text(text.clone())),
        Type::Undef => found.push(Choice::Undef),
        Type::Boolean(_) => found.push(Choice::Boolean),
        Type::Resource(Some(ty), None) => found.push(Choice::Reference(Some(name::normal(ty).into()))),
        Type::Resource(None, None) | Type::CatalogEntry => found.push(Choice::Reference(None)),
        _ => {}
    }
}

/// The values that a type lists. Where a list is wanted the cursor may be in it.
pub(super) fn of_type(ask: &Ask<'_>, ty: &Type, found: &mut Found) {
    let mut all = Vec::new();
    choices(ty, true, 0, &mut all);
    for it in all {
        match it {
            Choice::Text(text) => word(ask, &text, found),
            _ if ask.string.is_some() => {}
            Choice::Undef => found.add(CompletionItem::new("undef", CompletionKind::Value, Rank::Expected)),
            Choice::Boolean => booleans(Rank::Required, found),
            Choice::Reference(ty) => titles::references_to(ask, ty.as_deref(), found),
        }
    }
}

/// The type of the elements of a list.
pub(crate) fn element(ty: &Type, depth: usize) -> Option<Type> {
    if depth > DEEPEST {
        return None;
    }
    match ty {
        Type::Array(ty, _) => Some(ty.as_ref().clone()),
        Type::Tuple(types, _) => types.first().cloned(),
        Type::Optional(Some(ty)) | Type::NotUndef(Some(ty)) | Type::Sensitive(Some(ty)) => element(ty, depth + 1),
        Type::Variant(types) => types.iter().find_map(|it| element(it, depth + 1)),
        Type::Alias(alias) => element(alias.resolved.get()?, depth + 1),
        _ => None,
    }
}

fn word(ask: &Ask<'_>, text: &Str, found: &mut Found) {
    if text.is_empty() {
        return;
    }
    found.add(CompletionItem::new(&**text, CompletionKind::Value, Rank::Required).text(ask.quoted(text)));
}

/// The type of what stands at a key.
pub(crate) fn at_key(ty: &Type, key: &str, depth: usize) -> Option<Type> {
    if depth > DEEPEST {
        return None;
    }
    match ty {
        Type::Struct(elements) => elements.iter().find(|it| &*it.name == key).map(|it| it.ty.clone()),
        Type::Hash(types, _) => Some(types.1.clone()),
        Type::Optional(Some(ty)) | Type::NotUndef(Some(ty)) | Type::Sensitive(Some(ty)) => at_key(ty, key, depth + 1),
        Type::Array(ty, _) => at_key(ty, key, depth + 1),
        Type::Variant(types) => types.iter().find_map(|it| at_key(it, key, depth + 1)),
        Type::Alias(alias) => at_key(alias.resolved.get()?, key, depth + 1),
        _ => None,
    }
}

pub(crate) fn struct_elements(ty: &Type, depth: usize, found: &mut Vec<values::StructElement>) {
    if depth > DEEPEST {
        return;
    }
    match ty {
        Type::Struct(elements) => found.extend(elements.iter().cloned()),
        Type::Optional(Some(ty)) | Type::NotUndef(Some(ty)) | Type::Sensitive(Some(ty)) => struct_elements(ty, depth + 1, found),
        Type::Array(ty, _) => struct_elements(ty, depth + 1, found),
        Type::Variant(types) => types.iter().for_each(|it| struct_elements(it, depth + 1, found)),
        Type::Alias(alias) => {
            if let Some(ty) = alias.resolved.get() {
                struct_elements(ty, depth + 1, found);
            }
        }
        _ => {}
    }
}

/// The argument of a function, by what the function does with it.
fn argument(ask: &Ask<'_>, function: &str, index: usize, found: &mut Found) {
    let in_string = ask.string.is_some();
    match (function, index) {
        ("include" | "contain" | "require", _) if in_string => classes::in_quotes(ask, found),
        ("lookup" | "hiera" | "hiera_array" | "hiera_hash" | "hiera_include", 0) => hiera_keys::add(ask, found),
        ("lookup", 2) => {
            for it in ["first", "unique", "hash", "deep"] {
                found.add(CompletionItem::new(it, CompletionKind::Value, Rank::Required).text(ask.quoted(it)));
            }
        }
        ("fact", 0) => facts::paths(ask, found),
        ("template", _) => paths::templates(ask, ".erb", found),
        ("epp" | "stdlib::deferrable_epp", 0) => paths::templates(ask, ".epp", found),
        ("find_template", _) => {
            paths::templates(ask, ".erb", found);
            paths::templates(ask, ".epp", found);
        }
        ("file" | "find_file" | "binary_file", _) => paths::files(ask, found),
        ("create_resources" | "ensure_resource" | "ensure_resources" | "defined_with_params", 0) => {
            for (name, _) in resource_types::native(ask) {
                found.add(CompletionItem::new(name.as_str(), CompletionKind::ResourceType, Rank::Expected).text(ask.quoted(&name)));
            }
            for it in ask.snapshot.offered().iter().filter(|it| it.kind == hir::ItemKind::Define) {
                let item = CompletionItem::new(it.name.as_str(), CompletionKind::Define, ask.rank(it.definition, &it.name));
                found.add(item.text(ask.quoted(&it.name)));
            }
        }
        ("realize", _) if !in_string => titles::references_to(ask, None, found),
        ("defined", _) if !in_string => titles::references_to(ask, None, found),
        ("ensure_packages", 0) => titles::names(ask, "package", found),
        ("run_task" | "run_task_with", 0) => tasks::names(ask, found),
        ("run_plan", 0) => {
            for it in ask.snapshot.offered().iter().filter(|it| it.kind == hir::ItemKind::Plan) {
                let item = CompletionItem::new(it.name.as_str(), CompletionKind::Plan, ask.rank(it.definition, &it.name));
                found.add(item.text(ask.quoted(&it.name)));
            }
        }
        _ => {
            if let Some(ty) = type_expected(ask, &Expected::Argument(function.to_owned(), index)) {
                return of_type(ask, &ty, found);
            }
            for form in crate::forms::of_builtin(function) {
                let parameter = form.parameter_of(index).and_then(|it| form.parameters.get(it));
                if let Some(ty) = parameter.and_then(|it| it.ty.as_deref()).filter(|it| it.contains("Enum") || it.contains("Boolean")) {
                    of_type(ask, &read(ask, ty), found);
                }
            }
        }
    }
}
