//! This machine.
//!
//! Everything that changes it is here.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod account;
#[cfg_attr(not(target_os = "linux"), path = "real/attributes/plain.rs")]
mod attributes;
mod flowing;
pub mod interrupt;
mod names;
mod notes;
#[cfg_attr(not(target_os = "linux"), path = "real/place/plain.rs")]
mod place;
mod process;
mod replace;
pub mod ruby;
mod soon;
mod unchanged;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use nix::fcntl::OFlag;
use nix::unistd::{Group, Uid, User};

pub use self::flowing::let_go;
pub use self::names::readable;
use self::notes::Notes;
use self::place::Place;
use self::replace::When;
use self::soon::Soon;
use self::unchanged::{Seen, Stamp};
use crate::{Account, Command, Content, Details, Error, FileKind, Found, Holder, Judge, Output, System};

/// This machine.
#[derive(Debug)]
pub struct Real {
    zone: TimeZone,
    /// Makes names that nobody else has.
    count: u64,
    run: Arc<OfRun>,
}

/// State that all threads of a run share.
#[derive(Debug, Default)]
struct OfRun {
    /// The files that were read, as they were then.
    seen: Seen,
    /// Where the names of files are that are being written.
    notes: Option<Mutex<Notes>>,
    /// Files that were written, and are to come to the disk.
    soon: Soon,
    /// Folders in which names have changed that are to last.
    unsettled: Mutex<BTreeSet<String>>,
}

impl OfRun {
    fn settle(&self) {
        self.soon.sync();
        let folders = self.unsettled.lock().map(|mut it| std::mem::take(&mut *it)).unwrap_or_default();
        // What a folder holds before the folder itself.
        folders.iter().rev().for_each(|it| sync(it));
    }
}

impl Drop for OfRun {
    /// The files of the run itself are written last.
    fn drop(&mut self) {
        self.settle();
    }
}

fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("/", |end| if end == 0 { "/" } else { &path[..end] })
}

/// The names in a folder are to last.
fn sync(folder: &str) {
    // What cannot be opened is gone, or is no folder any more.
    let _ = fs::File::open(&*names::to_system(folder)).and_then(|it| it.sync_all());
}

/// How many threads have asked for a hand of their own.
static HANDS: AtomicU64 = AtomicU64::new(1);

/// Size of one read.
const PIECE: usize = 64 << 10;

/// Size of the first read.
const SMALL_PIECE: usize = 4 << 10;

/// While it is waited, it is looked so often whether the run is to end.
const NAP: Duration = Duration::from_millis(50);

/// A file that is read as a whole may not be larger.
const LARGEST: u64 = 64 << 20;

impl Default for Real {
    fn default() -> Real {
        Real { zone: TimeZone::system(), count: 0, run: Arc::default() }
    }
}

impl Real {
    /// Keeps the names of files that are being written in a file. Gives those that an earlier run had to leave, and which are removed.
    pub fn noting(file: &Path) -> io::Result<(Real, Vec<String>)> {
        let (notes, mut left) = Notes::open(file)?;
        left.retain(|it| notes::remove(it));
        let mut run = OfRun::default();
        run.notes = Some(Mutex::new(notes));
        Ok((Real { run: Arc::new(run), ..Real::default() }, left))
    }

    /// Makes created and removed files durable, whatever happens to the machine. Gives the files that could not be brought to the disk.
    pub fn settle(&mut self) -> Vec<(String, io::Error)> {
        self.run.settle();
        self.run.soon.problems()
    }

    /// Something is made or removed at a path.
    fn unsettle(&mut self, path: &str) {
        self.run.seen.forget(path);
        let parent = folder_of(path);
        if let Ok(mut folders) = self.run.unsettled.lock()
            && !folders.contains(parent)
        {
            folders.insert(parent.to_owned());
        }
    }

