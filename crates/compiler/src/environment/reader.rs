//! Who reads the files of an environment, and how long it remembers them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use dashmap::DashMap;
use rustc_hash::FxBuildHasher;
use values::Str;

use crate::environment::Environment;
use crate::native::Native;
use crate::source::Program;

/// Reads files for compilations. One that remembers must forget when a file changes.
pub trait Reader: Send + Sync {
    /// A manifest or template; none where there is no such file or it is not text.
    fn program(&self, environment: &Environment, path: &Path) -> Option<Arc<Program>>;

    /// A type of resources that is written in Ruby, by its name in lower case.
    fn native_type(&self, environment: &Environment, lower: &str) -> Option<Native>;

    /// The names of the facts that the modules define.
    fn facts_of_modules(&self, environment: &Environment) -> Arc<[Str]>;
}

/// Remembers everything for ever: right for a command, which sees one state of the disk.
#[derive(Default)]
pub(crate) struct Cache {
    programs: DashMap<PathBuf, Option<Arc<Program>>, FxBuildHasher>,
    natives: DashMap<Str, Option<Native>, FxBuildHasher>,
    facts: OnceLock<Arc<[Str]>>,
}

impl Reader for Cache {
    fn program(&self, environment: &Environment, path: &Path) -> Option<Arc<Program>> {
        if let Some(known) = self.programs.get(path) {
            return known.clone();
        }
        let program = environment.read_program(path).map(Arc::new);
        self.programs.entry(path.to_owned()).or_insert(program).clone()
    }

    fn native_type(&self, environment: &Environment, lower: &str) -> Option<Native> {
        if let Some(known) = self.natives.get(lower) {
            return known.clone();
        }
        let found = environment.read_native_type(lower);
        self.natives.insert(lower.into(), found.clone());
        found
    }

    fn facts_of_modules(&self, environment: &Environment) -> Arc<[Str]> {
        self.facts.get_or_init(|| environment.read_facts_of_modules().into()).clone()
    }
}
