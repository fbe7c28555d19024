//! Ruby's answers about a catalog before it is ordered: mistakes and automatic relationships.

use catalog::Catalog;
use catalog::puppet::Automatic;
use catalog::puppet::Source;
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};

use super::data::{is_deferred, shown, whole};
use super::kinds::{is_by_ruby, may_be_by_ruby};
use super::{Bridge, BridgeError, Tell};
use crate::options::Options;
use crate::subject::{Subject, subjects};

/// Ruby's results for a catalog.
#[derive(Debug, Default)]
pub struct Prepared {
    /// Whether it has any resource that Ruby applies.
    pub is_wanted: bool,
    /// Why Puppet would not apply it: messages with the file and the line of the resource.
    pub problems: Vec<(String, Option<String>, Option<u32>)>,
    /// Automatic relationships of each resource, by its reference.
    pub relations: FxHashMap<String, Vec<Automatic>>,
}

impl Bridge {
    /// Tells Ruby of all resources that it applies. Where it cannot be asked, these fail when their turn comes.
    pub fn prepare(&mut self, catalog: &Catalog, tell: &mut Tell<'_>) -> Prepared {
        let mut prepared = Prepared::default();
        if !catalog.resources().iter().any(may_be_by_ruby) {
            return prepared;
        }
        let all = subjects(catalog, &Options { noop: self.setup.noop, ..Options::default() });
        let is_applied = |number: usize| catalog.resources().get(number).is_some_and(|it| !it.is_virtual && !it.is_container());
        let (own, others): (Vec<_>, Vec<_>) =
            all.iter().enumerate().filter(|it| is_applied(it.0)).map(|it| it.1).partition(|it| is_by_ruby(it) && !self.is_inert(it));
        prepared.is_wanted = !own.is_empty();
        if own.is_empty() {
            return prepared;
        }
        // A deferred value is sent later; until then it must not be taken for an unset one.
        let (late, own): (Vec<&Subject>, Vec<&Subject>) = own.into_iter().partition(|it| is_deferred(it));
        self.others = others.iter().chain(&late).map(|it| shown(it)).collect();
        let mut types: Vec<String> = own.iter().chain(&late).map(|it| it.type_name.to_lowercase()).collect();
        types.sort_unstable();
        types.dedup();
        for type_name in types {
            self.learn(&type_name, tell);
        }
        let mut introduced: Vec<&Subject> = Vec::new();
        for subject in own {
            match self.introduce(&subject.reference, &whole(subject), tell) {
                Ok(_) => introduced.push(subject),
                Err(BridgeError::Answer(refusal)) if self.can(&subject.type_name.to_lowercase(), "known") => {
                    prepared.problems.push((refusal.plain, subject.file.as_deref().map(str::to_owned), subject.line));
                }
                Err(_) => {}
            }
        }
        for subject in introduced {
            match self.ask("relations", &subject.reference, json!({}), tell) {
                Ok(found) => {
                    prepared
                        .relations
                        .insert(subject.reference.to_string(), found.as_array().into_iter().flatten().filter_map(relation).collect());
                }
                Err(BridgeError::Answer(refusal)) => {
                    prepared.problems.push((refusal.plain, subject.file.as_deref().map(str::to_owned), subject.line))
                }
                Err(BridgeError::Missing(_) | BridgeError::Gone(_)) => {}
            }
        }
        prepared
    }
}

fn relation(found: &Json) -> Option<Automatic> {
    let source = match found[0].as_str()? {
        "require" => Source::AutoRequire,
        "subscribe" => Source::AutoSubscribe,
        "before" => Source::AutoBefore,
        _ => Source::AutoNotify,
    };
    Some(Automatic { source, type_name: found[1].as_str()?.into(), title: found[2].as_str()?.into() })
}
