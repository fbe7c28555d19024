//! SLS trees of Salt, for the commands that take them: where the files lie, for which minion, and what is wrong.

pub mod apply;
pub mod check;
pub mod compile;
pub mod diff;
pub mod graph;
pub mod named;
pub mod plan;
mod report;
pub mod stored;
pub mod why;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::ValueEnum;
use salt::{Compiled, Configuration, Heap, Minion, Options, Release, Site, Span, Str, Templates, Value};
use settings::{Finder, Project, Settings};
use world::{FileKind, RealWorld, World};

use super::check::bounds;
use super::check::failure::InputError;
use super::site::show;

/// Where an SLS tree lies, and for which minion.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(group(clap::ArgGroup::new("salt_tree").multiple(true)))]
pub struct SaltArgs {
    /// Folder of SLS files, as in Salt's `file_roots`; repeatable
    #[arg(long, value_name = "DIR", group = "salt_tree", help_heading = "Salt")]
    pub salt_root: Vec<PathBuf>,

    /// Configuration of a minion or a master, as /etc/salt/minion: folders, id, grains and options
    #[arg(long, value_name = "FILE", group = "salt_tree", help_heading = "Salt")]
    pub minion_config: Option<PathBuf>,

    /// Pillar data: JSON, or a JSON or YAML file
    #[arg(long, value_name = "JSON|FILE", requires = "salt_tree", help_heading = "Salt")]
    pub pillar: Option<String>,

    /// Folder of pillar files with a top.sls
    #[arg(long, value_name = "DIR", requires = "salt_tree", help_heading = "Salt")]
    pub pillar_root: Option<PathBuf>,

    /// Grains: JSON, a JSON or YAML file, or a system such as `debian-12`
    #[arg(long, value_name = "JSON|FILE|SYSTEM", requires = "salt_tree", help_heading = "Salt")]
    pub grains: Option<String>,

    /// Minion id
    #[arg(long, value_name = "ID", requires = "salt_tree", help_heading = "Salt")]
    pub id: Option<String>,

    /// Release of Salt whose order, rules and errors count [default: `salt_release` in bunraku.toml, or 3008]
    #[arg(long, value_name = "RELEASE", help_heading = "Salt")]
    pub salt_order: Option<SaltOrder>,

    /// A system whose grains count, where others are given.
    #[arg(skip)]
    pub system: Option<String>,

    /// Whether an example of a pillar counts for nothing.
    #[arg(skip)]
    pub is_exact: bool,

    /// Whether the folders were found, and not named.
    #[arg(skip)]
    pub is_found: bool,

    /// Whether the settings of a project name the configuration, which includes no files from elsewhere then.
    #[arg(skip)]
    pub is_of_project: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SaltOrder {
    #[value(name = "3006")]
    V3006,
    #[value(name = "3007")]
    V3007,
    #[value(name = "3008")]
    V3008,
}

/// SLS names after the first positional argument.
#[derive(Clone, Debug, clap::Args)]
pub struct SlsArgs {
    /// With `--salt-root`: more SLS names [default: the highstate of top.sls]
    #[arg(value_name = "SLS", requires = "salt_tree", help_heading = "Salt")]
    pub sls: Vec<String>,
}

impl SaltArgs {
    pub fn is_used(&self) -> bool {
        !self.salt_root.is_empty() || self.minion_config.is_some()
    }

    /// Takes what no option names from the configuration, and the release from the settings of the project.
    pub fn configure(&mut self) -> anyhow::Result<()> {
        if let Some(path) = self.minion_config.clone() {
            self.take_configuration(&path)?;
        }
        self.settle_release()
    }

    /// Takes the folders and the minion id from the configuration if no option names them.
    fn take_configuration(&mut self, path: &Path) -> anyhow::Result<()> {
        let found = salt::configuration::read(&RealWorld, &mut Heap::default(), path, &|_| true)?;
        // Salt ignores folders that do not exist.
        let existing = |folders: Vec<PathBuf>| folders.into_iter().filter(|it| it.is_dir()).collect::<Vec<_>>();
        if self.salt_root.is_empty() {
            self.salt_root = existing(found.file_roots);
            if self.salt_root.is_empty() {
                bail!("{}: no folder of its `file_roots` exists", show(path));
            }
        }
        if self.pillar_root.is_none() {
            let mut folders = existing(found.pillar_roots);
            if folders.len() > 1 {
                bail!("{}: several folders in `pillar_roots` are not supported", show(path));
            }
            self.pillar_root = folders.pop();
        }
        self.id = self.id.take().or(found.id);
        Ok(())
    }

