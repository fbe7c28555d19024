//! The classes and examples of any folder of modules: Bunraku's catalogs against those of real Puppet.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{ALL, Case, Configuration, Judged, Modules, Program, Verdict, case, judge, measured, puppet, report};
use crate::{corpus, digest};

pub struct Folder<'a> {
    /// Module path. The classes and examples are those of the first folder.
    pub path: &'a str,
    /// `classes/CONFIGURATION/NAME`, or the beginning of it.
    pub only: Option<&'a str>,
    pub show: usize,
    pub bunraku: Option<&'a str>,
}

/// A class of a module, or one of its examples.
struct Question {
    /// The class, or `MODULE/examples/FILE`.
    name: String,
    code: String,
}

/// Compares, and prints tables by configuration, module and cause. A difference is no failure: nothing is recorded.
pub fn run(root: &Path, wanted: &Folder) -> Result<(), String> {
    let folders: Vec<&Path> = wanted.path.split(':').filter(|it| !it.is_empty()).map(Path::new).collect();
    let first = folders.first().ok_or("--modules wants a folder")?;
    let questions = questions(first)?;
    let program = Program::bunraku(root, wanted.bunraku)?;
    let measured = measured(root)?;
    let digest: String = digest::text(wanted.path.as_bytes()).chars().take(12).collect();
    let mut results = Vec::new();
    for configuration in &ALL {
        let cases = cases(configuration, &questions, wanted);
        if cases.is_empty() {
            continue;
        }
        let theirs = puppet::answers(root, configuration, &format!("{}-{digest}", configuration.name), &folders, &cases)?;
        results.push((configuration, judge(root, &program, &cases, &theirs, &measured, wanted.show)?));
    }
    let judged: Vec<&Judged> = results.iter().flat_map(|(_, judged)| judged).collect();
    print!("{}\n{}\n{}", report::text(&results), by_module(first, &judged), by_cause(&judged));
    println!("classes: {} asked", judged.len());
    Ok(())
}

fn cases(configuration: &Configuration, questions: &[Question], wanted: &Folder) -> Vec<Case> {
    let modules = Modules::Folders(wanted.path.to_owned());
    let cases = questions.iter().map(|it| case(configuration, &it.name, &it.code, modules.clone()));
    cases.filter(|case| wanted.only.is_none_or(|it| case.id.starts_with(it))).collect()
}

/// The classes that Puppet finds in the modules of a folder, each included alone, and the modules' examples.
fn questions(folder: &Path) -> Result<Vec<Question>, String> {
    let mut found = Vec::new();
    for module in entries(folder)? {
        let Some(module_name) = module.file_name().and_then(|it| it.to_str()) else { continue };
        for file in manifests(&module.join("manifests"))? {
            let Some(name) = class_of_file(module_name, &file) else { continue };
            let text = read(&module.join("manifests").join(&file))?;
            if defines_class(&text, &name) {
                found.push(Question { code: format!("include {name}"), name });
            }
        }
        for file in manifests(&module.join("examples"))? {
            let code = read(&module.join("examples").join(&file))?;
            found.push(Question { name: format!("{module_name}/examples/{}", file.display()), code });
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// The class that a file of a module's `manifests` is read for.
fn class_of_file(module: &str, file: &Path) -> Option<String> {
    let mut parts = vec![module];
    let without = file.with_extension("");
    parts.extend(without.iter().filter_map(|it| it.to_str()));
    if parts.last() == Some(&"init") {
        parts.pop();
    }
    (!parts.is_empty()).then(|| parts.join("::"))
}

fn defines_class(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        let rest = line.trim_start().strip_prefix("class ").map(|rest| rest.trim_start().trim_start_matches("::"));
        let end = rest.and_then(|rest| rest.strip_prefix(name));
        end.is_some_and(|end| !end.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':')))
    })
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(failed)?.map(|it| Ok(it?.path())).collect::<Result<Vec<PathBuf>, _>>();
    let mut entries = entries.map_err(failed)?;
    entries.sort();
    Ok(entries)
}

