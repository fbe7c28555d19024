//! A large file that comes to the disk while it is still being written.
//!
//! The end then waits for the last piece only: a report of 20 MB took longer to sync than to make.

use std::fs::File;
use std::io::{self, Write};

/// So much is written before the disk is asked to begin with it.
const PIECE: u64 = 2 << 20;

/// Writes into a file, and has the disk begin with what is there.
pub(super) struct Flowing<'f> {
    file: &'f mut File,
    written: u64,
    /// So much the disk has begun with.
    begun: u64,
}

impl<'f> Flowing<'f> {
    /// Into a file that is empty.
    pub fn into(file: &'f mut File) -> Flowing<'f> {
        Flowing { file, written: 0, begun: 0 }
    }
}

impl Write for Flowing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.written += count as u64;
        let waiting = self.written - self.begun;
        if waiting >= PIECE {
            begin(self.file, self.begun, waiting);
            self.begun = self.written;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Has the disk begin with a part. Where that cannot be, all is waited for at the end.
#[cfg(target_os = "linux")]
fn begin(file: &File, from: u64, count: u64) {
    use rustix::fs::{Advice, fadvise};

    let _ = fadvise(file, from, std::num::NonZeroU64::new(count), Advice::DontNeed);
}

#[cfg(not(target_os = "linux"))]
fn begin(_file: &File, _from: u64, _count: u64) {}

/// Has the system give up what it holds of a file in memory: one that is going to be replaced. Where it is large, to let go of all that
/// when its place is taken would be waited for.
pub fn let_go(path: &std::path::Path) {
    #[cfg(target_os = "linux")]
    if let Ok(file) = File::open(path) {
        use rustix::fs::{Advice, fadvise};

        let _ = fadvise(&file, 0, None, Advice::DontNeed);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = path;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_flows_is_there_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut file = File::create(&path).unwrap();
        let mut flowing = Flowing::into(&mut file);
        let pieces: Vec<Vec<u8>> = (0..50_u8).map(|it| vec![it; 100_000 + usize::from(it)]).collect();
        pieces.iter().for_each(|it| flowing.write_all(it).unwrap());
        assert!(flowing.begun > 0 && flowing.written - flowing.begun < PIECE);
        assert_eq!(std::fs::read(&path).unwrap(), pieces.concat());
    }
}
