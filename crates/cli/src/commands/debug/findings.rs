//! `bunraku debug findings`: the findings of a site while some of its files change, one change after the other.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use analysis::{Analysis, AnalysisHost, Change, Snapshot, Systems};
use diagnostics::Finding;
use line_index::LineIndex;
use serde_json::{Value as Json, json};
use settings::{Layer, Settings};
use world::{RealWorld, World};

use super::input::Inputs;
use crate::exit::Exit;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Facts in JSON
    #[arg(long, value_name = "FILE")]
    facts: Vec<PathBuf>,
    /// Node name
    #[arg(long, value_name = "NAME")]
    node: Option<String>,
    /// Each line has an `id`, the `files` that are asked about, and in `texts` what files hold instead of what they do
    #[command(flatten)]
    inputs: Inputs,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let world: Arc<dyn World> = Arc::new(RealWorld);
    let here = world.current_dir().unwrap_or_default();
    let layer = Layer {
        folder: here.clone(),
        facts: (!args.facts.is_empty()).then(|| args.facts.iter().map(|it| here.join(it)).collect()),
        node: args.node.clone(),
        // Style is nothing that Puppet could be asked about.
        lint: Some(false),
        ..Layer::default()
    };
    let mut host = AnalysisHost::new(world);
    host.apply(Change::new().settings(Settings::new([Arc::new(layer)])));
    let mut open: BTreeSet<String> = BTreeSet::new();
    args.inputs.each(|input| {
        let texts = input.meta.get("texts").and_then(Json::as_object);
        let texts = || texts.into_iter().flatten().filter_map(|(path, text)| Some((path.as_str(), text.as_str()?)));
        let files: Vec<&str> = input.meta.get("files").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect();
        let mut change = Change::new();
        for path in open.iter().filter(|path| !texts().any(|(it, _)| it == *path)) {
            change = change.editor(path.as_str(), None);
        }
        for (path, text) in texts() {
            change = change.editor(path, Some(text.into()));
        }
        open = texts().map(|it| it.0.to_owned()).collect();
        host.apply(change);
        let analysis = host.analysis();
        let mut found = Vec::new();
        let mut failed = Vec::new();
        for path in files {
            match findings(&analysis, path) {
                Some(of_file) => found.extend(of_file),
                None => failed.push(path),
            }
        }
        println!("{}", json!({"id": input.id, "findings": found, "failed": failed}));
        Ok(())
    })?;
    Ok(Exit::Clean)
}

/// Findings of a file; nothing if the check panics.
fn findings(analysis: &Analysis, path: &str) -> Option<Vec<Json>> {
    let answer = analysis.run(|snapshot| {
        let Some(file) = snapshot.file(path) else { return Vec::new() };
        let found = diagnostics::report(snapshot, file, Systems::All);
        let index = LineIndex::new(&snapshot.text(file));
        found.iter().map(|it| told_of(snapshot, it, &index)).collect()
    });
    answer.ok()
}

fn told_of(snapshot: Snapshot<'_>, finding: &Finding, index: &LineIndex) -> Json {
    let line = |index: &LineIndex, offset| index.try_line_col(offset).map_or(0, |it| it.line + 1);
    let related: Vec<Json> = finding
        .related
        .iter()
        .map(|it| {
            let start = it.range.start();
            let line = if it.file == finding.file {
                Some(line(index, start))
            } else {
                snapshot.file(&it.file).map(|file| line(&LineIndex::new(&snapshot.text(file)), start))
            };
            json!({"file": &*it.file, "line": line, "message": it.message})
        })
        .collect();
    json!({
        "file": &*finding.file,
        "line": line(index, finding.range.start()),
        "last": line(index, finding.range.end()),
        "code": finding.code.name,
        "error": finding.is_error(),
        "message": finding.full_message(),
        "related": related,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_other_files_have_their_lines() {
        let files = [
            ("/e/environment.conf", ""),
            ("/e/manifests/site.pp", "\nNotify['b'] -> Notify['a']\ninclude m\n"),
            ("/e/modules/m/manifests/init.pp", "class m {\n  notify { 'a': }\n  -> notify { 'b': }\n}\n"),
        ];
        let mut world = world::MemoryWorld::new();
        let mut change = Change::new();
        for (path, text) in files {
            world.add_file(path, text);
            if path.ends_with(".pp") {
                change = change.disk(path, Some(Arc::from(text)), analysis::Origin::Local);
            }
        }
        let mut host = AnalysisHost::new(Arc::new(world));
        host.apply(change);
        let [_, (site, _), (class, _)] = files;
        let of = |path| findings(&host.analysis(), path).expect("findings");
        let cycle = of(class).into_iter().chain(of(site)).find(|it| it["code"] == "dependency-cycle").expect("a cycle");
        let lines: Vec<_> =
            cycle["related"].as_array().expect("places").iter().map(|it| (it["file"].as_str(), it["line"].as_u64())).collect();
        assert_eq!(lines, [(Some(class), Some(3)), (Some(site), Some(2))]);
    }
}
