//! Compiled states of a file, as JSON: for which minions, with which errors, and details of one state.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use analysis::salt::Place;
use analysis::{File, Snapshot};
use rustc_hash::FxHashSet;
use salt::{Compiled, Problem, Release, Span};
use serde_json::{Value, json};

use super::{Document, hover};
use crate::reports::Asked;
use crate::reports::reported::{self, Found, Reported};

/// One run of a file, with whom it is for.
pub(super) struct Run<'a> {
    pub(super) compiled: Arc<Compiled>,
    /// None where the settings name no minions.
    minion: Option<String>,
    /// Name of the file.
    name: &'a str,
    release: Release,
}

/// The runs of a file: one for each minion of the settings.
fn runs<'a>(snapshot: Snapshot<'a>, place: &'a Place) -> impl Iterator<Item = Run<'a>> {
    let targets = snapshot.sls_targets(place);
    let release = snapshot.sls_release(place);
    (0..targets.len().max(1)).filter_map(move |number| {
        let compiled = snapshot.sls_compiled_for(place, number)?;
        Some(Run { compiled, minion: targets.get(number).cloned(), name: &place.name, release })
    })
}

/// The run that is meant: that of a named minion, else the first one.
pub(super) fn choose<'a>(snapshot: Snapshot<'_>, place: &'a Place, asked: &Asked) -> Option<Run<'a>> {
    let targets = snapshot.sls_targets(place);
    let number = asked.system.as_ref().and_then(|system| targets.iter().position(|it| it == system)).unwrap_or(0);
    let compiled = snapshot.sls_compiled_for(place, number)?;
    Some(Run { compiled, minion: targets.get(number).cloned(), name: &place.name, release: snapshot.sls_release(place) })
}

impl Reported for Run<'_> {
    fn entry(&self) -> String {
        format!("sls {}", self.name)
    }

    fn targets(&self) -> Vec<String> {
        self.minion.iter().cloned().collect()
    }

    fn is_guessed(&self) -> bool {
        self.minion.is_none()
    }

    fn findings(&self) -> Vec<Found> {
        let findings = self.compiled.findings.iter().map(|it| Found {
            message: it.problem.render(self.release).trim_end().to_owned(),
            is_conditional: false,
            place: place(&self.compiled, it.at),
        });
        findings.collect()
    }

    fn parts(&self) -> Vec<String> {
        let mut known = FxHashSet::default();
        let files = self.compiled.chunks.iter().filter_map(|it| it.sls.as_ref()).filter(|it| known.insert(&**it));
        files.map(|it| it.to_string()).collect()
    }

    fn count(&self) -> usize {
        self.compiled.chunks.len()
    }

    fn types(&self) -> BTreeMap<String, u64> {
        let mut types = BTreeMap::new();
        for chunk in &self.compiled.chunks {
            *types.entry(chunk.state.to_string()).or_default() += 1;
        }
        types
    }

    fn words(&self) -> Vec<&'static str> {
        let edges = self.compiled.graph.iter().flat_map(salt::Graph::edges);
        edges.map(|it| it.kind).collect::<BTreeSet<_>>().into_iter().map(salt::Kind::name).collect()
    }

    fn cycles(&self) -> usize {
        let Compiled { findings, notes, .. } = &*self.compiled;
        findings.iter().chain(notes).filter(|it| matches!(it.problem, Problem::Cycle { .. })).count()
    }
}

/// The file, and the line from 1.
fn place(compiled: &Compiled, at: Span) -> Option<reported::Place> {
    let (file, range) = compiled.files.source(at)?;
    Some((file.path.to_str()?.to_owned(), file.line(range.start).into()))
}

/// The runs of a file: one for each minion of the settings.
pub(crate) fn evaluation(snapshot: Snapshot<'_>, file: File) -> Value {
    let Some(document) = Document::open(snapshot, file) else { return json!({ "evaluations": [] }) };
    json!({ "evaluations": runs(snapshot, &document.place).map(|it| reported::summary(&it)).collect::<Vec<_>>() })
}

/// Hover of the state that a box of the graph represents.
pub(crate) fn state(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(document) = Document::open(snapshot, file) else { return Value::Null };
    let Some(run) = choose(snapshot, &document.place, asked) else { return Value::Null };
    let key = asked.resource.as_deref().unwrap_or_default();
    let number = salt::picture::labels(&run.compiled).into_iter().find(|it| it.0 == key).map(|it| it.1);
    let Some((number, chunk)) = number.and_then(|it| Some((it, run.compiled.chunks.get(it)?))) else { return Value::Null };
    let mut text = String::new();
    hover::describe_chunk(snapshot, &run.compiled, number, chunk, &mut text);
    reported::hovered(&run, text)
}
