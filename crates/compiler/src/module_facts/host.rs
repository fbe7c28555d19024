//! Requests of facts to the program that evaluates them.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use facts::is_custom;
use issue::Place;
use ruby::ast::Name;
use ruby::host::{COMMAND, Command, CommandText, Ended, Entry, Errors, Required};
use ruby::value::Foreign;
use ruby::{Heap, Host, Outcome, Program, Stop};
use values::{LogLevel, Str, Value};
use world::FileKind;

use super::{FactMachine, FactReason, FactRefusal};
use crate::builtin::ruby_values::{Seen, to_ruby};
use crate::environment::Environment;
use crate::error::Log;
use crate::outside::{Used, names_in, nanoseconds, not_granted, shown_command};

/// No file of Ruby is larger.
const LARGEST_PROGRAM: u64 = 1 << 20;

/// The longest limit of time.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 3_600);

/// No file is read beyond this many bytes.
const LARGEST: u64 = 64 << 20;

/// Facts of Facter that Bunraku does not gather: whether the machine has them is not known.
const NOT_GATHERED: &str = "augeas augeasversion az_metadata cloud ec2_metadata ec2_userdata gce ldom xen xendomains zfs_featurenumbers \
                            zfs_version zpool_featureflags zpool_featurenumbers zpool_version";

/// A file or fact whose code runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Running {
    File(PathBuf),
    Fact(String),
}

/// Results of an evaluation of facts.
#[derive(Default)]
pub struct State {
    /// One inside of another.
    pub running: Vec<Running>,
    /// The files that defined facts.
    pub defined: HashMap<String, PathBuf>,
    pub refused: HashMap<String, FactRefusal>,
    pub refused_files: Vec<(PathBuf, FactRefusal)>,
    pub logs: Vec<Log>,
    pub used: BTreeSet<Used>,
    programs: HashMap<PathBuf, Arc<Program>>,
    /// The prelude cannot be used.
    pub is_broken: bool,
}

impl State {
    /// Why an evaluation ended before it had a result.
    pub fn refusal(&self, stop: Stop) -> FactRefusal {
        let (reason, at, file) = match ruby::failure(stop, 0) {
            ruby::Error::NotCovered(it) => (FactReason::NotCovered(it.construct), it.at, it.file),
            ruby::Error::Limit(limit) => (FactReason::Exceeded(limit), 0, "".into()),
            other => (FactReason::NotCovered(other.to_string()), 0, "".into()),
        };
        let line = self.programs.get(Path::new(&*file)).map(|it| it.line(at));
        FactRefusal { reason, file: Str::from(&*file), line }
    }
}

pub struct FactHost<'f> {
    environment: &'f Environment,
    machine: FactMachine<'f>,
    files: Vec<PathBuf>,
    state: Rc<RefCell<State>>,
    seen: Seen,
    /// Limits of time, one inside of another: what is thrown at their end, and that end.
    limits: Vec<(Name, Instant)>,
    last_limit: u64,
}

/// The object `FactHost` of the prelude.
struct This;

