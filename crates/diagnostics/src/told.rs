//! What is told of a file of a workspace.

use std::path::Path;
use std::sync::Arc;

use analysis::{File, Remembered, Snapshot, Systems};

use crate::data::data_findings_on;
use crate::of_file::{Beside, with_evaluations};
use crate::{Filter, Finding, Ignores, Ran, filter, findings_in_settings, of_file};

/// All that is to be told of a file: what was found in it, as comments and settings have it. Of files that are no code,
/// those of settings and of data have findings.
pub fn told(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    tell(snapshot, file, systems, |snapshot, file, systems| {
        if analysis::is_input(Path::new(&*snapshot.path(file))) {
            return data_findings_on(snapshot, file, systems, true);
        }
        of_file(snapshot, file, systems)
    })
}

/// The same for whoever asks again and again, as an editor does: found anew only after a change that concerns it.
pub fn remembered(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Arc<Vec<Finding>> {
    match systems {
        Systems::First => snapshot.remembered::<OnTheFirst>(file),
        Systems::All => snapshot.remembered::<OnAll>(file),
    }
}

struct OnTheFirst;

impl Remembered for OnTheFirst {
    type Made = Vec<Finding>;

    fn make(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
        tell(snapshot, file, Systems::First, with_what_is_known)
    }
}

struct OnAll;

impl Remembered for OnAll {
    type Made = Vec<Finding>;

    fn make(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
        tell(snapshot, file, Systems::All, with_what_is_known)
    }
}

/// What is found beside evaluations is the same for the first system and for all.
fn with_what_is_known(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    if analysis::is_input(Path::new(&*snapshot.path(file))) {
        return data_findings_on(snapshot, file, systems, true);
    }
    with_evaluations(snapshot, file, systems, &snapshot.remembered::<Beside>(file))
}

fn tell(
    snapshot: Snapshot<'_>,
    file: File,
    systems: Systems,
    of_file: impl Fn(Snapshot<'_>, File, Systems) -> Vec<Finding>,
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
    // What lies in data is told there.
    let found = of_file(snapshot, file, systems).into_iter().filter(|it| it.file == path).collect();
    filter(found, &context)
}
