//! Other environments, in which a classifier has nodes.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::bail;
use compiler::Code;
use std::collections::HashMap;
use world::World;

use super::{SiteArgs, Source};

/// How the first environment was found, and those that were found since.
pub struct OtherEnvironments {
    world: Arc<dyn World>,
    args: SiteArgs,
    found: Mutex<HashMap<String, Arc<Source>>>,
}

impl OtherEnvironments {
    pub fn new(world: Arc<dyn World>, args: &SiteArgs) -> OtherEnvironments {
        OtherEnvironments { world, args: args.clone(), found: Mutex::default() }
    }

    pub fn known(&self, name: &str) -> Option<Arc<Source>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// The environment of a name, among the folders of environments that the first one was found in. The classifier is not asked
    /// again there: what it says of a node holds.
    pub fn find(&self, first: &Source, node: &str, name: &str) -> anyhow::Result<Arc<Source>> {
        let place = &self.args.place;
        if place.root.is_some() || (place.environment.is_none() && place.environmentpath.is_none()) {
            let here = &first.site.name;
            bail!("the classifier has {node} in the environment {name}, and this is {here}: name the folders with --environmentpath");
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(source) = found.get(name) {
            return Ok(source.clone());
        }
        let mut args = self.args.clone();
        args.place.environment = Some(name.to_owned());
        // The code that was given instead of a manifest counts everywhere; what came in was read.
        let given = matches!(first.code, Code::Text(_)) || args.manifest.is_some();
        if given {
            args.manifest = None;
            args.execute = Some(String::new());
        }
        let mut source = Source::find_in(self.world.clone(), &args)?;
        if given {
            source.code = first.code.clone();
        }
        source.classifier = None;
        for warning in &source.site.warnings {
            eprintln!("bunraku: {warning}");
        }
        let source = Arc::new(source);
        found.insert(name.to_owned(), source.clone());
        Ok(source)
    }
}
