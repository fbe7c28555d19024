//! This machine.
//!
//! Everything that changes it is here.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod account;
mod process;
mod replace;

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use nix::unistd::{Group, Uid, User};

use crate::system::{Account, Command, Content, Details, FileKind, Found, Judge, Output, RunError, System};

/// This machine.
#[derive(Debug)]
pub struct Real {
    zone: TimeZone,
    /// Makes names that nobody else has.
    count: u64,
}

/// How many threads have asked for a hand of their own.
static HANDS: AtomicU64 = AtomicU64::new(1);

/// What is read at once.
const PIECE: usize = 64 << 10;

/// A file that is read as a whole may not be larger.
const LARGEST: u64 = 64 << 20;

impl Default for Real {
    fn default() -> Real {
        Real { zone: TimeZone::system(), count: 0 }
    }
}

impl System for Real {
    fn another(&self) -> Option<Box<dyn System + Send>> {
        // Names that are made in the same moment differ by their counts.
        let count = HANDS.fetch_add(1, Ordering::Relaxed) << 40;
        Some(Box::new(Real { zone: self.zone.clone(), count }))
    }

    fn now(&self) -> Zoned {
        Timestamp::now().to_zoned(self.zone.clone())
    }

    fn is_root(&self) -> bool {
        Uid::effective().is_root()
    }

    fn look(&self, path: &str, follow: bool) -> io::Result<Option<Found>> {
        let metadata = if follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
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
        let metadata = fs::symlink_metadata(path)?;
        let (accessed, modified, changed) = (metadata.atime(), metadata.mtime(), metadata.ctime());
        Ok(Some(Details { kind: found.kind, size: metadata.size(), accessed, modified, changed }))
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
    }

    fn feed(&self, path: &str, piece: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        let mut file = open(path)?;
        let mut buffer = vec![0; PIECE];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => piece(buffer.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn list(&self, path: &str) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(path)? {
            names.extend(entry?.file_name().into_string());
        }
        names.sort_unstable();
        Ok(names)
    }

    fn link_target(&self, path: &str) -> io::Result<String> {
        Ok(fs::read_link(path)?.to_string_lossy().into_owned())
    }

    fn times(&self, path: &str) -> io::Result<(Zoned, Zoned)> {
        let metadata = fs::metadata(path)?;
        let zoned = |seconds: i64| Timestamp::from_second(seconds).unwrap_or_default().to_zoned(self.zone.clone());
        Ok((zoned(metadata.mtime()), zoned(metadata.ctime())))
    }

    fn replace(
        &mut self,
        path: &str,
        content: Content<'_>,
        mode: u32,
        folder: Option<&str>,
        judge: &mut Judge<'_>,
    ) -> io::Result<Result<(), String>> {
        replace::replace(self, path, content, mode, folder, judge)
    }

    fn create(&mut self, path: &str, mode: u32) -> io::Result<()> {
        match fs::OpenOptions::new().write(true).create_new(true).mode(mode).open(path) {
            // Whatever the umask is.
            Ok(file) => file.set_permissions(fs::Permissions::from_mode(mode)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                fs::OpenOptions::new().write(true).create(true).truncate(true).mode(mode).open(path).map(drop)
            }
            Err(error) => Err(error),
        }
    }

    fn make_folder(&mut self, path: &str, mode: Option<u32>) -> io::Result<()> {
        {
            let _umask = process::umask_stays();
            fs::create_dir(path)?;
        }
        match mode {
            Some(mode) => self.set_mode(path, mode),
            None => Ok(()),
        }
    }

    fn make_link(&mut self, target: &str, path: &str) -> io::Result<()> {
        std::os::unix::fs::symlink(target, path)
    }

    fn remove_file(&mut self, path: &str) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_tree(&mut self, path: &str) -> io::Result<()> {
        fs::remove_dir_all(path)
    }

    fn set_mode(&mut self, path: &str, mode: u32) -> io::Result<()> {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
    }

    fn set_owner(&mut self, path: &str, owner: Option<u32>, group: Option<u32>, follow: bool) -> io::Result<()> {
        if follow { std::os::unix::fs::chown(path, owner, group) } else { std::os::unix::fs::lchown(path, owner, group) }
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
        nix::unistd::access(path, nix::unistd::AccessFlags::X_OK).is_ok()
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn run(&mut self, command: &Command) -> Result<Output, RunError> {
        process::run(command)
    }

    fn sleep(&mut self, time: Duration) {
        std::thread::sleep(time);
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
fn open(path: &str) -> io::Result<fs::File> {
    let file = fs::OpenOptions::new().read(true).custom_flags(nix::fcntl::OFlag::O_NONBLOCK.bits()).open(Path::new(path))?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    Ok(file)
}
