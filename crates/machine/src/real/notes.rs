//! The names of files that are being written next to their place, so that the next run removes those of a killed one.
//!
//! Noted before the file is made, without waiting for the disk: what a kill leaves behind is known, as the system has the note. The
//! note is empty whenever nothing is being written.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use super::place::Place;

#[derive(Debug)]
pub(super) struct Notes {
    file: File,
    open: usize,
}

impl Notes {
    /// The notes in a file, and the names that an earlier run has left in it.
    pub fn open(path: &Path) -> io::Result<(Notes, Vec<String>)> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let left = bytes.split(|it| *it == 0).filter(|it| !it.is_empty()).map(|it| String::from_utf8_lossy(it).into_owned()).collect();
        let mut notes = Notes { file, open: 0 };
        notes.clear();
        Ok((notes, left))
    }

    /// A file is going to be written.
    pub fn begin(&mut self) {
        self.open += 1;
    }

    /// Under that name.
    pub fn name(&mut self, name: &str) {
        // A run goes on where nothing can be noted: what it leaves behind is a file too many.
        let _ = self.file.write_all(format!("{name}\0").as_bytes());
    }

    /// It is where it belongs, or gone.
    pub fn end(&mut self) {
        self.open = self.open.saturating_sub(1);
        if self.open == 0 {
            self.clear();
        }
    }

    fn clear(&mut self) {
        let _ = self.file.set_len(0);
        let _ = self.file.rewind();
    }
}

/// Removes files that a killed run has left next to a place. Says whether there was such a file.
pub(super) fn remove(name: &str) -> bool {
    let Some(place) = Some(name).filter(|it| is_ours(it)).and_then(|it| Place::new(it).ok()) else { return false };
    let Ok((_held, path)) = place.object() else { return false };
    // Through what is held, a link to it is followed; it is no link itself.
    std::fs::metadata(path).is_ok_and(|it| it.is_file()) && std::fs::remove_file(place.path()).is_ok()
}

/// Whether a name ends as those that we give: `20261122-1234-abc123`.
fn is_ours(name: &str) -> bool {
    let mut parts = name.rsplitn(3, '-');
    let (random, process, start) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let date: String = start.chars().rev().take_while(char::is_ascii_digit).collect();
    random.len() == 6
        && random.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
        && !process.is_empty()
        && process.chars().all(|it| it.is_ascii_digit())
        && date.len() >= 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_is_known_to_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        let (mut notes, left) = Notes::open(&path).unwrap();
        assert!(left.is_empty());
        notes.begin();
        notes.name("/t/a20261122-7-abc123");
        notes.begin();
        notes.name("/t/b20261122-7-abc124");
        notes.end();
        drop(notes);
        let (mut notes, left) = Notes::open(&path).unwrap();
        assert_eq!(left, ["/t/a20261122-7-abc123", "/t/b20261122-7-abc124"]);
        notes.begin();
        notes.name("/t/c20261122-7-abc123");
        notes.end();
        drop(notes);
        assert!(Notes::open(&path).unwrap().1.is_empty());
    }

    #[test]
    fn only_names_that_are_ours_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        for (name, removed) in [("a20261122-7-abc123", true), ("motd", false), ("a20261122-7", false), ("a-7-abc123", false)] {
            let path = folder.path().join(name);
            std::fs::write(&path, "").unwrap();
            assert_eq!(remove(&path.to_string_lossy()), removed, "{name}");
            assert_eq!(path.exists(), !removed, "{name}");
        }
    }
}