impl<'f> FactHost<'f> {
    pub fn new(environment: &'f Environment, machine: FactMachine<'f>, files: Vec<PathBuf>, state: Rc<RefCell<State>>) -> FactHost<'f> {
        FactHost { environment, machine, files, state, seen: Seen::default(), limits: Vec::new(), last_limit: 0 }
    }

    /// Refuses what another machine would have, and what was not granted.
    fn may_use(&self, what: &str, granted: bool, grant: &str) -> Outcome<()> {
        if !self.machine.is_here {
            return Err(Stop::not_covered(format!("{what} of this machine, which is not the node")));
        }
        if granted { Ok(()) } else { not_granted(what, grant) }
    }

    fn may_read(&mut self, path: &str) -> Outcome<()> {
        let environment = self.environment;
        let clean = ruby::clean(path);
        if environment.modules().any(|it| Path::new(&clean).starts_with(it.1)) {
            return Ok(());
        }
        self.may_use("a file", self.machine.outside.files, "files")?;
        self.state.borrow_mut().used.insert(Used::File(path.into()));
        Ok(())
    }

    fn program(&mut self, path: &Path) -> Outcome<Option<Arc<Program>>> {
        if let Some(known) = self.state.borrow().programs.get(path) {
            return Ok(Some(known.clone()));
        }
        let Ok(bytes) = self.environment.world.read(path, LARGEST_PROGRAM) else { return Ok(None) };
        let Ok(text) = String::from_utf8(bytes) else { return Err(Stop::not_covered("a file that is no UTF-8")) };
        match Program::shared(&text, &path.to_string_lossy()) {
            Ok(program) => {
                self.state.borrow_mut().programs.insert(path.to_owned(), program.clone());
                Ok(Some(program))
            }
            Err(errors) => {
                let message = errors.first().map(|it| it.message.clone()).unwrap_or_default();
                Err(Stop::raise("SyntaxError", message))
            }
        }
    }

    /// A fact of Facter itself, or a part of one; with those of `facts.d` if they count.
    fn given(&mut self, heap: &Heap, name: &str, with_external: bool) -> Outcome {
        let mut path = name.split('.');
        let first = path.next().unwrap_or_default();
        let key = Value::string(first);
        let external = self.machine.external.get(&key).filter(|_| with_external);
        let Some(mut value) = external.or_else(|| self.machine.core.get(&key)).or_else(|| self.machine.legacy.get(&key)) else {
            let is_missing = is_custom(first) || (!NOT_GATHERED.split_whitespace().any(|it| it == first));
            return match is_missing {
                true => Ok(heap.array(Vec::new())),
                false => Err(Stop::not_covered(format!("the fact `{first}` of Facter"))),
            };
        };
        for part in path {
            let inner = match value {
                Value::Hash(entries) => entries.get(&Value::string(part)),
                Value::Array(items) => part.parse::<usize>().ok().and_then(|it| items.get(it)),
                _ => None,
            };
            match inner {
                Some(inner) => value = inner,
                None => return Ok(heap.array(Vec::new())),
            }
        }
        let value = to_ruby(heap, &mut self.seen, value, 0)?;
        Ok(heap.array(vec![value]))
    }

    fn log(&self, level: &str, message: &str) {
        let level = match level {
            "warning" => LogLevel::Warning,
            "info" => LogLevel::Info,
            "notice" => LogLevel::Notice,
            _ => LogLevel::Err,
        };
        let message = format!("Facter: {message}");
        self.state.borrow_mut().logs.push(Log { level, message, source: None, place: Place::default(), code: None });
    }

    fn method(&mut self, heap: &Heap, name: &str, arguments: &[ruby::Value]) -> Outcome {
        let texts: Vec<String> = arguments.iter().map(text).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        match (name, texts.as_slice()) {
            ("files", []) => {
                let files = self.files.iter().map(|it| heap.text(it.to_string_lossy())).collect();
                return Ok(heap.array(files));
            }
            ("enter_file", [path]) => self.state.borrow_mut().running.push(Running::File(path.into())),
            ("enter_fact", [name]) => {
                self.check(name)?;
                self.state.borrow_mut().running.push(Running::Fact((*name).to_owned()));
            }
            ("defined", [name]) => {
                let mut state = self.state.borrow_mut();
                let file = state.running.iter().rev().find_map(|it| match it {
                    Running::File(path) => Some(path.clone()),
                    Running::Fact(_) => None,
                });
                if let Some(path) = file {
                    state.defined.entry((*name).to_owned()).or_insert(path);
                }
            }
            ("leave", []) => drop(self.state.borrow_mut().running.pop()),
            ("check", [name]) => self.check(name)?,
            ("log", [level, message]) => self.log(level, message),
            ("not_covered", [what]) => return Err(Stop::not_covered(*what)),
            ("core", [name]) => return self.given(heap, name, false),
            ("given", [name]) => return self.given(heap, name, true),
            ("external", [name]) => {
                let Some(value) = self.machine.external.get(&Value::string(*name)) else { return Ok(heap.array(Vec::new())) };
                let value = to_ruby(heap, &mut self.seen, value, 0)?;
                return Ok(heap.array(vec![value]));
            }
            ("begin_limit", [_]) => {
                let Some(limit) = arguments.first().and_then(seconds) else { return Err(Stop::not_covered("such a limit of time")) };
                self.last_limit += 1;
                let tag = format!("__limit_{}", self.last_limit);
                self.limits.push((tag.clone().into(), Instant::now() + limit));
                return Ok(ruby::Value::Symbol(tag.into()));
            }
            // Whether the time was up.
            ("end_limit", []) => {
                let limit = self.limits.pop();
                return Ok(ruby::Value::Boolean(limit.is_some_and(|it| Instant::now() >= it.1)));
            }
            ("time?", [_]) => {
                let class = arguments.first().map(ruby::class::class_of);
                return Ok(ruby::Value::Boolean(class.is_some_and(|it| matches!(&*it, "Time" | "Date" | "DateTime"))));
            }
            ("run", [command, _, _]) => {
                let mut command = shell(command, Errors::Captured);
                command.limit = arguments.get(2).and_then(seconds);
                command.environment = vec![("LC_ALL".to_owned(), "C".to_owned()), ("LANG".to_owned(), "C".to_owned())];
                if let Some(ruby::Value::Hash(more)) = arguments.get(1) {
                    command.environment.extend(more.pairs().iter().map(|(name, value)| (text(name), text(value))));
                }
                return match self.run(&command)? {
                    Ok(ended) => {
                        let lossless = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|_| Stop::not_covered("output that is no UTF-8"));
                        let both = vec![heap.text(lossless(ended.output)?), heap.text(String::from_utf8_lossy(&ended.errors))];
                        Ok(heap.array(both))
                    }
                    Err(ErrorKind::NotFound) => Err(Stop::raise("Errno::ENOENT", "No such file or directory")),
                    Err(ErrorKind::TimedOut) => Ok(ruby::Value::Nil),
                    Err(_) => Err(Stop::not_covered("a command that cannot be run")),
                };
            }
            ("versioncmp", [a, b]) => return Ok(ruby::Value::Integer(functions::compare_versions(a, b) as i64)),
            (name, _) => return Err(Stop::not_covered(format!("{name} of Puppet's"))),
        }
        Ok(ruby::Value::Nil)
    }

    /// A fact that was refused stays so.
    fn check(&self, name: &str) -> Outcome<()> {
        match self.state.borrow().refused.get(name) {
            Some(refusal) => Err(refusal.stop()),
            None => Ok(()),
        }
    }
}

