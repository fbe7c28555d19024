//! `bunraku check` of an SLS tree.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use diagnostics::{Filter, Finding, Ignores, Ran};
use salt::{Compiled, Files, Placed, Problem, Span, Summary, Wrong};
use settings::{Finder, Settings};
use world::{RealWorld, World};

use super::{SaltArgs, Tree};
use crate::commands::check::failure::{Failure, show};
use crate::commands::check::position::Lines;
use crate::commands::check::report::{FileReport, Report};
use crate::commands::check::{Args, engine, options};

/// Checks these SLS files together, or what the top file gives the minion that is named, or each file by itself.
pub fn run(args: &Args, salt: &SaltArgs, names: &[String], world: &dyn World) -> anyhow::Result<Report> {
    let baseline = engine::baseline(args, world)?;
    let tree = Tree::open(&RealWorld, salt)?;
    let mut found = Found::default();
    if let Some(pillar) = &tree.pillar {
        found.read(&pillar.files);
        let compiled = Compiled { files: pillar.files.clone(), findings: pillar.findings.clone(), ..Compiled::default() };
        found.add(&Summary::new(&compiled).found, salt);
    }
    if names.is_empty() && salt.id.is_none() {
        let states = &tree.site.tree;
        let mut templates = tree.templates();
        let mut summaries = Vec::new();
        for name in states.names().iter().filter(|it| &***it != "top" && !states.is_of_another_kind(it)) {
            if templates.is_changed() {
                templates = tree.templates();
            }
            let compiled = tree.site.compile(&templates, &[(name.clone(), Span::NONE)], &tree.options);
            found.read(&compiled.files);
            summaries.push(Summary::advised(&compiled, states, salt.release()));
        }
        found.add(&salt::wrong(summaries.iter()), salt);
    } else {
        let compiled = tree.compile(names);
        found.read(&compiled.files);
        found.add(&Summary::advised(&compiled, &tree.site.tree, salt.release()).found, salt);
    }
    let mut report = found.report(args, world);
    engine::compare(&mut report, args, world, baseline.as_ref(), &found.bases(world))?;
    Ok(report)
}

/// What several compilations have found.
#[derive(Default)]
struct Found {
    /// Paths and texts of all files that were read, by the names in findings.
    files: BTreeMap<Arc<str>, (PathBuf, Arc<str>)>,
    findings: Vec<Finding>,
    undecided: Vec<Failure>,
    /// What stands in no file, as an SLS that is named and does not exist.
    failures: Vec<Failure>,
}

impl Found {
    fn read(&mut self, files: &Files) {
        for file in files.iter() {
            self.files.entry(Arc::from(show(&file.path))).or_insert_with(|| (file.path.clone(), file.source.clone()));
        }
    }

    fn add(&mut self, found: &[Wrong], salt: &SaltArgs) {
        let name = |path: &Path| Arc::from(show(path));
        for wrong in found {
            let failure =
                |path: String| Failure::new(if path.is_empty() { "SLS".to_owned() } else { path }, wrong.problem.render(salt.release()));
            let Some(mut told) = diagnostics::sls_finding(wrong, salt.release(), &name) else {
                let failure = failure(wrong.at.as_ref().map(|it| self.place(it)).unwrap_or_default());
                if !self.undecided.contains(&failure) {
                    self.undecided.push(failure);
                }
                continue;
            };
            if told.file.is_empty() {
                // What is wrong with no place in it is wrong with the whole of the top file.
                let top = self.files.keys().find(|it| it.ends_with("top.sls"));
                match top.filter(|_| matches!(wrong.problem, Problem::TopNothing)) {
                    Some(top) => told.file = top.clone(),
                    None => {
                        self.failures.push(failure(String::new()));
                        continue;
                    }
                }
            }
            // A file that several include is wrong once.
            if !self.findings.iter().any(|it| it.is_same(&told)) {
                self.findings.push(told);
            }
        }
    }

    /// A place with its line and column.
    fn place(&self, at: &Placed) -> String {
        let shown = show(&at.path);
        let text = self.files.get(&*shown).map(|it| &*it.1).unwrap_or_default();
        let start = Lines::new(text).position(u32::try_from(at.range.start).unwrap_or_default());
        format!("{shown}:{}:{}", start.line, start.column)
    }

    /// The findings by file, as comments and settings have them.
    fn report(&mut self, args: &Args, world: &dyn World) -> Report {
        let here = world.current_dir().unwrap_or_default();
        let finder = Finder::new(world);
        let command_line = Arc::new(options::layer(args, &here));
        let mut by_file: HashMap<Arc<str>, Vec<Finding>> = HashMap::new();
        for finding in std::mem::take(&mut self.findings) {
            by_file.entry(finding.file.clone()).or_default().push(finding);
        }
        let mut report = Report::default();
        for (shown, (path, text)) in &self.files {
            let real = here.join(path);
            let real: PathBuf = real.components().collect();
            let project = finder.project(&real).map(|it| it.layer.clone());
            let settings = Settings::new(std::iter::once(command_line.clone()).chain(project));
            if settings.is_excluded(&real) {
                continue;
            }
            let ignores = Ignores::in_data(text);
            let filter = Filter { file: shown, path: &real, text, ignores: &ignores, settings: &settings, ran: Ran::All };
            let findings = diagnostics::filter(by_file.remove(shown).unwrap_or_default(), &filter);
            report.files.push(FileReport { name: shown.clone(), text: text.clone(), findings });
        }
        let in_settings = |folder: &Path, text: &Arc<str>| engine::settings_report(world, folder, text, &here);
        report.files.extend(finder.projects().iter().filter_map(|it| in_settings(&it.folder, &it.text)));
        let open: HashSet<&str> = self.undecided.iter().map(|it| it.path.split(':').next().unwrap_or_default()).collect();
        report.undecided = open.len();
        report.notes = std::mem::take(&mut self.undecided);
        report.failures = std::mem::take(&mut self.failures);
        report.failures.dedup();
        report
    }

    fn bases(&self, world: &dyn World) -> HashMap<Arc<str>, PathBuf> {
        let here = world.current_dir().unwrap_or_default();
        self.files.iter().map(|(name, (path, _))| (name.clone(), here.join(path).components().collect())).collect()
    }
}

/// The files of a folder that is a tree of states and has no Puppet code.
pub fn recognize(folder: &Path) -> Option<SaltArgs> {
    let is_puppet = |name: &str| {
        matches!(name, "metadata.json" | "Puppetfile" | "environment.conf" | "hiera.yaml" | "manifests" | "modules")
            || name.ends_with(".pp")
            || name.ends_with(".epp")
    };
    let names: Vec<String> = std::fs::read_dir(folder).ok()?.filter_map(|it| it.ok()?.file_name().into_string().ok()).collect();
    if names.iter().any(|it| is_puppet(it)) {
        return None;
    }
    let root = ["", "salt", "states"].iter().map(|it| folder.join(it)).find(|it| it.join("top.sls").is_file());
    let root = root.or_else(|| names.iter().any(|it| it.ends_with(".sls")).then(|| folder.to_owned()));
    // A formula has its states in a folder of its name.
    let is_formula = |name: &String| folder.join(name).join("init.sls").is_file();
    let root = root.or_else(|| names.iter().any(is_formula).then(|| folder.to_owned()))?;
    let pillar: Option<PathBuf> = [folder, root.parent()?].iter().map(|it| it.join("pillar")).find(|it| it.join("top.sls").is_file());
    Some(SaltArgs { salt_root: vec![root], pillar_root: pillar, ..SaltArgs::default() })
}
