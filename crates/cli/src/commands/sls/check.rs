//! `bunraku check` of an SLS tree.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{DocumentKind, document_kind};
use diagnostics::{Filter, Finding, Ignores, Ran, SlsFiles};
use salt::outline::Outline;
use salt::{Files, Placed, Problem, Span, Str, Suggestions, Summary, Wrong};
use settings::{Finder, Settings};
use world::{RealWorld, World};

use super::named::Part;
use super::{SaltArgs, Tree};
use crate::commands::check::bounds;
use crate::commands::check::discover::is_of_puppet;
use crate::commands::check::failure::{InputError, show};
use crate::commands::check::position::Lines;
use crate::commands::check::report::{FileReport, Report};
use crate::commands::check::{Args, engine, options};

/// Checks these SLS files together, or what the top file gives the minion that is named, or each file by itself. With the report come the
/// absolute paths of the files by their names in it.
pub fn run(args: &Args, part: &Part, world: &dyn World) -> anyhow::Result<(Report, HashMap<Arc<str>, PathBuf>)> {
    let Part { salt, names, files, states } = part;
    let mut found = Found::default();
    let targets = targets(salt, world, &mut found.failures);
    match targets.as_slice() {
        [] => look(&mut found, salt, names, false)?,
        targets => {
            for target in targets {
                found.target = target.id.as_deref().map(Arc::from);
                look(&mut found, target, names, names.is_empty())?;
            }
            for finding in found.findings.iter_mut().filter(|it| it.systems.len() == targets.len()) {
                finding.systems.clear();
            }
        }
    }
    if let Some(files) = files {
        found.limit(files, states, &targets, salt, world)?;
    }
    let report = found.report(args, world);
    let bases = found.bases(world);
    Ok((report, bases))
}

/// The minions that the nearest `bunraku.toml` names, unless the command line says for whom the states are.
///
/// Targets inside of the repository: others may have written what lies outside, and findings show excerpts.
fn targets(salt: &SaltArgs, world: &dyn World, failures: &mut Vec<InputError>) -> Vec<SaltArgs> {
    let is_given = salt.id.is_some() || salt.grains.is_some() || salt.pillar.is_some() || salt.minion_config.is_some();
    let Some(settings) = salt.settings(world).filter(|_| !is_given) else { return Vec::new() };
    let bounds = bounds::repository_bounds(world, &salt.salt_root);
    let mut inside = |path: &Option<PathBuf>| {
        let path = path.clone()?;
        if bounds::leads_out(world, &path, &bounds) {
            let failure = InputError::new(show(&path), bounds::OUTSIDE);
            if !failures.contains(&failure) {
                failures.push(failure);
            }
            return None;
        }
        Some(path)
    };
    let args = |target: &settings::SaltTarget| {
        let (grains, pillar, config) = (inside(&target.grains), inside(&target.pillar), inside(&target.config));
        let is_folder = pillar.as_ref().is_some_and(|it| it.is_dir());
        let text = |path: Option<PathBuf>| path.map(|it| it.to_string_lossy().into_owned());
        SaltArgs {
            id: Some(target.id.clone()),
            system: target.system.clone(),
            minion_config: config,
            is_of_project: true,
            grains: text(grains),
            pillar_root: pillar.clone().filter(|_| is_folder).or_else(|| salt.pillar_root.clone()),
            pillar: text(pillar).filter(|_| !is_folder),
            ..salt.clone()
        }
    };
    settings.salt_targets().iter().map(args).collect()
}

