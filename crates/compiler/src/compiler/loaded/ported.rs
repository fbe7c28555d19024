//! Which functions there are, and which of the forms that run here a module has.

use std::path::{Path, PathBuf};

use environment::Metadata;
use functions::{Function, Home, Origin, Version};

use super::Loaded;
use crate::environment::Environment;

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

impl Loaded {
    /// The function of that name that runs here. What a module brings is there if the module is, and as its version has it.
    pub fn ported(&mut self, environment: &Environment, name: &str) -> Option<&'static Function> {
        let first = functions::find(name)?;
        let Origin::Module(module) = first.origin else { return Some(first) };
        if let Some(known) = self.ported_functions.get(name) {
            return *known;
        }
        let file = self.ruby_function(environment, name);
        let found = file.and_then(|file| functions::find_in(name, &mut Found { loaded: self, environment, name, module, file: &file }));
        self.ported_functions.insert(name.into(), found);
        found
    }

    /// The file of a function that a module defines in Ruby.
    pub fn ruby_function(&mut self, environment: &Environment, name: &str) -> Option<PathBuf> {
        if let Some(known) = self.ruby_functions.get(name) {
            return known.clone();
        }
        let found = match name.split_once("::") {
            // The one whose namespace it is in, and nobody else, can define it.
            Some((module, _)) => environment
                .module(module)
                .map(|folder| folder.join(format!("lib/puppet/functions/{}.rb", name.replace("::", "/"))))
                .filter(|path| environment.is_file(path)),
            None => {
                let files = [format!("lib/puppet/functions/{name}.rb"), format!("lib/puppet/parser/functions/{name}.rb")];
                let files = environment.modules().flat_map(|(_, folder)| files.iter().map(move |file| folder.join(file)));
                files.filter(|path| environment.is_file(path)).min()
            }
        };
        self.ruby_functions.insert(name.into(), found.clone());
        found
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
