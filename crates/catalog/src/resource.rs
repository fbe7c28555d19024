//! A resource as the compiler declared it.

use std::sync::Arc;

use serde_json::Value;
use smol_str::SmolStr;

use crate::Few;

/// A resource of one catalog: its place in the order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceId(pub u32);

impl ResourceId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where something was written, in a number that only the compiler can read; 0 is nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin(pub u64);

impl Origin {
    pub const NOWHERE: Origin = Origin(0);

    pub fn is_known(self) -> bool {
        self != Origin::NOWHERE
    }
}

/// When something holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Condition {
    #[default]
    Always,
    /// Under decisions that were not known; the compiler knows which.
    When(u32),
}

/// Kind of a resource.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A type that is applied.
    #[default]
    Compilable,
    /// A type defined in the language: it contains resources.
    Defined,
    /// A class or a node: it contains resources too.
    Class,
    /// A name that this version does not know: a container, too.
    Other(SmolStr),
}

/// A value that was given to a resource, in Puppet's rich data form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameter {
    pub value: Value,
    pub origin: Origin,
    pub condition: Condition,
}

impl From<Value> for Parameter {
    fn from(value: Value) -> Parameter {
        Parameter { value, ..Parameter::default() }
    }
}

/// Says that one reference in a relationship parameter was not written there, and where it was: `before` and `notify` as an arrow,
/// `require` by the function of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The parameter that holds it.
    pub parameter: SmolStr,
    /// The reference, as it stands in the parameter.
    pub reference: SmolStr,
    pub origin: Origin,
    pub condition: Condition,
}

pub type Parameters = Few<SmolStr, Parameter>;

/// A resource as the compiler declared it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resource {
    /// As catalogs write it: `File`, `Apt::Setting`.
    pub type_name: SmolStr,
    pub title: SmolStr,
    pub tags: Vec<SmolStr>,
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    pub exported: bool,
    /// Declared, but not realized: it is not applied.
    pub is_virtual: bool,
    pub kind: Kind,
    pub parameters: Parameters,
    pub sensitive_parameters: Vec<SmolStr>,
    pub origin: Origin,
    pub condition: Condition,
    pub arrows: Vec<Arrow>,
    /// The names of parameters that have something that is not known; `title` for the title, `*` where there may be more.
    pub unknown: Vec<SmolStr>,
}

impl Resource {
    pub fn new(type_name: impl Into<SmolStr>, title: impl Into<SmolStr>, kind: Kind) -> Resource {
        Resource { type_name: type_name.into(), title: title.into(), kind, ..Resource::default() }
    }

    /// `Type[title]`.
    pub fn key(&self) -> String {
        format!("{self}")
    }

    /// The value of a parameter.
    pub fn value(&self, parameter: &str) -> Option<&Value> {
        self.parameters.get(parameter).map(|it| &it.value)
    }

    /// Gives a parameter a value, after those that are there.
    pub fn set(&mut self, parameter: impl Into<SmolStr>, value: impl Into<Parameter>) {
        self.parameters.insert(parameter.into(), value.into());
    }
}