    /// Takes the release from the nearest `bunraku.toml` if no option names it. Fails if it cannot be read: the last release is not what
    /// the settings mean then.
    pub fn settle_release(&mut self) -> anyhow::Result<()> {
        let Some(project) = self.project(&RealWorld).filter(|_| self.salt_order.is_none()) else { return Ok(()) };
        self.salt_order = project.layer.salt_release.and_then(|it| SaltOrder::from_str(it, false).ok());
        let Some(problem) = project.refused("salt_release").filter(|_| self.salt_order.is_none()) else { return Ok(()) };
        let before = project.text.get(..usize::from(problem.range.start())).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let setting = if problem.key.is_empty() { String::new() } else { format!("`{}`: ", problem.key) };
        bail!("{}:{line}: {setting}{} (`--salt-order` names the release, too)", show(&project.file()), problem.message);
    }

    /// The nearest `bunraku.toml` above the first folder of states.
    fn project(&self, world: &dyn World) -> Option<Arc<Project>> {
        let root: PathBuf = world.current_dir().unwrap_or_default().join(self.salt_root.first()?).components().collect();
        Finder::new(world).project(&root.join("top.sls"))
    }

    /// Its settings, or those that count without one.
    pub fn settings(&self, world: &dyn World) -> Option<Settings> {
        self.salt_root.first()?;
        Some(Settings::new(self.project(world).map(|it| it.layer.clone())))
    }

    /// The name of the minion.
    pub fn minion(&self) -> String {
        self.id.clone().unwrap_or_else(|| "local".to_owned())
    }

