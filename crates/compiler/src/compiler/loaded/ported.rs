//! Which functions there are, and which of the forms that run here a module has.

use std::path::{Path, PathBuf};

use environment::Metadata;
use functions::{Function, Home, Origin, Released, Version};
use values::Value;

use super::Loaded;
use crate::environment::Environment;

/// No function that is ported is in a larger file.
const LARGEST: u64 = 1 << 20;

/// A function as a module has it.
struct Found<'c> {
    loaded: &'c mut Loaded,
    environment: &'c Environment,
    name: &'c str,
    module: &'static str,
    file: &'c Path,
}

impl Found<'_> {
    /// The folder of the module.
    fn folder(&self) -> Option<&Path> {
        self.file.ancestors().find(|it| it.ends_with("lib"))?.parent()
    }
}

impl Home for Found<'_> {
    fn is_old(&mut self) -> bool {
        self.file.parent().is_some_and(|it| it.ends_with("parser/functions"))
    }

    fn version(&mut self) -> Version {
        let folder = self.folder().map(Path::to_owned);
        folder.map_or((0, 0), |it| self.loaded.version_of_module(self.environment, &it))
    }

    fn is_namespaced(&mut self) -> bool {
        let (name, module) = (self.name, self.module);
        let environment = self.environment;
        let is_there = |file: String| self.folder().is_some_and(|it| environment.is_file(&it.join(file)));
        is_there(format!("lib/puppet/functions/{module}/{name}.rb")) || is_there(format!("functions/{name}.pp"))
    }
}

/// Whether Ruby has its functions of the old kind in such a file: `lib/puppet/parser/functions`.
pub fn is_legacy(path: &Path) -> bool {
    path.components().any(|it| it.as_os_str() == "parser")
}

/// A file that defines a function in Ruby, and what is known of it.
#[derive(Clone, Debug)]
pub struct RubyFunction {
    module: PathBuf,
    pub file: PathBuf,
    /// It says what a release says that the port was compared with.
    released: Option<Released>,
    /// Port that runs in its place.
    port: Option<&'static Function>,
}

impl RubyFunction {
    /// Whether the function is of the old kind, which scopes have as methods.
    pub fn is_legacy(&self) -> bool {
        is_legacy(&self.file)
    }
}

impl Loaded {
    /// The function of that name that runs here. What a module brings is there if the module is, and as its version has it.
    pub fn ported(
        &mut self,
        environment: &Environment,
        caller: Option<&Path>,
        name: &str,
        arguments: &[Value],
    ) -> Option<&'static Function> {
        let first = functions::find(name)?;
        if first.origin == Origin::Core {
            return Some(first);
        }
        let found = self.ruby_function(environment, caller, name)?;
        found.port.filter(|port| found.released.is_some_and(|it| it.holds(arguments)) && port.covers(arguments))
    }

    /// Whether a module has a function that runs here although it needs the catalog, in a form that is known.
    pub fn has_released(&mut self, environment: &Environment, caller: Option<&Path>, name: &str) -> bool {
        self.ruby_function(environment, caller, name).is_some_and(|it| it.released.is_some())
    }

    /// The function that a module defines in Ruby, as it is found from a file: that of its own module comes first, then those of
    /// the module path in its order.
    pub fn ruby_function(&mut self, environment: &Environment, caller: Option<&Path>, name: &str) -> Option<&RubyFunction> {
        if !self.ruby_functions.contains_key(name) {
            let found = self.find_ruby_functions(environment, name);
            self.ruby_functions.insert(name.into(), found);
        }
        let found = self.ruby_functions.get(name)?;
        let is_own = |it: &&RubyFunction| caller.is_some_and(|path| path.starts_with(&it.module));
        found.iter().find(is_own).or_else(|| found.first())
    }

    fn find_ruby_functions(&mut self, environment: &Environment, name: &str) -> Vec<RubyFunction> {
        let path = name.replace("::", "/");
        let mut found: Vec<RubyFunction> = Vec::new();
        let mut look = |module: &Path| {
            // What is written for the current interface is found before what is written for the old one.
            let mut files = ["functions", "parser/functions"].into_iter();
            let file = files.find_map(|it| Some(module.join(format!("lib/puppet/{it}/{path}.rb"))).filter(|it| environment.is_file(it)));
            if let Some(file) = file {
                found.push(RubyFunction { module: module.to_owned(), file, released: None, port: None });
            }
        };
        match name.split_once("::") {
            // The one whose namespace it is in, and nobody else, can define it.
            Some(("environment", _)) => environment.root.iter().for_each(|it| look(it)),
            Some((module, _)) => environment.module(module).into_iter().for_each(|it| look(it)),
            // The environment itself may have functions, too.
            None => environment.modules().map(|it| it.1).chain(&environment.root).for_each(|it| look(it)),
        }
        for function in &mut found {
            let text = environment.world.read(&function.file, LARGEST).unwrap_or_default();
            function.released = if environment.has_ports { functions::released(name, &text) } else { None };
            if function.released.is_some() {
                let file = function.file.clone();
                function.port = self.form(environment, name, &file);
            }
        }
        // In one folder Puppet takes the module that the disk names first, which may be the one that is not known.
        let place = |it: &RubyFunction| environment.modulepath.iter().position(|folder| it.module.parent() == Some(folder));
        found.sort_by_cached_key(|it| (place(it).unwrap_or(usize::MAX), it.released.is_some(), it.file.clone()));
        found
    }

    /// The form in which a function of a module runs here.
    fn form(&mut self, environment: &Environment, name: &str, file: &Path) -> Option<&'static Function> {
        let Origin::Module(module) = functions::find(name)?.origin else { return None };
        functions::find_in(name, &mut Found { loaded: self, environment, name, module, file })
    }

    /// The version in the metadata of the module that lies in that folder.
    pub fn version_of_module(&mut self, environment: &Environment, folder: &Path) -> Version {
        if let Some(known) = self.module_versions.get(folder) {
            return *known;
        }
        let metadata = Metadata::read(&*environment.world, folder);
        let version = metadata.and_then(|it| numbers(&it.version?)).unwrap_or_default();
        self.module_versions.insert(folder.to_owned(), version);
        version
    }
}

/// The first two numbers of a version.
fn numbers(version: &str) -> Option<Version> {
    let mut parts = version.split('.');
    let major = parts.next()?.parse().ok()?;
    Some((major, parts.next().and_then(|it| it.parse().ok()).unwrap_or_default()))
}
