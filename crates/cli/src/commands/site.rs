//! The options of all commands that compile: code, environment, node, facts.

mod classifier;
mod eyaml;
mod facts;
mod folder;
mod module_facts;
mod other_environments;
mod processes;
mod ruby_facts;
mod version;

use std::io::Read;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anyhow::{Context, bail};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use compiler::{Code, Environment, Evaluated, Looked, Outcome, Outside, Reading, Request};
use environment::{Folders, Place, Settings, Site, Wanted};
use values::{Hash, Value};
use world::{RealWorld, World};

use super::input_file;

pub use facts::{FactSets, Parts};
pub use folder::show;

#[derive(Clone, Debug, clap::Args)]
pub struct SiteArgs {
    /// Manifest, or folder of manifests, to use instead of the environment's; `-` is standard input
    pub manifest: Option<PathBuf>,

    /// Puppet code to use instead of a manifest
    #[arg(short = 'e', long = "execute", value_name = "CODE", conflicts_with = "manifest")]
    pub execute: Option<String>,

    #[command(flatten)]
    pub place: PlaceArgs,
}

/// The Ruby that evaluates code of modules.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct RubyCodeArgs {
    /// Access of Ruby code to the machine: `files`, `environment`, `clock`, `commands`, or none
    #[arg(long = "ruby-outside", value_name = "LIST", default_value = "files,environment", value_parser = Outside::from_names)]
    pub granted: Outside,

    /// Version of Ruby whose results are used where versions differ
    #[arg(long = "ruby-version", value_name = "VERSION", default_value = "3.2", value_parser = ruby_version())]
    pub version: ruby::Version,
}

/// Reads a version of Ruby that runs Puppet 8.
pub fn ruby_version() -> impl TypedValueParser<Value = ruby::Version> {
    PossibleValuesParser::new(ruby::Version::ALL.map(ruby::Version::name))
        .try_map(|it| ruby::Version::named(&it).ok_or("there is no such version"))
}

/// Where code and data lie, and for which node.
#[derive(Clone, Debug, clap::Args)]
pub struct PlaceArgs {
    /// Environment or module [default: the one around the manifest or the current folder]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,

    /// Node name [default: from the facts]
    #[arg(long, value_name = "NAME")]
    pub node: Option<String>,

    /// File of facts, JSON or YAML, or folder with NODE.json or NODE.yaml files [default: facts of this machine]
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,

    /// Built-in facts of an operating system, such as `debian-12`
    #[arg(long, value_name = "OS", conflicts_with = "facts")]
    pub os: Option<String>,

    /// Runner of custom facts of modules: `builtin`, `auto`, `off`, or the path of a Ruby or of `puppet`
    ///
    /// Only the facts that the catalog reads run, from `lib/facter` of the modules. `builtin` is Bunraku itself, with the access that
    /// `--ruby-outside` grants. `auto` grants everything, as Facter does, and asks the Ruby of this machine's Puppet for the rest.
    #[arg(long = "ruby-facts", value_name = "builtin|auto|off|PATH", default_value = "builtin")]
    pub ruby_facts: String,

    #[command(flatten)]
    pub ruby_code: RubyCodeArgs,

    /// Include legacy facts such as `$osfamily` in this machine's facts or those of `--os`
    #[arg(long = "include_legacy_facts", alias = "legacy-facts")]
    pub include_legacy_facts: bool,

    /// External node classifier [default: from puppet.conf, where it is read]
    #[arg(long = "external_nodes", alias = "external-nodes", value_name = "PROGRAM")]
    pub external_nodes: Option<String>,

    /// Environment name
    #[arg(long, value_name = "NAME")]
    pub environment: Option<String>,

    /// Folders of environments
    #[arg(long, value_name = "PATHS", value_parser = paths)]
    pub environmentpath: Option<Paths>,

    /// Module folders to use instead of the environment's
    #[arg(long, value_name = "PATHS", value_parser = paths)]
    pub modulepath: Option<Paths>,

