//! Messages in files, and in the system's log.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use providers::Record;
use serde_json::json;

use super::Outlet;
pub use super::syslog::Facility;
use super::syslog::Syslog;
use crate::run::Error;

/// Where messages are written that nobody waits for.
pub enum Destination {
    Plain(File),
    /// A list without its end; whether something is in it.
    Json(File, bool),
    Lines(File),
    System(Syslog),
}

impl Destination {
    /// The system's log; messages are about a facility.
    pub fn system(facility: Option<&str>) -> Result<Destination, Error> {
        let facility = match facility {
            Some(name) => Facility::of_name(name).ok_or_else(|| Error::Refused(format!("Invalid syslog facility {name}")))?,
            None => Facility::DAEMON,
        };
        Ok(Destination::System(Syslog::open(facility).map_err(|it| Error::File("the system's log".to_owned(), it))?))
    }

    /// A file; its name says in which form it is written.
    pub fn file(name: &str) -> Result<Destination, Error> {
        let path = Path::new(name);
        if !path.is_absolute() {
            return Err(Error::Refused(format!("{name} is no place for messages: name the console, syslog or the path of a file")));
        }
        let failed = |error| Error::File(name.to_owned(), error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(failed)?;
        Ok(if name.ends_with(".jsonl") {
            Destination::Lines(file)
        } else if name.ends_with(".json") {
            let has_some = file.metadata().is_ok_and(|it| it.len() > 2);
            if !has_some {
                writeln!(&file, "[").map_err(failed)?;
            }
            Destination::Json(file, has_some)
        } else {
            Destination::Plain(file)
        })
    }

    fn try_write(&mut self, record: &Record) -> io::Result<()> {
        match self {
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

impl Outlet for Destination {
    fn write(&mut self, record: &Record) {
        let _ = self.try_write(record);
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
