//! The state functions that are supported: a file for each module or function, and the table of them.

mod cmd;
mod file;
mod host;
mod test;

use crate::function::Function;

/// All of them. A new function is an entry in the table of its file.
pub fn all() -> impl Iterator<Item = &'static Function> {
    cmd::FUNCTIONS.iter().chain(file::FUNCTIONS.iter().copied()).chain(host::FUNCTIONS).chain(test::FUNCTIONS)
}
