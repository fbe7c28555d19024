//! `bunraku diff`: what differs between two catalogs, or between the catalogs of two revisions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use catalog::Catalog;
use catalog::diff::Diff;
use revisions::{Revision, RevisionError};
use world::{RealWorld, World};

use super::check::Color;
use super::compile::quietly;
use super::ordered::{compiled, is_catalog, read};
use super::site::{SiteArgs, Source, show};
use crate::args::Format;
use crate::exit::Exit;

/// Compare two catalogs
///
/// Each side is a catalog in a .json file, or a Git revision, which Bunraku compiles.
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

    #[command(flatten)]
    site: SiteArgs,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Color messages: auto (on a terminal), always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    super::compile::with_stack(move || compare(&args))
}

fn compare(args: &Args) -> anyhow::Result<Exit> {
    let (Some(before), Some(after)) = (catalog_of(args, &args.before)?, catalog_of(args, &args.after)?) else {
        return Ok(Exit::Found);
    };
    let diff = Diff::of(&before, &after);
    let text = match args.format {
        Format::Text => diff.text(&|file| show(Path::new(file)), &lines),
        Format::Json => serde_json::to_string_pretty(&diff.json())? + "\n",
    };
    quietly(io::stdout().lock().write_all(text.as_bytes()))?;
    Ok(if diff.is_empty() { Exit::Clean } else { Exit::Found })
}

/// The lines that differ, with those around them.
fn lines(before: &str, after: &str) -> String {
    let diff = similar::TextDiff::from_lines(before, after);
    diff.unified_diff().context_radius(3).to_string()
}

fn catalog_of(args: &Args, what: &Path) -> anyhow::Result<Option<Catalog>> {
    if is_catalog(what) && what.is_file() {
        return read(what).map(Some);
    }
    let disk: Arc<dyn World> = Arc::new(RealWorld);
    let world = if what.as_os_str() == "." { disk } else { revision(disk, &args.site, what)? };
    let source = Source::find_in(world, &args.site)?;
    Ok(compiled(&source, args.color)?.map(|it| it.catalog))
}

/// The disk, with the repository around what is compiled as it was.
pub fn revision(disk: Arc<dyn World>, args: &SiteArgs, what: &Path) -> anyhow::Result<Arc<dyn World>> {
    let Some(name) = what.to_str() else { bail!("{} is no revision", what.display()) };
    let around = args.place.root.as_deref().or(args.manifest.as_deref()).unwrap_or(Path::new("."));
    let folder = if around.is_dir() { around } else { around.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")) };
    let folder = std::path::absolute(folder).with_context(|| show(folder))?;
    let revision = Revision::find(&folder, name).map_err(|problem| match problem {
        RevisionError::NoRepository => anyhow!("{name} is no catalog, and this is in no Git repository"),
        RevisionError::NoRevision => anyhow!("{name} is neither a catalog nor a revision"),
        problem @ (RevisionError::Untrusted | RevisionError::Unreadable(_)) => anyhow!("{problem}"),
    })?;
    Ok(revision.world(disk)?)
}
