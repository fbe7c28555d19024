//! `--timing`: how a run has spent its time: the critical path through the graph, and the slowest resources.

use std::collections::HashMap;

use apply::{Report, Status};
use catalog::{Step, puppet};
use compiler::Applied;

use crate::commands::check::failure::one_line;

/// Times that would show as 0.00 seconds are left out.
const LEAST: f64 = 0.005;

fn seconds(status: &Status) -> f64 {
    status.seconds.unwrap_or_default() + status.refresh_seconds
}

/// Both, `most` resources of each.
pub fn description(report: &Report, applied: &Applied, most: usize) -> String {
    let path = critical(report, applied);
    let length: f64 = path.iter().map(|it| seconds(it)).sum();
    let all: f64 = report.statuses.iter().map(|it| seconds(it)).sum();
    let mut slowest: Vec<&Status> = report.statuses.iter().map(|it| &**it).collect();
    slowest.sort_by(|a, b| seconds(b).total_cmp(&seconds(a)));
    let mut out = format!("Critical path: {length:.2} of {all:.2} seconds; more --jobs make no run shorter than this\n");
    list(&path, most, &mut out);
    out.push_str("Slowest resources:\n");
    list(&slowest, most, &mut out);
    out
}

/// The slowest of some resources, in the order in which they are given.
fn list(statuses: &[&Status], most: usize, out: &mut String) {
    let mut longest: Vec<f64> = statuses.iter().map(|it| seconds(it)).filter(|it| *it >= LEAST).collect();
    longest.sort_by(|a, b| b.total_cmp(a));
    let least = longest.get(most.saturating_sub(1)).copied().unwrap_or(LEAST);
    let shown = statuses.iter().filter(|it| most > 0 && seconds(it) >= least).take(most);
    for status in shown {
        let place = match (&status.file, status.line) {
            (Some(file), Some(line)) => format!(" ({file}:{line})"),
            _ => String::new(),
        };
        let refresh = match status.refresh_seconds {
            it if it >= LEAST => format!(", {it:.2} of them to refresh"),
            _ => String::new(),
        };
        out.push_str(&format!("   {:>8.2} {}{place}{refresh}\n", seconds(status), one_line(&status.resource)));
    }
}

/// The resources of the critical path through the graph, from its beginning. Resources that come of others are not in the graph.
fn critical<'a>(report: &'a Report, applied: &Applied) -> Vec<&'a Status> {
    let (catalog, graph) = (&applied.catalog, &applied.graph);
    let Some(order) = graph.order() else { return Vec::new() };
    let by_name: HashMap<&str, &Status> = report.statuses.iter().map(|it| (it.resource.as_str(), &**it)).collect();
    let status = |step| match graph.step(step) {
        Step::Apply(id) => by_name.get(puppet::reference(&catalog[id]).as_str()).copied(),
        _ => None,
    };
    // Of each step, the least time of all before it, with itself, and its predecessor on that path.
    let mut longest: Vec<(f64, Option<usize>)> = vec![(0.0, None); graph.step_bound()];
    let mut statuses: Vec<Option<&Status>> = vec![None; graph.step_bound()];
    let mut last: Option<usize> = None;
    for step in order {
        let own = status(step);
        let before = graph.incoming(step).map(|it| it.before.index());
        let before = before.filter_map(|it| Some((longest.get(it)?.0, it))).max_by(|a, b| a.0.total_cmp(&b.0));
        let length = before.map_or(0.0, |it| it.0) + own.map_or(0.0, seconds);
        if let (Some(place), Some(status_slot)) = (longest.get_mut(step.index()), statuses.get_mut(step.index())) {
            (*place, *status_slot) = ((length, before.map(|it| it.1)), own);
        }
        if last.and_then(|it| longest.get(it)).is_none_or(|it| it.0 < length) {
            last = Some(step.index());
        }
    }
    let mut path: Vec<&Status> = std::iter::successors(last, |it| longest.get(*it)?.1).filter_map(|it| *statuses.get(it)?).collect();
    path.reverse();
    path
}
