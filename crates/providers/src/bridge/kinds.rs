//! Which types are applied here, and which by Ruby.

use catalog::Resource;
use serde_json::Value as Json;
use smol_str::SmolStr;

use super::instance::Bridged;
use super::{Shared, Tell, locked};
use crate::instance::{Around, Instance, ProviderError, Types};
use crate::options::Options;
use crate::subject::Subject;
use crate::types::OfPuppet;
use crate::types::elsewhere::Elsewhere;
use crate::types::inert::Inert;

/// All types: those that are here, and the others through Ruby.
pub struct WithRuby {
    bridge: Shared,
}

impl WithRuby {
    pub fn new(bridge: Shared) -> WithRuby {
        WithRuby { bridge }
    }
}

impl Types for WithRuby {
    fn instance(&self, subject: &Subject, options: &Options) -> Result<Box<dyn Instance>, ProviderError> {
        match is_by_ruby(subject) {
            true if locked(&self.bridge).is_inert(subject) => Ok(Box::new(Inert)),
            true => Ok(Box::new(Bridged::new(self.bridge.clone(), subject))),
            false => OfPuppet.instance(subject, options),
        }
    }

    fn refreshes(&self, type_name: &str) -> bool {
        OfPuppet.refreshes(type_name) || locked(&self.bridge).can(&type_name.to_lowercase(), "refreshes")
    }

    fn begins(&self, around: &dyn Around) -> Vec<(SmolStr, String)> {
        OfPuppet.begins(around)
    }

    fn check(&self, tell: &mut Tell<'_>) -> Result<(), ProviderError> {
        locked(&self.bridge).check(tell)
    }

    fn generates_first(&self, type_name: &str) -> bool {
        OfPuppet.generates_first(type_name) || locked(&self.bridge).can(&type_name.to_lowercase(), "generates")
    }
}

/// Whether Ruby may apply a resource, as far as that shows before anything else is known of it.
pub fn may_be_by_ruby(resource: &Resource) -> bool {
    if resource.is_virtual || resource.is_container() {
        return false;
    }
    match (resource.type_name.as_str(), resource.value("name").map(Json::as_str)) {
        ("Resources", None) => !OfPuppet::knows(&resource.title),
        ("Resources", Some(Some(name))) => !OfPuppet::knows(name),
        ("Resources", Some(None)) => true,
        (other, _) => resource.value("provider").is_some() || !OfPuppet::knows(other),
    }
}

/// Whether resources of a type are applied by Ruby where they name this provider. The type is written in lower case.
pub fn is_provider_in_ruby(type_name: &str, provider: &str) -> bool {
    is_by_ruby(&Subject::bare(type_name, "x", &[("provider".to_owned(), Json::from(provider))]))
}

/// Whether a resource is applied by Ruby: its type is not here, or the provider that it names. What takes away resources of a type is
/// where that type is.
pub fn is_by_ruby(subject: &Subject) -> bool {
    match subject.type_name.as_str() {
        "Resources" => !OfPuppet::knows(&subject.text("name").unwrap_or_else(|| subject.title.to_string())),
        other => !OfPuppet::knows(other) || Elsewhere::find(subject).is_some_and(|it| it.is_in_ruby()),
    }
}
