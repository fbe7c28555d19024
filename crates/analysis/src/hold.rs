//! Pauses evaluations, so that tests see which answers are given meanwhile.

use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use workspace::Db;

type IsHeld = Box<dyn Fn() -> bool + Send + Sync>;

static HELD: OnceLock<IsHeld> = OnceLock::new();

/// From now on every evaluation of this process waits for as long as `is_held` says so. It is for tests, and can be said once.
pub fn hold_evaluations(is_held: impl Fn() -> bool + Send + Sync + 'static) {
    // Whoever says it a second time is not heard.
    drop(HELD.set(Box::new(is_held)));
}

/// Waits, as an evaluation that takes long would: whoever wants to change something ends it.
pub(crate) fn wait(db: &dyn Db) {
    let Some(is_held) = HELD.get() else { return };
    while is_held() {
        db.unwind_if_revision_cancelled();
        thread::sleep(Duration::from_millis(5));
    }
}
