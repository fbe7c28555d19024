//! Pictures as texts.

mod captions;
mod compared;
mod contents;
mod dot;
mod json;
mod mermaid;
mod placed;
mod svg;

pub use captions::Captions;
pub use compared::Compared;
pub use contents::{About, Contents, Order, Place};
pub use dot::dot;
pub use json::{json, json_of};
pub use mermaid::mermaid;
pub use placed::Placed;
pub use svg::svg;

#[cfg(test)]
mod tests;
