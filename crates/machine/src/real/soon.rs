//! New files that come to the disk together, soon after they were written.
//!
//! To wait for the disk after each file of a thousand takes longer than all else. What takes the place of something is on the disk
//! before it does. Where there was nothing, nothing can be lost but what the next run makes again: so such a file is at its place at
//! once, the disk begins to write it, and it is waited for with others.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use rustix::process::{Resource, getrlimit};

/// Number of files after which a sync is due: each is open until then, and takes no more than its part of the open files.
const MOST: usize = 256;
const PART: u64 = 4;

fn most() -> usize {
    static MOST_HERE: OnceLock<usize> = OnceLock::new();
    *MOST_HERE.get_or_init(|| {
        let limit = getrlimit(Resource::Nofile).current.map_or(MOST, |it| usize::try_from(it / PART).unwrap_or(MOST));
        limit.clamp(1, MOST)
    })
}

/// Number of threads that wait at once: the disk is synced once for all, and not once for each file.
const HANDS: usize = 8;

/// Number of files that justify another thread.
const FILES_OF_A_HAND: usize = 4;

/// Stack of a thread that only waits.
const STACK: usize = 128 << 10;

#[derive(Debug, Default)]
pub(super) struct Soon {
    /// The files that are not waited for yet, and how they were named.
    files: Mutex<Vec<(String, File)>>,
    problems: Mutex<Vec<(String, io::Error)>>,
}

impl Soon {
    /// A file is at its place.
    pub fn add(&self, path: &str, file: File) {
        let Ok(mut files) = self.files.lock() else { return };
        files.push((path.to_owned(), file));
        if files.len() >= most() {
            self.wait(&mut files);
        }
    }

    /// Waits until all are on the disk.
    pub fn sync(&self) {
        if let Ok(mut files) = self.files.lock() {
            self.wait(&mut files);
        }
    }

    /// Those that could not be brought there.
    pub fn problems(&self) -> Vec<(String, io::Error)> {
        self.problems.lock().map(|mut it| std::mem::take(&mut *it)).unwrap_or_default()
    }

    fn wait(&self, files: &mut Vec<(String, File)>) {
        let all = std::mem::take(files);
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((path, file)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(error) = file.sync_all()
                    && let Ok(mut problems) = self.problems.lock()
                {
                    problems.push((path.clone(), error));
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..(all.len() / FILES_OF_A_HAND).clamp(1, HANDS) {
                // Fewer hands do it, too.
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            work();
        });
    }
}

/// A file that was written to its end, to be waited for later; none where it is to be waited for now. It cannot be written through what
/// is given, as nobody can run a program that somebody may write to.
#[cfg(target_os = "linux")]
pub(super) fn deferred_sync(file: &File) -> Option<File> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{Advice, fadvise, fstatfs};

    // Network file systems report only now that they have no room.
    const OF_THIS_MACHINE: [u64; 6] = [
        0xef53,      // ext2, ext3, ext4
        0x5846_5342, // xfs
        0x9123_683e, // btrfs
        0xf2f5_2010, // f2fs
        0x0102_1994, // tmpfs
        0x794c_7630, // overlayfs
    ];
    let kind = fstatfs(file).ok()?.f_type;
    if !u64::try_from(kind).is_ok_and(|it| OF_THIS_MACHINE.contains(&it)) {
        return None;
    }
    let again = File::open(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()?;
    // What is not used any more is written at once, and nobody waits for it.
    let _ = fadvise(&again, 0, None, Advice::DontNeed);
    Some(again)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn deferred_sync(_file: &File) -> Option<File> {
    None
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_is_waited_for_is_not_open_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let soon = Soon::default();
        for number in 0..most() + 3 {
            let path = folder.path().join(number.to_string());
            let mut file = File::create(&path).unwrap();
            file.write_all(b"text").unwrap();
            soon.add(&path.to_string_lossy(), File::open(&path).unwrap());
        }
        assert_eq!(soon.files.lock().unwrap().len(), 3);
        soon.sync();
        assert_eq!(soon.files.lock().unwrap().len(), 0);
        assert!(soon.problems().is_empty());
    }

    #[test]
    fn what_cannot_come_to_a_disk_is_told_once() {
        let soon = Soon::default();
        // Nothing waits for a pipe.
        let (end, _other) = io::pipe().unwrap();
        soon.add("/t/a", File::from(std::os::fd::OwnedFd::from(end)));
        soon.sync();
        let problems = soon.problems();
        assert_eq!(problems.iter().map(|it| it.0.as_str()).collect::<Vec<_>>(), ["/t/a"]);
        assert!(soon.problems().is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn nobody_writes_to_what_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = File::create(folder.path().join("a")).unwrap();
        file.write_all(b"text").unwrap();
        // The folder of temporary files may be of a kind that is waited for at once.
        if let Some(mut later) = deferred_sync(&file) {
            assert!(later.write_all(b"more").is_err());
        }
    }
}
