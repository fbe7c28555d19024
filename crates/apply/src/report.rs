//! Report of a run, in the shape of Puppet's reports.

mod made;
mod metrics;
mod printed;
mod write;

use std::sync::{Arc, OnceLock};

use jiff::Zoned;
use providers::Record;
use providers::subject::{Containment, Subject};
use serde_json::Value as Json;
use smol_str::SmolStr;

pub use made::Made;
pub use metrics::{Metrics, Times};

use crate::reached::Reach;
use crate::undo::UndoRecord;

/// How an event ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventStatus {
    Success,
    Failure,
    Noop,
    Audit,
}

impl EventStatus {
    pub fn name(self) -> &'static str {
        match self {
            EventStatus::Success => "success",
            EventStatus::Failure => "failure",
            EventStatus::Noop => "noop",
            EventStatus::Audit => "audit",
        }
    }
}

/// A value as an event has it. There are three of each event, and most are short texts: as such they need less room.
#[derive(Clone, Debug, PartialEq)]
pub enum EventValue {
    Text(SmolStr),
    Other(Box<Json>),
}

impl EventValue {
    pub fn from_value(value: &Json) -> EventValue {
        match value {
            Json::String(text) => EventValue::Text(SmolStr::new(text)),
            other => match providers::show::reported(other) {
                Some(text) => EventValue::Text(text.into()),
                None => EventValue::Other(Box::new(other.clone())),
            },
        }
    }

    pub fn to_json(&self) -> Json {
        match self {
            EventValue::Text(text) => Json::from(text.as_str()),
            EventValue::Other(value) => Json::clone(value),
        }
    }
}

/// Something that happened to a resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub name: SmolStr,
    pub property: Option<SmolStr>,
    pub previous: Option<EventValue>,
    pub desired: Option<EventValue>,
    pub historical: Option<EventValue>,
    pub message: String,
    pub status: EventStatus,
    pub audited: bool,
    pub redacted: Option<bool>,
    /// Somebody has changed what an earlier run had set.
    pub corrective: bool,
    pub time: Zoned,
}

/// Result of a resource.
#[derive(Clone, Debug)]
pub struct Status {
    pub resource: SmolStr,
    pub resource_type: SmolStr,
    pub title: SmolStr,
    pub provider: Option<&'static str>,
    pub containment: Containment,
    pub tags: Arc<[SmolStr]>,
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    pub time: Zoned,
    pub seconds: Option<f64>,
    /// How long its refresh took, which Puppet counts nowhere.
    pub refresh_seconds: f64,
    pub failed: bool,
    /// Its provider cannot work here: nothing else is done with it.
    pub refused: bool,
    pub failed_to_restart: bool,
    pub restarted: bool,
    pub skipped: bool,
    /// No schedule prevented it; Puppet counts none of them.
    pub scheduled: bool,
    pub events: Vec<Event>,
    /// The resources that failed, because of which this one was not applied.
    pub because_of: Vec<SmolStr>,
    /// The resources that made it refresh, or would have.
    pub refreshed_by: Vec<SmolStr>,
    /// Why it was to be changed, beyond its properties: what the checks of a command have said.
    pub checks: Vec<String>,
    /// Previous state of the resource, stored for undo.
    pub undo_record: Option<Box<UndoRecord>>,
    /// How its properties were left; none where that says nothing any more.
    pub reached: Vec<(SmolStr, Option<Reach>)>,
    /// It has `noop` itself.
    pub is_looked_at: bool,
    /// Of what is declared of it, where [`crate::Options`] asks for that.
    pub digest: Option<String>,
    /// In a run that changes nothing: those on whose effect it depends what would become of this one.
    pub doubt: Vec<SmolStr>,
}

