//! Files, and the findings of those that are no code.

use std::path::Path;
use std::sync::Arc;

use analysis::{AnalysisHost, Change, Origin, Systems};
use expect_test::Expect;
use syntax::Autoload;
use world::MemoryWorld;

use crate::Severity;

/// A module `a` for whoever needs one.
pub(crate) const MODULE: &str = "#- /m/a/metadata.json\n{\"name\": \"me-a\", \"version\": \"1.0.0\", \"author\": \"me\", \"license\": \"MIT\",\n\
     \"summary\": \"s\", \"source\": \"s\", \"dependencies\": []}\n\
     #- /m/a/hiera.yaml\nversion: 5\nhierarchy:\n- {name: Common, path: common.yaml}\n";

/// Files, each after a line `#- /path`, and the findings of those that are no code. Of a finding: how bad it is, its code, what is
/// underlined, what is said, and what a fix makes of the underlined text's line.
#[track_caller]
pub(crate) fn check(text: &str, expected: Expect) {
    let files: Vec<(String, String)> = test_utils::files(text).into_iter().map(|it| (it.path, it.text)).collect();
    let mut world = MemoryWorld::new();
    for (path, text) in &files {
        world.add_file(path, text.as_str());
    }
    let modules = environment::Modules::new(&world);
    let mut change = Change::new();
    for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("/installed/")) {
        let namespace = modules.namespace(Path::new(path));
        let autoload = namespace.map(|it| Autoload { file: path.clone(), namespace: Some(it) });
        change = change.disk(path.as_str(), Some(Arc::from(text.as_str())), Origin::Local).autoload(path.as_str(), autoload);
    }
    let mut host = AnalysisHost::new(Arc::new(world));
    host.apply(change);
    let mut out = String::new();
    for (path, text) in files.iter().filter(|(path, _)| analysis::is_input(Path::new(path))) {
        let found = host.analysis().run(|snapshot| match snapshot.file(path) {
            Some(file) => crate::report(snapshot, file, Systems::All),
            None => Vec::new(),
        });
        for it in found.expect("this run is not cancelled") {
            let severity = match it.severity {
                Severity::Error => "error",
                Severity::Warning | Severity::Deprecation => "warning",
                Severity::Hint => "hint",
            };
            out += &format!("{path}: {severity} {} {:?}\n  {}\n", it.code, &text[std::ops::Range::<usize>::from(it.range)], it.message);
            out.extend(it.help.iter().map(|it| format!("  help: {it}\n")));
            out.extend(it.related.iter().map(|it| format!("  see {}: {}\n", it.file, it.message)));
            for fix in &it.fixes {
                let edits: Vec<_> = fix.edits.iter().filter(|it| *it.file == **path).collect();
                let done = crate::apply(text, &edits);
                let changed = done.lines().zip(text.lines().chain(std::iter::repeat(""))).find(|(new, old)| new != old);
                out += &format!("  {}: {}\n", fix.title, changed.map(|it| it.0).unwrap_or_default());
            }
        }
    }
    expected.assert_eq(&out);
}
