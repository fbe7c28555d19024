//! The graphs of `tests/relationships`, compared with those that real Puppet makes of the same catalogs.

use std::collections::HashMap;
use std::fmt::Write;

use catalog::puppet::Source;
use catalog::puppet::{self, Automatic, Identity, Known, ResourceTypes};
use catalog::{Catalog, Kind, RelationshipGraph, Resource, ResourceId};
use serde::Deserialize;
use serde_json::value::RawValue;

const RECORDINGS: &str = include_str!("../../../tests/recordings/relationships.jsonl");
const PICTURES: &str = include_str!("../../../tests/recordings/dot.jsonl");
const ADVICE: &str = "Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz";

#[derive(Deserialize)]
struct Recording {
    id: String,
    code: String,
    catalog: Box<RawValue>,
    #[serde(default)]
    r#virtual: Vec<(String, String)>,
    /// Identity of each resource, according to the types.
    #[serde(default)]
    identities: HashMap<String, Identity>,
    #[serde(default)]
    automatic: Vec<(String, String, String)>,
    #[serde(default)]
    edges: Vec<String>,
    #[serde(default)]
    expanded: Vec<String>,
    order: Option<Vec<String>>,
    cycles: Option<Vec<Vec<String>>>,
    report: Option<String>,
    problem: Option<Problem>,
}

#[derive(Deserialize)]
struct Problem {
    message: String,
}

/// Types that know what was recorded.
struct Recorded {
    identities: HashMap<String, Identity>,
    automatic: HashMap<String, Vec<Automatic>>,
}

impl Recorded {
    fn new(recording: &Recording) -> Recorded {
        let mut automatic: HashMap<String, Vec<Automatic>> = HashMap::new();
        for (source, before, after) in &recording.automatic {
            let source = match source.as_str() {
                "require" => Source::AutoRequire,
                "subscribe" => Source::AutoSubscribe,
                "before" => Source::AutoBefore,
                _ => Source::AutoNotify,
            };
            let (own, other) = if source.comes_before() { (after, before) } else { (before, after) };
            let (type_name, title) = catalog::split_reference(other).unwrap();
            automatic.entry(own.clone()).or_default().push(Automatic { source, type_name: type_name.into(), title: title.into() });
        }
        Recorded { identities: recording.identities.clone(), automatic }
    }
}

impl ResourceTypes for Recorded {
    fn identity(&self, _: ResourceId, resource: &Resource) -> Option<Identity> {
        self.identities.get(&resource.key()).cloned()
    }

    fn identity_of_title(&self, type_name: &str, title: &str) -> Option<Identity> {
        // The only type of these that reads its title.
        (type_name == "File" && title.len() > 1).then(|| vec![Some(title.trim_end_matches('/').into())])
    }

    fn automatic(&self, _: ResourceId, resource: &Resource, _: &Known<'_>) -> Vec<Automatic> {
        self.automatic.get(&resource.key()).cloned().unwrap_or_default()
    }
}

fn read(recording: &Recording) -> Catalog {
    let mut catalog = puppet::from_json(recording.catalog.get()).unwrap();
    for (type_name, title) in &recording.r#virtual {
        let mut resource = Resource::new(type_name, title, Kind::Compilable);
        resource.is_virtual = true;
        catalog.add(resource).unwrap();
    }
    puppet::add_default_resources(&mut catalog);
    catalog
}

fn relation_lines(catalog: &Catalog, graph: &RelationshipGraph) -> Vec<String> {
    let line = |number: &u32| {
        let relation = &graph.relations()[*number as usize];
        let arrow = if relation.effect.refreshes() { "~>" } else { "->" };
        format!("{} {arrow} {}", puppet::reference(&catalog[relation.before]), puppet::reference(&catalog[relation.after]))
    };
    graph.listed_relations().iter().map(line).collect()
}

fn edge_lines(catalog: &Catalog, graph: &RelationshipGraph) -> Vec<String> {
    let name = |step| puppet::step_name(catalog, graph.step(step));
    let line = |number: &u32| {
        let edge = &graph.edges()[*number as usize];
        format!("{} {} {}", name(edge.before), if graph.refreshes(edge) { "~>" } else { "->" }, name(edge.after))
    };
    graph.listed_edges().iter().map(line).collect()
}

