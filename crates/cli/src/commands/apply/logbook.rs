//! Messages go to the console and to files, and into the report.

use std::sync::Arc;

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use apply::{Observer, Status};
use machine::real::readable;
use providers::{Level, Record, Sink};
use serde_json::json;

use super::ahead::Ahead;
use super::gathered::{self, Gathered};
use super::live::Live;
use super::progress::Progress;
use super::syslog::{Facility, Syslog};
use super::undo::Writer;

pub struct Logbook {
    pub least: Level,
    color: Option<bool>,
    destinations: Vec<Destination>,
    /// What the report is to have, while there is one.
    pub kept: Option<Vec<Arc<Record>>>,
    /// Puts it into words for the report.
    pub ahead: Option<Ahead>,
    /// Where resources that begin and end are told.
    pub progress: Option<Progress>,
    /// Where it is kept what is changed, so that it can be taken back.
    pub undo: Option<Writer>,
    /// What is applied now, where there is a terminal.
    live: Option<Live>,
    /// Lines of the console that wait for others.
    gathered: Option<Gathered>,
    /// The standard output is for something else.
    pub is_aside: bool,
    /// Whether somebody sees the standard output, and the standard error.
    terminals: (bool, bool),
}

enum Destination {
    Console,
    Plain(File),
    /// A list without its end; whether something is in it.
    Json(File, bool),
    Lines(File),
    System(Syslog),
}

impl Logbook {
    /// Messages go to the destinations; those for the system's log are about a facility, where one is named.
    pub fn new(least: Level, color: &str, destinations: &[String], facility: Option<&str>) -> anyhow::Result<Logbook> {
        let color = match color {
            "true" | "ansi" | "always" | "yes" => Some(true),
            "false" | "never" | "no" => Some(false),
            _ if std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty()) => Some(false),
            _ => None,
        };
        let mut logbook = Logbook {
            least,
            color,
            destinations: Vec::new(),
            kept: None,
            ahead: None,
            progress: None,
            undo: None,
            live: None,
            gathered: None,
            is_aside: false,
            terminals: (io::stdout().is_terminal(), io::stderr().is_terminal()),
        };
        for destination in destinations {
            logbook.destinations.push(Destination::of(destination, facility)?);
        }
        if destinations.is_empty() {
            logbook.destinations.push(Destination::Console);
        }
        Ok(logbook)
    }

    /// A message of the run.
    pub fn tell(&mut self, level: Level, message: impl Into<String>) {
        if level >= self.least {
            self.record(Record::of_run(level, message, now()));
        }
    }
}

impl Logbook {
    /// Shows what is applied now, if anybody can see it, until that is over.
    pub fn watch(&mut self, is_watched: bool) {
        let is_here = !self.is_aside && self.destinations.iter().any(|it| matches!(it, Destination::Console));
        self.live = if is_watched && is_here { Live::new() } else { None };
    }

    /// Writes what is told on the console together, if it comes at once, until that is over: for a run that changes nothing.
    pub fn gather(&mut self, is_gathered: bool) {
        // What is drawn on a terminal knows where its lines end.
        self.gathered = if is_gathered && !self.is_aside && self.live.is_none() { gathered::standard_output() } else { None };
    }

    /// Prints what is no message: where messages of the console go.
    pub fn print(&self, text: &str) {
        // A run goes on to its end even if nobody can read of it.
        let _ = if self.is_aside { io::stderr().write_all(text.as_bytes()) } else { io::stdout().write_all(text.as_bytes()) };
    }
}

/// The time here.
pub fn now() -> jiff::Zoned {
    jiff::Zoned::now()
}

impl Destination {
    fn of(name: &str, facility: Option<&str>) -> anyhow::Result<Destination> {
        if name == "console" {
            return Ok(Destination::Console);
        }
        if name == "syslog" {
            let facility = match facility {
                Some(name) => Facility::of_name(name).with_context(|| format!("Invalid syslog facility {name}"))?,
                None => Facility::DAEMON,
            };
            return Ok(Destination::System(Syslog::open(facility).context("the system's log")?));
        }
        let path = Path::new(name);
        anyhow::ensure!(path.is_absolute(), "{name} is no place for messages: name the console, syslog or the path of a file");
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| name.to_owned())?;
        }
        let file = OpenOptions::new().append(true).create(true).open(path).with_context(|| name.to_owned())?;
        Ok(if name.ends_with(".jsonl") {
            Destination::Lines(file)
        } else if name.ends_with(".json") {
            let has_some = file.metadata().is_ok_and(|it| it.len() > 2);
            if !has_some {
                writeln!(&file, "[")?;
            }
            Destination::Json(file, has_some)
        } else {
            Destination::Plain(file)
        })
    }

    fn write(&mut self, record: &Record, manner: Manner, gathered: Option<&Gathered>) -> io::Result<()> {
        match self {
            Destination::Console => console(record, manner, gathered),
            Destination::Plain(file) => {
                let time = record.time.strftime("%Y-%m-%d %H:%M:%S %z");
                writeln!(file, "{time} {} ({}): {}", record.source, record.level.name(), record.text())
            }
            Destination::Json(file, has_some) => {
                if std::mem::replace(has_some, true) {
                    writeln!(file, ",")?;
                }
                writeln!(file, "{}", structured(record))
            }
            Destination::Lines(file) => writeln!(file, "{}", structured(record)),
            Destination::System(syslog) => syslog.write(record),
        }
    }
}

fn structured(record: &Record) -> serde_json::Value {
    let mut data = json!({
        "level": record.level.name(),
        "message": record.message,
        "source": record.source,
        "tags": record.tags,
        "time": record.time.strftime("%Y-%m-%dT%H:%M:%S.%9f%:z").to_string(),
    });
    if let Some(data) = data.as_object_mut() {
        if let Some(file) = &record.file {
            data.insert("file".to_owned(), json!(&**file));
        }
        if let Some(line) = record.line {
            data.insert("line".to_owned(), json!(line));
        }
    }
    data
}

/// How the console is written.
#[derive(Clone, Copy)]
struct Manner {
    color: Option<bool>,
    is_aside: bool,
    terminals: (bool, bool),
}

fn console(record: &Record, manner: Manner, gathered: Option<&Gathered>) -> io::Result<()> {
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
        let manner = Manner { color: self.color, is_aside: self.is_aside, terminals: self.terminals };
        for destination in &mut self.destinations {
            // A run goes on to its end even if nobody can read of it.
            let _ = match (&self.live, &*destination) {
                (Some(live), Destination::Console) => live.aside(|| destination.write(&record, manner, None)),
                _ => destination.write(&record, manner, self.gathered.as_ref()),
            };
        }
        if let Some(kept) = &mut self.kept {
            let record = Arc::new(record);
            if let Some(ahead) = &mut self.ahead {
                ahead.record(&record);
            }
            kept.push(record);
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
        if let Some(live) = &self.live {
            live.begun(resource, number, of);
        }
        if let Some(progress) = &mut self.progress {
            progress.begun(resource, number, of);
        }
    }

    fn done(&mut self, status: &Arc<Status>) {
        if let Some(undo) = &mut self.undo {
            undo.add(status);
        }
        if let Some(progress) = &mut self.progress {
            progress.done(status);
        }
        if let Some(ahead) = &mut self.ahead {
            ahead.status(status);
        }
    }
}
