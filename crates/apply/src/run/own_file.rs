//! Reads the files that runs keep for themselves. They may be damaged, and something else may lie in their place.

use std::io::{self, Read};
use std::path::Path;

/// The bytes of a regular file; a pipe or a device is refused at once.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    world::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The same as text.
pub fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(bytes(path)?).map_err(|it| io::Error::new(io::ErrorKind::InvalidData, it))
}

/// The lines of a file, where each one that is no text is replaced by one that is no JSON. A damaged one takes no other with it.
pub fn lines(path: &Path) -> io::Result<String> {
    let bytes = bytes(path)?;
    let lines = bytes.split_inclusive(|it| *it == b'\n').map(|it| std::str::from_utf8(it).unwrap_or("\u{fffd}\n"));
    Ok(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_is_not_waited_for_and_a_damaged_line_is_marked() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(bytes(&pipe).is_err() && text(&pipe).is_err() && lines(&pipe).is_err());
        let file = folder.path().join("file");
        std::fs::write(&file, b"a\n\xff\nb").unwrap();
        assert_eq!(lines(&file).unwrap(), "a\n\u{fffd}\nb");
        assert!(text(&file).is_err());
    }
}
