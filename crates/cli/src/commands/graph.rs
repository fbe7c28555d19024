//! `bunraku graph`: containment and relationships of a catalog.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use catalog::paint::{self, Captions, Compared, Contents, Placed};
use catalog::picture::{self, Collapse, Picture, Side, View};
use catalog::{Catalog, puppet};
use clap::ValueEnum;
use salt::picture::Drawn;
use world::RealWorld;

use super::check::Color;
use super::compile::quietly;
use super::diff::revision;
use super::ordered::{Ordered, find, is_catalog, of_file, of_source, ordered};
use super::site::{SiteArgs, Source, show};
use super::sls::{self, SaltArgs, SlsArgs};
use crate::exit::Exit;

/// Draw the relationships of a catalog, or print them as data
///
/// Compiles the catalog like `bunraku compile`, or reads it from a .json file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  the graph was printed
  1  Puppet would refuse to compile the catalog
  2  an input cannot be read")]
pub struct Args {
    #[command(flatten)]
    site: SiteArgs,

    #[command(flatten)]
    salt: SaltArgs,

    #[command(flatten)]
    sls: SlsArgs,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "dot-relationships")]
    format: Format,

    /// Show only the neighborhood of a resource, such as `File[/etc/motd]`
    #[arg(long, value_name = "RESOURCE")]
    focus: Option<String>,

    /// Number of relationships from the focus
    #[arg(long, value_name = "N", default_value = "1", requires = "focus")]
    hops: usize,

    /// Draw each class or module as one box
    #[arg(long, value_name = "WHAT")]
    collapse: Option<Boxes>,

    /// Show only cycles
    #[arg(long)]
    cycle: bool,

    /// Mark differences from a Git revision, or from a catalog in a .json file
    #[arg(long, value_name = "BEFORE")]
    against: Option<PathBuf>,

    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Color messages: auto (on a terminal), always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Graphviz: containment, as Puppet's resources.dot
    Dot,
    /// Graphviz: relationships, as Puppet's relationships.dot
    DotRelationships,
    /// Graphviz: relationships with the start and end of each container, as Puppet's expanded_relationships.dot
    DotExpanded,
    /// Resources or states, containment, relationships with their origins, and the order
    Json,
    /// Mermaid diagram for Markdown
    Mermaid,
    /// SVG image
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Boxes {
    Class,
    Module,
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    args.salt.configure()?;
    super::compile::with_stack(move || draw(&args))
}

fn draw(args: &Args) -> anyhow::Result<Exit> {
    if args.salt.is_used() {
        return draw_states(args);
    }
    let Some(ordered) = ordered(&args.site, args.color)? else { return Ok(Exit::Found) };
    let before = match &args.against {
        None => None,
        Some(before) => match before_of(args, before)? {
            Some(before) => Some(before),
            None => return Ok(Exit::Found),
        },
    };
    write(args, &painted(args, &ordered, before.as_ref())?)
}

/// Draws the states of an SLS tree.
fn draw_states(args: &Args) -> anyhow::Result<Exit> {
    if args.against.is_some() || args.format == Format::DotExpanded {
        anyhow::bail!("`--against` and `--format dot-expanded` are for catalogs, not for SLS trees");
    }
    let names = sls::names(args.site.manifest.as_ref(), &args.sls.sls);
    let compiled = match sls::graph::compiled(&args.salt, &names)? {
        ControlFlow::Continue(compiled) => compiled,
        ControlFlow::Break(exit) => return Ok(exit),
    };
    let focus = args.focus.as_deref().map(|it| sls::graph::focus(&compiled, it)).transpose()?;
    let view = View { hops: args.hops, collapse: collapse(args), cycles: args.cycle, ..View::default() };
    let name = if names.is_empty() { "top".to_owned() } else { names.join(", ") };
    let Some(mut drawn) = Drawn::new(&compiled, &name, &view, focus.as_deref()) else { return Ok(Exit::Clean) };
    // Data has the order apart.
    if args.format != Format::Json {
        drawn.number();
    }
    write(args, &text(args.format, &drawn.picture, &drawn, Captions::Words)?)
}

fn write(args: &Args, text: &str) -> anyhow::Result<Exit> {
    match &args.output {
        Some(file) => std::fs::write(file, text).with_context(|| show(file))?,
        None => quietly(io::stdout().lock().write_all(text.as_bytes()))?,
    }
    Ok(Exit::Clean)
}

fn collapse(args: &Args) -> Collapse {
    match args.collapse {
        None => Collapse::No,
        Some(Boxes::Class) => Collapse::Class,
        Some(Boxes::Module) => Collapse::Module,
    }
}

fn text(format: Format, picture: &Picture, contents: &dyn Contents, captions: Captions) -> anyhow::Result<String> {
    let placed = || Placed::new(picture, &|_| None);
    Ok(match format {
        Format::Dot | Format::DotRelationships | Format::DotExpanded => paint::dot(picture, captions),
        Format::Json => serde_json::to_string_pretty(&paint::json_of(contents, picture, &placed()))? + "\n",
        Format::Mermaid => paint::mermaid(picture, captions),
        Format::Svg => paint::svg(picture, &placed()),
    })
}

/// Catalog to compare with; none if Puppet would refuse to compile it.
fn before_of(args: &Args, before: &Path) -> anyhow::Result<Option<Ordered>> {
    if is_catalog(before) && before.is_file() {
        return of_file(before).map(Some);
    }
    let world = revision(Arc::new(RealWorld), &args.site, before)?;
    of_source(&Source::find_in(world, &args.site)?, args.color)
}

fn painted(args: &Args, ordered: &Ordered, before: Option<&Ordered>) -> anyhow::Result<String> {
    let (catalog, graph) = (&ordered.applied.catalog, &ordered.applied.graph);
    let whole = args.focus.is_none() && args.collapse.is_none() && !args.cycle && before.is_none();
    if whole {
        match args.format {
            Format::Dot => return Ok(puppet::resources_dot(catalog)),
            Format::DotRelationships => return Ok(puppet::relationships_dot(catalog, graph)),
            Format::DotExpanded => return Ok(puppet::expanded_dot(catalog, graph)),
            Format::Json | Format::Mermaid | Format::Svg => {}
        }
    }
    let view = |catalog: &Catalog| -> anyhow::Result<View> {
        Ok(View {
            focus: args.focus.as_deref().map(|it| find(catalog, it)).transpose()?,
            hops: args.hops,
            collapse: collapse(args),
            cycles: args.cycle,
            ..View::default()
        })
    };
    let (picture, old) = match before.map(|it| &it.applied) {
        None => (Picture::new(catalog, graph, &view(catalog)?), catalog),
        Some(before) => {
            // The resource in focus may be in one of them alone.
            let (old_view, new_view) = match (view(&before.catalog), view(catalog)) {
                (Ok(old), Ok(new)) => (old, new),
                (Ok(old), Err(_)) => (old.clone(), View { focus: None, ..old }),
                (Err(_), new) => {
                    let new = new?;
                    (View { focus: None, ..new.clone() }, new)
                }
            };
            let old = Side { catalog: &before.catalog, graph: &before.graph, view: &old_view };
            (picture::compared(old, Side { catalog, graph, view: &new_view }), &before.catalog)
        }
    };
    text(args.format, &picture, &Compared::new(old, catalog, graph), Captions::None)
}
