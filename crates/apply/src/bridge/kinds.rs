//! Which types are applied here, and which by Ruby.

use catalog::Resource;

use super::instance::Bridged;
use super::{Shared, locked};
use crate::instance::{Failure, Instance, Types};
use crate::subject::Subject;
use crate::transaction::Options;
use crate::types::OfPuppet;

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
    fn instance(&self, subject: &Subject, options: &Options) -> Result<Box<dyn Instance>, Failure> {
        if is_by_ruby(subject) { Ok(Box::new(Bridged::new(self.bridge.clone(), subject))) } else { OfPuppet.instance(subject, options) }
    }

    fn refreshes(&self, type_name: &str) -> bool {
        OfPuppet.refreshes(type_name) || locked(&self.bridge).can(&type_name.to_lowercase(), "refreshes")
    }

    fn generates_first(&self, type_name: &str) -> bool {
        OfPuppet.generates_first(type_name) || locked(&self.bridge).can(&type_name.to_lowercase(), "generates")
    }
}

/// Whether a resource may be applied by Ruby, by its type alone.
pub fn may_be_by_ruby(resource: &Resource) -> bool {
    !resource.is_container() && (resource.type_name == "Resources" || !OfPuppet::knows(&resource.type_name))
}

/// Whether a resource is applied by Ruby. What takes away resources of a type is where that type is.
pub fn is_by_ruby(subject: &Subject) -> bool {
    match subject.type_name.as_str() {
        "Resources" => !OfPuppet::knows(&subject.text("name").unwrap_or_else(|| subject.title.clone())),
        other => !OfPuppet::knows(other),
    }
}
