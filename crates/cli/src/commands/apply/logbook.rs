//! Where the messages of a run go: to the console, or where options say.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use apply::run::logbook::{Destination, Events, Logbook, Outlet};
use providers::{Level, Record};

use super::batched_output::{self, BatchedOutput};
use super::live::Live;

/// Options for messages.
#[derive(Default)]
pub struct Options<'a> {
    /// Colours: true, false, or when the output is a terminal.
    pub color: &'a str,
    /// `console`, `syslog` or files; the console where there are none.
    pub destinations: &'a [String],
    /// Facility of messages in the system's log.
    pub facility: Option<&'a str>,
    /// Where events go, a line of JSON each; `-` is the standard output.
    pub events: Option<&'a Path>,
    /// The standard output is for something else.
    pub is_aside: bool,
}

impl Options<'_> {
    /// Whether the standard output is for something else: messages go to the standard error.
    pub fn is_aside(&self) -> bool {
        self.is_aside || self.events.is_some_and(|it| it.as_os_str() == "-")
    }
}

/// Messages from a level on go where the options say.
pub fn open(least: Level, options: &Options<'_>) -> anyhow::Result<Logbook> {
    let mut outlets: Vec<Box<dyn Outlet>> = Vec::new();
    let is_aside = options.is_aside();
    for destination in options.destinations {
        outlets.push(match destination.as_str() {
            "console" => Box::new(Console::new(options.color, is_aside)),
            "syslog" => Box::new(Destination::system(options.facility)?),
            file => Box::new(Destination::file(file)?),
        });
    }
    if options.destinations.is_empty() {
        outlets.push(Box::new(Console::new(options.color, is_aside)));
    }
    if let Some(path) = options.events {
        outlets.push(Box::new(Events::open(path)?));
    }
    Ok(Logbook::new(least, outlets))
}

/// Prints what is no message: where messages of the console go. A run goes on to its end even if nobody can read of it.
pub fn print(text: &str, is_aside: bool) {
    let _ = if is_aside { io::stderr().write_all(text.as_bytes()) } else { io::stdout().write_all(text.as_bytes()) };
}

/// The standard output, and the standard error.
struct Console {
    manner: Manner,
    /// Resource in progress, shown on a terminal.
    live: Option<Live>,
    /// Lines that wait for others.
    gathered: Option<BatchedOutput>,
}

impl Console {
    fn new(color: &str, is_aside: bool) -> Console {
        let color = match color {
            "true" | "ansi" | "always" | "yes" => Some(true),
            "false" | "never" | "no" => Some(false),
            _ if std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty()) => Some(false),
            _ => None,
        };
        let terminals = (io::stdout().is_terminal(), io::stderr().is_terminal());
        Console { manner: Manner { color, is_aside, terminals }, live: None, gathered: None }
    }
}

impl Outlet for Console {
    fn write(&mut self, record: &Record) {
        let _ = match &self.live {
            Some(live) => live.suspend(|| write(record, self.manner, None)),
            None => write(record, self.manner, self.gathered.as_ref()),
        };
    }

    fn begun(&mut self, resource: &str, number: usize, of: usize) {
        if let Some(live) = &self.live {
            live.begun(resource, number, of);
        }
    }

    fn watch(&mut self, is_watched: bool) {
        self.live = if is_watched && !self.manner.is_aside { Live::new() } else { None };
    }

    fn gather(&mut self, is_gathered: bool) {
        // What is drawn on a terminal knows where its lines end.
        self.gathered = if is_gathered && !self.manner.is_aside && self.live.is_none() { batched_output::standard_output() } else { None };
    }
}

/// How the console is written.
#[derive(Clone, Copy)]
struct Manner {
    color: Option<bool>,
    /// The standard output is for something else.
    is_aside: bool,
    /// Whether somebody sees the standard output, and the standard error.
    terminals: (bool, bool),
}

fn write(record: &Record, manner: Manner, gathered: Option<&BatchedOutput>) -> io::Result<()> {
    let is_error = manner.is_aside || record.level >= Level::Warning;
    let is_colored = manner.color.unwrap_or(if is_error { manner.terminals.1 } else { manner.terminals.0 });
    let code = match record.level {
        _ if !is_colored => None,
        Level::Debug => Some("36"),
        Level::Info => Some("32"),
        Level::Notice => Some("0"),
        Level::Warning => Some("1;33"),
        Level::Err | Level::Alert | Level::Emerg | Level::Crit => Some("1;31"),
    };
    let mut line = String::with_capacity(record.source.len() + record.text().len() + 32);
    if let Some(code) = code {
        line.extend(["\u{1b}[", code, "m"]);
    }
    line.extend([record.level.title(), ": "]);
    if record.source != "Puppet" {
        line.extend([&record.source, ": "]);
    }
    line.push_str(record.text());
    match code {
        Some(_) => line.push_str("\u{1b}[0m\n"),
        // What ends with a break gets no second one.
        None if line.ends_with('\n') => {}
        None => line.push('\n'),
    }
    match gathered {
        Some(gathered) if !is_error => {
            gathered.add(&line);
            return Ok(());
        }
        Some(gathered) => gathered.write(),
        None => {}
    }
    if is_error { io::stderr().lock().write_all(line.as_bytes()) } else { io::stdout().lock().write_all(line.as_bytes()) }
}
