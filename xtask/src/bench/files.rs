//! Writes what is measured.

use std::fs;
use std::path::Path;

/// Writes a file, and makes the folders above it.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let above = path.parent().unwrap_or(path);
    fs::create_dir_all(above).and_then(|()| fs::write(path, text)).map_err(|error| format!("{}: {error}", path.display()))
}
