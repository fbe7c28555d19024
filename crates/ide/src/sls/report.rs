//! Compiled states of a file, as JSON: for which minions, with which errors, and details of one state.

use std::path::Path;
use std::sync::Arc;

use analysis::salt::Place;
use analysis::{File, Snapshot};
use rustc_hash::{FxHashMap, FxHashSet};
use salt::{Compiled, Problem, Span};
use serde_json::{Map, Value, json};

use super::{Document, graph, hover};
use crate::reports::Asked;

/// One run of a file, with whom it is for.
pub(super) struct Run {
    pub(super) compiled: Arc<Compiled>,
    /// None where the settings name no minions.
    pub(super) minion: Option<String>,
}

/// The run that is meant: that of a named minion, else the first one.
pub(super) fn choose(snapshot: Snapshot<'_>, place: &Place, asked: &Asked) -> Option<Run> {
    let targets = snapshot.sls_targets(place);
    let number = asked.system.as_ref().and_then(|system| targets.iter().position(|it| it == system)).unwrap_or(0);
    Some(Run { compiled: snapshot.sls_compiled_for(place, number)?, minion: targets.get(number).cloned() })
}

/// Entry of a compilation, and its minion.
pub(super) fn head(place: &Place, run: &Run) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("entry".into(), format!("sls {}", place.name).into());
    out.insert("systems".into(), run.minion.iter().map(|it| Value::from(it.as_str())).collect());
    out.insert("guessed".into(), run.minion.is_none().into());
    out
}

/// Places as files and lines; the lines of a file are counted once.
pub(super) struct Places<'s> {
    snapshot: Snapshot<'s>,
    starts: FxHashMap<std::path::PathBuf, Vec<usize>>,
}

impl<'s> Places<'s> {
    pub(super) fn new(snapshot: Snapshot<'s>) -> Places<'s> {
        Places { snapshot, starts: FxHashMap::default() }
    }

    /// The file, and the line from 1.
    pub(super) fn place(&mut self, compiled: &Compiled, at: Span) -> Option<(String, usize)> {
        let placed = compiled.files.placed(at)?;
        let line = self.line(&placed.path, placed.range.start);
        Some((placed.path.to_str()?.to_owned(), line))
    }

    fn line(&mut self, path: &Path, at: usize) -> usize {
        if !self.starts.contains_key(path) {
            let text = self.snapshot.text(self.snapshot.sls_file(path));
            self.starts.insert(path.to_path_buf(), text.match_indices('\n').map(|it| it.0).collect());
        }
        self.starts.get(path).map_or(0, |it| it.partition_point(|end| *end < at)) + 1
    }

    pub(super) fn put(&mut self, compiled: &Compiled, at: Span, out: &mut Map<String, Value>) {
        if let Some((file, line)) = self.place(compiled, at) {
            out.insert("file".into(), file.into());
            out.insert("line".into(), line.into());
        }
    }
}

/// The runs of a file: one for each minion of the settings.
pub(crate) fn evaluation(snapshot: Snapshot<'_>, file: File) -> Value {
    let Some(document) = Document::open(snapshot, file) else { return json!({ "evaluations": [] }) };
    let place = &document.place;
    let targets = snapshot.sls_targets(place);
    let release = snapshot.sls_release(place);
    let mut places = Places::new(snapshot);
    let runs = (0..targets.len().max(1)).filter_map(|number| {
        let run = Run { compiled: snapshot.sls_compiled_for(place, number)?, minion: targets.get(number).cloned() };
        let compiled = &run.compiled;
        let mut out = head(place, &run);
        out.insert("compiles".into(), compiled.findings.is_empty().into());
        let errors = compiled.findings.iter().map(|it| {
            let mut error = Map::new();
            error.insert("message".into(), it.problem.render(release).trim_end().into());
            error.insert("conditional".into(), false.into());
            places.put(compiled, it.at, &mut error);
            Value::Object(error)
        });
        out.insert("errors".into(), errors.collect());
        let mut known = FxHashSet::default();
        let files = compiled.chunks.iter().filter_map(|it| it.sls.clone()).filter(|it| known.insert(it.clone()));
        out.insert("classes".into(), files.map(|it| Value::from(&*it)).collect());
        out.insert("resources".into(), compiled.chunks.len().into());
        let cycles = compiled.findings.iter().filter(|it| matches!(it.problem, Problem::Cycle { .. })).count();
        out.insert("cycles".into(), cycles.into());
        Some(Value::Object(out))
    });
    json!({ "evaluations": runs.collect::<Vec<_>>() })
}

/// Hover of the state that a box of the graph represents.
pub(crate) fn state(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(document) = Document::open(snapshot, file) else { return Value::Null };
    let Some(run) = choose(snapshot, &document.place, asked) else { return Value::Null };
    let key = asked.resource.as_deref().unwrap_or_default();
    let number = graph::labels(&run.compiled).into_iter().find(|it| it.0 == key).map(|it| it.1);
    let Some((number, chunk)) = number.and_then(|it| Some((it, run.compiled.chunks.get(it)?))) else { return Value::Null };
    let mut text = String::new();
    hover::describe_chunk(snapshot, &run.compiled, number, chunk, &mut text);
    let mut out = head(&document.place, &run);
    out.insert("contents".into(), json!({ "kind": "markdown", "value": text }));
    Value::Object(out)
}
