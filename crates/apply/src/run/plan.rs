//! A plan of a run, and whether it still holds.

use catalog::puppet;
use machine::real::Real;
use providers::bridge::{WithRuby, locked};
use providers::{Level, Record, Sink};
use serde_json::Value as Json;

use super::{Error, Folders, Ready, completed, ruby};
use crate::observer::Observer;
use crate::planned::{Planned, salt_of_plan};
use crate::transaction::{Deferral, Options, Transaction};

/// Plans a run: what it would do and its messages, or why it cannot run. Nothing is changed, and nothing is kept. With a salt, it has
/// digests of what is declared.
pub fn plan(
    options: &Options,
    folders: &Folders,
    ready: &Ready,
    deferral: &dyn Deferral,
    salt: Option<String>,
) -> Result<(Planned, Vec<Record>), Error> {
    let (catalog, graph) = (&ready.applied.catalog, &ready.applied.graph);
    let cycles = puppet::cycles(catalog, graph);
    if !cycles.is_empty() {
        let report = puppet::cycle_report(catalog, graph, &cycles);
        return Err(Error::Refused(report.replace("\\n", "\n").trim_end().to_owned()));
    }
    let mut captured = CapturedRecords::default();
    let mut state = ready.remembered.state_as_it_is();
    let mut options = completed(options, folders, ready);
    (options.common.noop, options.common.plan, options.common.show_diff) = (true, true, true);
    options.salt = salt;
    let mut system = Real::default();
    locked(&ready.ruby).noop(true);
    let types = WithRuby::new(ready.ruby.clone());
    let mut transaction = Transaction::new(catalog, graph, &options, &types, &mut system, &mut captured, &mut state).deferring(deferral);
    if let Some(obstacle) = transaction.obstacle() {
        return Err(Error::Refused(obstacle));
    }
    if let Err(failure) = transaction.check() {
        drop(transaction);
        let wrong = captured.records.iter().filter(|it| it.level >= Level::Err).map(|it| format!("\n  {}: {}", it.source, it.text()));
        return Err(Error::Refused(failure.message + &wrong.collect::<String>()));
    }
    let outcome = transaction.run();
    ruby::finish(&ready.ruby, &mut captured);
    Ok((Planned::new(&outcome.statuses, &captured.records), captured.records))
}

/// Differences from a stored plan; nothing where it still holds.
pub fn moved(before: &Json, options: &Options, folders: &Folders, ready: &Ready, deferral: &dyn Deferral) -> Result<Vec<String>, Error> {
    let places = [("node", "/host", &*ready.node), ("environment", "/environment", &*ready.environment)];
    match salt_of_plan(before, &places) {
        Err(moved) => Ok(moved),
        Ok(salt) => Ok(plan(options, folders, ready, deferral, Some(salt.to_owned()))?.0.moved(before)),
    }
}

/// Stores the messages.
#[derive(Default)]
struct CapturedRecords {
    records: Vec<Record>,
}

impl Sink for CapturedRecords {
    fn least(&self) -> Level {
        Level::Notice
    }

    fn record(&mut self, record: Record) {
        self.records.push(record);
    }
}

impl Observer for CapturedRecords {}
