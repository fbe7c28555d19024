//! Every editor feature as a function from a snapshot to plain data.
//!
//! Nothing here knows a protocol, a line or a column: places are byte ranges, and texts are for people.
//! All of it works in a file with errors, which is the usual state of a file that somebody types into.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod assists;
pub mod builtin_docs;
mod call_hierarchy;
mod code_actions;
mod code_lenses;
mod completion;
mod computed;
mod cursor;
mod data;
mod dependents;
mod deprecated;
mod document_symbols;
mod erb;
mod find_references;
mod findings;
mod folding;
mod formatting;
mod forms;
mod goto;
mod highlight;
mod hover;
mod inlay_hints;
mod links;
mod names;
mod pages;
mod rb;
mod rename;
mod reports;
mod resource_reference;
mod selection;
mod semantic_tokens;
mod signature_help;
mod sls;
mod tasks;
#[cfg(test)]
mod tests;
mod text;
mod type_hierarchy;
mod type_text;
mod value_text;
mod values_at;
mod words;
mod workspace_symbols;
mod written_type;

pub use call_hierarchy::{Call, CallItem, CallItemKind, incoming_calls, outgoing_calls, prepare_call_hierarchy};
pub use code_actions::{ActionKind, CodeAction, NewFile, code_actions};
pub use code_lenses::{CodeLens, LensKind, LensText, code_lenses, resolve_code_lens};
pub use completion::{Completion, CompletionItem, CompletionKind, Insert, completion, completion_documentation};
pub use document_symbols::{Symbol, SymbolKind, document_symbols};
pub use find_references::references;
pub use findings::{diagnostics, diagnostics_in_passing};
pub use folding::{Fold, FoldKind, folding_ranges};
pub use format::{Edit as FormatEdit, FormatError};
pub use formatting::{formatting, on_type_formatting, range_formatting};
pub use goto::{Goto, goto_definition, goto_implementation, goto_type_definition};
pub use highlight::{Highlight, document_highlight};
pub use hover::place::places;
pub use hover::{Hover, hover};
pub use inlay_hints::{HintKind, InlayHint, inlay_hints};
pub use links::{Link, document_links};
pub use names::Target;
pub use pages::{PageAt, page, page_at};
pub use rename::error as rename_error;
pub use rename::{
    ErbEdit, KeyChange, ModuleChange, Renamable, Rename, RenameError, TemplateChange, erb_edits, erb_module_edits, hiera_edits,
    metadata_edits, module_author, prepare_rename, rename, rename_files, rename_module, ruby_names_module, skeleton, template_skeleton,
};
pub use reports::{
    Asked, Past, asked_of_past, catalog_report, evaluation_report, graph_report, past_state, rendered_report, resource_report,
};
pub use selection::selection_ranges;
pub use semantic_tokens::{Modifiers, Token, TokenKind, semantic_tokens};
pub use signature_help::{Signature, SignatureHelp, signature_help};
pub use syntax::{TextRange, TextSize};
pub use type_hierarchy::{prepare_type_hierarchy, subtypes, supertypes};
pub use workspace_symbols::{WorkspaceSymbol, workspace_symbols};
