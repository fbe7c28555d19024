//! Changes of a run, for the history of runs.

use std::sync::Arc;

use apply::{Event, EventStatus, Status};
use jiff::Zoned;
use providers::Subject;
use salt::Compiled;

use crate::returned::Return;
use crate::run::Returns;

/// A status for each state that has changes or has failed.
pub fn statuses(returns: &Returns, compiled: &Compiled, now: &Zoned) -> Vec<Arc<Status>> {
    let reported = returns.iter().filter(|(_, it)| it.has_changes() || it.is_failed());
    reported.map(|(tag, ret)| Arc::new(status(tag, ret, compiled, now))).collect()
}

/// The function of a state, such as `file.managed`.
fn function(tag: &str) -> String {
    let parts: Vec<&str> = tag.split("_|-").collect();
    format!("{}.{}", parts.first().copied().unwrap_or_default(), parts.last().copied().unwrap_or_default())
}

/// A state as people know it.
pub fn reference(tag: &str, ret: &Return) -> String {
    format!("{}: {}", function(tag), ret.name)
}

/// The file and the line of a state.
pub fn place(tag: &str, compiled: &Compiled) -> Option<(String, u32)> {
    let chunk = compiled.chunks.iter().find(|it| *it.tag() == *tag)?;
    let (file, range) = compiled.files.source(chunk.at)?;
    Some((file.path.to_string_lossy().into_owned(), file.position(range.start).0))
}

fn status(tag: &str, ret: &Return, compiled: &Compiled, now: &Zoned) -> Status {
    let mut subject = Subject::bare(&function(tag), &ret.name, &[]);
    subject.reference = reference(tag, ret).into();
    if let Some((file, line)) = place(tag, compiled) {
        subject.file = Some(file.as_str().into());
        subject.line = Some(line);
    }
    let time = ret.start.clone().unwrap_or_else(|| now.clone());
    let mut status = Status::new(&subject, time.clone());
    let result = match ret.result() {
        Some(false) => EventStatus::Failure,
        Some(true) => EventStatus::Success,
        None => EventStatus::Noop,
    };
    let keys: Vec<&str> = ret.outcome.changes.keys().map(String::as_str).collect();
    let message = match (ret.outcome.comment.as_str(), keys.as_slice()) {
        ("", keys) => format!("changed: {}", keys.join(", ")),
        (comment, _) => comment.to_owned(),
    };
    status.add(Event {
        name: "state".into(),
        property: None,
        previous: None,
        desired: None,
        historical: None,
        message,
        status: result,
        audited: false,
        redacted: None,
        corrective: false,
        time,
    });
    status.seconds = Some(ret.milliseconds / 1000.0);
    status
}
