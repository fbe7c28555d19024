//! `bunraku diff`: what differs between two catalogs, or between the catalogs of two revisions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use catalog::Catalog;
use catalog::diff::Diff;
use compiler::{Code, EvalError};
use revisions::{Revision, RevisionError};
use world::{RealWorld, World};

use super::check::Color;
use super::compile::{choice, nodes, quietly};
use super::ordered::{is_catalog, read};
use super::page::{Format, Page};
use super::reporter::Reporter;
use super::site::{SiteArgs, Source, show};
use super::sls::{SaltArgs, SlsArgs};
use crate::exit::Exit;

/// Compare two catalogs
///
/// Each side is a catalog in a .json file, or a Git revision, which Bunraku compiles. With `--salt-root`, compares the low states of SLS
/// files in two revisions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  no differences
  1  differences, or Puppet would refuse to compile one of the catalogs
  2  an input cannot be read")]
pub struct Args {
    /// Catalog file or Git revision
    #[arg(value_name = "BEFORE")]
    before: PathBuf,

    /// Catalog file or Git revision; `.` is the working tree
    #[arg(value_name = "AFTER")]
    after: PathBuf,

    /// Compare the catalogs of all nodes of two revisions
    #[arg(long, conflicts_with = "node")]
    all_nodes: bool,

    #[command(flatten)]
    site: SiteArgs,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Color messages: auto (on a terminal), always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,

    #[command(flatten)]
    salt: SaltArgs,

    #[command(flatten)]
    sls: SlsArgs,
}

const NO_CHANGES: &str = "No catalog changes.\n";

/// Comparison of a node.
struct Compared {
    node: String,
    text: String,
    added: usize,
    removed: usize,
    changed: usize,
}

impl Compared {
    fn new(node: &str, diff: Diff) -> Compared {
        let (added, removed, changed) = (diff.added.len(), diff.removed.len(), diff.changed.len());
        Compared { node: node.to_owned(), text: text(&diff), added, removed, changed }
    }
}

fn page(all: &[Compared]) -> Page {
    let row = |it: &Compared| vec![it.node.clone(), it.added.to_string(), it.removed.to_string(), it.changed.to_string()];
    Page {
        title: "Catalog changes".to_owned(),
        columns: &["node", "added", "removed", "changed"],
        has_names: true,
        rows: all.iter().map(row).collect(),
        details: all.iter().map(|it| (it.node.clone(), it.text.clone())).collect(),
        noun: "nodes",
    }
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    args.salt.configure()?;
    super::compile::with_stack(move || compare(&args))
}

fn compare(args: &Args) -> anyhow::Result<Exit> {
    if args.all_nodes {
        if args.salt.is_used() {
            bail!("with --salt-root, diff does not support --all-nodes");
        }
        return compare_all(args);
    }
    let (name, diff) = if args.salt.is_used() {
        let names = super::sls::names(args.site.manifest.as_ref(), &args.sls.sls);
        let Some(diff) = super::sls::diff::compare(&args.salt, &names, &args.before, &args.after)? else { return Ok(Exit::Found) };
        (args.salt.minion(), diff)
    } else {
        let mut refused = Vec::new();
        let (before, after) = (catalog_of(args, &args.before, &mut refused)?, catalog_of(args, &args.after, &mut refused)?);
        report(args, &refused)?;
        let (Some(before), Some(after)) = (before, after) else { return Ok(Exit::Found) };
        (after.name.to_string(), Diff::new(&before, &after))
    };
    let is_same = diff.is_empty();
    let text = match args.format {
        Format::Text => text(&diff),
        Format::Json => serde_json::to_string_pretty(&diff.json())? + "\n",
        Format::Markdown if is_same => NO_CHANGES.to_owned(),
        Format::Markdown => page(&[Compared::new(&name, diff)]).markdown(),
        Format::Html => page(&[Compared::new(&name, diff)]).html(),
    };
    quietly(io::stdout().lock().write_all(text.as_bytes()))?;
    Ok(if is_same { Exit::Clean } else { Exit::Found })
}

/// Compares each node that one of two revisions has.
fn compare_all(args: &Args) -> anyhow::Result<Exit> {
    if args.format == Format::Json {
        bail!("`--all-nodes` has the formats text, markdown and html");
    }
    let (before, after) = (Side::find(args, &args.before)?, Side::find(args, &args.after)?);
    let mut names = nodes(&before.source)?;
    names.extend(nodes(&after.source)?);
    names.sort();
    names.dedup();
    let mut refused = Vec::new();
    let mut compared = Vec::new();
    for name in names {
        let (old, new) = (compiled_node(&before, &name, &mut refused)?, compiled_node(&after, &name, &mut refused)?);
        if let (Some(old), Some(new)) = (old, new) {
            let diff = Diff::new(&old, &new);
            if !diff.is_empty() {
                compared.push(Compared::new(&name, diff));
            }
        }
    }
    report(args, &refused)?;
    let text = match args.format {
        Format::Markdown if compared.is_empty() => NO_CHANGES.to_owned(),
        Format::Markdown => page(&compared).markdown(),
        Format::Html => page(&compared).html(),
        Format::Text | Format::Json => compared.iter().map(|it| format!("== {}\n{}", it.node, it.text)).collect(),
    };
    quietly(io::stdout().lock().write_all(text.as_bytes()))?;
    Ok(if compared.is_empty() && refused.is_empty() { Exit::Clean } else { Exit::Found })
}

