//! Salt's SLS trees: rendered files become high data, high data becomes states with their arguments, and requisites and numbers
//! put these in Salt's order.
//!
//! [`Site::compile`] does all of it. What is wrong is data ([`Problem`]) with places in the source; Salt's words are rendered last.
//! Nothing here runs anything, and nothing is read outside of the roots.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod absent;
pub mod advice;
mod by_file;
mod chunk;
mod compile;
pub mod configuration;
mod coverage;
pub mod data;
pub mod documentation;
mod edges;
mod exclude;
mod extend;
mod flat;
mod fnmatch;
pub mod grains;
mod graph;
mod high;
mod includers;
mod insert_include;
pub mod json;
mod late;
mod masked;
mod meant;
pub mod names;
mod near;
pub mod outline;
pub mod picture;
pub mod pillar;
pub mod pillar_keys;
mod place;
mod problem;
mod python;
mod read;
mod releases;
mod render;
mod requisite;
mod requisite_in;
mod scalar;
pub mod signatures;
mod sls;
mod suggestions;
mod summary;
mod target;
mod template;
pub mod tokens;
mod top;
mod tree;
mod unknown;
mod value;
mod verify;
mod work;

pub use absent::Absent;
pub use chunk::{Chunk, Order};
pub use compile::{Compiled, Options, Site, Step};
pub use configuration::{Aggregate, Configuration};
pub use coverage::{includers_first, summaries};
pub use flat::Requirement;
pub use fnmatch::matches;
pub use graph::{Edge, Graph, Node, NodeId};
pub use insert_include::{Insertion, insert_include};
pub use meant::Meant;
pub use near::Near;
pub use place::{File, FileId, Files, Origin, Placed, Span};
pub use problem::{Crash, Finding, Named, Problem, Release, Unsupported, YamlError, YamlStage};
pub use read::{Part, read};
pub use releases::compare as compare_releases;
pub use render::{Fault, Inside, Plain, Rendered, RenderedFile, Renderer};
pub use requisite::{Kind, is_requisite, is_requisite_in};
pub use suggestions::Suggestions;
pub use summary::{Summary, Wrong, with_run, wrong, wrong_alone, wrong_in_text};
pub use target::Minion;
pub use template::{HOLE, Templates, Unrendered, Use, syntax_problem, uses};
pub use tree::{MAX_LENGTH, Tree, name as sls_name, read as read_text};
pub use value::{Heap, Id, Key, Map, Slot, Str, Value};
