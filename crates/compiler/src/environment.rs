//! The modules of an environment, and how their files are found.

mod listed;
mod native_types;
mod reader;

pub use native_types::{Judged, Message, Node, NodeFacts, names as names_for_types};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use environment::{Site, is_module_name};
use hiera::Elsewhere;
use reader::Cache;
use rustc_hash::FxHashMap;
use syntax::model::Model;
use syntax::{Autoload, Dialect, ParseOptions, Problem, Severity, ValidateOptions};
use values::Str;
use world::{FileKind, World};

use crate::native::Native;
use crate::outside::{Outside, Processes};
use crate::source::{Program, Reading};

pub use reader::Reader;

/// An empty file that each server has. It is named after others that may be missing.
pub const NULL_DEVICE: &str = "/dev/null";

/// No manifest or template is read beyond this many bytes.
const LARGEST_FILE: u64 = 16 << 20;

/// Where the code of a site is. It is read only as far as somebody asks, through a [`Reader`], which keeps what it read.
pub struct Environment {
    pub name: Str,
    /// The folder of the environment itself, where its own `hiera.yaml` and functions are.
    pub root: Option<PathBuf>,
    pub modulepath: Vec<PathBuf>,
    pub world: Arc<dyn World>,
    pub reading: Reading,
    /// The global `hiera.yaml`, if there may be one.
    pub hiera_config: Option<PathBuf>,
    /// `environment_data_provider` of `environment.conf`.
    pub data_provider: Option<String>,
    /// It is a site, with data of its own. Modules alone have those of whoever uses them.
    pub is_site: bool,
    /// Opens encrypted values of data, if somebody gave keys.
    pub unseal: Option<Arc<dyn hiera::Unseal>>,
    /// Files of data, parsed once.
    data: Arc<hiera::Files>,
    /// The types that Puppet's packages bring are there, without a module for them.
    pub has_vendored_types: bool,
    /// Main manifests are compiled more than once: they are kept whole. A large one takes many times the room of a catalog.
    pub keeps_manifests: bool,
    /// Ports of functions run in place of the Ruby files that they were compared with. Without them the files are evaluated.
    pub has_ports: bool,
    /// Things that Ruby code may use besides the code of the site.
    pub outside: Outside,
    /// The version of Ruby on the server and its agents. What differs between versions is refused where it is unknown.
    pub ruby_version: Option<ruby::Version>,
    /// No evaluation of Ruby may do more, whatever it is of.
    pub ruby_limits: ruby::Limits,
    /// Runs commands, if somebody may.
    pub processes: Option<Arc<dyn Processes>>,
    reader: Arc<dyn Reader>,
    modules: FxHashMap<Str, PathBuf>,
    /// The reverse: the owner of the folder.
    folders: FxHashMap<PathBuf, Str>,
}

impl Environment {
    pub fn new(world: Arc<dyn World>, name: &str, root: Option<PathBuf>, modulepath: Vec<PathBuf>, reading: Reading) -> Environment {
        let mut modules = FxHashMap::default();
        for folder in &modulepath {
            for entry in world.read_dir(folder).unwrap_or_default() {
                let Some(name) = entry.name.to_str() else { continue };
                let path = folder.join(name);
                if is_module_name(name) && world.metadata(&path).is_ok_and(|it| it.kind == FileKind::Directory) {
                    modules.entry(Str::from(name)).or_insert(path);
                }
            }
        }
        let data = Arc::new(hiera::Files::new(world.clone()));
        let root_is_site = root.is_some();
        Environment {
            name: name.into(),
            root,
            modulepath,
            world,
            reading,
            hiera_config: None,
            data_provider: None,
            is_site: root_is_site,
            unseal: None,
            data,
            has_vendored_types: false,
            keeps_manifests: true,
            has_ports: true,
            processes: None,
            outside: Outside::default(),
            ruby_version: None,
            ruby_limits: ruby::Limits::MOST,
            reader: Arc::new(Cache::default()),
            folders: modules.iter().map(|(name, folder)| (folder.clone(), name.clone())).collect(),
            modules,
        }
    }

    /// Lets somebody else read, who knows when files change.
    pub fn read_by(&mut self, reader: Arc<dyn Reader>, data: Arc<hiera::Files>) {
        self.reader = reader;
        self.data = data;
    }

