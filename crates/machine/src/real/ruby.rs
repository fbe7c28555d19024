//! The Ruby process for providers in Ruby.

#[cfg(test)]
mod tests;

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::interrupt::{self, Running};
use super::process::end;
use crate::ruby::{Channel, Launch, RubyError};

/// Which Ruby runs providers, or facts of modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Providers {
    /// The one that Puppet or OpenVox brings, or that of the system.
    #[default]
    Auto,
    /// None.
    Off,
    /// This one, or the one of this `puppet`.
    At(PathBuf),
}

impl Providers {
    /// Parses an option: `auto`, `off`, or a path.
    pub fn of_option(text: &str) -> Providers {
        match text {
            "auto" => Providers::Auto,
            "off" => Providers::Off,
            path => Providers::At(PathBuf::from(path)),
        }
    }
}

/// The Ruby of Puppet's and OpenVox' own packages.
const PACKAGED: &str = "/opt/puppetlabs/puppet/bin/ruby";

/// How long Puppet may take until it is loaded, on a machine that is busy with other things, too.
const START: Duration = Duration::from_secs(300);

/// How long is waited for an answer before it is looked whether the run is to end.
const PAUSE: Duration = Duration::from_millis(50);

/// How long a process has to end when nothing more is asked.
const GRACE: Duration = Duration::from_secs(2);

/// So long the last words of a process that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Limit of its output that is shown when it does not start.
const TAIL: usize = 2000;

/// Reads as many bytes from the standard input as are announced, and runs them: the program is no argument.
const LOADER: &str = "eval($stdin.read(ARGV[0].to_i), TOPLEVEL_BINDING, 'bunraku')";

/// Starts the Ruby that is wanted.
pub struct Ruby {
    providers: Providers,
    /// Program that it runs.
    program: &'static str,
}

impl Ruby {
    pub fn new(providers: Providers, program: &'static str) -> Ruby {
        Ruby { providers, program }
    }
}

/// The programs that may be the Ruby that is wanted, the best first.
pub fn candidates(providers: &Providers) -> Vec<PathBuf> {
    match providers {
        Providers::Off => Vec::new(),
        Providers::At(path) => vec![of_puppet(path).unwrap_or_else(|| path.clone())],
        Providers::Auto => {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let of_path = std::env::split_paths(&path).filter(|it| it.is_absolute()).map(|it| it.join("ruby"));
            let mut found: Vec<(PathBuf, PathBuf)> = Vec::new();
            for program in std::iter::once(PathBuf::from(PACKAGED)).chain(of_path).filter(|it| it.is_file()) {
                // A folder may be in it twice, or be a link to another.
                let real = std::fs::canonicalize(&program).unwrap_or_else(|_| program.clone());
                if !found.iter().any(|it| it.0 == real) {
                    found.push((real, program));
                }
            }
            found.into_iter().map(|it| it.1).collect()
        }
    }
}

impl Launch for Ruby {
    fn start(&mut self) -> Result<Box<dyn Channel>, RubyError> {
        if self.providers == Providers::Off {
            return Err(RubyError::Missing { reason: "--ruby-providers=off rules out that it is run".to_owned() });
        }
        let mut problems = Vec::new();
        for program in candidates(&self.providers) {
            match started(&program, self.program) {
                Ok(process) => return Ok(Box::new(process)),
                Err(problem) => problems.push(format!("{}: {problem}", program.display())),
            }
        }
        let tried = if problems.is_empty() { String::new() } else { format!(" ({})", problems.join("; ")) };
        let advice = "install openvox-agent or puppet-agent, or name a Ruby that has Puppet with --ruby-providers=PATH";
        Err(RubyError::Missing { reason: format!("no Ruby with Puppet was found{tried}: {advice}") })
    }
}

/// The Ruby that runs a `puppet`: the one in its folder, or the one that its first line names.
fn of_puppet(path: &Path) -> Option<PathBuf> {
    if !path.file_name()?.to_string_lossy().starts_with("puppet") {
        return None;
    }
    let real = std::fs::canonicalize(path).ok()?;
    let sibling = real.with_file_name("ruby");
    if sibling.is_file() {
        return Some(sibling);
    }
    let mut line = String::new();
    BufReader::new(std::fs::File::open(&real).ok()?.take(256)).read_line(&mut line).ok()?;
    let named = line.strip_prefix("#!")?.split_whitespace().next()?;
    if named.ends_with("/ruby") || named.contains("/ruby") {
        return Some(PathBuf::from(named));
    }
    // A wrapper of the packages.
    Some(PathBuf::from(PACKAGED)).filter(|it| it.is_file())
}

struct Process {
    child: Child,
    /// Requests to write; none when there are no more.
    requests: Option<Sender<String>>,
    answers: Receiver<String>,
    printed: Arc<Mutex<Printed>>,
    /// A run that is abandoned takes it with it.
    _running: Option<Running>,
}

