//! Other places that have to do with an issue.

use std::fmt;

use crate::Place;

/// Another place, and its part in what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub place: Place,
    pub role: Role,
}

/// Role of another place in an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The definition whose parameters are wrong.
    Defined,
    /// The definition that exists already.
    DefinedFirst,
    /// The resource that exists already.
    DeclaredFirst,
    /// The type that a parameter accepts.
    Accepted,
}

impl Related {
    pub fn new(place: Place, role: Role) -> Related {
        Related { place, role }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Defined => "it is defined here",
            Role::DefinedFirst => "it is defined here already",
            Role::DeclaredFirst => "it is declared here already",
            Role::Accepted => "the parameter declares its type here",
        })
    }
}
