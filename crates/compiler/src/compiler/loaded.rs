//! The code and data that were read for a compilation.

mod ported;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use values::Str;

use self::ported::RubyFunction;
pub use self::ported::is_legacy;
use crate::builtin::ruby::Made;
use crate::definitions::Known;
use crate::environment::Environment;
use crate::native::Native;
use crate::outside::Used;
use crate::source::Pieces;

pub struct Loaded {
    pub definitions: Known,
    /// The main manifest, while it is being read.
    pub pieces: Option<Pieces>,
    pub lookups: Arc<hiera::Lookups>,
    /// The functions that modules define in Ruby, where they were looked for; more than one module may have a name.
    ruby_functions: FxHashMap<Str, Vec<RubyFunction>>,
    /// The files of Ruby that were read; none for those that cannot be.
    pub ruby_programs: FxHashMap<PathBuf, Option<Arc<ruby::Program>>>,
    /// The functions that these files make; none for a file that has to be loaded for each call.
    pub ruby_made: FxHashMap<PathBuf, Option<Rc<Made>>>,
    /// Variables of modules that calls of these functions have assigned.
    pub ruby_assigned: ruby::Assigned,
    /// Things outside that Ruby code has used.
    pub outside: BTreeSet<Used>,
    /// The versions of modules, by their folders.
    module_versions: FxHashMap<PathBuf, functions::Version>,
    /// The types of resources that were asked for: each declaration asks several times, and a reader of queries takes long.
    natives: RefCell<FxHashMap<Str, Option<Native>>>,
    /// The type sets whose types are being found, in lower case; names are looked up in the last one first.
    pub type_sets: Vec<Str>,
}

impl Loaded {
    pub fn new(lookups: hiera::Lookups) -> Loaded {
        Loaded {
            definitions: Known::new(),
            pieces: None,
            lookups: Arc::new(lookups),
            ruby_functions: FxHashMap::default(),
            ruby_programs: FxHashMap::default(),
            ruby_made: FxHashMap::default(),
            ruby_assigned: ruby::Assigned::default(),
            outside: BTreeSet::new(),
            module_versions: FxHashMap::default(),
            natives: RefCell::default(),
            type_sets: Vec::new(),
        }
    }

    /// Properties of a type that is written in Ruby, by its name in any case.
    pub fn native_type(&self, environment: &Environment, name: &str) -> Option<Native> {
        if let Some(known) = self.natives.borrow().get(name) {
            return known.clone();
        }
        let found = environment.native_type(&name.to_lowercase());
        self.natives.borrow_mut().insert(name.into(), found.clone());
        found
    }

    /// Gives away what is known of the types that were asked for.
    pub fn take_native_types(&mut self) -> FxHashMap<Str, Option<Native>> {
        self.natives.take()
    }
}
