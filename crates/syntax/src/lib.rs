//! Lossless syntax trees.
//!
//! Parsing never fails: it gives a tree that holds every byte of the text, and the problems found.
//! No other crate names rowan or logos.
//!
//! ```text
//! text ──lexer──▶ tokens ──parser──▶ events ──▶ tree that is read once ──lower──▶ model ──▶ validation
//!                                       └─────▶ rowan tree ──▶ the same, where a model of it is needed
//! ```

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod problem;
pub mod puppet;
mod range;

pub use literals::{nearest, operator};
pub use problem::{Code, Place, Problem, Severity};
pub use puppet::ast;
pub use puppet::kind::SyntaxKind;
pub use puppet::model;
pub use puppet::validation;
pub use puppet::{
    Autoload, Dialect, Parse, ParseOptions, Puppet, Strict, SyntaxElement, SyntaxNode, SyntaxToken, ValidateOptions, binding,
    models_of_pieces, parse, parse_model, same_tokens, validate, validate_model,
};
pub use range::text_range;
pub use rowan::{Direction, GreenNode, NodeOrToken, TextRange, TextSize, TokenAtOffset, WalkEvent};
