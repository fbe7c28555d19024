//! What several files give, drawn with what is underlined.

use std::path::Path;
use std::sync::Arc;

use analysis::{AnalysisHost, Change, Origin, Systems};
use expect_test::Expect;
use syntax::{Autoload, TextRange};

/// The findings of one code in all manifests of a fixture: files, each behind a line `#- /path`.
#[track_caller]
pub(crate) fn check(code: &str, fixture: &str, expected: Expect) {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in fixture.trim_start_matches('\n').split_inclusive('\n') {
        match (line.strip_prefix("#- "), files.last_mut()) {
            (Some(path), _) => files.push((path.trim().to_owned(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => panic!("a line `#- /path` before {line:?}"),
        }
    }
    let mut world = world::MemoryWorld::new();
    for (path, text) in &files {
        world.add_file(path, text.as_str());
    }
    let modules = environment::Modules::new(&world);
    let mut change = Change::new();
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".pp")) {
        let namespace = modules.namespace(Path::new(path));
        let autoload = namespace.map(|it| Autoload { file: path.clone(), namespace: Some(it) });
        change = change.disk(path.as_str(), Some(Arc::from(text.as_str())), Origin::Local).autoload(path.as_str(), autoload);
    }
    let mut host = AnalysisHost::new(Arc::new(world));
    host.apply(change);
    let mut drawn = String::new();
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".pp")) {
        let found = host.analysis().run(|snapshot| {
            let file = snapshot.file(path).expect("a file of the fixture");
            crate::of_file(snapshot, file, Systems::All)
        });
        for finding in found.expect("nobody stops this run").iter().filter(|it| it.code == code) {
            drawn.push_str(&format!("{:?}: {}\n", finding.severity, finding.message));
            draw(&mut drawn, path, text, finding.range, "^", "");
            if let Some(help) = &finding.help {
                drawn.push_str(&format!("  help: {help}\n"));
            }
            for related in &finding.related {
                let text = files.iter().find(|it| *it.0 == *related.file).map_or("", |it| it.1.as_str());
                draw(&mut drawn, &related.file, text, related.range, "-", &related.message);
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
    }
    expected.assert_eq(&drawn);
}

fn draw(out: &mut String, path: &str, text: &str, range: TextRange, mark: &str, message: &str) {
    let (start, end) = (usize::from(range.start()), usize::from(range.end()));
    let first = text[..start].rfind('\n').map_or(0, |it| it + 1);
    let last = text[start..].find('\n').map_or(text.len(), |it| start + it);
    let before = format!("  {path}:{} ", text[..start].matches('\n').count() + 1);
    let marks = mark.repeat((end.min(last) - start).max(1));
    let line = format!("{before}{}\n{}{marks} {message}", &text[first..last], " ".repeat(before.len() + start - first));
    out.push_str(line.trim_end());
    out.push('\n');
}