    /// The environment that a site is.
    pub fn of_site(world: Arc<dyn World>, site: &Site, reading: Reading) -> Environment {
        let mut environment = Environment::new(world, &site.name, site.root.clone(), site.modulepath.clone(), reading);
        environment.has_vendored_types = true;
        environment.is_site = site.is_whole(&*environment.world);
        for (name, folder) in &site.modules {
            // Its metadata know the name better than its folder does.
            environment.folders.insert(folder.clone(), name.as_str().into());
            environment.modules.insert(name.as_str().into(), folder.clone());
        }
        environment
    }

    pub fn module(&self, name: &str) -> Option<&PathBuf> {
        self.modules.get(name)
    }

    /// The folders of the module path, as the setting `modulepath` has them.
    pub fn module_path_text(&self) -> String {
        self.modulepath.iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>().join(":")
    }

    /// Their names and folders, in no order.
    pub fn modules(&self) -> impl Iterator<Item = (&Str, &PathBuf)> {
        self.modules.iter()
    }

    /// The module that a path lies in: the innermost, as a module may have others among its fixtures.
    pub fn module_around(&self, path: &Path) -> Option<(&Str, &PathBuf)> {
        let (folder, name) = path.ancestors().find_map(|it| self.folders.get_key_value(it))?;
        Some((name, folder))
    }

    /// Where lookups find data. An analysis knows that not all of them are here.
    pub fn data_site(&self, is_analysis: bool) -> hiera::Site {
        let elsewhere = match is_analysis {
            false => Elsewhere::Nothing,
            true if self.is_site || self.hiera_config.is_some() => Elsewhere::Server,
            true => Elsewhere::Users,
        };
        hiera::Site {
            files: self.data.clone(),
            environment: self.name.clone(),
            root: self.root.clone(),
            global: self.hiera_config.clone(),
            data_provider: self.data_provider.clone(),
            unseal: self.unseal.clone(),
            elsewhere,
        }
    }

    /// The line of a key in a file of data, from 1.
    pub fn line_in_data(&self, path: &Path, key: &str) -> Option<u32> {
        self.data.place(path, [key]).map(|it| it.0)
    }

    /// A manifest or template of the module path, none where there is no such file or it is not text.
    pub fn program(&self, path: &Path) -> Option<Arc<Program>> {
        self.reader.program(self, path)
    }

    /// A type by its name in lower case: one of Puppet's own, one that `puppet generate types` wrote down, or one of a module.
    pub fn native_type(&self, lower: &str) -> Option<Native> {
        self.reader.native_type(self, lower)
    }

    /// The names of the facts that modules define.
    pub(crate) fn facts_of_modules(&self) -> Arc<[Str]> {
        self.reader.facts_of_modules(self)
    }

    /// A main manifest as the programs to evaluate one after the other, none where [`Environment::program`] has none.
    pub(crate) fn main_programs(&self, path: &Path) -> Option<Vec<Arc<Program>>> {
        if self.keeps_manifests {
            return Some(vec![self.program(path)?]);
        }
        let (text, file, reading) = self.text(path)?;
        let options = reading.options();
        let pieces = Program::pieces(&file, path, &text, &options).and_then(|it| it.map(|piece| piece.map(Arc::new)).collect());
        if let Some(pieces) = pieces {
            return Some(pieces);
        }
        Some(vec![Arc::new(Program::parse(Some(file), Some(path.to_owned()), text, Dialect::Manifest, &reading))])
    }

    /// The text of a manifest, its name in messages and how it is read.
    pub(crate) fn text(&self, path: &Path) -> Option<(Arc<str>, Str, Reading)> {
        let bytes = self.world.read(path, LARGEST_FILE).ok()?;
        let text: Arc<str> = String::from_utf8(bytes).ok()?.into();
        let file = path.to_string_lossy();
        let autoload = self.autoload(path, &file);
        let namespace = autoload.as_ref().and_then(|it| it.namespace.as_deref());
        let tasks = self.reading.tasks || environment::is_plan(path, namespace);
        Some((text, Str::from(&*file), Reading { autoload, tasks, ..self.reading.clone() }))
    }

    /// Reads and parses a manifest or template, whoever has read it before.
    pub fn read_program(&self, path: &Path) -> Option<Program> {
        let (text, file, reading) = self.text(path)?;
        let dialect = Dialect::of_path(&file);
        Some(Program::parse(Some(file), Some(path.to_owned()), text, dialect, &reading))
    }

