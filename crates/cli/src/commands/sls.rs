//! SLS trees of Salt, for the commands that take them: where the files lie, for which minion, and what is wrong.

pub mod apply;
pub mod check;
pub mod compile;
pub mod graph;
mod report;
pub mod why;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use salt::{Compiled, Heap, Minion, Options, Release, Site, Span, Str, Templates, Value};
use world::{RealWorld, World};

use super::site::show;

/// Where an SLS tree lies, and for which minion.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SaltArgs {
    /// Folder of SLS files, as in Salt's `file_roots`; repeatable
    #[arg(long, value_name = "DIR", help_heading = "Salt")]
    pub salt_root: Vec<PathBuf>,

    /// Pillar data: JSON, or a JSON or YAML file
    #[arg(long, value_name = "JSON|FILE", requires = "salt_root", help_heading = "Salt")]
    pub pillar: Option<String>,

    /// Folder of pillar files with a top.sls
    #[arg(long, value_name = "DIR", requires = "salt_root", help_heading = "Salt")]
    pub pillar_root: Option<PathBuf>,

    /// Grains: JSON, a JSON or YAML file, or a system such as `debian-12`
    #[arg(long, value_name = "JSON|FILE|SYSTEM", requires = "salt_root", help_heading = "Salt")]
    pub grains: Option<String>,

    /// Minion id
    #[arg(long, value_name = "ID", requires = "salt_root", help_heading = "Salt")]
    pub id: Option<String>,

    /// Release of Salt whose order and errors count
    #[arg(long, value_name = "RELEASE", default_value = "3008", help_heading = "Salt")]
    pub salt_order: SaltOrder,

    /// A system whose grains count, where others are given.
    #[arg(skip)]
    pub system: Option<String>,

    /// Whether an example of a pillar counts for nothing.
    #[arg(skip)]
    pub is_exact: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SaltOrder {
    #[value(name = "3006")]
    V3006,
    #[value(name = "3007")]
    V3007,
    #[default]
    #[value(name = "3008")]
    V3008,
}

/// SLS names after the first positional argument.
#[derive(Clone, Debug, clap::Args)]
pub struct SlsArgs {
    /// With `--salt-root`: more SLS names [default: the highstate of top.sls]
    #[arg(value_name = "SLS", requires = "salt_root", help_heading = "Salt")]
    pub sls: Vec<String>,
}

impl SaltArgs {
    pub fn is_used(&self) -> bool {
        !self.salt_root.is_empty()
    }

    pub fn release(&self) -> Release {
        match self.salt_order {
            SaltOrder::V3006 => Release::V3006,
            SaltOrder::V3007 => Release::V3007,
            SaltOrder::V3008 => Release::V3008,
        }
    }

    fn options(&self) -> Options {
        Options { release: self.release(), ..Options::default() }
    }
}

/// The names that a command line gives, the first of which is written where others have a manifest.
pub fn names(first: Option<&PathBuf>, more: &[String]) -> Vec<String> {
    first.iter().map(|it| it.to_string_lossy().into_owned()).chain(more.iter().cloned()).collect()
}

/// A tree and the minion that it is for.
pub struct Tree<'w> {
    pub site: Site<'w>,
    pub minion: Minion,
    pub options: Options,
    /// What is wrong with the pillar.
    pub pillar: Option<salt::pillar::Pillar>,
}

impl<'w> Tree<'w> {
    pub fn open(world: &'w RealWorld, args: &SaltArgs) -> anyhow::Result<Tree<'w>> {
        for root in args.salt_root.iter().chain(&args.pillar_root) {
            if !root.is_dir() {
                bail!("{}: no such folder", show(root));
            }
        }
        let site = Site::open(world, &args.salt_root);
        let mut heap = Heap::default();
        let named = args.system.as_deref().and_then(salt::grains::of_system);
        let mut grains = salt::data::from_json(&mut heap, &named.unwrap_or_else(|| serde_json::json!({})));
        if let Some(text) = &args.grains {
            let given = match salt::grains::of_system(text) {
                Some(json) => salt::data::from_json(&mut heap, &json),
                None => data(world, &mut heap, text).context("--grains")?,
            };
            let mut all = heap.map(grains).cloned().unwrap_or_default();
            all.extend(heap.map(given).cloned().unwrap_or_default());
            grains = heap.add(Value::Map(all), Span::NONE);
        }
        let given = args.pillar.as_ref().map(|text| data(world, &mut heap, text).context("--pillar")).transpose()?;
        let pillar = match (&given, &args.pillar_root) {
            (Some(id), _) => *id,
            (None, _) => {
                let example = if args.is_exact { None } else { example(world, &mut heap, &args.salt_root) };
                example.unwrap_or_else(|| heap.add(Value::Unknown, Span::NONE))
            }
        };
        let id = args.id.clone().unwrap_or_default();
        let mut minion = Minion { id, heap, grains, pillar, all_grains: false };
        let pillar = args.pillar_root.as_ref().map(|root| salt::pillar::read(world, std::slice::from_ref(root), &minion, given));
        if let Some(pillar) = &pillar {
            minion.set_pillar(pillar);
        }
        Ok(Tree { site, minion, options: args.options(), pillar })
    }

    /// Compiles these SLS files, or what the top file gives the minion.
    pub fn compile(&self, names: &[String]) -> Compiled {
        let templates = self.templates();
        if names.is_empty() {
            return self.site.compile_top(&templates, &self.minion, &self.options);
        }
        let names: Vec<(Str, Span)> = names.iter().map(|it| (it.as_str().into(), Span::NONE)).collect();
        self.site.compile(&templates, &names, &self.options)
    }

    pub fn templates(&self) -> Templates<'_> {
        Templates::new(self.site.world, &self.site.tree, &self.minion)
    }

    /// The findings of the pillar, then those of the states.
    pub fn files<'c>(&'c self, compiled: &'c Compiled) -> Vec<(&'c salt::Files, &'c [salt::Finding])> {
        let pillar = self.pillar.iter().map(|it| (&it.files, &it.findings[..]));
        pillar.chain([(&compiled.files, &compiled.findings[..])]).collect()
    }
}

/// The data of a `pillar.example` beside the states.
fn example(world: &dyn World, heap: &mut Heap, roots: &[PathBuf]) -> Option<salt::Id> {
    let near = roots.iter().flat_map(|it| [Some(it.as_path()), it.parent()]).flatten();
    let path = near.map(|it| it.join("pillar.example")).find(|it| it.is_file())?;
    file(world, heap, &path).ok().filter(|it| heap.map(*it).is_some())
}

fn data(world: &dyn World, heap: &mut Heap, text: &str) -> anyhow::Result<salt::Id> {
    if text.trim_start().starts_with('{') {
        let json = serde_json::from_str(text)?;
        return Ok(salt::data::from_json(heap, &json));
    }
    file(world, heap, Path::new(text))
}

/// Reads a file of data; JSON is YAML, too.
fn file(world: &dyn World, heap: &mut Heap, path: &Path) -> anyhow::Result<salt::Id> {
    let bytes = world.read(path, 64 << 20).with_context(|| show(path))?;
    let text = String::from_utf8(bytes).with_context(|| show(path))?;
    match salt::read(heap, salt::FileId(u32::MAX), &text) {
        Ok(Some(id)) if heap.map(id).is_some() => Ok(id),
        Ok(_) => bail!("{}: no map of data", show(path)),
        Err(problem) => bail!("{}: line {}: {}", show(path), problem.line, problem.problem),
    }
}
