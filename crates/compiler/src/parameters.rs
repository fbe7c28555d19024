//! Parameters of which some are wrong.

use hiera::OpenLayer;
use issue::{Issue, Related};
use values::{Str, Value, mismatch};

use crate::error::DataKey;
use crate::unknowns::not_known;

/// Errors in the parameters of a definition. An analysis evaluates its body nevertheless, before it ends there.
pub struct Wrong {
    pub issue: Issue,
    /// Where the definition stands.
    pub defined: Related,
    pub data: Vec<DataKey>,
}

/// A parameter that nothing binds, and the layer of data that may.
pub struct Unbound {
    pub wrong: Wrong,
    pub layer: OpenLayer,
}

/// Values of parameters where some are wrong: those are unknown.
pub fn right(declared: &[mismatch::Param], given: Vec<(Str, Value)>) -> Vec<(Str, Value)> {
    let one = |it: &mismatch::Param| {
        let value = given.iter().find(|(name, _)| *name == it.name).cloned();
        let is_right = value
            .as_ref()
            .map_or(!it.required, |value| mismatch::parameters("", std::slice::from_ref(it), std::slice::from_ref(value)).is_none());
        if is_right { value } else { Some((it.name.clone(), not_known(it.ty.clone()))) }
    };
    let metaparameters =
        given.iter().filter(|(name, _)| resource_types::is_metaparameter(name) && declared.iter().all(|it| it.name != *name));
    let metaparameters: Vec<(Str, Value)> = metaparameters.cloned().collect();
    declared.iter().filter_map(one).chain(metaparameters).collect()
}
