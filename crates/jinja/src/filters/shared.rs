//! Functions that several filters, and other parts of the crate, share: a file for each purpose.

mod attributes;
mod extreme;
mod generator;
mod html;
mod json;
mod numerals;
mod order;
mod select;
mod texts;

pub(crate) use attributes::Attributes;
pub(crate) use extreme::extreme;
pub(crate) use generator::generator;
pub(crate) use html::{escape, escaped};
pub use json::{JsonStyle, to_json};
pub(crate) use numerals::{parse_float, parse_int};
pub(crate) use order::{ignore_case, sorted};
pub(crate) use select::select;
pub(crate) use texts::{capitalize, center, replace, split_lines, title_case};
