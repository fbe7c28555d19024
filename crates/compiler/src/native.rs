//! Types of resources that are written in Ruby.

/// Whether it is one of Puppet's own, which need no module.
pub fn is_built_in(lower: &str) -> bool {
    resource_types::type_info(lower).is_some_and(|it| it.module.is_none()) || lower == "component" || lower == "whit"
}

/// Whether a type takes an attribute; types that are not in the table take every one.
pub fn accepts(lower: &str, name: &str) -> bool {
    resource_types::is_metaparameter(name) || name == "name" || resource_types::type_info(lower).is_none_or(|it| it.accepts(name))
}