/// Compiles what is asked for; each file that no other includes by itself, too, where `also_alone` says so.
fn look(found: &mut Found, salt: &SaltArgs, names: &[String], also_alone: bool) -> anyhow::Result<()> {
    let tree = Tree::open(&RealWorld, salt)?;
    found.failures.extend(tree.refused.clone().filter(|it| !found.failures.contains(it)));
    if let Some(pillar) = &tree.pillar {
        found.add_findings(&pillar.files, &pillar.findings, salt);
    }
    let is_run = !names.is_empty() || salt.id.is_some();
    // Roots that were only found may be some of several.
    let has_all = is_run && (!salt.is_found || !also_alone);
    let settled = |it: Vec<Wrong>| if has_all { it.into_iter().map(Wrong::of_whole_run).collect() } else { it };
    let mut summaries = Vec::new();
    if names.is_empty() && (also_alone || !is_run) {
        let states = &tree.site.tree;
        let mut templates = tree.templates();
        let names: Vec<Str> = states.names().iter().filter(|it| &***it != "top" && !states.is_of_another_kind(it)).cloned().collect();
        let includes = |name: &Str| {
            let text = states.state(name).and_then(|it| salt::read_text(&RealWorld, it.1).ok());
            text.map(|it| Outline::read(&it).includes()).unwrap_or_default()
        };
        let order = salt::includers_first(states, &names, includes);
        summaries = salt::summaries(&names, &order, |name| {
            if templates.is_changed() {
                templates = tree.templates();
            }
            let compile = |options: &salt::Options| tree.site.compile(&templates, &[(name.clone(), Span::NONE)], options);
            let mut compiled = compile(&tree.options);
            salt::compare_releases(&mut compiled, &tree.options, compile);
            found.read(&compiled.files);
            Summary::advised(&compiled, states, salt.release())
        });
        let mut of_files = settled(salt::wrong(summaries.iter()));
        Suggestions::new(summaries.iter()).add_to(&mut of_files);
        found.add(&of_files, salt);
        if !is_run && states.has("top") {
            let compiled = tree.site.check_top(&tree.templates(), &tree.options);
            found.read(&compiled.files);
            let of_top = Summary::advised(&compiled, states, salt.release());
            let mut wrong = of_top.found.clone();
            Suggestions::new(summaries.iter().chain([&of_top])).add_to(&mut wrong);
            found.add(&wrong, salt);
        }
        found.add_templates(&tree, salt);
        found.add_pillar(&tree, salt);
    }
    if is_run {
        let mut compiled = tree.compile(names);
        salt::compare_releases(&mut compiled, &tree.options, |options| tree.compile_for(names, options));
        found.read(&compiled.files);
        let of_run = Summary::advised(&compiled, &tree.site.tree, salt.release());
        let mut wrong = settled(of_run.found.clone());
        Suggestions::new(summaries.iter().chain([&of_run])).add_to(&mut wrong);
        found.add(&wrong, salt);
    }
    found.add_unknown_keys(&tree, salt);
    Ok(())
}

/// The folder of the pillar that is named, or else is in the tree or next to it.
fn pillar_root(salt: &SaltArgs) -> Option<PathBuf> {
    let bounds = bounds::repository_bounds(&RealWorld, &salt.salt_root);
    let is_inside = |it: &PathBuf| !bounds::leads_out(&RealWorld, it, &bounds);
    let near = || salt.salt_root.iter().flat_map(|it| analysis::salt::pillar_folders(it)).filter(is_inside);
    let found = || near().find(|it| it.join("top.sls").is_file()).or_else(|| near().find(|it| it.is_dir()));
    salt.pillar_root.clone().or_else(found)
}

/// A path as seen from the current folder, without its dots.
pub fn absolute(world: &dyn World, path: &Path) -> PathBuf {
    world.current_dir().unwrap_or_default().join(path).components().collect()
}

/// Paths and texts of files by the names in findings.
type Read = BTreeMap<Arc<str>, (PathBuf, Arc<str>)>;

/// The files that a command has read.
struct OfCommand<'f>(&'f Read);

impl SlsFiles for OfCommand<'_> {
    fn name(&self, path: &Path) -> Arc<str> {
        Arc::from(show(path))
    }

    fn text(&self, path: &Path) -> Option<Arc<str>> {
        self.0.get(&*show(path)).map(|it| it.1.clone())
    }
}

/// Findings of several compilations.
#[derive(Default)]
struct Found {
    /// All files that were read.
    files: Read,
    findings: Vec<Finding>,
    /// Their numbers, by the places where they begin.
    known: HashMap<(Arc<str>, u32), Vec<usize>>,
    /// The minion that is compiled, where there are several.
    target: Option<Arc<str>>,
    undecided: Vec<InputError>,
    failures: Vec<InputError>,
    /// Failures outside of files, as an SLS that is named and does not exist.
    unplaced: Vec<InputError>,
}

impl Found {
    fn read(&mut self, files: &Files) {
        for file in files.iter() {
            self.files.entry(Arc::from(show(&file.path))).or_insert_with(|| (file.path.clone(), file.source.clone()));
        }
    }

