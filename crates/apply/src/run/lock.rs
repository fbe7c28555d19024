//! Only one run at a time: ours, and the agent's.

use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

use super::{Error, own_file};

/// The file that is locked while something is applied. It stays; what counts is the lock, which ends with the process.
const OURS: &str = "bunraku_apply.lock";

/// Puppet's own: the number of the process is in it.
const OF_AGENT: &str = "agent_catalog_run.lock";

/// How often it is looked again.
const PAUSE: Duration = Duration::from_millis(100);

/// Held while something is applied.
pub struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A program that was started a moment ago may hold a copy of the file until it is loaded. A lock that is closed only ends
        // with the last copy.
        let _ = self.file.unlock();
    }
}

/// Takes the lock, waiting so long for it.
pub fn take(state: &Path, patience: Duration) -> Result<Lock, Error> {
    let path = state.join(OURS);
    let file = open(&path).map_err(Error::with_path(&path))?;
    let begun = Instant::now();
    loop {
        let problem = match (file.try_lock(), agent(state)) {
            (Ok(()), None) => return Ok(Lock { file }),
            (Ok(()), Some(problem)) => {
                file.unlock().map_err(Error::with_path(&path))?;
                problem
            }
            (Err(TryLockError::WouldBlock), _) => format!("Another run is in progress ({} is locked)", path.display()),
            (Err(TryLockError::Error(error)), _) => return Err(Error::with_path(&path)(error)),
        };
        if begun.elapsed() >= patience {
            return Err(Error::Busy(problem));
        }
        std::thread::sleep(PAUSE);
    }
}

/// Opens the file that is locked. Whoever can open it can hold it, so that nobody else may; of a pipe or a device it is not waited for.
fn open(path: &Path) -> io::Result<File> {
    let flags = (OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::NOCTTY).bits();
    let mode = 0o600;
    let file = OpenOptions::new().create(true).truncate(false).write(true).mode(mode).custom_flags(flags.cast_signed()).open(path)?;
    let found = file.metadata()?;
    world::refuse_other(&found)?;
    // An earlier release made it readable for everybody.
    if found.permissions().mode() & 0o777 != mode {
        file.set_permissions(Permissions::from_mode(mode))?;
    }
    Ok(file)
}

/// Whether Puppet's agent is at work. A file that a dead process left, or whose number another process has now, proves nothing.
fn agent(state: &Path) -> Option<String> {
    let path = state.join(OF_AGENT);
    let number: u32 = own_file::text(&path).ok()?.trim().parse().ok()?;
    let command = std::fs::read(format!("/proc/{number}/cmdline")).ok()?;
    let is_puppet = String::from_utf8_lossy(&command).contains("puppet");
    is_puppet.then(|| format!("Run of Puppet configuration client already in progress; skipping  ({} exists)", path.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use super::*;

    #[test]
    fn the_second_waits_and_gives_up() {
        let folder = tempfile::tempdir().unwrap();
        let first = take(folder.path(), Duration::ZERO).unwrap();
        assert!(matches!(take(folder.path(), Duration::from_millis(150)), Err(Error::Busy(_))));
        drop(first);
        assert!(take(folder.path(), Duration::ZERO).is_ok());
    }

    #[test]
    fn nobody_else_can_hold_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(OURS);
        let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        drop(take(folder.path(), Duration::ZERO).unwrap());
        assert_eq!(mode(), 0o600);
        std::fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        drop(take(folder.path(), Duration::ZERO).unwrap());
        assert_eq!(mode(), 0o600);
    }

    #[test]
    fn what_is_no_regular_file_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(OURS);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert!(matches!(take(folder.path(), Duration::ZERO), Err(Error::File(..))));
        std::fs::remove_file(&path).unwrap();
        std::fs::write(folder.path().join("elsewhere"), "").unwrap();
        std::os::unix::fs::symlink("elsewhere", &path).unwrap();
        assert!(matches!(take(folder.path(), Duration::ZERO), Err(Error::File(..))));
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        assert!(matches!(take(folder.path(), Duration::ZERO), Err(Error::File(..))));
    }

    #[test]
    fn while_the_agent_is_at_work_nothing_is_applied() {
        let folder = tempfile::tempdir().unwrap();
        let mut agent = Command::new("sleep").arg0("puppet agent: applying configuration").arg("60").spawn().unwrap();
        // A program has no command line while it is being loaded.
        let command = format!("/proc/{}/cmdline", agent.id());
        while std::fs::read(&command).unwrap().is_empty() {
            std::thread::yield_now();
        }
        std::fs::write(folder.path().join(OF_AGENT), format!("{}\n", agent.id())).unwrap();
        let meanwhile = take(folder.path(), Duration::ZERO);
        agent.kill().unwrap();
        agent.wait().unwrap();
        assert!(meanwhile.is_err_and(|it| it.to_string().starts_with("Run of Puppet configuration client already in progress; skipping")));
        // Its file is there as ever, and it is not.
        assert!(take(folder.path(), Duration::ZERO).is_ok());
    }

    #[test]
    fn what_a_dead_process_left_behind_says_nothing() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(OF_AGENT), "4194305\n").unwrap();
        assert!(take(folder.path(), Duration::ZERO).is_ok());
        // This process is none of Puppet's, either.
        std::fs::write(folder.path().join(OF_AGENT), std::process::id().to_string()).unwrap();
        assert!(take(folder.path(), Duration::ZERO).is_ok());
    }
}
