//! Types of resources that are written in Ruby.

/// Whether the table of types has it.
pub fn is_known(lower: &str) -> bool {
    resource_types::type_info(lower).is_some() || lower == "component" || lower == "whit"
}

/// Whether a type takes an attribute; types that are not in the table take every one.
pub fn accepts(lower: &str, name: &str) -> bool {
    resource_types::is_metaparameter(name) || name == "name" || resource_types::type_info(lower).is_none_or(|it| it.accepts(name))
}
