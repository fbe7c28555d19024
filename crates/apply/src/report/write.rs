//! Reports and summaries as Puppet writes them.

use serde_json::{Map, Value as Json, json};

use super::{Event, Metrics, Report, Status};
use crate::log::Record;
use crate::state::iso;
use crate::yaml;

/// The version of Puppet that this behaves as.
const PUPPET: &str = "8.10.0";

impl Report {
    /// `last_run_report.yaml`.
    pub fn to_yaml(&self) -> String {
        let mut out = yaml::Mapping::new("!ruby/object:Puppet::Transaction::Report");
        for (name, part) in self.parts() {
            match part {
                Part::Value(value) => out.entry(name, &value),
                Part::Logs => out.list(name, self.logs.iter().map(of_record)),
                Part::Statuses => out.mapping(name, self.told()),
            }
        }
        out.end()
    }

    /// The data of the report.
    pub fn to_json(&self) -> Json {
        let of = |part: Part| match part {
            Part::Value(value) => value,
            Part::Logs => Json::Array(self.logs.iter().map(of_record).collect()),
            Part::Statuses => Json::Object(self.told().map(|(name, status)| (name.to_owned(), status)).collect()),
        };
        Json::Object(self.parts().into_iter().map(|(name, part)| (name.to_owned(), of(part))).collect())
    }

    /// What became of the resources; what was as it should be is counted only.
    fn told(&self) -> impl Iterator<Item = (&str, Json)> {
        let told = self.statuses.iter().filter(|it| it.has_failed() || it.skipped || it.out_of_sync() > 0);
        told.map(|it| (it.resource.as_str(), of_status(it, self.improved)))
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
            ("metrics", Part::Value(of_metrics(&self.metrics(), self.completed))),
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

    /// What is counted and measured.
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

/// What a report is made of, in its order. Of many resources there is much to say: it is made as it is written.
enum Part {
    Value(Json),
    Logs,
    Statuses,
}

fn of_record(record: &Record) -> Json {
    json!({
        "level": record.level.name(),
        "message": record.message,
        "source": record.source,
        "tags": record.tags,
        "time": iso(&record.time),
        "file": record.file,
        "line": record.line,
    })
}

fn is_corrective(status: &Status) -> bool {
    status.events.iter().any(|it| it.corrective)
}

/// Puppet says of its agent only which changes are corrective.
fn of_status(status: &Status, improved: bool) -> Json {
    json!({
        "title": status.title,
        "file": status.file,
        "line": status.line,
        "resource": status.resource,
        "resource_type": status.resource_type,
        "provider_used": status.provider,
        "containment_path": status.containment,
        "evaluation_time": status.seconds,
        "tags": status.tags,
        "time": iso(&status.time),
        "failed": status.failed,
        "failed_to_restart": status.failed_to_restart,
        "changed": status.changes() > 0,
        "out_of_sync": status.out_of_sync() > 0,
        "skipped": status.skipped,
        "change_count": status.changes(),
        "out_of_sync_count": status.out_of_sync(),
        "events": status.events.iter().map(|it| of_event(it, improved)).collect::<Vec<_>>(),
        "corrective_change": improved && is_corrective(status),
    })
}

fn of_event(event: &Event, improved: bool) -> Json {
    json!({
        "audited": event.audited,
        "property": event.property,
        "previous_value": event.previous,
        "desired_value": event.desired,
        "historical_value": event.historical,
        "message": event.message,
        "name": event.name,
        "status": event.status.name(),
        "time": iso(&event.time),
        "redacted": event.redacted,
        "corrective_change": improved && event.corrective,
    })
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