fn shell(text: &str, errors: Errors) -> Command {
    Command { what: CommandText::Shell(text.to_owned()), environment: Vec::new(), errors, limit: None }
}

/// A duration above zero.
fn seconds(value: &ruby::Value) -> Option<Duration> {
    let seconds = match value {
        ruby::Value::Integer(it) => u64::try_from(*it).ok().map(Duration::from_secs),
        ruby::Value::Float(it) => Duration::try_from_secs_f64(*it).ok(),
        _ => None,
    };
    seconds.filter(|it| !it.is_zero()).map(|it| it.min(LONGEST))
}

fn text(value: &ruby::Value) -> String {
    match value {
        ruby::Value::String(it) => it.get().to_string(),
        ruby::Value::Symbol(it) => it.to_string(),
        _ => String::new(),
    }
}

impl Host for FactHost<'_> {
    fn version(&self) -> Option<ruby::Version> {
        self.environment.ruby_version
    }

    fn instance(&mut self, _: &Heap, _: &str) -> Outcome<Option<ruby::Value>> {
        Ok(None)
    }

    fn call(&mut self, heap: &Heap, receiver: Option<&Rc<Foreign>>, name: &str, arguments: &[ruby::Value]) -> Outcome<Option<ruby::Value>> {
        match receiver {
            Some(it) if it.object.is::<This>() => self.method(heap, name, arguments).map(Some),
            _ => Ok(None),
        }
    }

    fn constant(&mut self, _: &Heap, name: &str) -> Option<ruby::Value> {
        matches!(name, "FactHost" | "PuppetHost").then(|| {
            let class = name.into();
            ruby::Value::Foreign(Rc::new(Foreign { class, ancestors: None, text: None, inspect: None, object: Box::new(This) }))
        })
    }

    fn require(&mut self, name: &str) -> Outcome<Required> {
        let named = if name.ends_with(".rb") { name.to_owned() } else { format!("{name}.rb") };
        let place = match name.starts_with('/') {
            true => {
                self.may_read(&named)?;
                Some(PathBuf::from(named))
            }
            false if name.split('/').any(|it| it == "..") => None,
            false => self.environment.modules().map(|it| it.1.join("lib").join(&named)).find(|it| self.environment.is_file(it)),
        };
        match place {
            Some(path) => match self.program(&path)? {
                Some(program) => Ok(Required::Program(program)),
                None => Ok(Required::Missing),
            },
            None if name == "facter" || name == "puppet" || name.starts_with("puppet/") || name.starts_with("facter/") => {
                Ok(Required::Present)
            }
            None => Ok(Required::Missing),
        }
    }

    fn read(&mut self, path: &str) -> Outcome<Result<Vec<u8>, ErrorKind>> {
        self.may_read(path)?;
        Ok(self.environment.world.read(Path::new(path), LARGEST).map_err(|error| error.kind()))
    }

    fn entry(&mut self, path: &str) -> Outcome<Option<Entry>> {
        self.may_read(path)?;
        Ok(self.environment.world.metadata(Path::new(path)).ok().map(|it| match it.kind {
            FileKind::File => Entry::File,
            FileKind::Directory => Entry::Folder,
            _ => Entry::Other,
        }))
    }

    fn is_executable(&mut self, path: &str) -> Outcome<bool> {
        self.may_read(path)?;
        match &self.environment.processes {
            Some(processes) => Ok(processes.is_executable(Path::new(path))),
            None => Err(Stop::not_covered("File.executable?")),
        }
    }

    fn names(&mut self, path: &str) -> Outcome<Result<Vec<String>, ErrorKind>> {
        self.may_read(path)?;
        names_in(&*self.environment.world, path)
    }

    fn run(&mut self, command: &Command) -> Outcome<Result<Ended, ErrorKind>> {
        self.may_use(COMMAND, self.machine.outside.commands, "commands")?;
        let Some(processes) = &self.environment.processes else { return Err(Stop::not_covered(COMMAND)) };
        self.state.borrow_mut().used.insert(Used::Command(shown_command(command)));
        let first = self.limits.iter().min_by_key(|it| it.1);
        let rest = first.map(|it| it.1.saturating_duration_since(Instant::now()));
        let limit = command.limit.into_iter().chain(rest).min();
        match processes.run(&Command { limit, ..command.clone() }) {
            Ok(ended) => Ok(Ok(ended)),
            Err(error) => match first {
                // The code that set the limit goes on.
                Some((tag, end)) if error.kind() == ErrorKind::TimedOut && Instant::now() >= *end => {
                    Err(Stop::Throw(ruby::Value::Symbol(tag.clone()), ruby::Value::Nil))
                }
                _ => Ok(Err(error.kind())),
            },
        }
    }

    fn now(&mut self) -> Outcome<i128> {
        self.may_use("the clock", self.machine.outside.clock, "clock")?;
        self.state.borrow_mut().used.insert(Used::Clock);
        Ok(nanoseconds(self.environment.world.now()))
    }

    fn zone(&mut self, seconds: i64) -> Outcome<(i32, String)> {
        self.may_use("the time zone of the machine", self.machine.outside.clock, "clock")?;
        self.state.borrow_mut().used.insert(Used::Zone);
        self.environment.world.zone(seconds).ok_or_else(|| Stop::not_covered("the time zone of this machine at such a time"))
    }

    fn variable(&mut self, name: &str) -> Outcome<Option<String>> {
        self.may_use("a variable of the environment", self.machine.outside.environment, "environment")?;
        self.state.borrow_mut().used.insert(Used::Variable(name.into()));
        match self.environment.world.env(name).map(std::ffi::OsString::into_string) {
            None => Ok(None),
            Some(Ok(value)) => Ok(Some(value)),
            Some(Err(_)) => Err(Stop::not_covered("a variable of the environment that is no UTF-8")),
        }
    }
}
