//! How Puppet names types and values in these errors.

use crate::{Type, Value, infer_reduced};

pub(crate) fn with_article(text: &str) -> String {
    let first = text.chars().find(|c| !matches!(c, '\'' | '"')).map(|c| c.to_ascii_lowercase());
    let article = if matches!(first, Some('a' | 'e' | 'i' | 'o' | 'u' | 'y')) { "an" } else { "a" };
    format!("{article} {text}")
}

fn label(ty: &Type) -> String {
    match ty {
        Type::Resource(_, Some(_)) => format!("{ty} Resource-Reference"),
        ty => format!("{ty}-Type"),
    }
}

pub(super) fn a_an(ty: &Type) -> String {
    with_article(&label(ty))
}

pub(super) fn a_an_uc(ty: &Type) -> String {
    capitalized(with_article(&label(ty)))
}

pub(super) fn capitalized(text: String) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

/// The name of a parameter's type, in general.
pub(super) fn key_name(value: &Value) -> String {
    match value {
        Value::Undef => "Undef".to_owned(),
        Value::Default => "Default".to_owned(),
        value => infer_reduced(value).generalize().to_string(),
    }
}

/// The Ruby class that the value has in Puppet.
pub(super) fn ruby_class(value: &Value) -> String {
    let name = match value {
        Value::Type(ty) => return format!("Puppet::Pops::Types::P{}Type", ty.simple_name()),
        Value::Unknown(unknown) => return unknown.ty.short_name(),
        Value::Deferred(_) => "DeferredObject",
        other => crate::ruby::class(other).unwrap_or("Object"),
    };
    name.to_owned()
}
