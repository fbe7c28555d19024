//! What is told of a file of a workspace.

use std::path::Path;

use analysis::{File, Snapshot, Systems};

use crate::{Filter, Finding, Ignores, Ran, filter, findings_in_settings, of_file};

/// All that is to be told of a file: what was found in it, as comments and settings have it. Of files that are no code,
/// those of settings and of data have findings.
pub fn told(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    let (path, text) = (snapshot.path(file), snapshot.text(file));
    let place = Path::new(&*path);
    if analysis::is_settings(place) {
        return findings_in_settings(&path, &text, place.parent().unwrap_or(place));
    }
    let settings = snapshot.settings(file);
    if settings.is_excluded(place) {
        return Vec::new();
    }
    if analysis::is_input(place) {
        let ignores = Ignores::in_data(&text);
        let context = Filter { file: &path, path: place, text: &text, ignores: &ignores, settings: &settings, ran: Ran::All };
        return filter(of_file(snapshot, file, systems), &context);
    }
    let ignores = Ignores::of(&text, snapshot.parse(file));
    // On one system alone not everything is found, and nothing where there is nothing to evaluate.
    let is_all = systems == Systems::All && !snapshot.evaluations(file, systems).is_empty();
    let ran = if is_all { Ran::All } else { Ran::Syntax };
    let context = Filter { file: &path, path: place, text: &text, ignores: &ignores, settings: &settings, ran };
    filter(of_file(snapshot, file, systems), &context)
}