    pub fn release(&self) -> Release {
        match self.salt_order {
            Some(SaltOrder::V3006) => Release::V3006,
            Some(SaltOrder::V3007) => Release::V3007,
            Some(SaltOrder::V3008) | None => Release::V3008,
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

/// No file of data is longer.
const MAX_DATA: u64 = 64 << 20;

/// A tree and the minion that it is for.
pub struct Tree<'w> {
    pub site: Site<'w>,
    pub minion: Minion,
    pub options: Options,
    /// Errors of the pillar.
    pub pillar: Option<salt::pillar::Pillar>,
    pub configuration: Option<Configuration>,
    /// Why an example of a pillar is not read.
    pub refused: Option<InputError>,
}

impl<'w> Tree<'w> {
    pub fn open(world: &'w dyn World, args: &SaltArgs) -> anyhow::Result<Tree<'w>> {
        for root in args.salt_root.iter().chain(&args.pillar_root) {
            if !world.metadata(root).is_ok_and(|it| it.kind == FileKind::Directory) {
                bail!("{}: no such folder", show(root));
            }
        }
        let bounds = bounds::repository_bounds(world, &args.salt_root.iter().map(|it| lying_in(it)).collect::<Vec<_>>());
        for root in args.salt_root.iter().chain(&args.pillar_root).filter(|_| args.is_found) {
            let is_link = root.is_symlink() || root.parent().is_some_and(Path::is_symlink);
            if is_link && bounds::leads_out(world, root, &bounds) {
                bail!("{}: a symbolic link to a folder outside of the repository: it is not followed", show(root));
            }
        }
        let site = Site::open(world, &args.salt_root);
        let mut heap = Heap::default();
        let named = args.system.as_deref().and_then(salt::grains::of_system);
        let mut grains = salt::data::from_json(&mut heap, &named.unwrap_or_else(|| serde_json::json!({})));
        let is_inside = |path: &Path| !args.is_of_project || !bounds::leads_out(world, path, &bounds);
        let path = args.minion_config.as_ref();
        let configuration = path.map(|it| salt::configuration::read(world, &mut heap, it, &is_inside)).transpose()?;
        if let Some(own) = configuration.as_ref().and_then(|it| it.grains) {
            grains = overlaid(&mut heap, grains, own);
        }
        if let Some(text) = &args.grains {
            let given = match salt::grains::of_system(text) {
                Some(json) => salt::data::from_json(&mut heap, &json),
                None => {
                    let given = data(world, &mut heap, text).context("--grains")?;
                    salt::grains::of_minion(&heap, given)
                }
            };
            grains = overlaid(&mut heap, grains, given);
        }
        let given = args.pillar.as_ref().map(|text| data(world, &mut heap, text).context("--pillar")).transpose()?;
        let mut refused = None;
        let own = configuration.as_ref().and_then(|it| it.pillar);
        let known = match (own, given) {
            (Some(own), Some(given)) => Some(salt::pillar::merged(&mut heap, own, given)),
            (own, given) => own.or(given),
        };
        let pillar = known.or_else(|| {
            let example = if args.is_exact { None } else { example(world, &mut heap, &args.salt_root, &bounds) };
            example?.map_err(|it| refused = Some(it)).ok()
        });
        let pillar = pillar.unwrap_or_else(|| heap.add(Value::Unknown, Span::NONE));
        let id = args.id.clone().unwrap_or_default();
        let options = configuration.as_ref().map(|it| it.options);
        let mut minion = Minion { id, heap, grains, pillar, all_grains: false, options };
        minion.settle_grains();
        let pillar = args.pillar_root.as_ref().map(|root| salt::pillar::read(world, std::slice::from_ref(root), &minion, own, given));
        if let Some(pillar) = &pillar {
            minion.set_pillar(pillar);
        }
        let options = match &configuration {
            Some(it) => args.options().configured(it),
            None => args.options(),
        };
        Ok(Tree { site, minion, options, pillar, configuration, refused })
    }

    /// Compiles these SLS files, or what the top file gives the minion.
    pub fn compile(&self, names: &[String]) -> Compiled {
        self.compile_for(names, &self.options)
    }

    /// The same with other options.
    pub fn compile_for(&self, names: &[String], options: &Options) -> Compiled {
        let templates = self.templates().for_release(options.release);
        if names.is_empty() {
            return self.site.compile_top(&templates, &self.minion, options);
        }
        let names: Vec<(Str, Span)> = names.iter().map(|it| (it.as_str().into(), Span::NONE)).collect();
        self.site.compile(&templates, &names, options)
    }

    /// How the states run.
    pub fn run_options(&self, test: bool) -> states::Options {
        let mut options = states::Options { test, ..states::Options::default() };
        if let Some(configuration) = &self.configuration {
            options.test |= configuration.test;
            options.failhard = configuration.failhard;
            options.hosts = configuration.hosts.clone().unwrap_or(options.hosts);
        }
        options
    }

    pub fn templates(&self) -> Templates<'_> {
        Templates::new(self.site.world, &self.site.tree, &self.minion).for_release(self.options.release)
    }

    /// The findings of the pillar, then those of the states.
    pub fn files<'c>(&'c self, compiled: &'c Compiled) -> Vec<(&'c salt::Files, &'c [salt::Finding])> {
        let pillar = self.pillar.iter().map(|it| (&it.files, &it.findings[..]));
        pillar.chain([(&compiled.files, &compiled.findings[..])]).collect()
    }
}

/// The folder that contains a root. A root that is a link is not followed.
fn lying_in(root: &Path) -> PathBuf {
    let is_link = root.is_symlink();
    root.parent()
        .filter(|it| is_link && !it.as_os_str().is_empty())
        .map_or_else(|| if is_link { ".".into() } else { root.to_owned() }, Path::to_owned)
}

/// The data of a `pillar.example` next to the states, or why it is not read.
fn example(world: &dyn World, heap: &mut Heap, roots: &[PathBuf], bounds: &[PathBuf]) -> Option<Result<salt::Id, InputError>> {
    let near = roots.iter().flat_map(|it| [Some(it.as_path()), it.parent()]).flatten();
    let path = near.map(|it| it.join("pillar.example")).find(|it| world.link_metadata(it).is_ok())?;
    let is_link = world.link_metadata(&path).is_ok_and(|it| it.kind == FileKind::Link);
    if is_link && (bounds::leads_out(world, &path, bounds) || world.metadata(&path).is_err()) {
        let why = "a symbolic link out of the repository or to nothing: it is not followed";
        return Some(Err(InputError::new(show(&path), why)));
    }
    if let Err(error) = world.read(&path, MAX_DATA) {
        return Some(Err(InputError::new(show(&path), format!("it is not read: {error}"))));
    }
    // It is an example, and often a template: what is no data counts for nothing.
    Some(Ok(file(world, heap, &path).ok()?))
}

/// A map with the entries of another one over it.
fn overlaid(heap: &mut Heap, under: salt::Id, over: salt::Id) -> salt::Id {
    let mut all = heap.map(under).cloned().unwrap_or_default();
    all.extend(heap.map(over).cloned().unwrap_or_default());
    heap.add(Value::Map(all), Span::NONE)
}

/// Whether the value of an option is data, and not the name of a file.
fn is_data(given: &str) -> bool {
    given.trim_start().starts_with('{')
}

fn data(world: &dyn World, heap: &mut Heap, text: &str) -> anyhow::Result<salt::Id> {
    if is_data(text) {
        let json = serde_json::from_str(text)?;
        return Ok(salt::data::from_json(heap, &json));
    }
    file(world, heap, Path::new(text))
}

/// Reads a file of data; JSON is YAML, too.
fn file(world: &dyn World, heap: &mut Heap, path: &Path) -> anyhow::Result<salt::Id> {
    let bytes = world.read(path, MAX_DATA).with_context(|| show(path))?;
    let text = String::from_utf8(bytes).with_context(|| show(path))?;
    match salt::read(heap, salt::FileId(u32::MAX), &text) {
        Ok(Some(id)) if heap.map(id).is_some() => Ok(id),
        Ok(_) => bail!("{}: no map of data", show(path)),
        Err(problem) => bail!("{}: line {}: {}", show(path), problem.line, problem.problem),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    /// Messages on opening the tree of a repository with something added to it.
    fn opened(put: impl Fn(&Path, &Path)) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let (repository, out) = (folder.path().join("repository"), folder.path().join("out"));
        fs::create_dir_all(repository.join(".git")).expect("it can be made");
        fs::create_dir_all(&out).expect("it can be made");
        fs::write(out.join("top.sls"), "base: {}\n").expect("it can be written");
        fs::write(out.join("data"), "secret: 1\n").expect("it can be written");
        fs::write(repository.join("top.sls"), "base: {'*': [a]}\n").expect("it can be written");
        put(&repository, &out);
        let Some(args) = check::recognize(&repository) else { return "no tree".to_owned() };
        let text = match Tree::open(&RealWorld, &args) {
            Ok(tree) => {
                let has_pillar = tree.minion.heap.map(tree.minion.pillar).is_some();
                tree.refused.map_or_else(|| format!("pillar: {has_pillar}"), |it| it.to_string())
            }
            Err(error) => error.to_string(),
        };
        text.replace(&*show(&repository), ".")
    }

    #[test]
    fn what_leads_out_of_the_repository_is_told_and_not_read() {
        let example = "./pillar.example: a symbolic link out of the repository or to nothing: it is not followed";
        assert_eq!(opened(|here, out| symlink(out.join("data"), here.join("pillar.example")).expect("a link")), example);
        assert_eq!(opened(|here, _| symlink("nothing", here.join("pillar.example")).expect("a link")), example);
        let device = "./pillar.example: it is not read: not a regular file but a pipe, a socket or a device";
        assert_eq!(opened(|here, _| pipe(&here.join("pillar.example"))), device);
        assert_eq!(opened(|here, _| fs::write(here.join("pillar.example"), "a: 1\n").expect("it can be written")), "pillar: true");
        let inside = |here: &Path, _: &Path| {
            fs::write(here.join("data"), "a: 1\n").expect("it can be written");
            symlink("data", here.join("pillar.example")).expect("a link");
        };
        assert_eq!(opened(inside), "pillar: true");
        let folder = |name: &str| format!("./{name}: a symbolic link to a folder outside of the repository: it is not followed");
        assert_eq!(opened(|here, out| symlink(out, here.join("pillar")).expect("a link")), folder("pillar"));
        let states = |here: &Path, out: &Path| {
            fs::remove_file(here.join("top.sls")).expect("it is there");
            symlink(out, here.join("salt")).expect("a link");
        };
        assert_eq!(opened(states), folder("salt"));
    }

    fn pipe(path: &Path) {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.is_ok_and(|it| it.success()), "mkfifo makes a pipe");
    }
}
