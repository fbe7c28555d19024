//! `bunraku why`: explains the order of two resources, or the last change of one.

#[cfg(unix)]
mod run;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use catalog::graph::{Link, Why};
use catalog::{Because, Origin, ResourceId, Step, puppet};
use compiler::{Applied, Compiled};

use super::check::Color;
use super::check::failure::one_line;
use super::compile::quietly;
use super::ordered::{find, ordered};
use super::site::{SiteArgs, show};
use super::sls::{self, SaltArgs, SlsArgs};
use crate::exit::Exit;

/// Explain the order of two resources, or why a run changed one
///
/// With two resources, prints the answer, then the path from one to the other with the origin of each relationship. With one
/// resource, prints the latest run that changed or refreshed it, what changed, whether the change was intended or corrective, and
/// what caused a refresh. If no run did, explains it from the manifests.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  the first resource comes before the second, or a run changed or refreshed the resource
  1  it does not, or only by its place in the manifest; or Puppet would refuse to compile the catalog
  2  an input cannot be read, or there is no such resource")]
pub struct Args {
    /// Resource, such as `Package[ntp]`
    #[arg(value_name = "FIRST")]
    first: String,

    /// Second resource
    #[arg(value_name = "SECOND")]
    second: Option<String>,

    /// Folder for state between runs
    #[arg(long, value_name = "DIR")]
    vardir: Option<PathBuf>,

    #[command(flatten)]
    site: SiteArgs,

    #[command(flatten)]
    salt: SaltArgs,

    #[command(flatten)]
    sls: SlsArgs,

    /// Color messages: auto (on a terminal), always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    args.salt.configure()?;
    super::compile::with_stack(move || tell(&args))
}

fn tell(args: &Args) -> anyhow::Result<Exit> {
    if args.salt.is_used() {
        let Some(second) = &args.second else { anyhow::bail!("`why` takes two states of an SLS tree") };
        let names = sls::names(args.site.manifest.as_ref(), &args.sls.sls);
        let (text, exit) = sls::why::answer(&args.salt, &args.first, second, &names)?;
        quietly(io::stdout().lock().write_all(text.as_bytes()))?;
        return Ok(exit);
    }
    // What has no brackets is a manifest.
    let second = args.second.as_ref().filter(|it| it.contains('['));
    #[cfg(unix)]
    if second.is_none()
        && let Some(text) = run::last(args)?
    {
        quietly(io::stdout().lock().write_all(text.as_bytes()))?;
        return Ok(Exit::Clean);
    }
    let mut site = args.site.clone();
    if second.is_none() && site.manifest.is_none() {
        site.manifest = args.second.as_ref().map(PathBuf::from);
    }
    let Some(ordered) = ordered(&site, args.color)? else { return Ok(Exit::Found) };
    let catalog = &ordered.applied.catalog;
    let first = find(catalog, &args.first)?;
    let Some(second) = second else {
        let seen = Seen { applied: &ordered.applied, compiled: ordered.compiled.as_ref() };
        quietly(io::stdout().lock().write_all(declared(seen, first).as_bytes()))?;
        return Ok(Exit::Found);
    };
    let second = find(catalog, second)?;
    let (text, exit) = answer(Seen { applied: &ordered.applied, compiled: ordered.compiled.as_ref() }, first, second);
    quietly(io::stdout().lock().write_all(text.as_bytes()))?;
    Ok(exit)
}

/// A catalog and its relationships, and where everything was written, where that is known.
#[derive(Clone, Copy)]
struct Seen<'a> {
    applied: &'a Applied,
    compiled: Option<&'a Compiled>,
}

/// The path from one resource to another one, if there is one: a line for each part of it.
pub fn path_lines(applied: &Applied, compiled: Option<&Compiled>, first: ResourceId, second: ResourceId) -> Vec<String> {
    let seen = Seen { applied, compiled };
    match applied.graph.why(first, second) {
        Some(Why::Before(path)) => path.iter().map(|it| link(seen, it).trim().to_owned()).collect(),
        _ => Vec::new(),
    }
}

/// Declaration of a resource that no run has applied.
fn declared(seen: Seen<'_>, id: ResourceId) -> String {
    let catalog = &seen.applied.catalog;
    let mut text = format!("No recorded run has applied {}. In the manifests:\n", name(seen, id));
    let resource = &catalog[id];
    if let (Some(file), Some(line)) = (resource.file.as_deref(), resource.line) {
        text.push_str(&format!("  declared at {}:{line}\n", show(Path::new(file))));
    }
    let mut at = id;
    for _ in 0..catalog.len() {
        let Some((container, _)) = catalog.containment().into_iter().find(|it| it.1 == at) else { break };
        text.push_str(&format!("  contained in {}\n", name(seen, container)));
        at = container;
    }
    text
}