    fn noted(&self, note: impl FnOnce(&mut Notes)) {
        if let Some(mut notes) = self.run.notes.as_ref().and_then(|it| it.lock().ok()) {
            note(&mut notes);
        }
    }

    /// Opens a file to read it, and remembers how it was.
    fn opened(&self, path: &str) -> io::Result<fs::File> {
        Ok(self.opened_as(path)?.0)
    }

    /// The same, with how it is.
    fn opened_as(&self, path: &str) -> io::Result<(fs::File, fs::Metadata)> {
        let (file, metadata) = open(path)?;
        self.run.seen.note(path, Stamp::from_metadata(&metadata));
        Ok((file, metadata))
    }

    /// Fails where a file was changed since it was read.
    fn expect_unchanged(&self, path: &str) -> io::Result<()> {
        let now = fs::metadata(&*names::to_system(path)).ok().map(|it| Stamp::from_metadata(&it));
        unchanged::compare(self.run.seen.stamp(path), now)
    }

    /// Asks for something about what a path leads to, through a name that nobody can change the meaning of.
    fn following<T>(&mut self, path: &str, ask: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
        self.run.seen.forget(path);
        let place = Place::follow(path)?;
        let (_held, object) = place.object()?;
        ask(&object).map_err(|it| explained(it, &place))
    }

    /// The same about a name in a folder.
    fn at<T>(&mut self, path: &str, ask: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
        self.unsettle(path);
        let place = Place::new(path)?;
        ask(&place.path()).map_err(|it| explained(it, &place))
    }
}

/// Says of an error what the system does not.
fn explained(error: io::Error, place: &Place) -> io::Error {
    let folder = place.sibling(std::ffi::OsStr::new("."));
    let is_immutable = |path: &Path| attributes::is_immutable(path);
    match error.raw_os_error() {
        Some(1) if Uid::effective().is_root() && (is_immutable(&place.path()) || is_immutable(&folder)) => {
            io::Error::other("Operation not permitted: the file is immutable (see lsattr, chattr -i)")
        }
        _ => error,
    }
}

impl System for Real {
    fn another(&self) -> Option<Box<dyn System + Send>> {
        // Names that are made in the same moment differ by their counts.
        let count = HANDS.fetch_add(1, Ordering::Relaxed) << 40;
        Some(Box::new(Real { zone: self.zone.clone(), count, run: Arc::clone(&self.run) }))
    }

    fn now(&self) -> Zoned {
        self.moment().to_zoned(self.zone.clone())
    }

    fn moment(&self) -> Timestamp {
        Timestamp::now()
    }

    fn is_root(&self) -> bool {
        Uid::effective().is_root()
    }

    fn look(&self, path: &str, follow: bool) -> io::Result<Option<Found>> {
        let place = names::to_system(path);
        let metadata = if follow { fs::metadata(&*place) } else { fs::symlink_metadata(&*place) };
        let metadata = match metadata {
            Ok(metadata) => metadata,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(None),
            Err(error) => return Err(error),
        };
        let of = metadata.file_type();
        let kind = match () {
            () if of.is_symlink() => FileKind::Link,
            () if of.is_dir() => FileKind::Directory,
            () if of.is_fifo() => FileKind::Fifo,
            () if of.is_socket() => FileKind::Socket,
            () if of.is_block_device() => FileKind::Block,
            () if of.is_char_device() => FileKind::Character,
            () => FileKind::File,
        };
        Ok(Some(Found { kind, mode: metadata.mode() & 0o7777, owner: metadata.uid(), group: metadata.gid() }))
    }

