//! The checks, each in a file of its own.

mod duplicate_params;
mod line_length;
mod trailing_whitespace;

use crate::check::Check;

/// All checks, in the order in which puppet-lint runs them: by the paths of its files. Those of plugins come after them.
pub const ALL: &[&Check] = &[&duplicate_params::CHECK, &line_length::CHARS_140, &line_length::CHARS_80, &trailing_whitespace::CHECK];

/// The check of a name.
pub fn by_name(name: &str) -> Option<&'static Check> {
    ALL.iter().copied().find(|check| check.name == name)
}
