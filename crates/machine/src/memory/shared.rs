//! A machine in memory for several threads.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Zoned;

use super::Memory;
use crate::{Account, Command, Content, Details, Error, Found, Judge, Output, System};

#[derive(Clone)]
pub struct Shared(Arc<Mutex<Memory>>);

impl Shared {
    pub fn new(memory: Memory) -> Shared {
        Shared(Arc::new(Mutex::new(memory)))
    }

    /// The machine as it is now.
    pub fn take(self) -> Memory {
        std::mem::take(&mut self.locked())
    }

    fn locked(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl System for Shared {
    fn another(&self) -> Option<Box<dyn System + Send>> {
        Some(Box::new(self.clone()))
    }

    /// Programs take some time, each another one, so that they end in another order than they begin.
    fn run(&mut self, command: &Command) -> Result<Output, Error> {
        let length: usize = command.words.iter().flat_map(|it| it.bytes()).map(usize::from).sum();
        std::thread::sleep(Duration::from_micros((length * 7919 % 600) as u64));
        if command.words.iter().any(|it| it == "/bin/meet") {
            self.locked().meeting += 1;
            // They wait for each other, but not for ever.
            let has_met = (0..2000).any(|_| {
                std::thread::sleep(Duration::from_millis(1));
                self.locked().meeting >= 2
            });
            let said = if has_met { "met" } else { "alone" };
            return Ok(Output { bytes: said.into(), code: Some(0), ..Output::default() });
        }
        self.locked().run(command)
    }

    fn now(&self) -> Zoned {
        self.locked().now()
    }

    fn is_root(&self) -> bool {
        self.locked().is_root()
    }

    fn look(&self, path: &str, follow: bool) -> io::Result<Option<Found>> {
        self.locked().look(path, follow)
    }

    fn details(&self, path: &str) -> io::Result<Option<Details>> {
        self.locked().details(path)
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.locked().read(path)
    }

    fn feed(&self, path: &str, piece: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        self.locked().feed(path, piece)
    }

    fn list(&self, path: &str) -> io::Result<Vec<String>> {
        self.locked().list(path)
    }

    fn link_target(&self, path: &str) -> io::Result<String> {
        self.locked().link_target(path)
    }

    fn times(&self, path: &str) -> io::Result<(Zoned, Zoned)> {
        self.locked().times(path)
    }

    fn replace(&mut self, path: &str, content: Content<'_>, mode: u32, folder: Option<&str>, judge: &mut Judge<'_>) -> Result<(), Error> {
        self.locked().replace(path, content, mode, folder, judge)
    }

    fn create(&mut self, path: &str, mode: u32) -> io::Result<()> {
        self.locked().create(path, mode)
    }

    fn make_folder(&mut self, path: &str, mode: Option<u32>) -> io::Result<()> {
        self.locked().make_folder(path, mode)
    }

    fn make_link(&mut self, target: &str, path: &str) -> io::Result<()> {
        self.locked().make_link(target, path)
    }

    fn remove_file(&mut self, path: &str) -> io::Result<()> {
        self.locked().remove_file(path)
    }

    fn remove_tree(&mut self, path: &str) -> io::Result<()> {
        self.locked().remove_tree(path)
    }

    fn set_mode(&mut self, path: &str, mode: u32) -> io::Result<()> {
        self.locked().set_mode(path, mode)
    }

    fn set_owner(&mut self, path: &str, owner: Option<u32>, group: Option<u32>, follow: bool) -> io::Result<()> {
        self.locked().set_owner(path, owner, group, follow)
    }

    fn user(&self, name: &str) -> Option<Account> {
        self.locked().user(name)
    }

    fn home(&self, name: &str) -> Option<String> {
        self.locked().home(name)
    }

    fn user_name(&self, id: u32) -> Option<String> {
        self.locked().user_name(id)
    }

    fn group(&self, name: &str) -> Option<u32> {
        self.locked().group(name)
    }

    fn group_name(&self, id: u32) -> Option<String> {
        self.locked().group_name(id)
    }

    fn is_executable(&self, path: &str) -> bool {
        self.locked().is_executable(path)
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.locked().variable(name)
    }

    fn sleep(&mut self, time: Duration) {
        self.locked().sleep(time)
    }

    fn fresh_name(&mut self, start: &str) -> String {
        self.locked().fresh_name(start)
    }
}
