//! Writing a file at once: whoever reads it meanwhile reads the old text or the new one.

use std::fs::Permissions;
use std::io::{self, Write};
use std::path::Path;

/// Puts a new text in the place of a file, which keeps its permissions. A link stays one: the file that it leads to is written.
pub fn save(path: &Path, text: &str) -> io::Result<()> {
    let path = &std::fs::canonicalize(path)?;
    let permissions = std::fs::metadata(path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::from(io::ErrorKind::PermissionDenied));
    }
    replace(path, text, permissions)
}

/// Puts a file with these permissions in the place of whatever lies there, at once or not at all.
pub fn replace(path: &Path, text: &str, permissions: Permissions) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder_of(path))?;
    file.write_all(text.as_bytes())?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|it| it.error)
}

/// The folder that a file lies in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.pp");
        std::fs::write(&file, "old").expect("a file");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).expect("permissions are set");
        save(&file, "new").expect("it is written");
        assert_eq!(std::fs::read_to_string(&file).expect("a file"), "new");
        assert_eq!(std::fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
    }
}
