//! The settings of one source.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use syntax::Strict;

use crate::{Level, PathRules, Pattern};

/// Path that means the facts of the machine itself: no path of a disk.
pub const LOCAL_FACTS: &str = "machine:/local.json";

/// Whether the facts of the machine are meant by what somebody wrote for a file. A file of that name is `./local`.
pub fn is_local_facts(written: &Path) -> bool {
    written.as_os_str() == "local"
}

/// Settings of one source. Nothing is said of what is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The folder from which the globs of `paths` count; the other paths are already put together with it.
    pub folder: PathBuf,
    pub modulepath: Option<Vec<PathBuf>>,
    /// Files of facts; [`LOCAL_FACTS`] are those of the machine.
    pub facts: Option<Vec<PathBuf>>,
    /// Operating systems, as `debian-12`.
    pub systems: Option<Vec<String>>,
    pub node: Option<String>,
    pub hiera_config: Option<PathBuf>,
    pub legacy_facts: Option<bool>,
    pub strict: Option<Strict>,
    pub strict_variables: Option<bool>,
    /// The version of Ruby that runs code of modules.
    pub ruby_version: Option<&'static str>,
    pub tasks: Option<bool>,
    pub lint: Option<bool>,
    pub levels: BTreeMap<Arc<str>, Level>,
    /// The kinds of hints that are shown between the text.
    pub inlay_hints: Option<Vec<&'static str>>,
    /// The kinds of lines that are shown above definitions.
    pub code_lenses: Option<Vec<&'static str>>,
    /// The release of Salt that counts.
    pub salt_release: Option<&'static str>,
    /// The minions that states are checked for.
    pub salt_targets: Option<Vec<SaltTarget>>,
    pub paths: PathRules,
}

/// A minion that states are checked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaltTarget {
    pub id: String,
    /// An operating system, as `debian-12`.
    pub system: Option<String>,
    /// A file of grains.
    pub grains: Option<PathBuf>,
    /// A folder of pillar files, or a file of data.
    pub pillar: Option<PathBuf>,
    /// A configuration file of the minion or its master.
    pub config: Option<PathBuf>,
}

/// Settings for some files only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathRule {
    pub globs: Vec<Pattern>,
    pub exclude: Option<bool>,
    pub levels: BTreeMap<Arc<str>, Level>,
}

impl Layer {
    /// The level of a code in a file, if anything is said of it. The last of the rules that match wins.
    pub(crate) fn level(&self, path: &Path, code: &str) -> Option<Level> {
        let of_path = self.rules(path).find_map(|rule| rule.levels.get(code));
        of_path.or_else(|| self.levels.get(code)).copied()
    }

    pub(crate) fn excludes(&self, path: &Path) -> Option<bool> {
        self.rules(path).find_map(|rule| rule.exclude)
    }

    /// The rules for a file, the last one first.
    fn rules(&self, path: &Path) -> impl Iterator<Item = &PathRule> {
        let below = path.strip_prefix(&self.folder).ok();
        below.into_iter().flat_map(|it| self.paths.matching(it))
    }
}