    fn details(&self, path: &str) -> io::Result<Option<Details>> {
        let Some(found) = self.look(path, false)? else { return Ok(None) };
        let metadata = fs::symlink_metadata(&*names::to_system(path))?;
        let (accessed, modified, changed) = (metadata.atime(), metadata.mtime(), metadata.ctime());
        Ok(Some(Details { kind: found.kind, size: metadata.size(), accessed, modified, changed }))
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.opened(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
    }

    fn feed(&self, path: &str, piece: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        let (mut file, metadata) = self.opened_as(path)?;
        // Most files are small: memory that is not used yet costs more than to read them, and they end where they say.
        let (mut small, mut large) = ([0; SMALL_PIECE], Vec::new());
        loop {
            let buffer: &mut [u8] = if large.is_empty() { &mut small } else { &mut large };
            match file.read(buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => {
                    piece(buffer.get(..count).unwrap_or_default());
                    if large.is_empty() && count < SMALL_PIECE && count as u64 == metadata.len() {
                        return Ok(());
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            if large.is_empty() {
                large = vec![0; PIECE];
            }
        }
    }

    fn list(&self, path: &str) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&*names::to_system(path))? {
            names.push(names::from_system(&entry?.file_name()));
        }
        names.sort_unstable();
        Ok(names)
    }

    fn link_target(&self, path: &str) -> io::Result<String> {
        Ok(names::from_system(fs::read_link(&*names::to_system(path))?.as_os_str()))
    }

    fn times(&self, path: &str) -> io::Result<(Zoned, Zoned)> {
        let metadata = fs::metadata(&*names::to_system(path))?;
        let zoned = |seconds: i64| Timestamp::from_second(seconds).unwrap_or_default().to_zoned(self.zone.clone());
        Ok((zoned(metadata.mtime()), zoned(metadata.ctime())))
    }

    fn replace(&mut self, path: &str, content: Content<'_>, mode: u32, folder: Option<&str>, judge: &mut Judge<'_>) -> Result<(), Error> {
        replace::replace(self, path, (content, mode), folder, When::Now, judge)
    }

    fn replace_soon(
        &mut self,
        path: &str,
        content: Content<'_>,
        mode: u32,
        folder: Option<&str>,
        judge: &mut Judge<'_>,
    ) -> Result<(), Error> {
        replace::replace(self, path, (content, mode), folder, When::Soon, judge)
    }

    fn sync(&mut self) {
        self.run.soon.sync();
    }

    fn make_last(&mut self, path: &str) {
        let folder = folder_of(path);
        if let Ok(mut folders) = self.run.unsettled.lock() {
            folders.remove(folder);
        }
        sync(folder);
    }

    fn create(&mut self, path: &str, mode: u32) -> io::Result<()> {
        self.unsettle(path);
        let place = Place::follow(path)?;
        let mut options = fs::OpenOptions::new();
        options.write(true).mode(mode);
        let made = match place.object() {
            Ok((_held, object)) => options.truncate(true).open(object).map(drop),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let made = options.create_new(true).custom_flags(OFlag::O_NOFOLLOW.bits()).open(place.path());
                // Whatever the umask is.
                made.and_then(|it| it.set_permissions(fs::Permissions::from_mode(mode)))
            }
            Err(error) => Err(error),
        };
        made.map_err(|it| explained(it, &place))
    }

    fn make_folder(&mut self, path: &str, mode: Option<u32>) -> io::Result<()> {
        self.at(path, |it| {
            let _umask = process::umask_stays();
            fs::create_dir(it)
        })?;
        match mode {
            Some(mode) => self.set_mode(path, mode),
            None => Ok(()),
        }
    }

    fn make_link(&mut self, target: &str, path: &str) -> io::Result<()> {
        self.at(path, |it| std::os::unix::fs::symlink(&*names::to_system(target), it))
    }

    fn make_hard_link(&mut self, target: &str, path: &str) -> io::Result<()> {
        self.sync();
        self.at(path, |it| fs::hard_link(&*names::to_system(target), it))
    }

    fn remove_empty_folder(&mut self, path: &str) -> io::Result<()> {
        self.at(path, |it| fs::remove_dir(it))
    }

    fn remove_file(&mut self, path: &str) -> io::Result<()> {
        self.at(path, |it| fs::remove_file(it))
    }

    fn remove_tree(&mut self, path: &str) -> io::Result<()> {
        self.at(path, |it| fs::remove_dir_all(it))
    }

    fn set_mode(&mut self, path: &str, mode: u32) -> io::Result<()> {
        self.following(path, |it| fs::set_permissions(it, fs::Permissions::from_mode(mode)))
    }

    fn set_owner(&mut self, path: &str, owner: Option<u32>, group: Option<u32>, follow: bool) -> io::Result<()> {
        if follow {
            return self.following(path, |it| std::os::unix::fs::chown(it, owner, group));
        }
        self.run.seen.forget(path);
        let place = Place::new(path)?;
        std::os::unix::fs::lchown(place.path(), owner, group).map_err(|it| explained(it, &place))
    }

    fn user(&self, name: &str) -> Option<Account> {
        let user = match name.parse() {
            Ok(id) => User::from_uid(Uid::from_raw(id)),
            Err(_) => User::from_name(name),
        };
        let user = user.ok().flatten()?;
        Some(Account { id: user.uid.as_raw(), group: user.gid.as_raw() })
    }

    fn home(&self, name: &str) -> Option<String> {
        Some(User::from_name(name).ok().flatten()?.dir.to_string_lossy().into_owned())
    }

    fn user_name(&self, id: u32) -> Option<String> {
        Some(User::from_uid(Uid::from_raw(id)).ok().flatten()?.name)
    }

    fn group(&self, name: &str) -> Option<u32> {
        if let Ok(id) = name.parse() {
            return Some(id);
        }
        Some(Group::from_name(name).ok().flatten()?.gid.as_raw())
    }

    fn group_name(&self, id: u32) -> Option<String> {
        Some(Group::from_gid(id.into()).ok().flatten()?.name)
    }

    fn is_executable(&self, path: &str) -> bool {
        nix::unistd::access(&*names::to_system(path), nix::unistd::AccessFlags::X_OK).is_ok()
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn run(&mut self, command: &Command) -> Result<Output, Error> {
        self.sync();
        process::run(command)
    }

    fn sleep(&mut self, time: Duration) {
        let begun = Instant::now();
        while !interrupt::is_asked() && begun.elapsed() < time {
            std::thread::sleep(time.saturating_sub(begun.elapsed()).min(NAP));
        }
    }

    fn interrupted(&self) -> Option<&'static str> {
        interrupt::asked()
    }

    fn links(&self, path: &str) -> u64 {
        fs::symlink_metadata(&*names::to_system(path)).map_or(1, |it| it.nlink())
    }

    fn is_same(&self, first: &str, second: &str) -> bool {
        let identity = |path: &str| fs::symlink_metadata(&*names::to_system(path)).ok().map(|it| (it.dev(), it.ino()));
        identity(first).is_some_and(|it| identity(second) == Some(it))
    }

    fn lock_holder(&self, path: &str) -> Option<Holder> {
        process::lock_holder(path)
    }

    fn fresh_name(&mut self, start: &str) -> String {
        self.count += 1;
        let now = self.now();
        let mut seed = u64::try_from(now.timestamp().as_nanosecond() & i128::from(u64::MAX)).unwrap_or_default();
        seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.count.rotate_left(32) ^ u64::from(std::process::id());
        let random: String = (0..6)
            .map(|_| {
                let digit = char::from_digit(u32::try_from(seed % 36).unwrap_or_default(), 36).unwrap_or('x');
                seed /= 36;
                digit
            })
            .collect();
        format!("{start}{}-{}-{random}", now.strftime("%Y%m%d"), std::process::id())
    }
}

/// Opens what is a file, without waiting for the other end of what is a pipe.
fn open(path: &str) -> io::Result<(fs::File, fs::Metadata)> {
    let mut options = fs::OpenOptions::new();
    options.read(true).custom_flags(OFlag::O_NONBLOCK.bits());
    let file = options.open(&*names::to_system(path))?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    Ok((file, metadata))
}
