//! Renders the report while the run goes on.
//!
//! A run keeps one thread busy. With many resources the report and the history are as long again, and would only begin when all is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use providers::Record;

use super::history;
use crate::report::{Made, Status};

/// Number of records that are passed at once.
const BATCH: usize = 128;

/// Limit in bytes of stored text: the rest is made at the end, and written as it is made.
const MOST: usize = 64 << 20;

enum Batch {
    Records(Vec<Arc<Record>>),
    Statuses(Vec<Arc<Status>>),
}

/// Passes the messages on.
pub struct Prerender {
    records: Vec<Arc<Record>>,
    statuses: Vec<Arc<Status>>,
    give: Sender<Batch>,
    /// Nothing happens any more: what is not made yet is made where it is written, by all hands.
    is_over: Arc<AtomicBool>,
    maker: JoinHandle<(Made, history::Made)>,
}

impl Prerender {
    /// None where there is no thread to be had.
    ///
    /// `records` holds the earlier messages.
    pub fn begin(improved: bool, records: &[Arc<Record>]) -> Option<Prerender> {
        let (give, come) = channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let of_maker = Arc::clone(&is_over);
        let maker = std::thread::Builder::new().name("report".to_owned()).spawn(move || make(&come, &of_maker, improved)).ok()?;
        Some(Prerender { records: records.to_vec(), statuses: Vec::new(), give, is_over, maker })
    }

    /// The next message.
    pub fn record(&mut self, record: &Arc<Record>) {
        self.records.push(Arc::clone(record));
        if self.records.len() >= BATCH {
            self.hand_over(true);
        }
    }

    /// Takes the result of the next resource. Nothing of that changes any more.
    pub fn status(&mut self, status: &Arc<Status>) {
        self.statuses.push(Arc::clone(status));
        if self.statuses.len() >= BATCH {
            self.hand_over(false);
        }
    }

    fn hand_over(&mut self, are_records: bool) {
        let batch = match are_records {
            true => Batch::Records(std::mem::replace(&mut self.records, Vec::with_capacity(BATCH))),
            false => Batch::Statuses(std::mem::replace(&mut self.statuses, Vec::with_capacity(BATCH))),
        };
        // A thread that broke down says so at the end.
        let _ = self.give.send(batch);
    }

    /// All that was made, which may be less than there is.
    pub fn end(self) -> (Made, history::Made) {
        self.is_over.store(true, Ordering::Relaxed);
        drop(self.give);
        self.maker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

fn make(come: &Receiver<Batch>, is_over: &AtomicBool, improved: bool) -> (Made, history::Made) {
    let (mut report, mut lines) = (Made::default(), history::Made::default());
    let mut size = 0;
    for batch in come {
        // What comes after that is not made either.
        if size > MOST || is_over.load(Ordering::Relaxed) {
            break;
        }
        match batch {
            Batch::Records(records) => size += report.add_logs(records.iter().map(|it| &**it)),
            Batch::Statuses(statuses) => {
                size += report.add_statuses(statuses.iter().map(|it| &**it), improved);
                size += lines.add(&statuses);
            }
        }
    }
    (report, lines)
}
