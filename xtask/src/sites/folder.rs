//! Files of a site, written to a folder that goes away again.

use std::path::Path;

use super::case::Files;

pub fn write(files: &Files) -> Result<tempfile::TempDir, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("a folder for a site: {e}"))?;
    for (path, text) in files {
        let path = folder.path().join(path);
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).map_err(failed)?;
        std::fs::write(&path, text).map_err(failed)?;
    }
    Ok(folder)
}
