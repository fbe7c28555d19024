//! Puppet's resource types: accepted values, and automatic relationships.
//!
//! - [`type_info`]: the attributes, namevars and title patterns of a type, from a table that was read from real Puppet.
//! - [`uniqueness_key`]: the identity of a resource.
//! - [`check`]: the mistakes in the values of a resource.
//! - [`automatic`]: the relations that a resource has by itself.
//! - [`read_type`]: types of modules that are not in the table, as far as their text shows; [`read_type_docs`]: their documentation;
//!   [`read_function`]: the same of a function in Ruby.
//!
//! Nothing here reads the machine: a type whose rules depend on it behaves as on a Debian system on which none of the resources exist yet.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod check;
mod managed;
mod paths;
mod pattern;
mod read;
mod relations;
mod table;
mod title;
mod value;

pub use check::{CheckError, Checked, check};
pub use managed::Managed;
pub use pattern::Pattern;
pub use read::{AttributeDocs, FunctionForm, FunctionInfo, FunctionParameter, Takes, TypeDocs, read_function, read_type, read_type_docs};
pub use relations::{Automatic, Known, Relations, automatic};
pub use table::{AttributeInfo, AttributeKind, Base, Relation, RelationInfo, TitlePattern, TypeInfo, ValueSet};
pub use table::{evaluated_type, is_metaparameter, metaparameters, type_info, type_names};
pub use title::{Key, from_title, namevar_value, uniqueness_key};
pub use value::{Opaque, Value};
