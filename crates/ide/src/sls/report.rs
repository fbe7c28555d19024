//! Compiled states of a file, as JSON: for which minions, with which errors, and details of one state.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::salt::Place;
use analysis::{File, Snapshot};
use rustc_hash::{FxHashMap, FxHashSet};
use salt::{Compiled, Problem, Release, Span};
use serde_json::{Map, Value, json};

use super::{Document, graph, hover};
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
    pub(super) places: &'a Places<'a>,
}

/// The runs of a file: one for each minion of the settings.
fn runs<'a>(places: &'a Places<'a>, place: &'a Place) -> impl Iterator<Item = Run<'a>> {
    let snapshot = places.snapshot;
    let targets = snapshot.sls_targets(place);
    let release = snapshot.sls_release(place);
    (0..targets.len().max(1)).filter_map(move |number| {
        let compiled = snapshot.sls_compiled_for(place, number)?;
        Some(Run { compiled, minion: targets.get(number).cloned(), name: &place.name, release, places })
    })
}

/// The run that is meant: that of a named minion, else the first one.
pub(super) fn choose<'a>(places: &'a Places<'a>, place: &'a Place, asked: &Asked) -> Option<Run<'a>> {
    let snapshot = places.snapshot;
    let targets = snapshot.sls_targets(place);
    let number = asked.system.as_ref().and_then(|system| targets.iter().position(|it| it == system)).unwrap_or(0);
    let compiled = snapshot.sls_compiled_for(place, number)?;
    Some(Run { compiled, minion: targets.get(number).cloned(), name: &place.name, release: snapshot.sls_release(place), places })
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
            place: self.places.place(&self.compiled, it.at),
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

    fn cycles(&self) -> usize {
        self.compiled.findings.iter().filter(|it| matches!(it.problem, Problem::Cycle { .. })).count()
    }
}

/// Places as files and lines; the lines of a file are counted once.
pub(super) struct Places<'s> {
    snapshot: Snapshot<'s>,
    starts: RefCell<FxHashMap<PathBuf, Vec<usize>>>,
}

impl<'s> Places<'s> {
    pub(super) fn new(snapshot: Snapshot<'s>) -> Places<'s> {
        Places { snapshot, starts: RefCell::default() }
    }

    /// The file, and the line from 1.
    pub(super) fn place(&self, compiled: &Compiled, at: Span) -> Option<reported::Place> {
        let placed = compiled.files.placed(at)?;
        let line = self.line(&placed.path, placed.range.start);
        Some((placed.path.to_str()?.to_owned(), line as u64))
    }

    fn line(&self, path: &Path, at: usize) -> usize {
        let mut starts = self.starts.borrow_mut();
        if !starts.contains_key(path) {
            let text = self.snapshot.text(self.snapshot.sls_file(path));
            starts.insert(path.to_path_buf(), text.match_indices('\n').map(|it| it.0).collect());
        }
        starts.get(path).map_or(0, |it| it.partition_point(|end| *end < at)) + 1
    }

    pub(super) fn put(&self, compiled: &Compiled, at: Span, out: &mut Map<String, Value>) {
        reported::put_place(out, self.place(compiled, at).as_ref());
    }
}

/// The runs of a file: one for each minion of the settings.
pub(crate) fn evaluation(snapshot: Snapshot<'_>, file: File) -> Value {
    let Some(document) = Document::open(snapshot, file) else { return json!({ "evaluations": [] }) };
    let places = Places::new(snapshot);
    json!({ "evaluations": runs(&places, &document.place).map(|it| reported::summary(&it)).collect::<Vec<_>>() })
}

/// Hover of the state that a box of the graph represents.
pub(crate) fn state(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(document) = Document::open(snapshot, file) else { return Value::Null };
    let places = Places::new(snapshot);
    let Some(run) = choose(&places, &document.place, asked) else { return Value::Null };
    let key = asked.resource.as_deref().unwrap_or_default();
    let number = graph::labels(&run.compiled).into_iter().find(|it| it.0 == key).map(|it| it.1);
    let Some((number, chunk)) = number.and_then(|it| Some((it, run.compiled.chunks.get(it)?))) else { return Value::Null };
    let mut text = String::new();
    hover::describe_chunk(snapshot, &run.compiled, number, chunk, &mut text);
    reported::hovered(&run, text)
}
