//! Messages go to the console, to files and to other programs, and into the report.

mod events;
mod file;
mod syslog;

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use machine::real::readable;
use providers::{Level, Record, Sink};

pub use self::events::Events;
pub use self::file::{Destination, Facility};
use super::changes::Writer;
use super::prerender::Prerender;
use super::{Error, now};
use crate::observer::Observer;
use crate::report::Status;

/// Where messages go. A run goes on to its end even if nobody can read of it.
pub trait Outlet {
    fn write(&mut self, record: &Record);

    /// A resource is begun: its number among all steps, and how many there are.
    fn begun(&mut self, _resource: &str, _number: usize, _of: usize) {}

    /// Receives the result of a resource.
    fn done(&mut self, _status: &Status) {}

    /// Whether resources are applied from now on, so that it is of interest which one is.
    fn watch(&mut self, _is_watched: bool) {}

    /// Whether messages may be written together from now on: nothing is changed, so that nothing is lost with them.
    fn gather(&mut self, _is_gathered: bool) {}

    /// Why messages are missing where they should be written: the first reason. That somebody has stopped reading is none.
    fn lost(&self) -> Option<&Error> {
        None
    }
}

/// Keeps the first reason why a message could not be written. A run goes on to its end even so.
pub(crate) fn keep_first(lost: &mut Option<Error>, written: io::Result<()>, name: &str) {
    if let Err(error) = written
        && lost.is_none()
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        *lost = Some(Error::File(name.to_owned(), error));
    }
}

/// Passes on the messages of a run.
pub struct Logbook {
    pub least: Level,
    outlets: Vec<Box<dyn Outlet>>,
    /// Records for the report, while there is one.
    pub records: Option<Vec<Arc<Record>>>,
    /// Puts it into words for the report.
    pub prerender: Option<Prerender>,
    /// Where changes are recorded for undo.
    pub undo: Option<Writer>,
}

impl Logbook {
    pub fn new(least: Level, outlets: Vec<Box<dyn Outlet>>) -> Logbook {
        Logbook { least, outlets, records: None, prerender: None, undo: None }
    }

    /// A message of the run.
    pub fn tell(&mut self, level: Level, message: impl Into<String>) {
        if level >= self.least {
            self.record(Record::of_run(level, message, now()));
        }
    }

    /// Tells where messages are missing. Says whether there is such a place.
    pub fn tell_lost(&mut self) -> bool {
        let lost: Vec<String> = self.outlets.iter().filter_map(|it| it.lost()).map(|it| format!("Messages are missing in {it}")).collect();
        lost.iter().for_each(|it| self.tell(Level::Err, it.clone()));
        !lost.is_empty()
    }

    /// Shows what is applied now, if anybody can see it, until that is over.
    pub fn watch(&mut self, is_watched: bool) {
        self.outlets.iter_mut().for_each(|it| it.watch(is_watched));
    }

    /// Collects the console's messages if they come at once, until the run is over: for a run that changes nothing.
    pub fn gather(&mut self, is_gathered: bool) {
        self.outlets.iter_mut().for_each(|it| it.gather(is_gathered));
    }
}

impl Sink for Logbook {
    fn least(&self) -> Level {
        self.least
    }

    fn record(&mut self, mut record: Record) {
        for text in [&mut record.source, &mut record.message].into_iter().chain(&mut record.full) {
            if let Cow::Owned(readable) = readable(text) {
                *text = readable;
            }
        }
        self.outlets.iter_mut().for_each(|it| it.write(&record));
        if let Some(records) = &mut self.records {
            let record = Arc::new(record);
            if let Some(prerender) = &mut self.prerender {
                prerender.record(&record);
            }
            records.push(record);
        }
    }

    fn changing(&mut self, resources: &[&str]) {
        if let Some(undo) = &mut self.undo {
            undo.begin(resources);
        }
    }
}

impl Observer for Logbook {
    fn begun(&mut self, resource: &str, number: usize, of: usize) {
        self.outlets.iter_mut().for_each(|it| it.begun(resource, number, of));
    }

    fn done(&mut self, status: &Arc<Status>) {
        if let Some(undo) = &mut self.undo {
            undo.add(status);
        }
        self.outlets.iter_mut().for_each(|it| it.done(status));
        if let Some(prerender) = &mut self.prerender {
            prerender.status(status);
        }
    }
}
