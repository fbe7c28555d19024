//! Every editor feature as a function from a snapshot to plain data.
//!
//! Nothing here knows a protocol, a line or a column: places are byte ranges, and texts are for people.
//! All of it works in a file with errors, which is the usual state of a file that somebody types into.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod diagnostics;
mod document_symbols;
mod find_references;
mod folding;
mod goto;
mod highlight;
mod names;
mod selection;
mod semantic_tokens;
#[cfg(test)]
mod tests;
mod text;

pub use diagnostics::{Diagnostic, diagnostics};
pub use document_symbols::{Symbol, SymbolKind, document_symbols};
pub use find_references::references;
pub use folding::{Fold, FoldKind, folding_ranges};
pub use goto::{Goto, goto_definition, goto_implementation, goto_type_definition};
pub use highlight::{Highlight, document_highlight};
pub use names::Target;
pub use selection::selection_ranges;
pub use semantic_tokens::{Modifiers, Token, TokenKind, semantic_tokens};
pub use syntax::{Severity, TextRange, TextSize};
