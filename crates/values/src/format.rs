//! Values as text of a given form.

mod capitalize;
mod container;
mod scalar;
mod spec;
mod sprintf;
mod string;

pub use capitalize::capitalize;
pub(crate) use spec::{KEYS, PATTERN};
pub use sprintf::sprintf;
pub(crate) use sprintf::{parse_float, parse_integer, to_float, to_whole};
pub use string::string;
