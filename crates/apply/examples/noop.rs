//! Workload of `cargo xtask bench --instructions`: a run that changes nothing, from the graph to the report, and one of four times as many
//! resources.

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use apply::{Made, Observer, Options, Report, State, Times, Transaction};
use catalog::puppet::{NoTypes, from_json, relationship_graph};
use catalog::{Catalog, RelationshipGraph};
use machine::real::Real;
use providers::{Level, OfPuppet, Record, Sink};
use serde_json::{Value as Json, json};

/// As in the program; and so the system's own does not count.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SMALL: usize = 500;

fn main() -> ExitCode {
    let (small, large) = (site(SMALL), site(4 * SMALL));
    let (single, fourfold) = (counted_single(&small), counted_fourfold(&large));
    // The catalog is sound: a run that gives up early would be fast. Each message and each file would be changed.
    let is_whole = |run: &(usize, usize), count: usize| run.0 == 2 * count && run.1 > 2_000 * count;
    if is_whole(&single, SMALL) && is_whole(&fourfold, 4 * SMALL) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[inline(never)]
fn counted_single(site: &(Catalog, RelationshipGraph)) -> (usize, usize) {
    applied(black_box(site))
}

#[inline(never)]
fn counted_fourfold(site: &(Catalog, RelationshipGraph)) -> (usize, usize) {
    black_box(applied(black_box(site)))
}

/// This number of messages and of missing files, half of them in a container; all of them refresh one command.
fn site(count: usize) -> (Catalog, RelationshipGraph) {
    let one = |kind: &str, type_name: &str, title: &str, parameters: Json| json!({"type": type_name, "title": title, "tags": [], "kind": kind, "parameters": parameters});
    let mut resources = vec![
        one("compilable_type", "Stage", "main", json!({})),
        one("class", "Class", "Main", json!({})),
        one("definition", "D", "d", json!({"notify": "Exec[last]"})),
        one("compilable_type", "Exec", "last", json!({"command": "/bin/true", "refreshonly": true})),
    ];
    let within = |of: &str, it: &str| json!({"source": of, "target": it});
    let mut edges = vec![within("Stage[main]", "Class[Main]"), within("Class[Main]", "D[d]"), within("Class[Main]", "Exec[last]")];
    for number in 0..count {
        let (path, message) = (format!("/bunraku-is-nowhere/{number}"), format!("m{number}"));
        let container = if number % 2 == 0 { "D[d]" } else { "Class[Main]" };
        edges.extend([within(container, &format!("File[{path}]")), within(container, &format!("Notify[{message}]"))]);
        resources.push(one("compilable_type", "File", &path, json!({"content": path, "mode": "0600", "notify": "Exec[last]"})));
        resources.push(one("compilable_type", "Notify", &message, json!({"message": message, "require": format!("File[{path}]")})));
    }
    let data = json!({"name": "n", "environment": "production", "version": 1, "classes": [], "resources": resources, "edges": edges});
    let catalog = from_json(&data.to_string()).unwrap_or_default();
    let graph = relationship_graph(&catalog, &NoTypes).0;
    (catalog, graph)
}

/// How many resources would be changed, and how long the state and the report are.
fn applied((catalog, graph): &(Catalog, RelationshipGraph)) -> (usize, usize) {
    let journal = Some("/bunraku-is-nowhere/owed".to_owned());
    let common = providers::Options { noop: true, checksum: "sha256".to_owned(), ..providers::Options::default() };
    let options = Options { common, journal, ..Options::default() };
    let (mut system, mut state, mut log) = (Real::default(), State::default(), Log(Vec::new()));
    let time = jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC);
    let outcome = Transaction::new(catalog, graph, &options, &OfPuppet, &mut system, &mut log, &mut state).run();
    // As in the program, at the same time as the run; here no other thread takes a part that would not be counted.
    let mut made = Made::default();
    made.add_logs(log.0.iter().map(|it| &**it));
    made.add_statuses(outcome.statuses.iter().map(|it| &**it), false);
    let report = Report {
        host: "n".to_owned(),
        time: time.clone(),
        version: json!(1),
        transaction: "t".to_owned(),
        catalog: None,
        environment: "production".to_owned(),
        noop: true,
        completed: true,
        failed_to_generate: false,
        improved: false,
        statuses: outcome.statuses,
        logs: log.0,
        made,
        times: Times::default(),
        counted: OnceLock::new(),
    };
    let mut text = state.write(&time).into_bytes();
    let is_written = report.write_yaml(&mut text).is_ok();
    let changed = report.statuses.iter().filter(|it| it.out_of_sync() > 0 && it.resource_type != "Exec").count();
    (if is_written { changed } else { 0 }, text.len())
}

struct Log(Vec<Arc<Record>>);

impl Sink for Log {
    fn least(&self) -> Level {
        Level::Notice
    }

    fn record(&mut self, record: Record) {
        self.0.push(Arc::new(record));
    }
}

impl Observer for Log {}
