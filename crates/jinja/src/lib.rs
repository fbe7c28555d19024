//! Jinja 2 templates: lossless trees, and an evaluator whose output knows its source.
//!
//! [`parse`] gives a tree of any text, and what is wrong in it. [`render`] evaluates a template, asking a [`Host`] for what is not
//! Jinja's own: other templates, variables, filters, tests. Undefined is strict, escaping is off, and lists and maps change in place.
//!
//! - [`Rendered::origins`] gives for each byte of the output the place that it comes from; [`Place::caller`] leads through macros,
//!   imports and includes.
//! - A value can be [`Value::unknown`]. It flows through expressions, and leaves a [`HOLE`] where it is printed. Both ways of a
//!   decision on it are tried: where they differ, the output has a hole, and what they changed is unknown.
//! - What Jinja can do and this crate cannot is an error of the kind [`ErrorKind::NotCovered`]; nothing is skipped.
//!
//! The crate reads no file, clock or environment, and bounds what a template uses ([`Limits`]).
//!
//! ```
//! use jinja::{Bare, Settings, Source, Value};
//!
//! let source = Source::new("hello", "Hello {{ name|upper }}!");
//! let rendered = jinja::render(&source, [("name".into(), Value::str("x"))], &Bare, &Settings::default()).unwrap();
//! assert_eq!(rendered.text, "Hello X!");
//! ```

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod args;
pub mod ast;
mod error;
mod eval;
mod filters;
mod globals;
mod methods;
mod number;
mod percent;
mod render;
pub mod syntax;
#[cfg(test)]
mod table;
mod tests;
pub mod value;

use std::rc::Rc;

pub use error::{Error, ErrorKind, Outcome};
pub use eval::Renderer;
pub use filters::{JsonStyle, to_json};
pub use globals::dict_of;
pub use render::{Bare, HOLE, Host, Limits, Loaded, Origin, OriginKind, Place, PlaceId, Rendered, Settings, Source};
pub use syntax::{Dialect, Parse, Problem, ProblemKind, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, Tag, TagForm, parse};
pub use value::work::charge;
pub use value::{Args, Dict, Entries, Function, Iter, Key, List, Map, Object, Str, Value};

/// Evaluates a template with these variables.
pub fn render(
    source: &Source,
    context: impl IntoIterator<Item = (Rc<str>, Value)>,
    host: &dyn Host,
    settings: &Settings,
) -> Result<Rendered, Error> {
    Renderer::new(host, settings).render(source, context.into_iter().collect())
}
