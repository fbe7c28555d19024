//! Counts and times of a run.

use super::{EventStatus, Report};

/// Durations in seconds, apart from those of the resources.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    pub config_retrieval: Option<f64>,
    pub transaction_evaluation: Option<f64>,
    pub catalog_application: Option<f64>,
    pub total: f64,
}

/// Numbers of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics {
    pub total: usize,
    pub skipped: usize,
    pub failed: usize,
    pub failed_to_restart: usize,
    pub restarted: usize,
    pub scheduled: usize,
    pub changed: usize,
    pub out_of_sync: usize,
    /// Of all resources together.
    pub changes: usize,
    /// Events by their status: those that are always shown first.
    pub events: Vec<(&'static str, usize)>,
    /// By type, in the order in which the types came up, and what else was measured.
    pub times: Vec<(String, f64)>,
}

impl Metrics {
    pub fn new(report: &Report) -> Metrics {
        let mut metrics = Metrics { total: report.statuses.len(), ..Metrics::default() };
        // Failures and successes are shown even if there are none; the others follow in order of occurrence.
        let mut events = vec![(EventStatus::Failure, 0), (EventStatus::Success, 0)];
        // Resources of a type mostly come one upon the other.
        let mut last = 0;
        for status in &report.statuses {
            metrics.skipped += usize::from(status.skipped);
            metrics.failed += usize::from(status.failed);
            metrics.failed_to_restart += usize::from(status.failed_to_restart);
            metrics.scheduled += usize::from(status.scheduled);
            metrics.restarted += usize::from(status.restarted);
            metrics.changed += usize::from(status.changes() > 0);
            metrics.out_of_sync += usize::from(status.out_of_sync() > 0);
            metrics.changes += status.changes();
            for event in &status.events {
                match events.iter_mut().find(|it| it.0 == event.status) {
                    Some((_, count)) => *count += 1,
                    None => events.push((event.status, 1)),
                }
            }
            if let Some(seconds) = status.seconds {
                let is_it = |it: &(String, f64)| it.0.eq_ignore_ascii_case(&status.resource_type);
                if !metrics.times.get(last).is_some_and(is_it) {
                    last = metrics.times.iter().position(is_it).unwrap_or(metrics.times.len());
                }
                match metrics.times.get_mut(last) {
                    Some((_, sum)) => *sum += seconds,
                    None => metrics.times.push((status.resource_type.to_lowercase(), seconds)),
                }
            }
        }
        let total = events.iter().map(|it| it.1).sum();
        metrics.events =
            std::iter::once(("total", total)).chain(events.into_iter().map(|(status, count)| (status.name(), count))).collect();
        let times = &report.times;
        let measured = [
            ("config_retrieval", times.config_retrieval),
            ("transaction_evaluation", times.transaction_evaluation),
            ("catalog_application", times.catalog_application),
            ("total", Some(times.total)),
        ];
        metrics.times.extend(measured.into_iter().filter_map(|(name, it)| it.map(|it| (name.to_owned(), it))));
        metrics
    }
}
