//! Reports and summaries as Puppet writes them.

use std::io::{self, Write};

use ::yaml::Emitter;
use providers::Record;
use serde_json::{Map, Value as Json, json};
use smol_str::SmolStr;

use super::{Event, EventValue, Metrics, Report, Status};
use crate::clock::iso;
use crate::yaml::{self, Fields};

/// The version of Puppet that this behaves as.
const PUPPET: &str = "8.10.0";

impl Report {
    /// `last_run_report.yaml`.
    pub fn write_yaml(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut out = yaml::Mapping::new(TAG, to);
        for (name, part) in self.parts() {
            match part {
                Part::Value(value) => out.entry(name, &value),
                Part::Logs => {
                    let (count, made) = &self.made.logs;
                    let rest = self.logs.get(*count..).unwrap_or_default();
                    out.list(name, made, rest, |it, out| of_record(it, out));
                }
                Part::Statuses => {
                    let (count, made) = &self.made.statuses;
                    let rest: Vec<(&str, &Status)> = self.changed_statuses(*count).collect();
                    out.mapping(name, made, &rest, |it, out| of_status(it, self.improved, out));
                }
            }
        }
        out.end()
    }

    /// The data of the report.
    pub fn to_json(&self) -> Json {
        let object = |fields: &dyn Fn(&mut dyn Fields)| {
            let mut map = Map::new();
            fields(&mut map);
            Json::Object(map)
        };
        let of = |part: Part| match part {
            Part::Value(value) => value,
            Part::Logs => Json::Array(self.logs.iter().map(|it| object(&|out| of_record(it, out))).collect()),
            Part::Statuses => {
                let statuses =
                    self.changed_statuses(0).map(|(name, it)| (name.to_owned(), object(&|out| of_status(it, self.improved, out))));
                Json::Object(statuses.collect())
            }
        };
        Json::Object(self.parts().into_iter().map(|(name, part)| (name.to_owned(), of(part))).collect())
    }

    /// Changed resources after the first N; those that are up to date are only counted.
    fn changed_statuses(&self, behind: usize) -> impl Iterator<Item = (&str, &Status)> {
        self.statuses.iter().skip(behind).filter(|it| it.is_told()).map(|it| (it.resource.as_str(), &**it))
    }

    fn parts(&self) -> Vec<(&'static str, Part)> {
        let mut parts = vec![
            ("host", Part::Value(json!(self.host))),
            ("time", Part::Value(json!(iso(&self.time)))),
            ("configuration_version", Part::Value(json!(self.version))),
            ("transaction_uuid", Part::Value(json!(self.transaction))),
            ("report_format", Part::Value(json!(12))),
            ("puppet_version", Part::Value(json!(PUPPET))),
            ("status", Part::Value(json!(self.status().name()))),
            ("transaction_completed", Part::Value(json!(self.completed))),
            ("noop", Part::Value(json!(self.noop))),
            ("noop_pending", Part::Value(json!(self.is_pending()))),
            ("environment", Part::Value(json!(self.environment))),
            ("logs", Part::Logs),
            ("metrics", Part::Value(of_metrics(self.metrics(), self.completed))),
            ("resource_statuses", Part::Statuses),
            ("corrective_change", Part::Value(json!(self.statuses.iter().any(|it| self.improved && is_corrective(it))))),
        ];
        if let Some(catalog) = &self.catalog {
            parts.push(("catalog_uuid", Part::Value(json!(catalog))));
        }
        parts.push(("cached_catalog_status", Part::Value(json!("not_used"))));
        parts
    }

    /// `last_run_summary.yaml`.
    pub fn summary(&self) -> String {
        yaml::document("", &self.summarized())
    }

