//! Host of an evaluation: its requests to the world around.

use std::any::Any;
use std::io::ErrorKind;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::{Program, Version};

use crate::stop::{Outcome, Stop};
use crate::value::{Foreign, Heap, Value};

/// Host of a program. By itself it has variables and nothing else.
pub trait Host {
    /// The version of Ruby that runs the program; where it is unknown, what differs between versions is not covered.
    fn version(&self) -> Option<Version> {
        None
    }

    /// `@name` before it is assigned; none is `nil`.
    fn instance(&mut self, heap: &Heap, name: &str) -> Outcome<Option<Value>>;

    /// The names of the instance variables that the host gives `self`, in Ruby's order.
    fn instances(&mut self) -> Outcome<Vec<String>> {
        Err(Stop::not_covered("instance_variables of such an object"))
    }

    /// Fails where a method that has something of the host as its argument, or its method with a block, is not covered for a reason that the
    /// host knows.
    fn refuse(&self, _of: &Foreign, _name: &str) -> Outcome<()> {
        Ok(())
    }

    /// Whether both ways of a decision on something unknown may be evaluated; without it, what depends on the decision is unknown.
    fn may_guess(&self) -> bool {
        false
    }

    /// Begins the evaluation of what may not happen. Until the guard is dropped, which a panic does too, nothing that the host is asked for
    /// may have an effect.
    fn guess(&mut self) -> Box<dyn Any> {
        Box::new(())
    }

    /// A method of `self`, or of something of the host; none where it has no method of that name.
    fn call(&mut self, _heap: &Heap, _receiver: Option<&Rc<Foreign>>, _name: &str, _arguments: &[Value]) -> Outcome<Option<Value>> {
        Ok(None)
    }

    /// The instance variables of something of the host, as YAML names them; none where they are not known.
    fn fields(&mut self, _heap: &Heap, _of: &Rc<Foreign>) -> Outcome<Option<Vec<(String, Value)>>> {
        Ok(None)
    }

    /// `defined?(word)` of a method of `self`.
    fn responds(&self, _name: &str) -> bool {
        false
    }

    /// A constant that is of the host.
    fn constant(&mut self, _heap: &Heap, _name: &str) -> Option<Value> {
        None
    }

    /// `__FILE__`
    fn file(&self) -> Option<String> {
        None
    }

    /// Code that defines a module at the top when it is first read. It runs once in an evaluation.
    fn library(&self, _constant: &str) -> Option<&'static Program> {
        None
    }

    /// The file that `require` names, by its path or as the paths of libraries find it.
    fn require(&mut self, _name: &str) -> Outcome<Required> {
        Ok(Required::Missing)
    }

    /// The content of a file outside, by its absolute path.
    fn read(&mut self, _path: &str) -> Outcome<Result<Vec<u8>, ErrorKind>> {
        Err(Stop::not_covered("files"))
    }

    /// The kind of file at an absolute path.
    fn entry(&mut self, _path: &str) -> Outcome<Option<Entry>> {
        Err(Stop::not_covered("files"))
    }

    /// Whether the process may execute the file at an absolute path.
    fn is_executable(&mut self, _path: &str) -> Outcome<bool> {
        Err(Stop::not_covered("files"))
    }

    /// The names in a folder, sorted.
    fn names(&mut self, _path: &str) -> Outcome<Result<Vec<String>, ErrorKind>> {
        Err(Stop::not_covered("files"))
    }

    /// Runs a command and waits for its end.
    fn run(&mut self, _command: &Command) -> Outcome<Result<Ended, ErrorKind>> {
        Err(Stop::not_covered(COMMAND))
    }

    /// A variable of the process: `ENV['name']`.
    fn variable(&mut self, _name: &str) -> Outcome<Option<String>> {
        Err(Stop::not_covered("ENV"))
    }

    /// Nanoseconds since 1970, by the clock of the machine.
    fn now(&mut self) -> Outcome<i128> {
        Err(Stop::not_covered("the clock"))
    }

    /// The offset of the machine's time zone at a time in seconds since 1970, and the name of that offset.
    fn zone(&mut self, _seconds: i64) -> Outcome<(i32, String)> {
        Err(Stop::not_covered("the time zone of the machine"))
    }

    /// The offset at a time that is given as the clocks of the machine show it.
    fn local_offset(&mut self, seconds: i64) -> Outcome<i32> {
        const DAY: i64 = 86_400;
        let mut found = None;
        for near in [seconds.saturating_sub(DAY), seconds.saturating_add(DAY)] {
            let offset = self.zone(near)?.0;
            if self.zone(seconds.saturating_sub(i64::from(offset)))?.0 == offset && found.replace(offset).is_some_and(|it| it != offset) {
                return Err(Stop::not_covered("a local time that clocks show twice"));
            }
        }
        found.map_or_else(|| Err(Stop::not_covered("a local time that clocks skip")), Ok)
    }

    /// The evaluation has ended well; what has changed of the host's lists and hashes is in [`Heap::followed`].
    fn finish(&mut self, _heap: &Heap) -> Outcome<()> {
        Ok(())
    }

    /// How `self` is called in messages.
    fn name_of_self(&self) -> String {
        "main:Object".to_owned()
    }
}

/// Name of commands in messages.
pub const COMMAND: &str = "a command (backticks)";

/// A command that Ruby code runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    pub what: CommandText,
    /// Variables besides those of the process.
    pub environment: Vec<(String, String)>,
    pub errors: Errors,
    /// Its longest duration, if it differs from that of other commands.
    pub limit: Option<Duration>,
}

/// A command as Ruby starts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandText {
    /// Code of a shell.
    Shell(String),
    /// A program with its arguments.
    Words(Vec<String>),
}

/// Use of the errors that a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// The terminal shows them.
    Shown,
    Captured,
    /// They are part of the output.
    Merged,
}

/// Result of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    pub output: Vec<u8>,
    /// Errors, if they were captured.
    pub errors: Vec<u8>,
    /// None if a signal ended it.
    pub code: Option<i32>,
}

/// Kind of file that a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    File,
    Folder,
    Other,
}

/// Result of `require`.
pub enum Required {
    Program(Arc<Program>),
    /// Its content exists already.
    Present,
    Missing,
}

/// A host with these variables.
#[derive(Default)]
pub struct Plain {
    pub variables: Vec<(String, Value)>,
    pub version: Option<Version>,
}

impl Host for Plain {
    fn may_guess(&self) -> bool {
        true
    }

    fn version(&self) -> Option<Version> {
        self.version
    }

    fn instance(&mut self, _: &Heap, name: &str) -> Outcome<Option<Value>> {
        Ok(self.variables.iter().find(|it| it.0 == name).map(|it| it.1.clone()))
    }

    fn instances(&mut self) -> Outcome<Vec<String>> {
        Ok(self.variables.iter().map(|it| it.0.clone()).collect())
    }
}