    /// Adds what is wrong in templates that states import.
    fn add_templates(&mut self, tree: &Tree<'_>, salt: &SaltArgs) {
        for (_, path) in tree.site.tree.paths().filter(|it| is_checked_template(it.0)) {
            self.add_syntax(path, salt);
        }
    }

    /// Adds what Jinja refuses in a file, before anything is rendered.
    fn add_syntax(&mut self, path: &Path, salt: &SaltArgs) {
        let Ok(text) = salt::read_text(&RealWorld, path) else { return };
        let Some(wrong) = salt::syntax_problem(path, &text) else { return };
        let name: Arc<str> = Arc::from(show(path));
        self.files.entry(name.clone()).or_insert_with(|| (path.to_path_buf(), text.into()));
        // An SLS file that runs it says the same.
        let start = wrong.at.as_ref().and_then(|it| u32::try_from(it.range.start).ok()).unwrap_or_default();
        if !self.known.contains_key(&(name, start)) {
            self.add(&[wrong], salt);
        }
    }

    /// Adds the keys that states and templates read, and that no file of the pillar has.
    fn add_unknown_keys(&mut self, tree: &Tree<'_>, salt: &SaltArgs) {
        let Some(pillar) = pillar_root(salt).map(|it| salt::Tree::open(&RealWorld, &[it])).filter(|it| it.has("top")) else { return };
        let Some(mut keys) = salt::pillar::keys::Keys::read(&RealWorld, &pillar, &tree.minion) else { return };
        keys.add(&tree.minion.heap, tree.minion.pillar);
        let is_states = |path: &Path| tree.site.tree.paths().any(|it| it.1 == path) && !pillar.paths().any(|it| it.1 == path);
        let files: Vec<(PathBuf, Arc<str>)> = self.files.values().filter(|it| is_states(&it.0)).cloned().collect();
        for (path, text) in files {
            self.add(&salt::pillar::keys::check(&path, &text, &keys), salt);
        }
    }

    /// Adds what is wrong in the files of the pillar that is named, or else is in the tree or next to it.
    fn add_pillar(&mut self, tree: &Tree<'_>, salt: &SaltArgs) {
        let Some(root) = pillar_root(salt) else { return };
        let pillar = salt::Tree::open(&RealWorld, &[root]);
        // Without a top file the root of a pillar is not known, nor is what its files import.
        let is_root = pillar.has("top");
        for name in pillar.names().iter().filter(|_| is_root) {
            let (files, findings) = salt::pillar::check(&RealWorld, &pillar, &tree.minion, name);
            self.add_findings(&files, &findings, salt);
        }
        let is_for_syntax = |below: &str| is_checked_template(below) || document_kind(below) == DocumentKind::Sls && !is_root;
        pillar.paths().filter(|it| is_for_syntax(it.0)).for_each(|it| self.add_syntax(it.1, salt));
    }

    fn add_findings(&mut self, files: &Files, findings: &[salt::Finding], salt: &SaltArgs) {
        self.read(files);
        let found: Vec<Wrong> = findings.iter().map(|it| Wrong::new(it, files)).collect();
        self.add(&found, salt);
    }

