//! The machine of a call, whose changes of files are noted.

use std::io;
use std::time::Duration;

use jiff::{Timestamp, Zoned};
use machine::{Account, Command, Content, Details, Error, Found, Holder, Judge, Output, System};

use super::Journal;

/// Passes everything on, after it has noted what is about to be changed.
pub struct Watched<'a> {
    system: &'a mut dyn System,
    journal: &'a mut Journal,
}

impl<'a> Watched<'a> {
    pub fn new(system: &'a mut dyn System, journal: &'a mut Journal) -> Watched<'a> {
        Watched { system, journal }
    }

    fn note(&mut self, path: &str, is_content: bool) {
        self.journal.note(path, is_content, self.system);
    }

    /// The programs that functions of `file` run to change files.
    fn note_program(&mut self, words: &[String]) {
        match words {
            [program, .., path] if program == "touch" => self.note(path, true),
            [program, .., _, to] if program == "cp" => self.journal.state.made.push(to.clone()),
            [program, .., from, to] if program == "mv" => {
                self.journal.note_tree(from, self.system);
                self.journal.note_one(to, true, self.system);
                self.journal.state.made.push(to.clone());
            }
            _ => {}
        }
    }
}

impl System for Watched<'_> {
    fn now(&self) -> Zoned {
        self.system.now()
    }

    fn moment(&self) -> Timestamp {
        self.system.moment()
    }

    fn is_root(&self) -> bool {
        self.system.is_root()
    }

    fn look(&self, path: &str, follow: bool) -> io::Result<Option<Found>> {
        self.system.look(path, follow)
    }

    fn details(&self, path: &str) -> io::Result<Option<Details>> {
        self.system.details(path)
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.system.read(path)
    }

    fn feed(&self, path: &str, piece: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        self.system.feed(path, piece)
    }

    fn list(&self, path: &str) -> io::Result<Vec<String>> {
        self.system.list(path)
    }

    fn link_target(&self, path: &str) -> io::Result<String> {
        self.system.link_target(path)
    }

    fn times(&self, path: &str) -> io::Result<(Zoned, Zoned)> {
        self.system.times(path)
    }

    fn replace(&mut self, path: &str, content: Content<'_>, mode: u32, folder: Option<&str>, judge: &mut Judge<'_>) -> Result<(), Error> {
        self.note(path, true);
        self.system.replace(path, content, mode, folder, judge)
    }

    fn replace_soon(
        &mut self,
        path: &str,
        content: Content<'_>,
        mode: u32,
        folder: Option<&str>,
        judge: &mut Judge<'_>,
    ) -> Result<(), Error> {
        self.note(path, true);
        self.system.replace_soon(path, content, mode, folder, judge)
    }

    fn sync(&mut self) {
        self.system.sync()
    }

    fn make_last(&mut self, path: &str) {
        self.system.make_last(path)
    }

    fn create(&mut self, path: &str, mode: u32) -> io::Result<()> {
        self.note(path, true);
        self.system.create(path, mode)
    }

    fn make_folder(&mut self, path: &str, mode: Option<u32>) -> io::Result<()> {
        self.journal.note_one(path, true, self.system);
        self.system.make_folder(path, mode)
    }

    fn make_link(&mut self, target: &str, path: &str) -> io::Result<()> {
        self.journal.note_one(path, true, self.system);
        self.system.make_link(target, path)
    }

    fn make_hard_link(&mut self, target: &str, path: &str) -> io::Result<()> {
        self.journal.note_one(path, true, self.system);
        self.system.make_hard_link(target, path)
    }

    fn remove_empty_folder(&mut self, path: &str) -> io::Result<()> {
        self.journal.note_one(path, true, self.system);
        self.system.remove_empty_folder(path)
    }

    fn remove_file(&mut self, path: &str) -> io::Result<()> {
        self.journal.note_one(path, true, self.system);
        self.system.remove_file(path)
    }

    fn remove_tree(&mut self, path: &str) -> io::Result<()> {
        self.journal.note_tree(path, self.system);
        self.system.remove_tree(path)
    }

    fn set_mode(&mut self, path: &str, mode: u32) -> io::Result<()> {
        self.note(path, false);
        self.system.set_mode(path, mode)
    }

    fn set_owner(&mut self, path: &str, owner: Option<u32>, group: Option<u32>, follow: bool) -> io::Result<()> {
        if follow {
            self.note(path, false);
        } else {
            self.journal.note_one(path, false, self.system);
        }
        self.system.set_owner(path, owner, group, follow)
    }

    fn user(&self, name: &str) -> Option<Account> {
        self.system.user(name)
    }

    fn home(&self, name: &str) -> Option<String> {
        self.system.home(name)
    }

    fn user_name(&self, id: u32) -> Option<String> {
        self.system.user_name(id)
    }

    fn group(&self, name: &str) -> Option<u32> {
        self.system.group(name)
    }

    fn group_name(&self, id: u32) -> Option<String> {
        self.system.group_name(id)
    }

    fn is_executable(&self, path: &str) -> bool {
        self.system.is_executable(path)
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.system.variable(name)
    }

    fn run(&mut self, command: &Command) -> Result<Output, Error> {
        self.note_program(&command.words);
        self.system.run(command)
    }

    fn sleep(&mut self, time: Duration) {
        self.system.sleep(time)
    }

    fn fresh_name(&mut self, start: &str) -> String {
        self.system.fresh_name(start)
    }

    fn interrupted(&self) -> Option<&'static str> {
        self.system.interrupted()
    }

    fn links(&self, path: &str) -> u64 {
        self.system.links(path)
    }

    fn is_same(&self, first: &str, second: &str) -> bool {
        self.system.is_same(first, second)
    }

    fn lock_holder(&self, path: &str) -> Option<Holder> {
        self.system.lock_holder(path)
    }
}
