//! Changes of a manifest without errors: the same in another form, a name for a value, a beginning to fill in.
//!
//! Rewritten code means the same as before. Where that is not certain, nothing is offered.

mod add_documentation;
mod add_parameters;
mod add_type;
mod arrows;
mod branches;
mod context;
mod create_definition;
mod declare_class;
mod declare_missing;
mod extract_parameter;
mod extract_variable;
mod inline_variable;
mod merge_resources;
mod module_data;
mod quotes;
mod selector;
mod split_titles;
#[cfg(test)]
mod sweep;
#[cfg(test)]
mod tests;

use analysis::{File, Snapshot};
use diagnostics::Edit;
use syntax::TextRange;

use crate::ActionKind;
use context::Context;

/// Something that is offered.
pub(crate) struct Assist {
    pub(crate) title: String,
    pub(crate) kind: ActionKind,
    pub(crate) edits: Vec<Edit>,
}

/// Function that offers an assist or nothing.
type Look = fn(&Context<'_>) -> Option<Assist>;

const ASSISTS: &[Look] = &[
    extract_variable::extract,
    extract_parameter::extract,
    extract_parameter::with_data,
    inline_variable::inline,
    arrows::to_arrow,
    arrows::to_attribute,
    branches::to_case,
    branches::to_if,
    selector::to_case,
    selector::to_selector,
    declare_class::to_class,
    declare_class::to_include,
    split_titles::split,
    merge_resources::merge,
    quotes::to_double,
    quotes::to_single,
    quotes::quote,
    quotes::unquote,
    add_type::add,
    add_parameters::add,
    add_documentation::add,
];

/// Assists at a range of a manifest. Nothing in templates, nor where the text is not understood.
pub(crate) fn assists(snapshot: Snapshot<'_>, file: File, range: TextRange) -> Vec<Assist> {
    let Some(context) = Context::new(snapshot, file, range) else { return Vec::new() };
    ASSISTS.iter().filter_map(|look| look(&context)).collect()
}

/// The type of a constant, as somebody would write it; nothing for what is none.
pub(crate) fn type_of(constant: &syntax::ast::Expr) -> Option<String> {
    extract_parameter::type_of(constant, extract_parameter::DEEPEST)
}

pub(crate) use create_definition::create_definition;
pub(crate) use declare_missing::declare_missing;
