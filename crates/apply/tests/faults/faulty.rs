//! A machine that fails, stops or is asked to end at one of the calls that it gets.

use std::sync::Arc;

use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use apply::{Observer, Status};
use jiff::Zoned;
use providers::{Level, Record, Sink};

use machine::{Account, Command, Content, Details, Error, Found, Judge, Output, System};

use crate::memory::Memory;

/// Fault injected at a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// The call fails.
    Fail,
    /// The power is cut before it; messages are moments for this, too.
    Kill,
    /// The run is asked to end.
    Interrupt,
}

/// Panic payload where the power is cut.
pub struct Killed;

/// Counts the calls, and knows at which one something happens.
#[derive(Clone)]
pub struct Fate {
    count: Rc<Cell<usize>>,
    at: usize,
    fault: Fault,
}

impl Fate {
    /// At the call with this number; none where it is 0.
    pub fn new(fault: Fault, at: usize) -> Fate {
        Fate { count: Rc::default(), at, fault }
    }

    /// Whether what was to happen has happened.
    pub fn has_come(&self) -> bool {
        self.at > 0 && self.count.get() >= self.at
    }

    fn step(&self, is_call: bool) -> io::Result<()> {
        if !is_call && self.fault != Fault::Kill {
            return Ok(());
        }
        self.count.set(self.count.get() + 1);
        match self.fault {
            _ if self.count.get() != self.at => Ok(()),
            Fault::Fail => Err(io::Error::from_raw_os_error(5)),
            // Without the words of a panic.
            Fault::Kill => std::panic::resume_unwind(Box::new(Killed)),
            Fault::Interrupt => Ok(()),
        }
    }
}

pub struct Faulty<'a> {
    pub inner: &'a mut Memory,
    pub fate: Fate,
}

impl System for Faulty<'_> {
    fn now(&self) -> Zoned {
        self.inner.now()
    }

    fn is_root(&self) -> bool {
        self.inner.is_root()
    }

    fn look(&self, path: &str, follow: bool) -> io::Result<Option<Found>> {
        self.fate.step(true)?;
        self.inner.look(path, follow)
    }

    fn details(&self, path: &str) -> io::Result<Option<Details>> {
        self.fate.step(true)?;
        self.inner.details(path)
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.fate.step(true)?;
        self.inner.read(path)
    }

    fn feed(&self, path: &str, piece: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        self.fate.step(true)?;
        self.inner.feed(path, piece)
    }

    fn list(&self, path: &str) -> io::Result<Vec<String>> {
        self.fate.step(true)?;
        self.inner.list(path)
    }

    fn link_target(&self, path: &str) -> io::Result<String> {
        self.fate.step(true)?;
        self.inner.link_target(path)
    }

    fn times(&self, path: &str) -> io::Result<(Zoned, Zoned)> {
        self.fate.step(true)?;
        self.inner.times(path)
    }

    fn replace(&mut self, path: &str, content: Content<'_>, mode: u32, folder: Option<&str>, judge: &mut Judge<'_>) -> Result<(), Error> {
        self.fate.step(true)?;
        self.inner.replace(path, content, mode, folder, judge)
    }

    fn create(&mut self, path: &str, mode: u32) -> io::Result<()> {
        self.fate.step(true)?;
        self.inner.create(path, mode)
    }

    fn make_folder(&mut self, path: &str, mode: Option<u32>) -> io::Result<()> {
        self.fate.step(true)?;
        self.inner.make_folder(path, mode)
    }

    fn make_link(&mut self, target: &str, path: &str) -> io::Result<()> {
        self.fate.step(true)?;
        self.inner.make_link(target, path)
    }

    fn remove_file(&mut self, path: &str) -> io::Result<()> {
        self.fate.step(true)?;
        self.inner.remove_file(path)
    }

    fn remove_tree(&mut self, path: &str) -> io::Result<()> {
        self.fate.step(true)?;
        self.inner.remove_tree(path)
    }

    fn set_mode(&mut self, path: &str, mode: u32) -> io::Result<()> {
        self.fate.step(true)?;
        self.inner.set_mode(path, mode)
    }

    fn set_owner(&mut self, path: &str, owner: Option<u32>, group: Option<u32>, follow: bool) -> io::Result<()> {
        self.fate.step(true)?;
        self.inner.set_owner(path, owner, group, follow)
    }

    fn user(&self, name: &str) -> Option<Account> {
        self.fate.step(true).ok()?;
        self.inner.user(name)
    }

    fn home(&self, name: &str) -> Option<String> {
        self.fate.step(true).ok()?;
        self.inner.home(name)
    }

    fn user_name(&self, id: u32) -> Option<String> {
        self.fate.step(true).ok()?;
        self.inner.user_name(id)
    }

    fn group(&self, name: &str) -> Option<u32> {
        self.fate.step(true).ok()?;
        self.inner.group(name)
    }

    fn group_name(&self, id: u32) -> Option<String> {
        self.fate.step(true).ok()?;
        self.inner.group_name(id)
    }

    fn is_executable(&self, path: &str) -> bool {
        self.inner.is_executable(path)
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.inner.variable(name)
    }

    fn run(&mut self, command: &Command) -> Result<Output, Error> {
        self.fate.step(true)?;
        self.inner.run(command)
    }

    fn sleep(&mut self, time: Duration) {
        self.inner.sleep(time);
    }

    fn fresh_name(&mut self, start: &str) -> String {
        self.inner.fresh_name(start)
    }

    fn interrupted(&self) -> Option<&'static str> {
        (self.fate.fault == Fault::Interrupt && self.fate.has_come()).then_some("SIGTERM")
    }
}

/// Stores the messages, and the order in which resources are begun and done.
pub struct Listener {
    pub lines: Vec<String>,
    pub begun: Vec<String>,
    pub done: Vec<Status>,
    pub fate: Fate,
}

impl Listener {
    pub fn new(fate: &Fate) -> Listener {
        Listener { lines: Vec::new(), begun: Vec::new(), done: Vec::new(), fate: fate.clone() }
    }
}

impl Sink for Listener {
    fn least(&self) -> Level {
        Level::Info
    }

    fn record(&mut self, record: Record) {
        let _ = self.fate.step(false);
        self.lines.push(format!("{}: {}", record.source, record.message));
    }
}

impl Observer for Listener {
    fn begun(&mut self, resource: &str, _number: usize, _of: usize) {
        self.begun.push(resource.to_owned());
    }

    fn done(&mut self, status: &Arc<Status>) {
        self.done.push(Status::clone(status));
    }
}
