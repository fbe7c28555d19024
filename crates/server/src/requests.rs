//! One file for each request.

pub(crate) mod call_hierarchy;
pub(crate) mod code_action;
pub(crate) mod completion;
pub(crate) mod declaration;
pub(crate) mod definition;
pub(crate) mod document_diagnostic;
pub(crate) mod document_highlight;
pub(crate) mod document_link;
pub(crate) mod document_symbol;
pub(crate) mod folding_range;
pub(crate) mod hierarchy;
pub(crate) mod hover;
pub(crate) mod implementation;
pub(crate) mod prepare_rename;
pub(crate) mod references;
pub(crate) mod rename;
pub(crate) mod selection_range;
pub(crate) mod semantic_tokens_delta;
pub(crate) mod semantic_tokens_full;
pub(crate) mod semantic_tokens_range;
pub(crate) mod signature_help;
pub(crate) mod type_definition;
pub(crate) mod type_hierarchy;
pub(crate) mod workspace_diagnostic;
pub(crate) mod workspace_symbol;
