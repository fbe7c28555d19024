//! The state functions that are supported: a file for each module or function, and the table of them.

mod cmd;
mod cron;
mod database;
mod file;
mod group;
mod host;
mod pkg;
mod service;
mod test;
mod user;

use crate::function::Function;
pub use cmd::run_command;
pub use file::{Accumulators, lines as file_lines, path_in_roots, template_names};
pub use service::masks as service_masks;

/// All of them. A new function is an entry in the table of its file.
pub fn all() -> impl Iterator<Item = &'static Function> {
    let tables = [
        cmd::FUNCTIONS,
        cron::FUNCTIONS,
        group::FUNCTIONS,
        host::FUNCTIONS,
        pkg::FUNCTIONS,
        service::FUNCTIONS,
        test::FUNCTIONS,
        user::FUNCTIONS,
    ];
    tables.into_iter().flatten().chain(file::FUNCTIONS.iter().copied())
}
