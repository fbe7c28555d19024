//! The checks of plugins that many use. None of them runs by default; names and messages are those of the plugins.

pub mod absolute_classname;
pub mod anchor_resource;
pub mod appends;
pub mod check_unsafe_interpolations;
pub mod empty_string_assignment;
pub mod exec_idempotency;
pub mod file_ensure;
pub mod leading_zero;
pub mod lookup_in_parameter;
pub mod manifest_whitespace;
pub mod optional_default;
pub mod parameter_documentation;
pub mod parameter_types;
mod parameters;
pub mod params_empty_string_assignment;
pub mod params_not_optional_with_undef;
pub mod resource_reference_syntax;
pub mod spaceship_operator_without_tag;
pub mod strict_indent;
pub mod topscope_variable;
pub mod trailing_comma;
pub mod trailing_newline;
pub mod undef_in_function;
pub mod unquoted_string;
pub mod variable_contains_upcase;
pub mod version_comparison;
pub mod world_writable_files;
