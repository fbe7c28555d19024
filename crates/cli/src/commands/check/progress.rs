//! A bar on the terminal while long work lasts.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter work shows nothing.
const PATIENCE: Duration = Duration::from_millis(400);

pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    shown: OnceLock<()>,
}

impl Progress {
    pub fn new() -> Progress {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("checking {bar:40} {pos}/{len}") {
            bar.set_style(style);
        }
        Progress { bar, started: Instant::now(), shown: OnceLock::new() }
    }

    /// One more file is to be done.
    pub fn expect(&self) {
        self.bar.inc_length(1);
    }

    /// One file is done.
    pub fn advance(&self) {
        if self.started.elapsed() > PATIENCE {
            // Draws nothing where standard error is not a terminal.
            self.shown.get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