    /// The same for a caller that has parsed it already, into this model; none where it is to be read otherwise. It may have been
    /// validated, too, with some options: then all its problems are reported.
    pub fn program_of(
        &self,
        path: &Path,
        parse: &syntax::Parse,
        model: Arc<Model>,
        problems: impl FnOnce(&ValidateOptions) -> Option<Vec<Problem>>,
    ) -> Option<Program> {
        let (text, file, reading) = self.text(path)?;
        let options = ParseOptions { dialect: Dialect::of_path(&file), tasks: reading.tasks };
        if options != parse.options() {
            return None;
        }
        let (file, path) = (Some(file), Some(path.to_owned()));
        Some(match problems(&reading.options().1) {
            Some(problems) => {
                let has_syntax_errors = parse.problems().iter().any(|it| it.severity == Severity::Error);
                Program::of_validated(file, path, text, problems, has_syntax_errors, model)
            }
            None => Program::of_model(file, path, text, parse.problems().to_vec(), model, &reading),
        })
    }

    /// Definitions that a file may hold, by its place in a module.
    pub fn autoload(&self, path: &Path, file: &str) -> Option<Autoload> {
        let (name, folder) = self.module_around(path)?;
        let namespace = environment::namespace(name, path.strip_prefix(folder).ok()?)?;
        Some(Autoload { file: file.to_owned(), namespace: Some(namespace) })
    }

    pub fn is_file(&self, path: &Path) -> bool {
        self.world.metadata(path).is_ok_and(|it| it.kind == FileKind::File)
    }

    /// Where a definition may be: its own file, those of what is around it, and the module's `init.pp`.
    pub fn manifests_for(&self, name: &str) -> Vec<PathBuf> {
        let mut parts: Vec<&str> = name.split("::").filter(|it| !it.is_empty()).collect();
        let Some(folder) = parts.first().and_then(|module| self.module(module)) else { return Vec::new() };
        let manifests = folder.join("manifests");
        let mut paths = Vec::new();
        while parts.len() > 1 {
            let mut path = manifests.clone();
            path.extend(&parts[1..]);
            path.set_extension("pp");
            // `with_extension` would cut a name that has a dot; module names have none.
            paths.push(path);
            parts.pop();
        }
        paths.push(manifests.join("init.pp"));
        paths
    }

    /// `m::a::b` is `m/KIND/a/b.pp`; `environment::a` lies in the environment itself.
    pub fn autoloaded(&self, name: &str, kind: &str) -> Option<(PathBuf, String)> {
        let lower = name.to_lowercase();
        let mut parts = lower.split("::").filter(|it| !it.is_empty());
        let module = parts.next()?;
        let folder = match self.module(module) {
            Some(folder) => folder.clone(),
            None if module == "environment" => self.root.clone()?,
            None => return None,
        };
        let rest: Vec<&str> = parts.collect();
        if rest.is_empty() {
            return None;
        }
        let mut path = folder.join(kind);
        path.extend(&rest);
        path.set_extension("pp");
        Some((path, lower))
    }

    /// `module/name` in the module's `files` or `templates`, or an absolute path.
    pub fn find_module_file(&self, name: &str, kind: functions::FileKind) -> Option<PathBuf> {
        let path = Path::new(name);
        if name == NULL_DEVICE {
            return Some(path.to_owned());
        }
        if path.is_absolute() {
            return self.is_file(path).then(|| path.to_owned());
        }
        let (module, rest) = name.split_once('/')?;
        let folder = self.module(module)?;
        // What leads out of the folder is no file of the module.
        if Path::new(rest).components().any(|it| !matches!(it, std::path::Component::Normal(_))) {
            return None;
        }
        let path = folder.join(if kind == functions::FileKind::File { "files" } else { "templates" }).join(rest);
        self.is_file(&path).then_some(path)
    }

    /// Whether a file that exists is not in UTF-8.
    pub fn is_no_text(&self, path: &Path) -> bool {
        match self.world.read(path, LARGEST_FILE) {
            Ok(bytes) => std::str::from_utf8(&bytes).is_err(),
            Err(error) => error.kind() == std::io::ErrorKind::InvalidData,
        }
    }
}
