//! Writes a file that the user has named.

use std::fs::{OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::apply::signals::whole;
use super::check::fix::save::{folder_of, replace};

/// Writes a text to a path.
///
/// A regular file is replaced at once, or not at all, by one with these permissions. A link stays one: what it leads to is written. To
/// whatever else is there, as a pipe or `/dev/stdout`, the text is written.
pub fn write(path: &Path, text: &str, mode: u32) -> io::Result<()> {
    let permissions = Permissions::from_mode(mode);
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => whole(|| replace(&std::fs::canonicalize(path)?, text, permissions)),
        Ok(_) => OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => whole(|| replace(&end_of(path), text, permissions)),
        Err(error) => Err(error),
    }
}

/// Where a link leads at whose end nothing is; without a link, the path itself.
fn end_of(path: &Path) -> PathBuf {
    /// As many as the system follows.
    const LINKS: usize = 40;
    let mut at = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(target) = std::fs::read_link(&at) else { break };
        at = folder_of(&at).join(target);
    }
    at
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{FileTypeExt, symlink};

    use super::*;

    fn read(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        for text in ["one", "two"] {
            write(&file, text, 0o600).unwrap();
            assert_eq!((read(&file).as_str(), std::fs::metadata(&file).unwrap().permissions().mode() & 0o777), (text, 0o600));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn links_stay_and_lead_to_what_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("second", at("first")).unwrap();
        symlink("file", at("second")).unwrap();
        // What it leads to need not be there.
        for text in ["one", "two"] {
            write(&at("first"), text, 0o600).unwrap();
            assert_eq!(read(&at("file")), text);
        }
        assert!(at("first").is_symlink() && at("second").is_symlink());
        symlink("round", at("round")).unwrap();
        assert!(write(&at("round"), "", 0o600).is_err());
        assert!(at("round").is_symlink());
    }

    #[test]
    fn a_pipe_is_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || read(&pipe)
        });
        write(&pipe, "one", 0o600).unwrap();
        assert_eq!(reader.join().unwrap(), "one");
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert!(write(folder.path(), "", 0o600).is_err(), "a folder");
    }

    #[test]
    fn a_full_disk_is_told() {
        assert_eq!(write(Path::new("/dev/full"), "one", 0o600).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(std::fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    }
}
