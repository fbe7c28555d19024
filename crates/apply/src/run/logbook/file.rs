//! Messages in files, and in the system's log.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use providers::Record;
use serde_json::json;

pub use super::syslog::Facility;
use super::syslog::Syslog;
use super::{Outlet, keep_first};
use crate::run::Error;

/// Where messages are written that nobody waits for.
pub struct Destination {
    form: Form,
    name: String,
    lost: Option<Error>,
}

enum Form {
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
        let name = "the system's log".to_owned();
        match Syslog::open(facility) {
            Ok(log) => Ok(Destination { form: Form::System(log), name, lost: None }),
            Err(error) => Err(Error::File(name, error)),
        }
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
        let form = if name.ends_with(".jsonl") {
            Form::Lines(file)
        } else if name.ends_with(".json") {
            let has_some = file.metadata().is_ok_and(|it| it.len() > 2);
            if !has_some {
                writeln!(&file, "[").map_err(failed)?;
            }
            Form::Json(file, has_some)
        } else {
            Form::Plain(file)
        };
        Ok(Destination { form, name: name.to_owned(), lost: None })
    }

    fn try_write(&mut self, record: &Record) -> io::Result<()> {
        match &mut self.form {
            Form::Plain(file) => {
                let time = record.time.strftime("%Y-%m-%d %H:%M:%S %z");
                writeln!(file, "{time} {} ({}): {}", record.source, record.level.name(), record.text())
            }
            Form::Json(file, has_some) => {
                if std::mem::replace(has_some, true) {
                    writeln!(file, ",")?;
                }
                writeln!(file, "{}", structured(record))
            }
            Form::Lines(file) => writeln!(file, "{}", structured(record)),
            Form::System(syslog) => syslog.write(record),
        }
    }
}

impl Outlet for Destination {
    fn write(&mut self, record: &Record) {
        let written = self.try_write(record);
        keep_first(&mut self.lost, written, &self.name);
    }

    fn lost(&self) -> Option<&Error> {
        self.lost.as_ref()
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
