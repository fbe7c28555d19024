//! `--jobs`: commands that states mark with `parallel` run at the same time.
//!
//! Salt starts such a state in a process of its own and goes on; what requires it waits. Here, only commands that follow each other, and
//! whose requisites are met before the first of them starts, run together. Their results come in the order of the states, so nothing else
//! of a run depends on the number of jobs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use jiff::Zoned;
use machine::System;

use crate::call::{milliseconds, problems};
use crate::checks;
use crate::function::Called;
use crate::functions::run_command;
use crate::low::Low;
use crate::returned::{Outcome, Return};
use crate::rules::Verdict;
use crate::run::Run;

/// No run has more threads.
const MOST: usize = 64;

/// Result of a command.
struct Ended {
    start: Zoned,
    called: Called,
    milliseconds: f64,
}

impl Run<'_> {
    /// How many of the first states may run together.
    pub(crate) fn count_together(&self, lows: &[Low]) -> usize {
        if self.options.jobs < 2 || self.options.test {
            return 0;
        }
        lows.iter().take_while(|it| self.is_apart(it)).count()
    }

    /// Whether a state is a command that needs nothing but the machine, and may start now.
    fn is_apart(&self, low: &Low) -> bool {
        low.is_on("parallel", false)
            && low.function() == "cmd.run"
            && !self.is_look(low)
            && self.groups.group(low.chunk).is_empty()
            && !self.running.contains_key(&low.tag())
            && problems(low, self.compiled.release).is_empty()
            && self.verdict(&self.targets(low)) == Verdict::Met
    }

    /// Runs commands at the same time. Those that an interruption keeps from starting have no result.
    pub(crate) fn call_together(&mut self, lows: &[Low]) {
        let count = self.options.jobs.min(lows.len()).min(MOST);
        let systems: Vec<_> = (0..count).map_while(|_| self.system.another()).collect();
        if systems.is_empty() {
            lows.iter().for_each(|it| self.call_chunk(it, 0, 0));
            return;
        }
        if let Some(journal) = self.journal.as_deref_mut() {
            lows.iter().for_each(|it| journal.begin(it, self.system));
        }
        let next = AtomicUsize::new(0);
        let ended: Mutex<Vec<Option<Ended>>> = Mutex::new(lows.iter().map(|_| None).collect());
        std::thread::scope(|scope| {
            for mut system in systems {
                scope.spawn({
                    let (next, ended) = (&next, &ended);
                    move || {
                        while system.interrupted().is_none()
                            && let Some((number, low)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|it| Some((it, lows.get(it)?)))
                        {
                            let done = run(low, &mut *system);
                            if let Some(slot) = ended.lock().unwrap_or_else(PoisonError::into_inner).get_mut(number) {
                                *slot = Some(done);
                            }
                        }
                    }
                });
            }
        });
        let ended = ended.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (low, ended) in lows.iter().zip(ended) {
            let Some(Ended { start, called, milliseconds }) = ended else { continue };
            if let Some(journal) = self.journal.as_deref_mut() {
                journal.begin(low, self.system);
                journal.end(low, called.as_ref().ok(), self.system);
            }
            let outcome = match called {
                Ok(outcome) => outcome,
                Err(problem) => Outcome::failed(format!("An exception occurred in this state: {problem}")),
            };
            let number = self.next_number();
            let (name, id, sls) = (low.name.clone(), Some(low.id.clone()), Some(low.sls.clone()));
            self.keep(
                low.tag(),
                Return { name, outcome, has_run: true, number, id, sls, start: Some(start), milliseconds, is_parallel: true },
            );
        }
    }
}

/// Runs a command, if its conditions hold.
fn run(low: &Low, system: &mut dyn System) -> Ended {
    let start = system.now();
    let called = checks::skipped(low, system).transpose().unwrap_or_else(|| run_command(low, false, system));
    let milliseconds = milliseconds(&start, system);
    Ended { start, called, milliseconds }
}