impl Status {
    pub fn new(subject: &Subject, time: Zoned) -> Status {
        Status {
            resource: subject.reference.clone(),
            resource_type: type_of(&subject.type_name),
            title: subject.title.clone(),
            provider: None,
            containment: subject.containment.clone(),
            tags: subject.tags.clone(),
            file: subject.file.clone(),
            line: subject.line,
            time,
            seconds: None,
            refresh_seconds: 0.0,
            failed: false,
            refused: false,
            failed_to_restart: false,
            restarted: false,
            skipped: false,
            scheduled: false,
            events: Vec::new(),
            because_of: Vec::new(),
            refreshed_by: Vec::new(),
            checks: Vec::new(),
            undo_record: None,
            reached: Vec::new(),
            is_looked_at: subject.is_looked_at,
            digest: None,
            doubt: Vec::new(),
        }
    }

    pub fn add(&mut self, event: Event) {
        self.failed |= event.status == EventStatus::Failure;
        // Most resources have one at most: a list that may grow begins with room for four, and events are large.
        if self.events.is_empty() {
            self.events.reserve_exact(1);
        }
        self.events.push(event);
    }

    pub fn changes(&self) -> usize {
        self.events.iter().filter(|it| it.status == EventStatus::Success).count()
    }

    pub fn out_of_sync(&self) -> usize {
        self.events.iter().filter(|it| it.status != EventStatus::Audit).count()
    }

    /// Whether reports list it: unchanged resources are only counted.
    pub fn is_told(&self) -> bool {
        self.has_failed() || self.skipped || self.out_of_sync() > 0
    }

    pub fn has_failed(&self) -> bool {
        self.failed || self.failed_to_restart
    }
}

/// A type as reports write it: `Apt::source`.
fn type_of(name: &str) -> SmolStr {
    let is_so = name.bytes().enumerate().all(|(at, it)| it.is_ascii() && (at == 0) == it.is_ascii_uppercase());
    if is_so { SmolStr::new(name) } else { SmolStr::new(capitalized(name)) }
}

fn capitalized(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|it| it.to_uppercase().chain(chars.flat_map(char::to_lowercase)).collect()).unwrap_or_default()
}

/// How a whole run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusOf {
    Failed,
    Changed,
    Unchanged,
}

impl StatusOf {
    pub fn name(self) -> &'static str {
        match self {
            StatusOf::Failed => "failed",
            StatusOf::Changed => "changed",
            StatusOf::Unchanged => "unchanged",
        }
    }
}

/// A run.
#[derive(Clone, Debug)]
pub struct Report {
    pub host: String,
    pub time: Zoned,
    /// A number or a text.
    pub version: Json,
    pub transaction: String,
    pub catalog: Option<String>,
    pub environment: String,
    pub noop: bool,
    /// It was gone through to the end.
    pub completed: bool,
    /// Resources that come of others could not be found out.
    pub failed_to_generate: bool,
    /// It says which changes are corrective.
    pub improved: bool,
    pub statuses: Vec<Arc<Status>>,
    pub logs: Vec<Arc<Record>>,
    /// Texts that were prepared of both while the run went on.
    pub made: Made,
    pub times: Times,
    /// Metrics, computed on first use: with many resources they take time, and several readers ask.
    pub counted: OnceLock<Metrics>,
}

impl Report {
    /// Numbers of the run, which has ended.
    pub fn metrics(&self) -> &Metrics {
        self.counted.get_or_init(|| Metrics::new(self))
    }

    pub fn status(&self) -> StatusOf {
        let metrics = self.metrics();
        if self.failed_to_generate || !self.completed || metrics.failed > 0 || metrics.failed_to_restart > 0 {
            StatusOf::Failed
        } else if metrics.changes > 0 {
            StatusOf::Changed
        } else {
            StatusOf::Unchanged
        }
    }

    /// Something would be changed, and nothing was because of `noop`.
    pub fn is_pending(&self) -> bool {
        self.metrics().events.iter().any(|(name, count)| *name == EventStatus::Noop.name() && *count > 0)
    }

    /// Puppet's detailed exit code: 2 for changes, 4 for failures, those to generate resources among them.
    pub fn exit_code(&self) -> u8 {
        let metrics = self.metrics();
        let changed = if metrics.changes > 0 { 2 } else { 0 };
        let failed = if self.failed_to_generate || metrics.failed > 0 || metrics.failed_to_restart > 0 { 4 } else { 0 };
        changed | failed
    }
}
