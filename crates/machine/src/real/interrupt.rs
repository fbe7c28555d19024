//! A run that is asked to end: what runs is stopped, and nothing further is begun.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

static ASKED: AtomicBool = AtomicBool::new(false);
static ABANDONED: AtomicBool = AtomicBool::new(false);
static NAME: Mutex<Option<&'static str>> = Mutex::new(None);
/// The process groups of what runs now.
static GROUPS: Mutex<Vec<i32>> = Mutex::new(Vec::new());

/// Ends the run as soon as may be. The name is that of the signal.
pub fn ask(name: &'static str) {
    if let Ok(mut stored) = NAME.lock() {
        *stored = Some(name);
    }
    ASKED.store(true, Ordering::SeqCst);
}

/// Ends all running programs, with their children: the process itself is about to end.
pub fn abandon() {
    ABANDONED.store(true, Ordering::SeqCst);
    for group in GROUPS.lock().map(|it| it.clone()).unwrap_or_default() {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

pub(super) fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// The signal that the run was asked with.
pub(super) fn asked() -> Option<&'static str> {
    if !is_asked() {
        return None;
    }
    NAME.lock().ok().and_then(|it| *it)
}

/// A program runs, as long as this is held.
pub(super) struct Running(i32);

impl Running {
    pub fn new(group: i32) -> Running {
        if let Ok(mut groups) = GROUPS.lock() {
            groups.push(group);
        }
        Running(group)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        while ABANDONED.load(Ordering::SeqCst) {
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
        if let Ok(mut groups) = GROUPS.lock() {
            groups.retain(|it| *it != self.0);
        }
    }
}
