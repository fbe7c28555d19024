//! Threads that read.
//!
//! Lanes: interactive requests never wait for long work.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Somebody waits at the keyboard.
    Keyboard,
    /// The request has waited long enough, and gets what is known: nothing is evaluated here.
    AtOnce,
    /// The same where even that takes long: what one document alone shows.
    Alone,
    /// Work that needs the open document evaluated: its findings, and the hints in its text. One after the other, as they need the same.
    Evaluation,
    /// Beside that, on a second thread: what it will need.
    Prefetch,
    /// Work over many files.
    Worker,
}

pub(crate) type Job = Box<dyn FnOnce() + Send>;

#[derive(Clone)]
pub(crate) struct Pool {
    keyboard: mpsc::Sender<Job>,
    at_once: mpsc::Sender<Job>,
    alone: mpsc::Sender<Job>,
    evaluation: mpsc::Sender<Job>,
    prefetch: mpsc::Sender<Job>,
    worker: mpsc::Sender<Job>,
}

/// Trees are walked with recursion here and there; threads of the standard size are small for that.
const STACK: usize = 16 << 20;

impl Pool {
    pub(crate) fn new() -> std::io::Result<Pool> {
        Ok(Pool {
            keyboard: lane("keyboard", 2)?,
            at_once: lane("at once", 2)?,
            alone: lane("alone", 1)?,
            evaluation: lane("evaluation", 1)?,
            prefetch: lane("ahead", 1)?,
            worker: lane("worker", 1)?,
        })
    }

    pub(crate) fn run(&self, lane: Lane, job: Job) {
        let lane = match lane {
            Lane::Keyboard => &self.keyboard,
            Lane::AtOnce => &self.at_once,
            Lane::Alone => &self.alone,
            Lane::Evaluation => &self.evaluation,
            Lane::Prefetch => &self.prefetch,
            Lane::Worker => &self.worker,
        };
        // The threads live as long as the pool.
        drop(lane.send(job));
    }
}

fn lane(name: &str, threads: usize) -> std::io::Result<mpsc::Sender<Job>> {
    let (sender, receiver) = mpsc::channel::<Job>();
    let receiver = Arc::new(Mutex::new(receiver));
    for _ in 0..threads {
        let receiver = receiver.clone();
        thread::Builder::new().name(name.to_string()).stack_size(STACK).spawn(move || {
            loop {
                // The lock is held while waiting for a job, never while one runs.
                let job = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok(job) = job else { return };
                // The hook for panics has reported it. Whoever waits for the answer sees that nobody will give one.
                drop(catch_unwind(AssertUnwindSafe(job)));
            }
        })?;
    }
    Ok(sender)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_job_does_not_keep_the_keyboard_waiting() {
        let pool = Pool::new().unwrap();
        let (release, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        for lane in [Lane::Worker, Lane::Evaluation] {
            let wait = wait.clone();
            pool.run(lane, Box::new(move || assert!(wait.lock().unwrap().recv().is_err())));
        }
        let (done, answer) = mpsc::channel();
        pool.run(Lane::Keyboard, Box::new(move || done.send("typed").unwrap()));
        assert_eq!(answer.recv(), Ok("typed"));
        drop(release);
    }

    #[test]
    fn a_panic_does_not_end_a_lane() {
        let pool = Pool::new().unwrap();
        let (done, answer) = mpsc::channel();
        for _ in 0..8 {
            pool.run(Lane::Worker, Box::new(|| panic!("on purpose")));
        }
        pool.run(Lane::Worker, Box::new(move || done.send(()).unwrap()));
        assert_eq!(answer.recv(), Ok(()));
    }
}
