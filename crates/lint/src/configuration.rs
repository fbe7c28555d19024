//! Which checks run, and their options.

use crate::check::Check;
use crate::checks;

/// Options of puppet-lint that concern checks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Configuration {
    /// For each check of [`checks::ALL`].
    enabled: Vec<bool>,
    /// `--relative`: the folder of a module may have any name.
    pub relative: bool,
    /// `--top-scope-variables`
    pub top_scope_variables: Vec<String>,
}

impl Default for Configuration {
    fn default() -> Self {
        Self { enabled: checks::ALL.iter().map(|check| check.by_default).collect(), relative: false, top_scope_variables: Vec::new() }
    }
}

impl Configuration {
    /// The checks that run, in puppet-lint's order.
    pub fn checks(&self) -> impl Iterator<Item = &'static Check> {
        checks::ALL.iter().zip(&self.enabled).filter(|(_, enabled)| **enabled).map(|(check, _)| *check)
    }

    pub fn is_enabled(&self, name: &str) -> bool {
        self.checks().any(|check| check.name == name)
    }

    /// Switches a check on or off; false if there is none of that name.
    pub fn set(&mut self, name: &str, enabled: bool) -> bool {
        let Some(index) = checks::ALL.iter().position(|check| check.name == name) else { return false };
        if let Some(it) = self.enabled.get_mut(index) {
            *it = enabled;
        }
        true
    }

    /// Runs these checks and no others; names that there are not say nothing.
    pub fn enable_only(&mut self, names: &[&str]) {
        for (check, enabled) in checks::ALL.iter().zip(&mut self.enabled) {
            *enabled = names.contains(&check.name);
        }
    }
}