    fn add(&mut self, found: &[Wrong], salt: &SaltArgs) {
        for wrong in found {
            let failure =
                |path: String| InputError::new(if path.is_empty() { "SLS".to_owned() } else { path }, wrong.problem.render(salt.release()));
            let Some(mut finding) = diagnostics::sls_finding(wrong, salt.release(), &OfCommand(&self.files)) else {
                let failure = failure(wrong.at.as_ref().map(|it| self.place(it)).unwrap_or_default());
                if !self.undecided.contains(&failure) {
                    self.undecided.push(failure);
                }
                continue;
            };
            if finding.file.is_empty() {
                // What is wrong with no place in it is wrong with the whole of the top file.
                let is_top = |path: &Path| salt.salt_root.iter().any(|it| path == it.join("top.sls"));
                let top = self.files.iter().find(|it| is_top(&it.1.0)).map(|it| it.0);
                match top.filter(|_| matches!(wrong.problem, Problem::TopNothing)) {
                    Some(top) => finding.file = top.clone(),
                    None => {
                        self.unplaced.push(failure(String::new()));
                        continue;
                    }
                }
            }
            // A file that several include is wrong once.
            finding.systems.extend(self.target.clone());
            let number = self.findings.len();
            let similar = self.known.entry((finding.file.clone(), u32::from(finding.range.start()))).or_default();
            let same = similar.iter().copied().find(|it| self.findings.get(*it).is_some_and(|it| it.is_same(&finding)));
            match same.and_then(|it| self.findings.get_mut(it)) {
                Some(known) => {
                    let new = finding.systems.into_iter().filter(|it| !known.systems.contains(it));
                    known.systems.extend(new.collect::<Vec<_>>());
                }
                None => {
                    similar.push(number);
                    self.findings.push(finding);
                }
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
        report.failures.append(&mut self.unplaced);
        report.failures.extend(engine::unread_settings(&finder, &here));
        report.failures.dedup();
        report
    }

    /// Leaves out all files but these, and those that are compiled with these states.
    fn limit(
        &mut self,
        files: &HashSet<PathBuf>,
        states: &[String],
        targets: &[SaltArgs],
        salt: &SaltArgs,
        world: &dyn World,
    ) -> anyhow::Result<()> {
        let mut shown = files.clone();
        let compiled_for = if targets.is_empty() { std::slice::from_ref(salt) } else { targets };
        for target in compiled_for.iter().filter(|_| !states.is_empty()) {
            let compiled = Tree::open(&RealWorld, target)?.compile(states);
            shown.extend(compiled.files.iter().map(|it| absolute(world, &it.path)));
        }
        self.files.retain(|_, (path, _)| shown.contains(&absolute(world, path)));
        let is_shown = |files: &BTreeMap<Arc<str>, _>, it: &InputError| it.path.split(':').next().is_some_and(|it| files.contains_key(it));
        self.undecided.retain(|it| is_shown(&self.files, it));
        // Such as a top file that gives a minion nothing.
        self.unplaced.clear();
        Ok(())
    }

    fn bases(&self, world: &dyn World) -> HashMap<Arc<str>, PathBuf> {
        self.files.iter().map(|(name, (path, _))| (name.clone(), absolute(world, path))).collect()
    }
}

/// Whether a template is checked by itself. Those with other endings may be templates of other programs.
fn is_checked_template(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it == "jinja")
}

/// Where a repository has its states, if not in itself.
const USUAL_ROOTS: [&str; 4] = ["salt", "states", "srv/salt", "srv/states"];

/// The arguments for a folder that is a tree of states and has no Puppet code.
pub fn recognize(folder: &Path) -> Option<SaltArgs> {
    let names: Vec<String> = std::fs::read_dir(folder).ok()?.filter_map(|it| it.ok()?.file_name().into_string().ok()).collect();
    if names.iter().any(|it| is_of_puppet(it)) {
        return None;
    }
    let roots = std::iter::once(folder.to_owned()).chain(USUAL_ROOTS.iter().map(|it| folder.join(it)));
    let root = roots.flat_map(|it| [it.clone(), it.join("base")]).find(|it| it.join("top.sls").is_file());
    let root = root.or_else(|| names.iter().any(|it| document_kind(it) == DocumentKind::Sls).then(|| folder.to_owned()));
    // A formula has its states in a folder of its name.
    let is_formula = |name: &String| folder.join(name).join("init.sls").is_file();
    let root = root.or_else(|| names.iter().any(is_formula).then(|| folder.to_owned()));
    // Without a top file, a folder for states is one that has some.
    let has_states = |it: &PathBuf| !salt::Tree::open(&RealWorld, std::slice::from_ref(it)).names().is_empty();
    let usual = || USUAL_ROOTS.iter().map(|it| folder.join(it)).flat_map(|it| [it.join("base"), it]);
    let root = root.or_else(|| usual().find(has_states))?;
    let pillar_root = pillar_of(&root);
    Some(SaltArgs { salt_root: vec![root], pillar_root, is_found: true, ..SaltArgs::default() })
}

/// The pillar in a tree of states or next to it, if it has a top file.
pub fn pillar_of(root: &Path) -> Option<PathBuf> {
    analysis::salt::pillar_folders(root).into_iter().find(|it| it.join("top.sls").is_file())
}
