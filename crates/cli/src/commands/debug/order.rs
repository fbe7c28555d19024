//! Output of `oracle_catalog.rb` for a catalog that is to be applied: relationships, order, cycles, mistakes.

use catalog::puppet::{self, About, Problem};
use catalog::{Because, Catalog, RelationshipGraph, StepId};
use compiler::{Applied, Environment, Log};
use serde_json::{Map, Value as Json, json};

const ADVICE: &str = "Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz";

/// Adds what follows from the catalog to its answer. Returns messages of the types' code.
pub fn put(catalog: Catalog, environment: &Environment, out: &mut Map<String, Json>) -> Vec<Log> {
    let Applied { catalog, graph, problems, logs, .. } = compiler::apply_with_messages(catalog, environment);
    if let Some(problem) = problems.first() {
        out.insert("ral_error".into(), error(problem));
        return logs;
    }
    let relations = graph.listed_relations().into_iter().map(|number| relation(&catalog, &graph, number)).collect();
    out.insert("edges".into(), relations);
    let expanded = graph.listed_edges().iter().map(|number| edge(&catalog, &graph, *number)).collect();
    out.insert("expanded".into(), expanded);
    let name = |step: &StepId| puppet::step_name(&catalog, graph.step(*step));
    let Some(order) = graph.order() else {
        let cycles = puppet::cycles(&catalog, &graph);
        let members: Vec<Vec<String>> = cycles.iter().map(|cycle| cycle.members.iter().map(name).collect()).collect();
        out.insert("cycles".into(), json!(members));
        out.insert("cycle_report".into(), format!("{}{ADVICE}", puppet::cycle_report(&catalog, &graph, &cycles)).into());
        return logs;
    };
    let applied = order.iter().filter_map(|step| match graph.step(*step) {
        catalog::Step::Apply(id) if !puppet::is_default(&catalog[id].type_name, &catalog[id].title) => {
            Some(puppet::reference(&catalog[id]))
        }
        _ => None,
    });
    out.insert("order_full".into(), order.iter().map(|step| Json::from(name(step))).collect());
    out.insert("order".into(), applied.map(Json::from).collect());
    logs
}

fn relation(catalog: &Catalog, graph: &RelationshipGraph, number: u32) -> Json {
    let Some(it) = graph.relations().get(number as usize) else { return Json::Null };
    let mut out = ends(puppet::reference(&catalog[it.before]), puppet::reference(&catalog[it.after]), it.effect.refreshes());
    out.insert("kind".into(), if it.source().is_automatic() { "auto" } else { "manual" }.into());
    out.into()
}

fn edge(catalog: &Catalog, graph: &RelationshipGraph, number: u32) -> Json {
    let Some(it) = graph.edges().get(number as usize) else { return Json::Null };
    let name = |step| puppet::step_name(catalog, graph.step(step));
    let mut out = ends(name(it.before), name(it.after), graph.refreshes(it));
    if it.because == Because::Empty {
        out.insert("event".into(), "NONE".into());
    }
    out.into()
}

fn ends(source: String, target: String, refresh: bool) -> Map<String, Json> {
    let mut out = Map::new();
    out.insert("source".into(), source.into());
    out.insert("target".into(), target.into());
    out.insert("event".into(), if refresh { "ALL_EVENTS" } else { "NONE" }.into());
    if refresh {
        out.insert("callback".into(), "refresh".into());
    }
    out
}

fn error(problem: &Problem) -> Json {
    let mut place = Vec::new();
    let mut out = Map::new();
    let file = problem.file.as_deref().filter(|it| !it.is_empty());
    if let Some(file) = file {
        place.push(format!("file: {file}"));
    }
    if let Some(line) = problem.line {
        place.push(format!("line: {line}"));
    }
    // Duplicate names are reported with the places, by an error that has none.
    let message = match place.is_empty() || problem.about == About::Name {
        true => problem.issue.to_string(),
        false => format!("{} ({})", problem.issue, place.join(", ")),
    };
    out.insert("error".into(), message.into());
    if problem.about == About::Name {
        out.insert("class".into(), "ArgumentError".into());
        return out.into();
    }
    if let Some(file) = file {
        out.insert("file".into(), file.into());
    }
    if let Some(line) = problem.line {
        out.insert("line".into(), line.into());
    }
    out.into()
}
