//! Globs that say which files are meant.

use std::fmt;
use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};

/// A glob over paths below a folder. A folder stands for everything in it.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    itself: GlobMatcher,
    inside: GlobMatcher,
}

/// Error in a glob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError(globset::ErrorKind);

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// `*` stays within one name, `**` goes through folders.
    pub fn new(text: &str) -> Result<Pattern, PatternError> {
        let path = text.strip_prefix("./").unwrap_or(text).trim_matches('/');
        let glob = |glob: &str| {
            let built = GlobBuilder::new(glob).literal_separator(true).build();
            built.map(|it| it.compile_matcher()).map_err(|error| PatternError(error.kind().clone()))
        };
        Ok(Pattern { text: text.to_owned(), itself: glob(path)?, inside: glob(&format!("{path}/**"))? })
    }

    /// Whether a path is meant that counts from the same folder.
    pub fn matches(&self, path: &Path) -> bool {
        self.itself.is_match(path) || self.inside.is_match(path)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(glob: &str, yes: &[&str], no: &[&str]) {
        let pattern = Pattern::new(glob).expect("a glob");
        for path in yes {
            assert!(pattern.matches(Path::new(path)), "{glob} should match {path}");
        }
        for path in no {
            assert!(!pattern.matches(Path::new(path)), "{glob} should not match {path}");
        }
    }

    #[test]
    fn a_folder_stands_for_what_is_in_it() {
        check("spec", &["spec/a.pp", "spec/fixtures/b.pp"], &["specs/a.pp", "m/spec/a.pp"]);
        check("./spec/", &["spec/a.pp"], &["a.pp"]);
        check("**/spec/**", &["spec/a.pp", "m/spec/a.pp"], &["a.pp"]);
    }

    #[test]
    fn a_star_stays_within_a_name() {
        check("manifests/*.pp", &["manifests/a.pp"], &["manifests/b/a.pp"]);
        check("*.{pp,epp}", &["a.pp", "b.epp"], &["m/a.pp"]);
    }

    #[test]
    fn what_is_no_glob_is_said() {
        assert!(Pattern::new("a[").is_err());
    }
}
