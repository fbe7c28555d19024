//! The report on a file of a workspace: what was found, as comments and settings have it.

use std::path::Path;
use std::sync::Arc;

use analysis::{File, Remembered, Snapshot, Systems};

use crate::data::all_data_findings;
use crate::passes::{StaticFindings, find_in_code, find_in_file, find_without_evaluations};
use crate::{Filter, Finding, Ignores, Ran, erb, filter, findings_in_settings, rb, sls};

/// Returns all findings of a file, as comments and settings have them. Of files that are no code, those of settings and of data have
/// findings.
pub fn report(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    filtered(snapshot, file, systems, |snapshot, file, systems| {
        let path = snapshot.path(file);
        // What a template raises is reported at its calls, too: nothing is evaluated twice for a file that nobody edits.
        if analysis::is_input(Path::new(&*path)) && !analysis::is_erb(Path::new(&*path)) {
            return all_data_findings(snapshot, file, systems, true);
        }
        find_in_file(snapshot, file, systems)
    })
}

/// Returns the same from a store, for an editor that asks often: it is found anew only after a change that concerns it. For who cannot
/// wait, what is found without evaluations.
pub fn stored_report(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Arc<Vec<Finding>> {
    if snapshot.is_quick() {
        return Arc::new(filtered(snapshot, file, Systems::First, find_without_evaluations));
    }
    match systems {
        Systems::First => snapshot.remembered::<OnFirstSystem>(file),
        Systems::All => snapshot.remembered::<OnAllSystems>(file),
    }
}

struct OnFirstSystem;

impl Remembered for OnFirstSystem {
    type Made = Vec<Finding>;

    fn make(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
        filtered(snapshot, file, Systems::First, find_with_stored)
    }
}

struct OnAllSystems;

impl Remembered for OnAllSystems {
    type Made = Vec<Finding>;

    fn make(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
        filtered(snapshot, file, Systems::All, find_with_stored)
    }
}

/// Findings without evaluation are the same for the first system and for all: they are computed once.
fn find_with_stored(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    if analysis::is_erb(Path::new(&*snapshot.path(file))) {
        return erb::find_with_evaluations(snapshot, file, systems);
    }
    if analysis::is_input(Path::new(&*snapshot.path(file))) {
        return all_data_findings(snapshot, file, systems, true);
    }
    find_in_code(snapshot, file, systems, &snapshot.remembered::<StaticFindings>(file))
}

/// Finds, and applies comments and settings.
fn filtered(
    snapshot: Snapshot<'_>,
    file: File,
    systems: Systems,
    find: impl Fn(Snapshot<'_>, File, Systems) -> Vec<Finding>,
) -> Vec<Finding> {
    let (path, text) = (snapshot.path(file), snapshot.text(file));
    let place = Path::new(&*path);
    if analysis::is_settings(place) {
        return findings_in_settings(&path, &text, place.parent().unwrap_or(place), &|path| snapshot.wrong_facts(path));
    }
    let settings = snapshot.settings(file);
    if settings.is_excluded(place) {
        return Vec::new();
    }
    if analysis::is_states(place) {
        let ignores = Ignores::in_data(&text);
        let ran = if systems == Systems::All { Ran::All } else { Ran::Syntax };
        let context = Filter { file: &path, path: place, text: &text, ignores: &ignores, settings: &settings, ran };
        return filter(sls::find_in_file(snapshot, file, systems), &context);
    }
    if analysis::is_erb(place) {
        let ignores = Ignores::in_data(&text);
        let context = Filter { file: &path, path: place, text: &text, ignores: &ignores, settings: &settings, ran: Ran::All };
        return filter(find(snapshot, file, systems), &context);
    }
    if analysis::is_ruby(place) {
        let ignores = Ignores::in_data(&text);
        let context = Filter { file: &path, path: place, text: &text, ignores: &ignores, settings: &settings, ran: Ran::All };
        return filter(rb::find_in_file(snapshot, file), &context);
    }
    if analysis::is_input(place) {
        let ignores = Ignores::in_data(&text);
        let context = Filter { file: &path, path: place, text: &text, ignores: &ignores, settings: &settings, ran: Ran::All };
        return filter(find(snapshot, file, systems), &context);
    }
    let ignores = Ignores::new(&text, snapshot.parse(file));
    // On one system alone not everything is found, and nothing where there is nothing to evaluate.
    let is_all = systems == Systems::All && !snapshot.evaluations(file, systems).is_empty();
    let ran = if is_all { Ran::All } else { Ran::Syntax };
    let context = Filter { file: &path, path: place, text: &text, ignores: &ignores, settings: &settings, ran };
    // What lies in data is reported there.
    let found = find(snapshot, file, systems).into_iter().filter(|it| it.file == path).collect();
    filter(found, &context)
}
