//! The rules of `[[paths]]`, which are asked for every file and every code.

use std::path::Path;
use std::sync::Arc;

use globset::{GlobSet, GlobSetBuilder};

use crate::{Error, PathRule};

/// Settings for some files only, in the order of the text. All globs are one matcher: what a file asks does not grow with each rule.
#[derive(Clone, Debug, Default)]
pub struct PathRules {
    rules: Vec<PathRule>,
    matcher: Arc<GlobSet>,
    /// The rule of each glob of the matcher.
    owners: Arc<[usize]>,
}

impl PathRules {
    /// Fails if the globs are too large together.
    pub fn new(rules: Vec<PathRule>) -> Result<PathRules, Error> {
        let (mut builder, mut owners) = (GlobSetBuilder::new(), Vec::new());
        for (owner, rule) in rules.iter().enumerate() {
            for glob in rule.globs.iter().flat_map(crate::Pattern::globs) {
                builder.add(glob.clone());
                owners.push(owner);
            }
        }
        let matcher = builder.build()?;
        Ok(PathRules { rules, matcher: Arc::new(matcher), owners: owners.into() })
    }

    /// Returns the rules for a path below the folder of the settings, the last one first.
    pub fn matching(&self, path: &Path) -> impl Iterator<Item = &PathRule> {
        let mut owners = if self.rules.is_empty() { Vec::new() } else { self.matcher.matches(path) };
        for it in &mut owners {
            *it = self.owners.get(*it).copied().unwrap_or(usize::MAX);
        }
        owners.sort_unstable();
        owners.dedup();
        owners.into_iter().rev().filter_map(|it| self.rules.get(it))
    }
}

impl PartialEq for PathRules {
    fn eq(&self, other: &PathRules) -> bool {
        self.rules == other.rules
    }
}

impl Eq for PathRules {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{Level, Pattern};

    fn rule(globs: &[&str], exclude: bool) -> PathRule {
        let globs = globs.iter().map(|it| Pattern::new(it).expect("a glob")).collect();
        PathRule { globs, exclude: Some(exclude), levels: BTreeMap::from([(Arc::from("x"), Level::Off)]) }
    }

    #[test]
    fn each_rule_that_matches_is_given_once_and_the_last_one_first() {
        let rules = [rule(&["**"], true), rule(&["b/**"], true), rule(&["a/**", "a/x.pp"], false)];
        let rules = PathRules::new(rules.into()).expect("rules");
        let found = |path: &str| rules.matching(Path::new(path)).map(|it| it.exclude).collect::<Vec<_>>();
        assert_eq!(found("a/x.pp"), [Some(false), Some(true)]);
        assert_eq!(found("b/y"), [Some(true), Some(true)]);
        assert_eq!(found("c"), [Some(true)]);
        assert_eq!(PathRules::default().matching(Path::new("a")).count(), 0);
    }
}
