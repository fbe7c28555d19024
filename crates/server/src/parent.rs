//! An editor that is gone needs no server.

use std::time::Duration;

/// How often to look.
const INTERVAL: Duration = Duration::from_secs(3);

/// Calls back when a process is gone. The end of standard input says the same, but not where something else still
/// holds the other end of the pipe.
pub(crate) fn watch(process: u32, on_exit: impl FnOnce() + Send + 'static) {
    // An editor in another container has a number that means nothing here, or nobody.
    if !is_alive(process) {
        return;
    }
    let watch = move || {
        while is_alive(process) {
            std::thread::sleep(INTERVAL);
        }
        on_exit();
    };
    if let Err(error) = std::thread::Builder::new().name("parent".to_string()).spawn(watch) {
        tracing::warn!("cannot watch the editor's process: {error}");
    }
}

#[cfg(unix)]
fn is_alive(process: u32) -> bool {
    let Some(process) = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw) else { return false };
    match rustix::process::test_kill_process(process) {
        Ok(()) => true,
        // It is there and somebody else's.
        Err(error) => error == rustix::io::Errno::PERM,
    }
}

/// Elsewhere the end of standard input has to do.
#[cfg(not(unix))]
fn is_alive(_process: u32) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_alive_until_it_ends() {
        assert!(is_alive(std::process::id()));
        assert!(is_alive(1));
        assert!(!is_alive(0));
        assert!(!is_alive(u32::MAX));
    }
}
