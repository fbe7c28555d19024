//! Paths as they are shown.

use std::path::Path;

use crate::commands::check::failure;

/// Relative to the current folder where it lies below.
pub fn show(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    failure::show(here.and_then(|here| path.strip_prefix(here).ok()).filter(|it| !it.as_os_str().is_empty()).unwrap_or(path))
}