/// The manifests below a folder, as paths relative to it; none if it is missing.
fn manifests(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let found = corpus::files_below(folder, "pp").map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(found.iter().filter_map(|it| it.strip_prefix(folder).ok().map(Path::to_path_buf)).collect())
}

fn module_of(name: &str) -> &str {
    name.split(['/', ':']).next().unwrap_or_default()
}

/// Name and version of a module, as its `metadata.json` gives them.
fn title(folder: &Path, module: &str) -> String {
    let text = std::fs::read_to_string(folder.join(module).join("metadata.json")).unwrap_or_default();
    let metadata: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let text = |key: &str| metadata[key].as_str().unwrap_or_default().to_owned();
    if text("name").is_empty() { module.to_owned() } else { format!("{} {}", text("name"), text("version")) }
}

#[derive(Default)]
struct Row {
    compile: usize,
    equal: usize,
    waits: usize,
    differ: usize,
    refused: usize,
    refused_equal: usize,
}

impl Row {
    fn count(&mut self, it: &Judged) {
        match (it.compiles, it.verdict) {
            (true, verdict) => {
                self.compile += 1;
                match verdict {
                    Verdict::Equal => self.equal += 1,
                    Verdict::WaitsForRuby => self.waits += 1,
                    Verdict::Differs => self.differ += 1,
                }
            }
            (false, verdict) => {
                self.refused += 1;
                self.refused_equal += usize::from(verdict == Verdict::Equal);
            }
        }
    }

    fn text(&self, name: &str) -> String {
        let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        format!(
            "| {name} | {} | {} ({:.1} %) | {} | {} | {} | {} |\n",
            self.compile,
            self.equal,
            share(self.equal, self.compile),
            self.waits,
            self.differ,
            self.refused,
            self.refused_equal
        )
    }
}

fn by_module(folder: &Path, judged: &[&Judged]) -> String {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut all = Row::default();
    for it in judged {
        rows.entry(module_of(&it.class)).or_default().count(it);
        all.count(it);
    }
    let mut out = String::from("| module | compile | equal | wait for Ruby | differ | refused | equal |\n|---|--:|--:|--:|--:|--:|--:|\n");
    for (module, row) in &rows {
        out.push_str(&row.text(&title(folder, module)));
    }
    out + &all.text("all")
}

fn by_cause(judged: &[&Judged]) -> String {
    let mut causes: BTreeMap<(bool, &str), BTreeSet<&str>> = BTreeMap::new();
    for it in judged.iter().filter(|it| it.verdict != Verdict::Equal) {
        causes.entry((it.compiles, &it.why)).or_default().insert(&it.class);
    }
    let mut causes: Vec<_> = causes.into_iter().collect();
    causes.sort_by_key(|((compiles, _), classes)| (std::cmp::Reverse(*compiles), std::cmp::Reverse(classes.len())));
    let mut out = String::from("| Puppet compiles | what differs | classes | which |\n|---|---|--:|---|\n");
    for ((compiles, why), classes) in causes {
        let names: Vec<String> = classes.iter().map(|it| format!("`{it}`")).collect();
        let compiles = if compiles { "yes" } else { "no" };
        out.push_str(&format!("| {compiles} | {} | {} | {} |\n", why.replace('<', "&lt;"), classes.len(), names.join(" ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_and_examples_of_a_folder() {
        let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, text));
            assert!(written.is_ok(), "{}", path.display());
        };
        write("m/manifests/init.pp", "# About.\nclass m (\n) { }\n");
        write("m/manifests/a/b.pp", "class ::m::a::b{ }\n");
        write("m/manifests/d.pp", "define m::d { }\n");
        write("m/manifests/e.pp", "class m::elsewhere { }\n");
        write("m/examples/x.pp", "m::d { 'x': }\n");
        write("README.md", "class readme { }\n");
        let found = questions(folder.path()).unwrap_or_default();
        let found: Vec<(&str, &str)> = found.iter().map(|it| (it.name.as_str(), it.code.as_str())).collect();
        assert_eq!(found, [("m", "include m"), ("m/examples/x.pp", "m::d { 'x': }\n"), ("m::a::b", "include m::a::b")]);
    }
}
