//! Pictures as texts.

mod compared;
mod dot;
mod json;
mod mermaid;
mod placed;
mod svg;

pub use compared::{Side, compared};
pub use dot::dot;
pub use json::json;
pub use mermaid::mermaid;
pub use placed::Placed;
pub use svg::svg;

#[cfg(test)]
mod tests;