/// Output that is no answer.
#[derive(Default)]
struct Printed {
    tail: String,
    /// It is passed on as soon as Puppet is loaded.
    is_open: bool,
}

/// Why a program is no Ruby that runs providers.
enum StartError {
    Io(std::io::Error),
    NoStreams,
    NoRuby,
    TimedOut,
    /// It ended: the first line that it printed, or how it ended.
    Ended(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Io(error) => error.fmt(f),
            StartError::NoStreams => f.write_str("it has no standard streams"),
            StartError::NoRuby => f.write_str("it is no Ruby"),
            StartError::TimedOut => f.write_str("it does not come up"),
            StartError::Ended(reason) => f.write_str(reason),
        }
    }
}

fn started(ruby: &Path, program: &str) -> Result<Process, StartError> {
    let mut command = Command::new(ruby);
    command.args(["-e", LOADER, &program.len().to_string()]).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(StartError::Io)?;
    let (Some(mut input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take()) else {
        return Err(StartError::NoStreams);
    };
    let (requests, to_write) = channel::<String>();
    // What is written may have to wait until it is read; whoever asks does not.
    std::thread::spawn(move || {
        for line in to_write {
            if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    let printed = Arc::new(Mutex::new(Printed::default()));
    let answers = listen(output);
    let closed = overhear(errors, printed.clone());
    let running = i32::try_from(child.id()).ok().map(Running::new);
    let mut process = Process { child, requests: Some(requests), answers, printed, _running: running };
    process.write(program.to_owned());
    match process.receive(START) {
        Ok(line) if line.contains("\"ready\"") => {}
        Ok(_) => return Err(StartError::NoRuby),
        Err(RubyError::TimedOut) => return Err(StartError::TimedOut),
        Err(RubyError::Missing { reason: how } | RubyError::Ended(how)) => {
            // Its last words may not have been read yet. What it has started may keep the pipe open.
            let _ = closed.recv_timeout(LAST_WORDS);
            let tail = process.printed.lock().map_or_else(|_| String::new(), |it| it.tail.clone());
            let reason = tail.lines().find(|it| !it.trim().is_empty()).unwrap_or_default().to_owned();
            return Err(StartError::Ended(if reason.is_empty() { how } else { reason }));
        }
    }
    if let Ok(mut printed) = process.printed.lock() {
        printed.is_open = true;
    }
    Ok(process)
}

/// Its answers, line by line, until it ends.
fn listen(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Copies its output to our own errors. What is returned is closed when there is nothing more.
fn overhear(mut errors: ChildStderr, printed: Arc<Mutex<Printed>>) -> Receiver<()> {
    let (open, closed) = channel();
    std::thread::spawn(move || {
        // It is dropped at the end of the thread.
        let _open: Sender<()> = open;
        let mut buffer = [0; 4096];
        while let Ok(count) = errors.read(&mut buffer) {
            let piece = buffer.get(..count).unwrap_or_default();
            let Ok(mut printed) = printed.lock() else { return };
            if count == 0 {
                return;
            }
            if printed.is_open {
                // Nobody may be there to read it.
                let _ = std::io::stderr().write_all(piece);
            } else if printed.tail.len() < TAIL {
                printed.tail.push_str(&String::from_utf8_lossy(piece));
            }
        }
    });
    closed
}

impl Process {
    fn write(&mut self, text: String) {
        // Where nobody reads any more, there will be no answer, either.
        if let Some(requests) = &self.requests {
            let _ = requests.send(text);
        }
    }

    fn how_it_ended(&mut self) -> String {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    return match (status.code(), status.signal()) {
                        (Some(code), _) => format!("exit code {code}"),
                        (None, Some(signal)) => format!("signal {signal}"),
                        (None, None) => "nobody knows how".to_owned(),
                    };
                }
                Ok(None) if begun.elapsed() < GRACE => std::thread::sleep(Duration::from_millis(5)),
                _ => return "it has closed its output".to_owned(),
            }
        }
    }
}

impl Channel for Process {
    fn send(&mut self, line: String) {
        self.write(line + "\n");
    }

    fn receive(&mut self, patience: Duration) -> Result<String, RubyError> {
        let begun = Instant::now();
        loop {
            match self.answers.recv_timeout(PAUSE.min(patience.saturating_sub(begun.elapsed()))) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(RubyError::Ended(self.how_it_ended())),
                Err(RecvTimeoutError::Timeout) if interrupt::is_asked() => {
                    end(&mut self.child);
                    return Err(RubyError::Ended("the run was asked to end".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) if begun.elapsed() >= patience => {
                    end(&mut self.child);
                    return Err(RubyError::TimedOut);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Process {
    /// Without requests it ends by itself.
    fn drop(&mut self) {
        self.requests = None;
        let begun = Instant::now();
        while begun.elapsed() < GRACE {
            // What it has started and left behind is meant to stay.
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        end(&mut self.child);
    }
}
