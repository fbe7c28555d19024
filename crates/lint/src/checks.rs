//! The checks, each in a file of its own.

mod arrow_alignment;
mod arrow_on_right_operand_line;
mod autoloader_layout;
mod case_without_default;
mod class_inherits_from_params_class;
mod code_on_top_scope;
mod documentation;
mod double_quoted_strings;
mod duplicate_params;
mod ensure_first_param;
mod ensure_not_symlink_target;
mod file_mode;
mod hard_tabs;
mod inherits_across_namespaces;
pub(crate) mod keys;
mod legacy_facts;
mod line_length;
mod names_containing_dash;
mod names_containing_uppercase;
mod nested_classes_or_defines;
mod only_variable_string;
mod parameter_order;
mod plugins;
mod puppet_url_without_modules;
mod quoted_booleans;
mod right_to_left_relationship;
mod selector_inside_resource;
mod single_quote_string_with_variables;
mod slash_comments;
mod soft_tabs;
mod space_before_arrow;
mod star_comments;
mod top_scope_facts;
mod trailing_whitespace;
mod unquoted_file_mode;
mod unquoted_node_name;
mod unquoted_resource_title;
mod variable_contains_dash;
mod variable_is_lowercase;
mod variable_scope;
mod variables_not_enclosed;

use crate::check::Check;

/// All checks, in the order in which puppet-lint runs them: by the paths of its files. Those of plugins come after them.
pub const ALL: &[&Check] = &[
    &arrow_on_right_operand_line::CHECK,
    &autoloader_layout::CHECK,
    &class_inherits_from_params_class::CHECK,
    &code_on_top_scope::CHECK,
    &inherits_across_namespaces::CHECK,
    &names_containing_dash::CHECK,
    &names_containing_uppercase::CHECK,
    &nested_classes_or_defines::CHECK,
    &parameter_order::CHECK,
    &right_to_left_relationship::CHECK,
    &variable_scope::CHECK,
    &slash_comments::CHECK,
    &star_comments::CHECK,
    &case_without_default::CHECK,
    &selector_inside_resource::CHECK,
    &documentation::CHECK,
    &unquoted_node_name::CHECK,
    &duplicate_params::CHECK,
    &ensure_first_param::CHECK,
    &ensure_not_symlink_target::CHECK,
    &file_mode::CHECK,
    &unquoted_file_mode::CHECK,
    &unquoted_resource_title::CHECK,
    &double_quoted_strings::CHECK,
    &only_variable_string::CHECK,
    &puppet_url_without_modules::CHECK,
    &quoted_booleans::CHECK,
    &single_quote_string_with_variables::CHECK,
    &variables_not_enclosed::CHECK,
    &variable_contains_dash::CHECK,
    &variable_is_lowercase::CHECK,
    &line_length::CHARS_140,
    &soft_tabs::CHECK,
    &line_length::CHARS_80,
    &arrow_alignment::CHECK,
    &hard_tabs::CHECK,
    &space_before_arrow::CHECK,
    &trailing_whitespace::CHECK,
    &legacy_facts::CHECK,
    &top_scope_facts::CHECK,
    // Plugins.
    &plugins::strict_indent::CHECK,
    &plugins::manifest_whitespace::lines::TWO_EMPTY,
    &plugins::manifest_whitespace::lines::BEGINNING,
    &plugins::manifest_whitespace::lines::MISSING,
    &plugins::manifest_whitespace::lines::DOUBLE,
    &plugins::manifest_whitespace::names::INHERITS,
    &plugins::manifest_whitespace::names::BEFORE,
    &plugins::manifest_whitespace::names::AFTER,
    &plugins::manifest_whitespace::arrows::AFTER,
    &plugins::manifest_whitespace::brackets::OPENING_BEFORE,
    &plugins::manifest_whitespace::brackets::OPENING_AFTER,
    &plugins::manifest_whitespace::brackets::CLOSING_BEFORE,
    &plugins::manifest_whitespace::brackets::CLOSING_AFTER,
    &plugins::manifest_whitespace::braces::OPENING_BEFORE,
    &plugins::manifest_whitespace::braces::OPENING_AFTER,
    &plugins::manifest_whitespace::braces::CLOSING_BEFORE,
    &plugins::manifest_whitespace::braces::CLOSING_AFTER,
    &plugins::absolute_classname::INCLUSION,
    &plugins::absolute_classname::REFERENCE,
    &plugins::anchor_resource::CHECK,
    &plugins::appends::CHECK,
    &plugins::empty_string_assignment::CHECK,
    &plugins::exec_idempotency::CHECK,
    &plugins::file_ensure::CHECK,
    &plugins::leading_zero::CHECK,
    &plugins::lookup_in_parameter::CHECK,
    &plugins::optional_default::CHECK,
    &plugins::parameter_documentation::CHECK,
    &plugins::parameter_types::CHECK,
    &plugins::params_empty_string_assignment::CHECK,
    &plugins::params_not_optional_with_undef::CHECK,
    &plugins::resource_reference_syntax::CHAIN,
    &plugins::resource_reference_syntax::WHITESPACE,
    &plugins::resource_reference_syntax::UNQUOTED,
    &plugins::resource_reference_syntax::CAPITAL,
    &plugins::spaceship_operator_without_tag::CHECK,
    &plugins::topscope_variable::CHECK,
    &plugins::trailing_comma::CHECK,
    &plugins::trailing_newline::CHECK,
    &plugins::undef_in_function::CHECK,
    &plugins::unquoted_string::IN_CASE,
    &plugins::unquoted_string::IN_SELECTOR,
    &plugins::variable_contains_upcase::CHECK,
    &plugins::version_comparison::CHECK,
    &plugins::world_writable_files::CHECK,
    &plugins::check_unsafe_interpolations::CHECK,
    &plugins::class_alignment::PARAMETERS,
    &plugins::class_alignment::EQUALS,
    &plugins::class_params_newline::CHECK,
];

/// The checks that also look at data in YAML, by its text: it has no tokens.
pub const OF_DATA: &[&str] = &["legacy_facts"];

/// The check of a name.
pub fn by_name(name: &str) -> Option<&'static Check> {
    ALL.iter().copied().find(|check| check.name == name)
}
