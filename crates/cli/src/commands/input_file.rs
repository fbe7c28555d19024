//! Files that the command line names.

use std::io::{self, Read};
use std::path::Path;

use world::{RealWorld, World};

/// Larger files are not read.
pub const LARGEST: u64 = 1 << 30;

/// Whether a path names a stream that the caller has open: the standard input, or what a shell puts in place of `<(…)`.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || ["/dev/fd", "/proc/self/fd"].iter().any(|it| path.parent() == Some(Path::new(it)))
}

/// The bytes of a file that the user named: a regular file, or a stream.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if !is_stream(path) {
        return RealWorld.read(path, limit);
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// The same as text.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path, LARGEST)?).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}
