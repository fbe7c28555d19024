//! Ends a compilation whose result nobody needs any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared by who compiles and who asked for it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    stop: Arc<AtomicBool>,
    ask: Option<fn() -> bool>,
}

impl Cancel {
    /// Asks a function from time to time whether to stop; it may also unwind.
    pub fn asking(ask: fn() -> bool) -> Cancel {
        Cancel { stop: Arc::default(), ask: Some(ask) }
    }

    /// The compilation ends after a few thousand more steps at most.
    pub fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.ask.is_some_and(|ask| ask())
    }
}