fn compare<T: PartialEq + std::fmt::Debug>(differences: &mut String, what: &str, puppet: T, ours: T) {
    if puppet != ours {
        writeln!(differences, "  {what}\n    puppet: {puppet:?}\n    ours:   {ours:?}").unwrap();
    }
}

/// Differences from the recording.
fn differences(recording: &Recording) -> String {
    let mut found = String::new();
    let catalog = read(recording);
    let (graph, problems) = puppet::relationship_graph(&catalog, &Recorded::new(recording));

    let ours = problems.first().map(|it| it.issue.to_string());
    let ours = ours.as_deref();
    match (&recording.problem, ours) {
        (Some(problem), ours) => {
            // Puppet's text may end with the place.
            if !ours.is_some_and(|ours| problem.message.starts_with(ours)) {
                compare(&mut found, "problem", Some(problem.message.as_str()), ours);
            }
            return found;
        }
        (None, ours) => compare(&mut found, "problem", None, ours),
    }
    compare(&mut found, "relations", recording.edges.clone(), relation_lines(&catalog, &graph));
    compare(&mut found, "edges", recording.expanded.clone(), edge_lines(&catalog, &graph));
    let name = |step: &_| puppet::step_name(&catalog, graph.step(*step));
    let order = graph.order().map(|steps| steps.iter().map(name).collect());
    compare(&mut found, "order", recording.order.clone(), order);
    let cycles = puppet::cycles(&catalog, &graph);
    let members = cycles.iter().map(|cycle| cycle.members.iter().map(name).collect()).collect();
    compare(&mut found, "cycles", recording.cycles.clone().unwrap_or_default(), members);
    let report = puppet::cycle_report(&catalog, &graph, &cycles);
    let recorded = recording.report.as_deref().unwrap_or_default();
    compare(&mut found, "report", recorded.strip_suffix(ADVICE).unwrap_or(recorded), &report);
    for cycle in &cycles {
        let shortest = graph.shortest_cycle(&cycle.members);
        if shortest.is_empty() || shortest.len() > cycle.path.len() - 1 {
            writeln!(found, "  a shortest cycle of {} steps", shortest.len()).unwrap();
        }
    }
    found
}

#[test]
fn graphs_are_those_of_puppet() {
    let mut failures = String::new();
    let mut count = 0;
    for line in RECORDINGS.lines() {
        let recording: Recording = serde_json::from_str(line).unwrap();
        count += 1;
        let found = differences(&recording);
        if !found.is_empty() {
            write!(failures, "{}\n{}\n{found}", recording.id, recording.code).unwrap();
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count >= 265, "{count} cases");
}

#[test]
fn catalogs_are_written_as_they_were_read() {
    for line in RECORDINGS.lines() {
        let recording: Recording = serde_json::from_str(line).unwrap();
        let catalog = puppet::from_json(recording.catalog.get()).unwrap();
        let mut written: serde_json::Value = serde_json::from_str(&puppet::to_json(&catalog)).unwrap();
        let object = written.as_object_mut().unwrap();
        // It changes from run to run, and is not recorded.
        assert!(object.shift_remove("catalog_uuid").is_some());
        // Resources that a function made have this one key after the next one.
        let recorded =
            recording.catalog.get().replace(r#""kind":"compilable_type","exported":false"#, r#""exported":false,"kind":"compilable_type""#);
        assert_eq!(serde_json::to_string(&written).unwrap(), recorded, "{}", recording.id);
    }
}

#[derive(Deserialize)]
struct Pictures {
    id: String,
    resources: String,
    relationships: String,
    expanded_relationships: String,
}

#[test]
fn pictures_are_those_of_puppet() {
    let recordings: Vec<Recording> = RECORDINGS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut count = 0;
    for line in PICTURES.lines() {
        let pictures: Pictures = serde_json::from_str(line).unwrap();
        let recording = recordings.iter().find(|it| it.id == pictures.id).unwrap();
        let catalog = read(recording);
        let (graph, _) = puppet::relationship_graph(&catalog, &Recorded::new(recording));
        assert_eq!(puppet::resources_dot(&catalog), pictures.resources, "{}", pictures.id);
        assert_eq!(puppet::relationships_dot(&catalog, &graph), pictures.relationships, "{}", pictures.id);
        assert_eq!(puppet::expanded_dot(&catalog, &graph), pictures.expanded_relationships, "{}", pictures.id);
        count += 1;
    }
    assert_eq!(count, 9);
}
