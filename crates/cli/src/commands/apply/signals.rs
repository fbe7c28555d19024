//! Signals while something is applied: the first one ends the run in order, with its state and its report; the second one at once.
//! While something is planned, the first one ends all at once: nothing was changed.
//!
//! Closing the terminal does not end a run in the middle. Signals that the parent process has set to be ignored stay ignored. They are
//! handled and not blocked: programs that are run would have them blocked, too.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use machine::real::interrupt;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};

use crate::exit::Exit;

static APPLYING: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicU32 = AtomicU32::new(0);
static LAST: AtomicI32 = AtomicI32::new(0);

/// How often it is looked whether a signal has come.
const PAUSE: Duration = Duration::from_millis(20);

extern "C" fn came(signal: i32) {
    LAST.store(signal, Ordering::SeqCst);
    COUNT.fetch_add(1, Ordering::SeqCst);
}

extern "C" fn nothing(_signal: i32) {}

/// Held while something is done that is done wholly or not at all.
static WHOLE: Mutex<()> = Mutex::new(());

/// Takes over the signals for a run that applies something.
pub fn listen() {
    take([(Signal::SIGINT, came), (Signal::SIGTERM, came), (Signal::SIGHUP, nothing)]);
}

/// Takes over the signals for what changes nothing: programs that it runs end with it.
pub fn listen_to_end() {
    take([(Signal::SIGINT, came), (Signal::SIGTERM, came), (Signal::SIGHUP, came)]);
}

/// A signal that ends all at once waits until this is done.
pub fn whole<T>(work: impl FnOnce() -> T) -> T {
    let _whole = WHOLE.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

fn take(handlers: [(Signal, extern "C" fn(i32)); 3]) {
    let ignored = ignored();
    for (signal, handler) in handlers {
        if ignored & (1 << (signal as u64 - 1)) == 0 {
            handle(signal, handler);
        }
    }
    std::thread::spawn(watch);
}

/// From now on, a run is ended in order.
pub fn applying() {
    APPLYING.store(true, Ordering::SeqCst);
}

fn handle(signal: Signal, handler: extern "C" fn(i32)) {
    let action = SigAction::new(SigHandler::Handler(handler), SaFlags::SA_RESTART, SigSet::empty());
    #[allow(unsafe_code, reason = "a handler may run at any moment: these do nothing but count")]
    let _ = unsafe { sigaction(signal, &action) };
}

fn watch() {
    let mut is_asked = false;
    loop {
        std::thread::sleep(PAUSE);
        let count = COUNT.load(Ordering::SeqCst);
        if count >= 2 || (count == 1 && !APPLYING.load(Ordering::SeqCst)) {
            interrupt::abandon();
            let _whole = WHOLE.lock();
            std::process::exit(Exit::Found.code().into());
        }
        if count == 1 && !is_asked {
            is_asked = true;
            let name = Signal::try_from(LAST.load(Ordering::SeqCst)).map_or("a signal", Signal::as_str);
            interrupt::ask(name);
        }
    }
}

/// The signals that are ignored, a bit for each.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|it| it.strip_prefix("SigIgn:")).unwrap_or_default();
    u64::from_str_radix(mask.trim(), 16).unwrap_or_default()
}
