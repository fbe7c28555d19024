//! Programs: each in a process group of its own, which is ended as a whole where it takes too long.

use std::io::{self, PipeReader, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Stdio};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::sys::stat::{Mode, umask};
use nix::unistd::Pid;

use super::account;
use super::interrupt::{self, Running};
use crate::{Command, Error, Holder, Output};

/// How long is waited for output before it is looked whether the program has ended.
const PAUSE: u16 = 20;

/// How long is waited for the end of a program that has closed its output: longer and longer.
const SHORTEST: Duration = Duration::from_micros(20);
const LONGEST: Duration = Duration::from_millis(10);

/// How long is waited for a program that somebody has open to write it.
const BUSY: Duration = Duration::from_secs(1);

/// Limit of stored output; the rest is dropped.
const LARGEST: usize = 16 << 20;

/// How long a program has to end when it is asked to.
const GRACE: Duration = Duration::from_secs(2);

/// The umask is that of all threads: who changes it has it alone.
static UMASK: RwLock<()> = RwLock::new(());

/// As long as this is held nobody changes the umask.
pub(super) fn umask_stays() -> RwLockReadGuard<'static, ()> {
    UMASK.read().unwrap_or_else(PoisonError::into_inner)
}

/// A program that this run has just written may be held open for a moment by a process that a parallel thread has begun to start.
fn spawn_soon(process: &mut std::process::Command, mask: Option<u32>) -> io::Result<Child> {
    let begun = Instant::now();
    loop {
        match spawn(process, mask) {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && begun.elapsed() < BUSY => std::thread::sleep(LONGEST),
            done => return done,
        }
    }
}

fn spawn(process: &mut std::process::Command, mask: Option<u32>) -> io::Result<Child> {
    let Some(mask) = mask else {
        let _umask = umask_stays();
        return process.spawn();
    };
    let _alone = UMASK.write().unwrap_or_else(PoisonError::into_inner);
    let before = umask(Mode::from_bits_truncate(mask as nix::libc::mode_t));
    let started = process.spawn();
    umask(before);
    started
}

pub(super) fn run(command: &Command) -> Result<Output, Error> {
    if interrupt::is_asked() {
        return Err(Error::Interrupted);
    }
    let (reader, mut child) = start(command)?;
    let _running = i32::try_from(child.id()).ok().map(Running::new);
    let begun = Instant::now();
    let mut bytes = Captured::default();
    let mut reader = Some(reader);
    let mut nap = SHORTEST;
    let status = loop {
        if let Some(open) = &mut reader
            && !drain(open, &mut bytes, true)?
        {
            reader = None;
        }
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if command.patience.is_some_and(|it| begun.elapsed() >= it) {
            end(&mut child);
            return Err(Error::Patience);
        }
        if interrupt::is_asked() {
            end(&mut child);
            return Err(Error::Interrupted);
        }
        if reader.is_none() {
            // Most end as soon as they have closed their output.
            std::thread::sleep(nap);
            nap = (nap * 2).min(LONGEST);
        }
    };
    // What it has left behind may hold the pipe for ever: what is in it now is all.
    if let Some(open) = &mut reader {
        let _ = drain(open, &mut bytes, false);
    }
    Ok(Output { bytes: bytes.all, code: status.code(), signal: status.signal(), is_cut: bytes.is_cut })
}

/// Stored output of a program.
#[derive(Default)]
struct Captured {
    all: Vec<u8>,
    is_cut: bool,
}

impl Captured {
    fn add(&mut self, bytes: &[u8]) {
        let room = LARGEST.saturating_sub(self.all.len()).min(bytes.len());
        self.all.extend_from_slice(bytes.get(..room).unwrap_or_default());
        self.is_cut |= room < bytes.len();
    }
}

/// The process that holds a lock of a file, as `dpkg` and `apt-get` lock theirs.
pub(super) fn lock_holder(path: &str) -> Option<Holder> {
    let file = std::fs::File::open(path).ok()?;
    let held = rustix::process::fcntl_getlk(&file, &rustix::process::Flock::from(rustix::process::FlockType::WriteLock)).ok()??;
    let id = u32::try_from(held.pid?.as_raw_nonzero().get()).ok()?;
    let program = std::fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default().trim().to_owned();
    Some(Holder { id, program })
}

fn start(command: &Command) -> io::Result<(PipeReader, Child)> {
    let (reader, writer) = io::pipe()?;
    fcntl(reader.as_fd(), FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    let as_user = account::words(command);
    let words = as_user.as_ref().unwrap_or(&command.words);
    let Some((program, arguments)) = words.split_first() else { return Err(io::ErrorKind::InvalidInput.into()) };
    let mut process = std::process::Command::new(program);
    let input = if command.input.is_some() { Stdio::piped() } else { Stdio::null() };
    process.args(arguments).stdin(input).stdout(writer.try_clone()?).stderr(writer).process_group(0);
    for (name, value) in &command.environment {
        match value {
            Some(value) => process.env(name, value),
            None => process.env_remove(name),
        };
    }
    if let Some(folder) = &command.folder {
        process.current_dir(folder);
    }
    if as_user.is_none() {
        if let Some(group) = command.group.or(command.user.as_ref().map(|it| it.group)) {
            process.gid(group);
        }
        if let Some(user) = &command.user {
            process.uid(user.id);
        }
    }
    let mut child = spawn_soon(&mut process, command.umask)?;
    if let (Some(mut pipe), Some(input)) = (child.stdin.take(), command.input.clone()) {
        // A program that does not read to the end has said enough by its exit code.
        std::thread::spawn(move || drop(pipe.write_all(&input)));
    }
    Ok((reader, child))
}

/// Takes what there is; waits a little for it. Whether there may be more.
fn drain(reader: &mut PipeReader, bytes: &mut Captured, wait: bool) -> io::Result<bool> {
    if wait {
        let mut waiting = [PollFd::new(reader.as_fd(), PollFlags::POLLIN)];
        // An interruption is as good as a pause.
        let _ = poll(&mut waiting, PollTimeout::from(PAUSE));
    }
    let mut buffer = [0; 4096];
    loop {
        if interrupt::is_asked() {
            return Ok(true);
        }
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(false),
            Ok(count) => bytes.add(buffer.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(true),
            Err(error) => return Err(error),
        }
    }
}

/// Ends a program and all that it has started.
pub(super) fn end(child: &mut Child) {
    let Ok(group) = i32::try_from(child.id()) else { return };
    let group = Pid::from_raw(group);
    let _ = killpg(group, Signal::SIGTERM);
    let begun = Instant::now();
    while begun.elapsed() < GRACE {
        if !matches!(child.try_wait(), Ok(None)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = killpg(group, Signal::SIGKILL);
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_program_that_is_held_open_for_a_moment_is_run_behind_that() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        std::fs::write(&program, "#!/bin/sh\necho run\n").unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let held = std::fs::OpenOptions::new().append(true).open(&program).unwrap();
        let path = program.to_string_lossy().into_owned();
        let letting_go = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            drop(held);
        });
        let command = Command { words: vec![path], ..Command::default() };
        assert_eq!(run(&command).unwrap().bytes, b"run\n");
        letting_go.join().unwrap();
    }
}
