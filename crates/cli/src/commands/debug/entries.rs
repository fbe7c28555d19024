//! `bunraku debug entries`: the entries from which the editor evaluates files, with their facts and errors, and manifests that make real
//! Puppet do the same.

mod facts;
mod generate;
mod manifests;
mod write;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use analysis::{Analysis, AnalysisHost, Change, Evaluation, File, Origin, Settings, Snapshot, Start, Systems, document_kind};
use compiler::{CutShort, NodeName};
use diagnostics::{Finding, Modules};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::{Value as Json, json};
use world::{RealWorld, World};

use crate::exit::Exit;
use manifests::Signatures;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders of modules, with colons between them
    #[arg(long, value_name = "PATHS", default_value = "/usr/share/puppet/modules")]
    modulepath: String,
    /// Only the entries that find an error
    #[arg(long)]
    errors: bool,
    /// Manifests also for those that find none
    #[arg(long)]
    manifests: bool,
    /// Only the first system of each
    #[arg(long)]
    first: bool,
    /// A file that names one file a line
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    files: Vec<PathBuf>,
}

/// Evaluations go deep where texts do.
const STACK_SIZE: usize = 16 << 20;

/// A line of JSON for each system with its facts, and then one for each evaluation of each file, in the order of the files.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let world: Arc<dyn World> = Arc::new(RealWorld);
    let mut files = args.files.clone();
    if let Some(list) = &args.list {
        files.extend(std::fs::read_to_string(list)?.lines().map(PathBuf::from));
    }
    let modules = Modules::new(&*world);
    let mut change = Change::new().settings(Settings::default());
    for file in &files {
        let path = file.to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file)?;
        let place = modules.autoload(file, &path);
        change = change.dialect(path.clone(), document_kind(&path).dialect()).autoload(path.clone(), place).disk(
            path,
            Some(text.into()),
            Origin::Local,
        );
    }
    let mut host = AnalysisHost::new(world.clone());
    host.apply(change);
    let folders = args.modulepath.split(':').filter(|it| !it.is_empty()).map(PathBuf::from).collect();
    let signatures = Signatures::new(world, folders);
    let facts = Mutex::new(BTreeMap::new());
    let of_file = |analysis: &mut Analysis, path: &PathBuf| {
        analysis.run(|snapshot| lines(snapshot, &path.to_string_lossy(), &args, &signatures, &facts)).unwrap_or_default()
    };
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK_SIZE).build()?;
    let analysis = host.analysis();
    let all: Vec<Vec<Json>> = pool.install(|| files.par_iter().map_with(analysis, of_file).collect());
    for (key, values) in facts.into_inner().unwrap_or_else(PoisonError::into_inner) {
        println!("{}", json!({"facts": key, "values": values}));
    }
    for line in all.iter().flatten() {
        println!("{line}");
    }
    Ok(Exit::Clean)
}

/// The facts of systems, by the names of these.
type Facts = Mutex<BTreeMap<String, Json>>;

fn lines(snapshot: Snapshot<'_>, path: &str, args: &Args, signatures: &Signatures, facts: &Facts) -> Vec<Json> {
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let systems = if args.first { Systems::First } else { Systems::All };
    let of_text = diagnostics::find_in_text(snapshot, file);
    let all = diagnostics::find_in_file(snapshot, file, systems);
    // Style is nothing that Puppet could be asked about.
    let is_met = |it: &&Finding| it.is_error() && !of_text.contains(it) && !it.code.is_lint();
    let errors: Vec<&Finding> = all.iter().filter(is_met).collect();
    let mut lines = Vec::new();
    for (evaluation, findings) in diagnostics::find_by_evaluation(snapshot, file, systems, &of_text) {
        let is_reported =
            |it: &&Finding| it.is_error() && errors.iter().any(|reported| reported.code == it.code && reported.range == it.range);
        let own: Vec<Json> = findings.iter().filter(is_reported).map(|it| error(snapshot, file, it)).collect();
        if own.is_empty() && args.errors {
            continue;
        }
        let key = evaluation.systems.first().map(|it| it.to_string()).unwrap_or_default();
        facts.lock().unwrap_or_else(PoisonError::into_inner).entry(key.clone()).or_insert_with(|| facts::complete(&evaluation.facts));
        let wants_manifests = args.manifests || !own.is_empty();
        lines.push(line(snapshot, file, &evaluation, &key, own, wants_manifests.then_some(signatures)));
    }
    lines
}

fn line(
    snapshot: Snapshot<'_>,
    file: File,
    evaluation: &Evaluation,
    facts: &str,
    errors: Vec<Json>,
    signatures: Option<&Signatures>,
) -> Json {
    let outcome = &evaluation.evaluated.outcome;
    let (kind, name) = match evaluation.start.definition() {
        Start::Node(name) => ("node", format!("{name:?}")),
        Start::Manifest(path, NodeName::Default) => ("manifest", path.to_string_lossy().into_owned()),
        Start::Manifest(path, name) => ("manifest", format!("{} for {name:?}", path.to_string_lossy())),
        Start::Class(name) => ("class", name.to_string()),
        Start::Open(name) => ("open class", name.to_string()),
        Start::Define(name) => ("define", name.to_string()),
        Start::Function(name) => ("function", name.to_string()),
        Start::Plan(name) => ("plan", name.to_string()),
        Start::Loose(..) => ("other", String::new()),
    };
    let cut_short = outcome.cut_short.map(|it| match it {
        CutShort::Steps => "steps",
        CutShort::Depth => "depth",
        CutShort::Errors => "errors",
    });
    let systems: Vec<&str> = evaluation.systems.iter().map(|it| &**it).collect();
    json!({
        "file": &*snapshot.path(file),
        "entry": kind,
        "name": name,
        "systems": systems,
        "with": facts,
        "guessed": evaluation.guessed,
        "part": evaluation.is_part,
        "lacks_modules": evaluation.lacks_modules,
        "cut_short": cut_short,
        "unknown_titles": outcome.unknown_titles,
        "errors": errors,
        // Everything that the evaluation reached, in its order: Puppet ends at the first.
        "met": outcome.errors.iter().map(|it| json!({"message": it.full(), "certain": it.condition == compiler::Condition::Always})).collect::<Vec<_>>(),
        "manifests": signatures.map(|it| it.manifests(snapshot, file, &evaluation.start)),
        "declared_with": signatures.and_then(|it| it.declaration_of_module(snapshot, file, &evaluation.start)),
    })
}

fn error(snapshot: Snapshot<'_>, file: File, finding: &Finding) -> Json {
    let text = snapshot.text(file);
    let start = finding.puppet_place.unwrap_or(finding.range.start());
    let line_of = |offset: syntax::TextSize| {
        let before = text.get(..usize::from(offset)).unwrap_or_default();
        before.bytes().filter(|it| *it == b'\n').count() + 1
    };
    json!({"code": finding.code.name, "message": finding.message, "line": line_of(start), "shown": line_of(finding.range.start())})
}