    /// Counts and times.
    pub(super) fn summarized(&self) -> Json {
        let metrics = self.metrics();
        let mut events: Vec<_> = metrics.events.clone();
        events.sort_unstable();
        let mut times: Vec<_> = metrics.times.clone();
        times.sort_by(|a, b| a.0.cmp(&b.0));
        let mut time = Map::new();
        for (name, seconds) in times {
            time.insert(name, json!(seconds));
        }
        time.insert("last_run".to_owned(), json!(self.time.timestamp().as_second()));
        let events: Map<String, Json> = events.into_iter().map(|(name, count)| (name.to_owned(), json!(count))).collect();
        json!({
            "version": { "config": self.version, "puppet": PUPPET },
            "application": {
                "run_mode": "user",
                "initial_environment": self.environment,
                "converged_environment": self.environment,
            },
            "resources": {
                "changed": metrics.changed,
                "corrective_change": 0,
                "failed": metrics.failed,
                "failed_to_restart": metrics.failed_to_restart,
                "out_of_sync": metrics.out_of_sync,
                "restarted": metrics.restarted,
                "scheduled": metrics.scheduled,
                "skipped": metrics.skipped,
                "total": metrics.total,
            },
            "time": time,
            "changes": { "total": metrics.changes },
            "events": events,
        })
    }
}

const TAG: &str = "!ruby/object:Puppet::Transaction::Report";

/// A part of a report, in order. Of many resources there is much to say: it is made as it is written.
enum Part {
    Value(Json),
    Logs,
    Statuses,
}

/// A message as it stands in the file.
pub(super) fn log(record: &Record, out: &mut Emitter) {
    yaml::item(out, |out| of_record(record, out));
}

/// Writes the result of a resource as it appears in the file.
pub(super) fn status(status: &Status, improved: bool, out: &mut Emitter) {
    yaml::entry(&status.resource, out, |out| of_status(status, improved, out));
}

fn of_record(record: &Record, out: &mut dyn Fields) {
    out.text("level", Some(record.level.name()));
    out.text("message", Some(&record.message));
    out.text("source", Some(&record.source));
    out.texts("tags", &mut record.tags.iter());
    out.time("time", &record.time);
    out.text("file", record.file.as_deref());
    out.count("line", record.line.map(u64::from));
}

fn is_corrective(status: &Status) -> bool {
    status.events.iter().any(|it| it.corrective)
}

/// Puppet says of its agent only which changes are corrective.
fn of_status(status: &Status, improved: bool, out: &mut dyn Fields) {
    out.text("title", Some(&status.title));
    out.text("file", status.file.as_deref());
    out.count("line", status.line.map(u64::from));
    out.text("resource", Some(&status.resource));
    out.text("resource_type", Some(&status.resource_type));
    out.text("provider_used", status.provider);
    out.texts("containment_path", &mut status.containment.iter());
    out.value("evaluation_time", &json!(status.seconds));
    out.texts("tags", &mut status.tags.iter().map(SmolStr::as_str));
    out.time("time", &status.time);
    out.switch("failed", status.failed);
    out.switch("failed_to_restart", status.failed_to_restart);
    let (changes, out_of_sync) = (status.changes(), status.out_of_sync());
    out.switch("changed", changes > 0);
    out.switch("out_of_sync", out_of_sync > 0);
    out.switch("skipped", status.skipped);
    out.count("change_count", Some(changes as u64));
    out.count("out_of_sync_count", Some(out_of_sync as u64));
    let event = |number: usize, out: &mut dyn Fields| {
        let _ = status.events.get(number).map(|it| of_event(it, improved, out));
    };
    out.list("events", status.events.len(), &event);
    out.switch("corrective_change", improved && is_corrective(status));
}

fn of_event(event: &Event, improved: bool, out: &mut dyn Fields) {
    out.switch("audited", event.audited);
    out.text("property", event.property.as_deref());
    for (name, value) in [("previous_value", &event.previous), ("desired_value", &event.desired), ("historical_value", &event.historical)] {
        match value {
            Some(EventValue::Text(text)) => out.text(name, Some(text)),
            Some(EventValue::Other(value)) => out.value(name, value),
            None => out.text(name, None),
        }
    }
    out.text("message", Some(&event.message));
    out.text("name", Some(&event.name));
    out.text("status", Some(event.status.name()));
    out.time("time", &event.time);
    out.value("redacted", &json!(event.redacted));
    out.switch("corrective_change", improved && event.corrective);
}

