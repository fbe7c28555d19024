//! `--events`: what happens, as it happens, for other programs.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use providers::Record;
use serde_json::json;

use super::{Outlet, keep_first};
use crate::error::shown;
use crate::report::Status;
use crate::run::{Error, now};

/// Writes a line of JSON for each resource that begins or ends. Values that are secret are not in it.
pub struct Events {
    out: Box<dyn Write>,
    name: String,
    lost: Option<Error>,
}

impl Events {
    pub fn open(path: &Path) -> Result<Events, Error> {
        let out: Box<dyn Write> =
            if path.as_os_str() == "-" { Box::new(io::stdout()) } else { Box::new(File::create(path).map_err(Error::with_path(path))?) };
        Ok(Events { out, name: shown(path), lost: None })
    }

    fn line(&mut self, data: &serde_json::Value) {
        let written = writeln!(self.out, "{data}").and_then(|()| self.out.flush());
        keep_first(&mut self.lost, written, &self.name);
    }
}

impl Outlet for Events {
    /// Messages are none of its events.
    fn write(&mut self, _record: &Record) {}

    fn lost(&self) -> Option<&Error> {
        self.lost.as_ref()
    }

    fn begun(&mut self, resource: &str, number: usize, of: usize) {
        self.line(&json!({ "event": "begin", "time": now().timestamp().to_string(), "resource": resource, "step": number, "steps": of }));
    }

    fn done(&mut self, status: &Status) {
        let changes: Vec<_> =
            status.events.iter().map(|it| json!({ "property": it.property, "status": it.status.name(), "message": it.message })).collect();
        self.line(&json!({
            "event": "end",
            "time": now().timestamp().to_string(),
            "resource": status.resource,
            "file": status.file.as_deref(),
            "line": status.line,
            "seconds": status.seconds,
            "failed": status.has_failed(),
            "skipped": status.skipped,
            "restarted": status.restarted,
            "refreshed_by": status.refreshed_by,
            "because_of": status.because_of,
            "changes": changes,
        }));
    }
}
