//! The history of runs that do not use the transaction.

use std::sync::{Arc, OnceLock};

use jiff::Zoned;
use serde_json::json;

use super::history::{self, Made as Lines};
use super::{Folders, host_name};
use crate::report::{Made, Report, Status, Times};

/// Adds a run to the history: what has changed, or would have, and what has failed. What is kept never fails a run.
///
/// `run` is the name of the run.
pub fn record(folders: &Folders, run: String, begun: Zoned, (noop, completed): (bool, bool), statuses: Vec<Arc<Status>>, exit: u8) {
    let times = Times { total: super::now().duration_since(&begun).as_secs_f64(), ..Times::default() };
    let report = Report {
        host: host_name(),
        version: json!(begun.timestamp().as_second()),
        time: begun,
        transaction: run,
        catalog: None,
        environment: folders.environment.clone(),
        noop,
        completed,
        failed_to_generate: false,
        improved: false,
        statuses,
        logs: Vec::new(),
        made: Made::default(),
        times,
        counted: OnceLock::new(),
    };
    history::add(&folders.state, &report, &Lines::default(), exit, None, &|_, _| Vec::new());
}
