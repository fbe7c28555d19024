//! Findings of several files, drawn with the ranges underlined.

use std::path::Path;
use std::sync::Arc;

use analysis::{AnalysisHost, Change, File, Origin, Snapshot, Systems};
use expect_test::Expect;
use syntax::{Autoload, TextRange};

use crate::Finding;

/// The findings of one code in all manifests of a fixture: files, each after a line `#- /path`.
#[track_caller]
pub(crate) fn check(code: &str, fixture: &str, expected: Expect) {
    let files = files_of(fixture);
    let mut drawn = String::new();
    for finding in found(fixture, crate::find_in_file).iter().filter(|it| it.code == code) {
        assert!(finding.fixes.is_empty() || finding.code.fixes, "{code}: its entry says that there is no fix");
        let text_of = |file: &str| files.iter().find(|it| it.0 == file).map_or("", |it| it.1.as_str());
        let text = text_of(&finding.file);
        drawn.push_str(&format!("{:?}: {}\n", finding.severity, finding.message));
        draw(&mut drawn, &finding.file, text, finding.range, "^", "");
        if let Some(help) = &finding.help {
            drawn.push_str(&format!("  help: {help}\n"));
        }
        for related in &finding.related {
            draw(&mut drawn, &related.file, text_of(&related.file), related.range, "-", &related.message);
        }
        for fix in &finding.fixes {
            drawn.push_str(&format!("  fix: {}\n", fix.title));
            let edits: Vec<&crate::Edit> = fix.edits.iter().collect();
            let changed = crate::apply(text, &edits);
            for (_, new) in text.lines().zip(changed.lines()).filter(|(old, new)| old != new) {
                drawn.push_str(&format!("    + {}\n", new.trim()));
            }
        }
    }
    expected.assert_eq(&drawn);
}

/// Answers to a question for each file of a fixture.
pub(crate) fn found(fixture: &str, ask: impl Fn(Snapshot<'_>, File, Systems) -> Vec<Finding>) -> Vec<Finding> {
    let files = files_of(fixture);
    let mut world = world::MemoryWorld::new();
    for (path, text) in &files {
        world.add_file(path, text.as_str());
    }
    let modules = environment::Modules::new(&world);
    let mut change = Change::new();
    // What lies in the fixtures of a module is installed, and nobody asks for it.
    let is_own = |path: &str| {
        let is_code = path.ends_with(".pp") || path.ends_with(".epp");
        (is_code && !path.contains("/spec/fixtures/")) || path.contains("/data/")
    };
    for (path, text) in files.iter().filter(|(path, _)| is_own(path)) {
        let namespace = modules.namespace(Path::new(path));
        let autoload = namespace.map(|it| Autoload { file: path.clone(), namespace: Some(it) });
        change = change.disk(path.as_str(), Some(Arc::from(text.as_str())), Origin::Local).autoload(path.as_str(), autoload);
    }
    let mut host = AnalysisHost::new(Arc::new(world));
    host.apply(change);
    let mut found: Vec<Finding> = Vec::new();
    for (path, _) in files.iter().filter(|(path, _)| is_own(path)) {
        let of_file = host.analysis().run(|snapshot| snapshot.file(path).map(|file| ask(snapshot, file, Systems::All)).unwrap_or_default());
        found.extend(of_file.expect("this run is not cancelled"));
    }
    found.dedup_by(|a, b| a.is_same(b));
    found
}

fn files_of(fixture: &str) -> Vec<(String, String)> {
    test_utils::files(fixture).into_iter().map(|it| (it.path, it.text)).collect()
}

fn draw(out: &mut String, path: &str, text: &str, range: TextRange, mark: &str, message: &str) {
    out.push_str(&test_utils::underline(path, text, range.into(), mark, message));
}