/// A revision, or the working tree, with what is compiled in it.
struct Side {
    /// As people name it: "revision `HEAD~1`".
    name: String,
    /// The files of a revision.
    revision: Option<Arc<dyn World>>,
    source: Source,
}

impl Side {
    fn find(args: &Args, what: &Path) -> anyhow::Result<Side> {
        if is_catalog(what) && what.is_file() {
            bail!("`--all-nodes` compares revisions, and {} is a catalog", what.display());
        }
        let disk: Arc<dyn World> = Arc::new(RealWorld);
        if what.as_os_str() == "." {
            return Ok(Side { name: "the working tree".to_owned(), revision: None, source: Source::find_in(disk, &args.site)? });
        }
        let world = revision(disk, &args.site, what)?;
        let source = Source::find_in(world.clone(), &args.site)?;
        Ok(Side { name: format!("revision `{}`", what.display()), revision: Some(world), source })
    }
}

/// An error that one side has, or both.
struct Refused {
    error: EvalError,
    nodes: Vec<String>,
    sides: Vec<String>,
    /// The code and files that it is shown in.
    code: Code,
    revision: Option<Arc<dyn World>>,
}

/// Keeps an error once for all nodes and both sides.
fn keep(refused: &mut Vec<Refused>, error: EvalError, node: Option<&str>, side: &Side) {
    let at = refused.iter().position(|it| is_same(&it.error, &error)).unwrap_or_else(|| {
        let (code, revision) = (side.source.code.clone(), side.revision.clone());
        refused.push(Refused { error, nodes: Vec::new(), sides: Vec::new(), code, revision });
        refused.len() - 1
    });
    let Some(known) = refused.get_mut(at) else { return };
    if let Some(node) = node.filter(|it| !known.nodes.iter().any(|known| known == it)) {
        known.nodes.push(node.to_owned());
    }
    if !known.sides.contains(&side.name) {
        known.sides.push(side.name.clone());
    }
}

/// Prints each error with the revisions that have it.
fn report(args: &Args, refused: &[Refused]) -> anyhow::Result<()> {
    for it in refused {
        let mut reporter = Reporter::new(choice(args.color), &it.code).in_revision(it.revision.clone());
        let nodes: Vec<&str> = it.nodes.iter().map(String::as_str).collect();
        quietly(reporter.error_in(&it.error, &nodes, Some(&it.sides.join(" and "))))?;
    }
    Ok(())
}

fn compiled_node(side: &Side, node: &str, refused: &mut Vec<Refused>) -> anyhow::Result<Option<Catalog>> {
    let outcome = side.source.compile(node)?;
    for error in outcome.errors {
        keep(refused, error, Some(node), side);
    }
    Ok(outcome.catalog.map(|it| it.catalog))
}

/// Whether two nodes or revisions have the same error: some texts name the node.
fn is_same(one: &EvalError, other: &EvalError) -> bool {
    let issue = |it: &EvalError| std::mem::discriminant(it.issue.root());
    issue(one) == issue(other) && one.place == other.place && one.origin == other.origin
}

/// Differences as text.
fn text(diff: &Diff) -> String {
    diff.text(&|file| show(Path::new(file)), &lines)
}

/// The lines that differ, with those around them.
fn lines(before: &str, after: &str) -> String {
    let diff = similar::TextDiff::from_lines(before, after);
    diff.unified_diff().context_radius(3).to_string()
}

fn catalog_of(args: &Args, what: &Path, refused: &mut Vec<Refused>) -> anyhow::Result<Option<Catalog>> {
    if is_catalog(what) && what.is_file() {
        return read(what).map(Some);
    }
    let side = Side::find(args, what)?;
    let mut reporter = Reporter::new(choice(args.color), &side.source.code).in_revision(side.revision.clone());
    for warning in &side.source.site.warnings {
        eprintln!("bunraku: {warning}");
    }
    let outcome = side.source.compile(&side.source.node()?)?;
    for log in &outcome.logs {
        quietly(reporter.log(log))?;
    }
    for error in outcome.errors {
        keep(refused, error, None, &side);
    }
    Ok(outcome.catalog.map(|it| it.catalog))
}

/// The disk, with the repository around what is compiled as it was.
pub fn revision(disk: Arc<dyn World>, args: &SiteArgs, what: &Path) -> anyhow::Result<Arc<dyn World>> {
    let around = args.place.root.as_deref().or(args.manifest.as_deref()).unwrap_or(Path::new("."));
    revision_around(disk, around, what)
}

/// The disk, with the repository around a path as it was.
pub fn revision_around(disk: Arc<dyn World>, around: &Path, what: &Path) -> anyhow::Result<Arc<dyn World>> {
    let Some(name) = what.to_str() else { bail!("{} is not a revision", what.display()) };
    let folder = if around.is_dir() { around } else { around.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")) };
    let folder = std::path::absolute(folder).with_context(|| show(folder))?;
    let revision = Revision::find(&folder, name).map_err(|problem| match problem {
        RevisionError::NoRepository => anyhow!("`{name}` is no catalog file, and {} is not in a Git repository", show(&folder)),
        RevisionError::NoRevision => anyhow!("`{name}` is neither a catalog file nor a Git revision"),
        problem => problem.into(),
    })?;
    Ok(revision.world(disk)?)
}
