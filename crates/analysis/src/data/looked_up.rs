//! Value of a key on each system.

use std::path::PathBuf;

use compiler::{Answer, Cancel, Mode, Request, no_code};
use values::{Str, Value};

use crate::Snapshot;
use crate::evaluate::{NODE, facts_of};
use crate::index::Module;
use crate::outside::{is_cancelled, with_db};
use crate::site::{environment_of, root, settings_of};
use crate::systems::systems;
use workspace::File;

/// Result of a lookup of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    Value(Value),
    /// Nothing has the key.
    Nothing,
    /// The lookup fails: the message of its error.
    Error(String),
}

/// The result of a lookup.
#[derive(Clone, Debug, PartialEq)]
pub struct LookedUp {
    /// As `metadata.json` names them.
    pub systems: Vec<Str>,
    pub given: Given,
    /// The files that were asked for the key, in their order, be it in them or not.
    pub files: Vec<PathBuf>,
}

impl Snapshot<'_> {
    /// Looks a key up on each system on which its module, or else the site of a file, is analysed. Systems that give the same share one
    /// result.
    pub fn looked_up(&self, key: &str, from: File) -> Vec<LookedUp> {
        let db = self.db();
        let Some(root) = root(db, from).filter(|_| !self.is_quick()) else { return Vec::new() };
        let Some(environment) = environment_of(db, root) else { return Vec::new() };
        let module = key.split_once("::").map(|it| it.0).filter(|it| environment.module(it).is_some());
        let sets = systems(db, root, module.map(|it| Module::new(db, Str::from(it))));
        let settings = settings_of(db, root);
        crate::hold::wait(db);
        let node = settings.node().unwrap_or(NODE);
        let mut all: Vec<LookedUp> = Vec::new();
        for set in sets.iter() {
            self.check_cancelled();
            let mut request = Request::new(no_code(), node);
            request.mode = Mode::Analyse;
            request.facts = facts_of(set, node);
            request.unknown_facts.clone_from(&set.unknown);
            request.has_all_facts = set.complete;
            request.cancel = Cancel::asking(is_cancelled);
            let looked = with_db(db, || compiler::lookup(&environment, &request, &hiera::Request::new(key), None));
            let given = match looked.answer {
                Answer::Value(value) => Given::Value(value),
                Answer::NotFound(_) => Given::Nothing,
                Answer::Invalid(error) => Given::Error(error.message()),
                Answer::Failed(errors) => Given::Error(errors.into_iter().next().map(|it| it.message()).unwrap_or_default()),
            };
            let files = looked.reads.into_iter().filter_map(|it| match it {
                hiera::Read::Key { file, key: read } if read == key => Some(file),
                _ => None,
            });
            let files: Vec<PathBuf> = files.collect();
            match all.iter_mut().find(|it| it.given == given && it.files == files) {
                Some(same) => same.systems.push(set.label.clone()),
                None => all.push(LookedUp { systems: vec![set.label.clone()], given, files }),
            }
        }
        all
    }
}
