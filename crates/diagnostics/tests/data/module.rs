//! The findings of a module on the disk, as far as they are about files that are no code.

use std::path::Path;
use std::sync::Arc;

use analysis::{AnalysisHost, Change, Origin, Systems};
use diagnostics::{Finding, Modules};
use world::MemoryWorld;

/// Findings of all files of a folder, one of which may have another text. The folder lies at `/web` for the while.
pub fn findings(folder: &Path, instead: Option<(&str, &str)>) -> Vec<Finding> {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                files.push((path.to_string_lossy().into_owned(), std::fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    files.sort();
    let mut world = MemoryWorld::new();
    let mut change = Change::new();
    for (path, text) in &mut files {
        let inside = Path::new(path).strip_prefix(folder).expect("a file of the folder").to_string_lossy().into_owned();
        if let Some((_, other)) = instead.filter(|(name, _)| *name == inside) {
            *text = other.to_owned();
        }
        *path = format!("/web/{inside}");
        world.add_file(path.as_str(), text.as_str());
    }
    let modules = Modules::new(&world);
    for (path, text) in &files {
        let autoload = modules.autoload(Path::new(path), path);
        change = change.disk(path.as_str(), Some(Arc::from(text.as_str())), Origin::Local).autoload(path.as_str(), autoload);
    }
    let mut host = AnalysisHost::new(Arc::new(world.clone()));
    host.apply(change);
    let mut found = Vec::new();
    for (path, _) in files.iter().filter(|(path, _)| analysis::is_input(Path::new(path))) {
        let reported = host.analysis().run(|snapshot| snapshot.file(path).map(|file| diagnostics::report(snapshot, file, Systems::All)));
        found.extend(reported.expect("this run is not cancelled").unwrap_or_default());
    }
    found
}