fn of_metrics(metrics: &Metrics, _completed: bool) -> Json {
    let resources = [
        ("total", metrics.total),
        ("skipped", metrics.skipped),
        ("failed", metrics.failed),
        ("failed_to_restart", metrics.failed_to_restart),
        ("restarted", metrics.restarted),
        ("changed", metrics.changed),
        ("out_of_sync", metrics.out_of_sync),
        ("scheduled", metrics.scheduled),
        ("corrective_change", 0),
    ];
    let counted = |name: &str, label: &str, values: &[(&str, usize)]| {
        let values: Vec<Json> = values.iter().map(|(name, count)| json!([name, label_of(name), count])).collect();
        json!({ "name": name, "label": label, "values": values })
    };
    let times: Vec<Json> = metrics.times.iter().map(|(name, seconds)| json!([name, label_of(name), seconds])).collect();
    json!({
        "resources": counted("resources", "Resources", &resources),
        "time": { "name": "time", "label": "Time", "values": times },
        "changes": counted("changes", "Changes", &[("total", metrics.changes)]),
        "events": counted("events", "Events", &metrics.events),
    })
}

/// `failed_to_restart` is shown as `Failed to restart`.
fn label_of(name: &str) -> String {
    super::capitalized(&name.replace('_', " "))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, OnceLock};

    use jiff::Zoned;

    use super::*;
    use crate::report::{EventStatus, Made, Times};
    use providers::Level;
    use providers::subject::Subject;

    fn report(logs: Vec<Record>, statuses: Vec<Status>) -> Report {
        Report {
            host: "n".to_owned(),
            time: time(),
            version: json!(1),
            transaction: "t".to_owned(),
            catalog: None,
            environment: "production".to_owned(),
            noop: false,
            completed: true,
            failed_to_generate: false,
            improved: true,
            statuses: statuses.into_iter().map(Arc::new).collect(),
            logs: logs.into_iter().map(Arc::new).collect(),
            made: Made::default(),
            times: Times::default(),
            counted: OnceLock::new(),
        }
    }

    fn time() -> Zoned {
        "2026-11-22T05:27:51.123456789+01:00[+01:00]".parse().unwrap()
    }

    #[test]
    fn a_report_is_written_piece_by_piece_as_it_is_as_a_whole() {
        let mut status = Status::new(&Subject::bare("file", "/t/a: b", &[]), time());
        status.add(Event {
            name: "content_changed".into(),
            property: Some("content".into()),
            previous: Some(EventValue::from_value(&json!({"a": [1, {"b": []}]}))),
            desired: Some(EventValue::from_value(&json!(["x", {}]))),
            historical: None,
            message: "it's\nso".to_owned(),
            status: EventStatus::Failure,
            audited: false,
            redacted: Some(true),
            corrective: true,
            time: time(),
        });
        status.add(Event { message: "yes".to_owned(), ..status.events[0].clone() });
        status.tags = [].into();
        let mut skipped = Status::new(&Subject::bare("notify", "n", &[]), time());
        skipped.skipped = true;
        let record = Record { file: Some("/a.pp".into()), line: Some(3), ..Record::of_run(Level::Err, "8.10.0: no", time()) };
        let many = |count: usize| {
            let title = |it: usize| Subject::bare("notify", &format!("n{it}"), &[]);
            let records = (0..count).map(|it| Record { line: Some(it as u32), ..record.clone() }).collect();
            report(records, (0..count).map(|it| Status { failed: true, ..Status::new(&title(it), time()) }).collect())
        };
        let few = report(vec![record.clone(), record.clone()], vec![status, skipped]);
        for report in [report(Vec::new(), Vec::new()), few, many(255), many(400), many(2000)] {
            let whole = yaml::document(TAG, &report.to_json());
            for part in [0, 1, 300] {
                let (mut made, mut out) = (Made::default(), Vec::new());
                if part > 0 {
                    for logs in report.logs.chunks(part).take(2) {
                        made.add_logs(logs.iter().map(|it| &**it));
                    }
                    for statuses in report.statuses.chunks(part).take(2) {
                        made.add_statuses(statuses.iter().map(|it| &**it), report.improved);
                    }
                }
                Report { made, ..report.clone() }.write_yaml(&mut out).unwrap();
                assert_eq!(String::from_utf8(out).unwrap(), whole, "{part}");
            }
        }
    }
}
