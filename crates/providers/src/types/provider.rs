//! Choice of a provider, for a type with several.

use crate::instance::Obstacle;

/// Why nothing can do it: none is there, or the one that is asked for cannot work here.
pub fn obstacle(type_name: &str, provider: Option<(&'static str, bool)>) -> Option<Obstacle> {
    match provider {
        None => Some(Obstacle::NoProvider(type_name.to_owned())),
        Some((name, false)) => Some(Obstacle::NotFunctional(name)),
        Some((_, true)) => None,
    }
}
