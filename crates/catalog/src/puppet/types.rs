//! Interface to Puppet's resource types: names and order.

use smol_str::SmolStr;

use super::{Known, Source};
use crate::{Resource, ResourceId};

/// The values of the attributes that make a resource the same as another, sorted by the names of the attributes.
pub type Identity = Vec<Option<SmolStr>>;

/// A resource that another one is ordered with, if it is in the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automatic {
    /// One of the automatic sources. It says the direction, too.
    pub source: Source,
    pub type_name: SmolStr,
    pub title: SmolStr,
}

/// The table of resource types.
pub trait ResourceTypes {
    /// Identity of a resource apart from its title: a file's path. None where two resources may be the same, as commands may.
    fn identity(&self, id: ResourceId, resource: &Resource) -> Option<Identity>;

    /// Identity that a reference without a matching title means. `File['/a/']` the file with the path `/a`.
    fn identity_of_title(&self, type_name: &str, title: &str) -> Option<Identity>;

    /// Automatic relationships of a resource: a file and its folder. In the order in which Puppet would ask: those that come before it,
    /// then those that come after it.
    fn automatic(&self, id: ResourceId, resource: &Resource, known: &Known<'_>) -> Vec<Automatic>;
}

/// Types about which nothing is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTypes;

impl ResourceTypes for NoTypes {
    fn identity(&self, _: ResourceId, _: &Resource) -> Option<Identity> {
        None
    }

    fn identity_of_title(&self, _: &str, _: &str) -> Option<Identity> {
        None
    }

    fn automatic(&self, _: ResourceId, _: &Resource, _: &Known<'_>) -> Vec<Automatic> {
        Vec::new()
    }
}
