//! Findings of manifests, drawn with the ranges underlined.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use compiler::{Code, Environment, Program, Reading, Request};
use expect_test::Expect;
use syntax::Dialect;
use world::MemoryWorld;

use super::{Texts, findings};
use crate::{Finding, Fix};

struct Fixture {
    environment: Arc<Environment>,
    main: Arc<Program>,
}

impl Texts for Fixture {
    fn program(&self, file: &str) -> Option<Arc<Program>> {
        if file == "site.pp" { Some(self.main.clone()) } else { self.environment.program(file.as_ref()) }
    }
}

/// Compiles a site, and applies it if nothing is wrong so far. `//- /m/a/manifests/init.pp` begins another file, where `/m` is
/// the module path.
pub fn found(fixture: &str) -> (Vec<Finding>, BTreeMap<String, String>) {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut name = "site.pp".to_owned();
    for line in fixture.trim_start_matches('\n').split_inclusive('\n') {
        match line.strip_prefix("//- ") {
            Some(other) => name = other.trim().to_owned(),
            None => files.entry(name.clone()).or_default().push_str(line),
        }
    }
    let mut world = MemoryWorld::new();
    for (name, text) in &files {
        if name.starts_with('/') {
            world.add_file(name, text.clone());
        }
    }
    let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec![PathBuf::from("/m")], Reading::default()));
    let text: Arc<str> = files.get("site.pp").map_or("", String::as_str).into();
    let request = Request::new(Code::Named(PathBuf::from("site.pp"), text.clone()), "node.example.com");
    let outcome = compiler::compile(&environment, &request);
    let applied = outcome.catalog.as_ref().map(|it| compiler::apply(it.catalog.clone(), Some(&environment)));
    let main = Program::parse(Some("site.pp".into()), None, text, Dialect::Manifest, &Reading::default());
    let texts = Fixture { environment, main: Arc::new(main) };
    (findings(&outcome, applied.as_ref(), &texts), files)
}

#[track_caller]
pub fn check(fixture: &str, expected: Expect) {
    let (found, files) = found(fixture);
    let mut drawn = String::new();
    for finding in &found {
        drawn.push_str(&format!("{}: {}\n", finding.code, finding.message));
        draw(&mut drawn, &files, &finding.file, finding.range, "^", "");
        if let Some(help) = &finding.help {
            drawn.push_str(&format!("  help: {help}\n"));
        }
        for related in &finding.related {
            draw(&mut drawn, &files, &related.file, related.range, "-", &related.message);
        }
        for fix in &finding.fixes {
            drawn.push_str(&format!("  fix: {}\n", fix.title));
            for (file, text) in changed(fix, &files) {
                let before = files.get(&file).map_or("", String::as_str);
                for (old, new) in before.lines().zip(text.lines()).filter(|(old, new)| old != new).take(1) {
                    drawn.push_str(&format!("    - {}\n    + {}\n", old.trim(), new.trim()));
                }
            }
        }
    }
    expected.assert_eq(&drawn);
}

/// The first line of a range with marks below it.
fn draw(out: &mut String, files: &BTreeMap<String, String>, file: &str, range: syntax::TextRange, mark: &str, message: &str) {
    let text = files.get(file).map_or("", String::as_str);
    let (start, end) = (usize::from(range.start()), usize::from(range.end()));
    let first = text[..start].rfind('\n').map_or(0, |it| it + 1);
    let last = text[start..].find('\n').map_or(text.len(), |it| start + it);
    let line = text[..start].matches('\n').count() + 1;
    out.push_str(&format!("  {file}:{line} {}\n", &text[first..last]));
    let indent = " ".repeat(format!("  {file}:{line} ").len() + (start - first));
    let marks = mark.repeat((end.min(last) - start).max(1));
    out.push_str(format!("{indent}{marks} {message}").trim_end());
    out.push('\n');
}

fn changed(fix: &Fix, files: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|it| std::cmp::Reverse(it.range.start()));
    let mut changed: BTreeMap<String, String> = BTreeMap::new();
    for edit in edits {
        let text = changed.entry(edit.file.to_string()).or_insert_with(|| files.get(&*edit.file).cloned().unwrap_or_default());
        text.replace_range(usize::from(edit.range.start())..usize::from(edit.range.end()), &edit.text);
    }
    changed.into_iter().collect()
}
