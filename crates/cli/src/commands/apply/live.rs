//! The line on the terminal that shows what is applied now. It is erased before anything else is printed.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::commands::check::failure::one_line;

/// How often the line is drawn anew.
const PACE: Duration = Duration::from_millis(200);

pub struct Live {
    bar: ProgressBar,
}

impl Live {
    /// None where nobody would see it, or where messages go elsewhere than to the same terminal.
    pub fn new() -> Option<Live> {
        let is_plain = std::env::var_os("TERM").is_none_or(|it| it == "dumb");
        if is_plain || !io::stderr().is_terminal() || !io::stdout().is_terminal() {
            return None;
        }
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        // Nothing in it has a colour.
        bar.set_style(ProgressStyle::with_template("[{pos}/{len}] {wide_msg} {elapsed}").ok()?);
        Some(Live { bar })
    }

    pub fn begun(&self, resource: &str, number: usize, of: usize) {
        self.bar.set_length(of as u64);
        self.bar.set_position(number as u64);
        self.bar.reset_elapsed();
        self.bar.set_message(one_line(resource));
        self.bar.enable_steady_tick(PACE);
    }

    /// Does what writes to the terminal while the line is away.
    pub fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
