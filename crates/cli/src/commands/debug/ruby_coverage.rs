//! `bunraku debug ruby-coverage`: which Ruby files are supported, and what the others need.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use ruby::coverage::{self, Uses};

use crate::exit::Exit;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders with modules, or modules
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// List the files with what each lacks
    #[arg(long)]
    files: bool,
}

/// Deeper folders are not read.
const DEEPEST: u32 = 40;

/// No larger file is read.
const LARGEST: u64 = 4 << 20;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Template,
    Function,
    OldFunction,
    Helper,
}

impl Kind {
    fn from_path(path: &Path) -> Option<Kind> {
        let text = path.to_string_lossy();
        Some(match path.extension()?.to_str()? {
            "erb" => Kind::Template,
            "rb" if text.contains("/lib/puppet/functions/") => Kind::Function,
            "rb" if text.contains("/lib/puppet/parser/functions/") => Kind::OldFunction,
            "rb" if text.contains("/lib/puppet_x/") || text.contains("/lib/puppet/util/") => Kind::Helper,
            _ => return None,
        })
    }

    fn title(self) -> &'static str {
        match self {
            Kind::Template => "templates",
            Kind::Function => "functions with dispatches",
            Kind::OldFunction => "legacy functions",
            Kind::Helper => "helpers",
        }
    }
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut paths = Vec::new();
    let mut seen = HashSet::new();
    for folder in &args.folders {
        collect(folder, 0, &mut seen, &mut paths);
    }
    paths.sort();
    let mut read: Vec<(PathBuf, Kind, Option<Uses>)> = Vec::new();
    for (path, kind) in paths {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let uses = if kind == Kind::Template { coverage::of_template(&text) } else { coverage::of_program(&text) };
        read.push((path, kind, uses.ok()));
    }
    // Helpers define what functions use.
    let mut names: HashSet<String> = compiler::names_for_ruby();
    names.extend(read.iter().filter_map(|it| it.2.as_ref()).flat_map(Uses::definitions).map(str::to_owned));
    let mut counts: BTreeMap<Kind, (usize, usize)> = BTreeMap::new();
    let mut lacks: BTreeMap<String, usize> = BTreeMap::new();
    for (path, kind, uses) in &read {
        let found = match uses {
            Some(uses) => uses.lacks(&|name| names.contains(name)),
            None => BTreeSet::from(["a text without syntax errors".to_owned()]),
        };
        let count = counts.entry(*kind).or_default();
        count.0 += 1;
        count.1 += usize::from(found.is_empty());
        for lack in &found {
            *lacks.entry(lack.clone()).or_default() += 1;
        }
        if args.files {
            let found: Vec<String> = found.into_iter().collect();
            println!("{}: {}", path.display(), if found.is_empty() { "supported".to_owned() } else { found.join(", ") });
        }
    }
    for (kind, (all, whole)) in counts {
        println!("{:28} {whole:5} of {all:5} supported", kind.title());
    }
    let mut lacks: Vec<(String, usize)> = lacks.into_iter().collect();
    lacks.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    for (lack, count) in lacks {
        println!("{count:5} files need {lack}");
    }
    Ok(Exit::Clean)
}

fn collect(path: &Path, depth: u32, seen: &mut HashSet<PathBuf>, found: &mut Vec<(PathBuf, Kind)>) {
    let Ok(real) = path.canonicalize() else { return };
    if depth > DEEPEST || !seen.insert(real) {
        return;
    }
    let Ok(metadata) = path.metadata() else { return };
    if metadata.is_file() {
        if let Some(kind) = Kind::from_path(path).filter(|_| metadata.len() <= LARGEST) {
            found.push((path.to_owned(), kind));
        }
        return;
    }
    let Ok(entries) = path.read_dir() else { return };
    for entry in entries.flatten() {
        collect(&entry.path(), depth + 1, seen, found);
    }
}
