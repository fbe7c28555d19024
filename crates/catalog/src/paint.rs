//! Pictures as texts.

mod dot;
mod json;
mod mermaid;
mod placed;
mod svg;

pub use dot::dot;
pub use json::{json, json_of_two, points};
pub use mermaid::mermaid;
pub use placed::Placed;
pub use svg::svg;

#[cfg(test)]
mod tests;
