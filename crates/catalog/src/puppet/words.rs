//! Puppet's words for what the catalog and the graph hold.

use std::fmt;

use crate::{Kind, Resource};

pub const CLASS: &str = "Class";
pub const STAGE: &str = "Stage";

impl Kind {
    pub fn name(&self) -> &str {
        match self {
            Kind::Compilable => "compilable_type",
            Kind::Defined => "defined_type",
            Kind::Class => "unknown",
            Kind::Other(name) => name,
        }
    }

    pub fn of_name(name: &str) -> Kind {
        match name {
            "compilable_type" => Kind::Compilable,
            "defined_type" => Kind::Defined,
            "unknown" => Kind::Class,
            other => Kind::Other(other.into()),
        }
    }
}

impl Resource {
    pub fn is_class(&self) -> bool {
        self.type_name == CLASS
    }

    pub fn is_stage(&self) -> bool {
        self.type_name == STAGE
    }

    /// Whether it is applied itself, or stands for what it contains.
    pub fn is_container(&self) -> bool {
        self.kind != Kind::Compilable || self.is_stage()
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.type_name, self.title)
    }
}