fn answer(ordered: Seen<'_>, first: ResourceId, second: ResourceId) -> (String, Exit) {
    let graph = &ordered.applied.graph;
    let name = |id| name(ordered, id);
    let (a, b) = (name(first), name(second));
    let links = |links: &[Link]| links.iter().map(|it| link(ordered, it)).collect::<String>();
    let there = graph.why(first, second);
    let back = graph.why(second, first);
    match (there, back) {
        (Some(Why::Before(path)), Some(Why::Before(_))) if first == second => {
            (format!("{a} comes before itself\n{}", links(&path)), Exit::Clean)
        }
        (Some(Why::Before(path)), Some(Why::Before(other))) => {
            (format!("{a} comes before {b}, and {b} before {a}: this is a cycle\n{}and back\n{}", links(&path), links(&other)), Exit::Clean)
        }
        (Some(Why::Before(path)), _) => (format!("{a} comes before {b}\n{}", links(&path)), Exit::Clean),
        (Some(Why::Around(path)), _) => (format!("{a} contains {b}\n{}", links(&path)), Exit::Found),
        (Some(Why::Inside(path)), _) => (format!("{b} contains {a}\n{}", links(&path)), Exit::Found),
        (_, Some(Why::Before(path))) => (format!("{a} does not come before {b}: {b} comes before {a}\n{}", links(&path)), Exit::Found),
        _ if first == second => (format!("{a} is the same resource twice\n"), Exit::Found),
        _ => (format!("Nothing orders {a} and {b}: {}\n", by_declaration(ordered, first, second)), Exit::Found),
    }
}

/// Where nothing orders two resources, the first one declared is applied first, unless other relationships prevent that.
fn by_declaration(ordered: Seen<'_>, first: ResourceId, second: ResourceId) -> String {
    let graph = &ordered.applied.graph;
    let Some(order) = graph.order() else { return "and there is a cycle elsewhere".to_owned() };
    let place = |id| order.iter().position(|step| Some(*step) == graph.first_step(id));
    let earlier = if place(first) <= place(second) { first } else { second };
    format!("{} is applied first in this catalog", name(ordered, earlier))
}

fn name(ordered: Seen<'_>, id: ResourceId) -> String {
    one_line(&puppet::reference(&ordered.applied.catalog[id]))
}

/// One part of the path, on a line.
fn link(ordered: Seen<'_>, link: &Link) -> String {
    let graph = &ordered.applied.graph;
    let name = |id| name(ordered, id);
    let (before, after) = (graph.step(link.before).resource(), graph.step(link.after).resource());
    let step = |step| match graph.step(step) {
        Step::Apply(id) => name(id),
        Step::Begin(id) => format!("{} begins", name(id)),
        Step::End(id) => format!("{} ends", name(id)),
    };
    let why = match link.because {
        Because::Contains => format!("{} contains it", name(before)),
        Because::ContainedIn => format!("{} contains {}", name(after), name(before)),
        Because::Empty => format!("{} contains nothing", name(before)),
        Because::Relation(number) => relation(ordered, number),
    };
    let arrow = match link.because {
        Because::Relation(number) if graph.relations().get(number as usize).is_some_and(|it| it.effect.refreshes()) => "~>",
        _ => "->",
    };
    format!("  {} {arrow} {}: {why}\n", step(link.before), step(link.after))
}

fn relation(ordered: Seen<'_>, number: u32) -> String {
    let Some(it) = ordered.applied.graph.relations().get(number as usize) else { return String::new() };
    let said_by = if it.source().comes_before() { it.after } else { it.before };
    let mut text = match it.source() {
        catalog::puppet::Source::Arrow => "an arrow".to_owned(),
        source if source.is_automatic() => format!("{} of {}, automatically", source.name(), name(ordered, said_by)),
        source => format!("`{}` of {}", source.name(), name(ordered, said_by)),
    };
    if let Some(place) = place(ordered, it.origin, said_by) {
        text.push_str(&format!(" ({place})"));
    }
    text
}

fn place(ordered: Seen<'_>, origin: Origin, said_by: ResourceId) -> Option<String> {
    if let Some(place) = ordered.compiled.and_then(|it| it.place(origin)) {
        return match (&place.file, place.line) {
            (Some(file), Some(line)) => Some(format!("{}:{line}", show(Path::new(&**file)))),
            (None, Some(line)) => Some(format!("line {line}")),
            _ => None,
        };
    }
    let resource = &ordered.applied.catalog[said_by];
    let file = resource.file.as_deref().filter(|it| !it.is_empty())?;
    Some(format!("{}:{}", show(Path::new(file)), resource.line?))
}