    /// Module folders of all environments
    #[arg(long, value_name = "PATHS", value_parser = paths)]
    pub basemodulepath: Option<Paths>,

    /// Global Hiera configuration
    #[arg(long = "hiera_config", alias = "hiera-config", value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,

    #[command(flatten)]
    pub eyaml: eyaml::EyamlArgs,

    /// Run the `config_version` program of `environment.conf` to set the catalog's version
    #[arg(long = "config-version")]
    pub config_version: bool,

    /// Folder of puppet.conf [default: none; Puppet's own if only --environment is given]
    #[arg(long, value_name = "DIR")]
    pub confdir: Option<PathBuf>,

    /// Puppet's `strict` setting
    #[arg(long, value_name = "LEVEL", default_value = "error")]
    pub strict: Strict,

    /// Puppet's `strict_variables` setting
    #[arg(long = "strict_variables", alias = "strict-variables", value_name = "BOOL", default_value = "true", num_args = 0..=1,
        default_missing_value = "true", action = clap::ArgAction::Set)]
    pub strict_variables: bool,
}

/// Paths with colons between them.
#[derive(Clone, Debug)]
pub struct Paths(pub Vec<PathBuf>);

#[allow(clippy::unnecessary_wraps)] // The shape of a parser.
fn paths(text: &str) -> Result<Paths, std::convert::Infallible> {
    Ok(Paths(text.split(environment::SEPARATOR).filter(|it| !it.is_empty()).map(PathBuf::from).collect()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strict {
    Off,
    Warning,
    Error,
}

/// Everything but the node.
pub struct Source {
    pub site: Site,
    pub settings: Settings,
    pub environment: Arc<Environment>,
    pub code: Code,
    pub facts: FactSets,
    compiler: compiler::Settings,
    node: Option<String>,
    /// The command of the external node classifier.
    classifier: Option<String>,
    elsewhere: other_environments::OtherEnvironments,
    version: version::Version,
    ruby_facts: module_facts::Runner,
    /// Facts of files in `facts.d` of the modules and of the machine.
    external: OnceLock<Hash>,
    /// The files of facts that were not run, although the catalog depends on them.
    missed: Mutex<Vec<PathBuf>>,
}

impl Source {
    pub fn find(args: &SiteArgs) -> anyhow::Result<Source> {
        Source::find_in(Arc::new(RealWorld), args)
    }

    /// As it is in a world of its own; facts are read from the disk.
    pub fn find_in(world: Arc<dyn World>, args: &SiteArgs) -> anyhow::Result<Source> {
        let elsewhere = other_environments::OtherEnvironments::new(world.clone(), args);
        let mut settings = settings(args, &*world)?;
        let stdin = args.manifest.as_ref().is_some_and(|it| it.as_os_str() == "-");
        let stream = args.manifest.as_ref().filter(|it| input_file::is_stream(it));
        let wanted = Wanted {
            passes_over: false,
            root: args.place.root.clone(),
            environment: args.place.environment.clone(),
            environmentpath: args.place.environmentpath.clone().map(|it| it.0),
            modulepath: args.place.modulepath.clone().map(|it| it.0),
            manifest: args.manifest.clone().filter(|_| !stdin && stream.is_none()),
        };
        let site = Site::find(&*world, &wanted, &mut settings)?;
        let code = match &args.execute {
            Some(code) => Code::Text(code.as_str().into()),
            None if stdin => {
                let mut code = String::new();
                std::io::stdin().lock().read_to_string(&mut code).context("the standard input")?;
                Code::Text(code.into())
            }
            None => match stream {
                Some(stream) => Code::Text(input_file::read_text(stream).with_context(|| show(stream))?.into()),
                None => main_manifest(&site, &*world, args.manifest.is_some())?,
            },
        };
        let compiler = compiler::Settings {
            strict: match args.place.strict {
                Strict::Off => values::Strict::Off,
                Strict::Warning => values::Strict::Warning,
                Strict::Error => values::Strict::Error,
            },
            strict_variables: args.place.strict_variables,
            ..compiler::Settings::default()
        };
        let strict = match args.place.strict {
            Strict::Off => syntax::Strict::Off,
            Strict::Warning => syntax::Strict::Warning,
            Strict::Error => syntax::Strict::Error,
        };
        let reading = Reading { strict, tasks: false, autoload: None };
        let facts = FactSets::find(args.place.facts.as_deref(), args.place.os.as_deref(), args.place.include_legacy_facts)?;
        let mut environment = Environment::of_site(world, &site, reading);
        environment.hiera_config = hiera_config(args, &mut settings)?;
        environment.data_provider = settings.get("environment_data_provider").ok().flatten();
        environment.unseal = args.place.eyaml.keys()?;
        environment.outside = args.place.ruby_code.granted;
        environment.ruby_version = Some(args.place.ruby_code.version);
        environment.processes = Some(Arc::new(processes::RealProcesses));
        let environment = Arc::new(environment);
        let node = args.place.node.clone().map(|it| it.to_lowercase());
        let classifier = classifier(args, &settings)?;
        let ruby_facts = module_facts::Runner::from_option(&args.place.ruby_facts);
        let version = version::Version::new(site.config_version.clone().filter(|_| args.place.config_version));
        Ok(Source {
            site,
            settings,
            environment,
            code,
            facts,
            compiler,
            node,
            classifier,
            elsewhere,
            version,
            ruby_facts,
            external: OnceLock::new(),
            missed: Mutex::default(),
        })
    }

    /// The node that is asked for, or that the facts are of.
    pub fn node(&self) -> anyhow::Result<String> {
        let name = match &self.node {
            Some(node) => Some(node.clone()),
            None if self.facts.are_given() => self.facts.name().or(self.settings.get("certname")?),
            None => self.settings.get("certname")?.or_else(|| self.facts.name()),
        };
        Ok(name.unwrap_or_else(|| "localhost".to_owned()).to_lowercase())
    }

    /// Its main manifest is compiled for one node, once: nothing is kept of it, and a large one is evaluated while it is read.
    pub fn for_one_node(mut self) -> Source {
        if let Some(environment) = Arc::get_mut(&mut self.environment) {
            environment.keeps_manifests = false;
        }
        self
    }

    /// Compiles for one node, and nothing else afterwards. The result has no catalog, but data that can be written as one.
    pub fn compile_once(self) -> anyhow::Result<(Outcome, Option<Evaluated>)> {
        let this = self.for_one_node();
        let (other, environment, request) = this.asked_of(&this.node()?)?;
        let version = match other.as_deref().unwrap_or(&this).version.get() {
            Ok(version) => version,
            Err(error) => return Ok((version::failed(error), None)),
        };
        let source = other.as_deref().unwrap_or(&this);
        let (mut outcome, mut evaluated) = this.with_facts_of_modules(source, &request, |it| compiler::evaluate(&environment, it));
        report_outside(&mut outcome);
        if let (Some(version), Some(evaluated)) = (version, &mut evaluated) {
            evaluated.set_version(version);
        }
        Ok((outcome, evaluated))
    }

    pub fn compile(&self, node: &str) -> anyhow::Result<Outcome> {
        let (other, environment, request) = self.asked_of(node)?;
        let version = match other.as_deref().unwrap_or(self).version.get() {
            Ok(version) => version,
            Err(error) => return Ok(version::failed(error)),
        };
        let source = other.as_deref().unwrap_or(self);
        let (mut outcome, ()) = self.with_facts_of_modules(source, &request, |it| (compiler::compile(&environment, it), ()));
        report_outside(&mut outcome);
        if let (Some(version), Some(compiled)) = (version, &mut outcome.catalog) {
            compiled.catalog.version = version.into();
        }
        Ok(outcome)
    }

    /// Compiles with the facts that modules define. A warning lists each file whose facts the catalog needs and that was not run.
    fn with_facts_of_modules<T>(
        &self,
        source: &Source,
        request: &Request,
        mut compile: impl FnMut(&Request) -> (Outcome, T),
    ) -> (Outcome, T) {
        // Facts that are given are those of a node, with all that it has.
        let Some(parts) = self.facts.parts() else { return compile(request) };
        let facts = module_facts::ModuleFacts {
            runner: &self.ruby_facts,
            environment: &source.environment,
            parts,
            external: source.external(parts),
            outside: self.ruby_facts.access(source.environment.outside),
            is_here: self.facts_are_of_here(),
        };
        let compiled = facts.compile(request, compile);
        *self.missed.lock().unwrap_or_else(PoisonError::into_inner) = compiled.missed;
        (compiled.outcome, compiled.rest)
    }

    /// Whether facts may be taken from this machine: its own, or those of another if somebody asks for that.
    fn facts_are_of_here(&self) -> bool {
        !self.facts.are_given() || matches!(self.ruby_facts, module_facts::Runner::Auto | module_facts::Runner::Ruby(_))
    }

    /// Facts of files in `facts.d`, read once.
    fn external(&self, parts: &Parts) -> &Hash {
        self.external.get_or_init(|| {
            let commands = self.ruby_facts.access(self.environment.outside).commands;
            module_facts::external(&self.environment, parts, commands && self.facts_are_of_here())
        })
    }

    /// The files of facts that the last catalog depends on and that were not run, unless that was said.
    pub fn missed_facts(&self) -> Vec<PathBuf> {
        match self.ruby_facts {
            module_facts::Runner::Off => Vec::new(),
            _ => self.missed.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        }
    }

    /// Looks something up for a node; before its messages those of facts.
    pub fn lookup(&self, node: &str, wanted: &hiera::Request, ty: Option<&str>) -> anyhow::Result<(Vec<compiler::Log>, Looked)> {
        let (other, environment, request) = self.asked_of(node)?;
        let source = other.as_deref().unwrap_or(self);
        let (outcome, looked) = self.with_facts_of_modules(source, &request, |request| {
            if let Some(explainer) = &wanted.explainer {
                explainer.lock().unwrap_or_else(PoisonError::into_inner).clear();
            }
            let mut looked = compiler::lookup(&environment, request, wanted, ty);
            let facts_read = std::mem::take(&mut looked.facts_read);
            (Outcome { facts_read, ..Outcome::default() }, looked)
        });
        Ok((outcome.logs, looked))
    }

    /// The value of an expression on a node.
    #[cfg(unix)]
    pub fn value(&self, node: &str, code: &str) -> anyhow::Result<values::Value> {
        let (other, environment, mut request) = self.asked_of(node)?;
        request.code = Code::Text(code.into());
        let source = other.as_deref().unwrap_or(self);
        let (outcome, ()) = self.with_facts_of_modules(source, &request, |it| (compiler::compile(&environment, it), ()));
        match outcome.errors.first() {
            Some(error) => Err(anyhow::Error::msg(error.message_of_call())),
            None => Ok(outcome.value.unwrap_or(values::Value::Undef)),
        }
    }

    /// The environment of that name, if something was compiled in it.
    pub fn environment_of(&self, name: &str) -> Arc<Environment> {
        self.elsewhere.known(name).map_or_else(|| self.environment.clone(), |it| it.environment.clone())
    }

    /// Request for a node, and its environment: the classifier may name another one.
    fn asked_of(&self, node: &str) -> anyhow::Result<(Option<Arc<Source>>, Arc<Environment>, Request)> {
        let mut request = Request::new(self.code.clone(), node);
        request.settings = self.compiler;
        let facts = |source: &Source| -> anyhow::Result<Value> {
            let mut facts = self.facts.node(node)?;
            if let Some(parts) = self.facts.parts() {
                facts.extend(source.external(parts).clone());
            }
            Ok(compiler::with_agent_facts(facts, node))
        };
        let Some(command) = &self.classifier else {
            request.facts = facts(self)?;
            return Ok((None, self.environment.clone(), request));
        };
        let said = classifier::classify(command, node)?;
        request.parameters = said.parameters;
        request.classes = said.classes;
        let Some(name) = said.environment.filter(|it| *it != self.site.name) else {
            request.facts = facts(self)?;
            return Ok((None, self.environment.clone(), request));
        };
        let other = self.elsewhere.find(self, node, &name)?;
        request.code = other.code.clone();
        request.facts = facts(&other)?;
        let environment = other.environment.clone();
        Ok((Some(other), environment, request))
    }
}

/// Adds what Ruby code has read to the messages for those who want all of them.
fn report_outside(outcome: &mut Outcome) {
    let used = outcome.outside.iter().map(|it| compiler::Log {
        level: compiler::LogLevel::Debug,
        message: it.to_string(),
        source: None,
        place: compiler::Place::default(),
        code: None,
    });
    let used: Vec<compiler::Log> = used.collect();
    outcome.logs_before_error += used.len();
    outcome.logs.splice(0..0, used);
}

fn settings(args: &SiteArgs, world: &dyn World) -> anyhow::Result<Settings> {
    let mut folders = Folders::usual(world);
    let machine = args.place.environment.is_some() && args.place.root.is_none() && args.place.environmentpath.is_none();
    if let Some(confdir) = &args.place.confdir {
        folders.confdir = std::path::absolute(confdir)?;
    }
    let mut settings = if args.place.confdir.is_some() || machine {
        let file = folders.confdir.join("puppet.conf");
        Settings::read(world, folders, &file)?
    } else {
        Settings::defaults(folders)
    };
    if let Some(path) = &args.place.basemodulepath {
        let path: Vec<PathBuf> = path.0.iter().map(std::path::absolute).collect::<Result<_, _>>()?;
        let path = std::env::join_paths(path)?;
        settings.set("basemodulepath", path.to_string_lossy());
    }
    Ok(settings)
}

/// The global configuration of data: that of the command line, or Puppet's where its own settings count.
fn hiera_config(args: &SiteArgs, settings: &mut Settings) -> anyhow::Result<Option<PathBuf>> {
    if let Some(file) = &args.place.hiera_config {
        return Ok(Some(std::path::absolute(file)?));
    }
    let machine = args.place.environment.is_some() && args.place.root.is_none() && args.place.environmentpath.is_none();
    if args.place.confdir.is_none() && !machine {
        return Ok(None);
    }
    Ok(settings.get("hiera_config")?.map(PathBuf::from))
}

/// The command that classifies nodes, if there is one.
fn classifier(args: &SiteArgs, settings: &Settings) -> anyhow::Result<Option<String>> {
    if let Some(command) = &args.place.external_nodes {
        let (program, rest) = command.split_once(' ').unwrap_or((command, ""));
        let program = std::path::absolute(program)?;
        return Ok(Some(format!("{} {rest}", program.display()).trim_end().to_owned()));
    }
    if settings.get("node_terminus")?.as_deref() != Some("exec") {
        return Ok(None);
    }
    Ok(settings.get("external_nodes")?.filter(|it| it != "none"))
}

/// The manifests to compile. An environment without a manifest is empty, but one that the command line names must exist.
fn main_manifest(site: &Site, world: &dyn World, is_named: bool) -> anyhow::Result<Code> {
    match (&site.manifest, &site.place) {
        (Some(manifest), _) => {
            let may_be_missing = !is_named && site.root.as_deref().is_some_and(|root| manifest.starts_with(root));
            if !may_be_missing && world.metadata(manifest).is_err() {
                bail!("{}: no such file or folder", show(manifest));
            }
            Ok(Code::Files(site.manifests(world)))
        }
        (None, Place::Module(module)) => {
            bail!("{} is a module alone: name a manifest, or give code with -e, as `-e 'include {}'`", module.full_name, module.name)
        }
        (None, Place::Environment) => {
            bail!("no environment here: name a manifest, a folder (--root) or code (-e)")
        }
    }
}
