//! Globs that say which files are meant.

use globset::{Glob, GlobBuilder};

use crate::Error;

/// A glob over paths below a folder. A folder stands for everything in it.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    itself: Glob,
    inside: Glob,
}

impl Pattern {
    /// `*` stays within one name, `**` goes through folders.
    pub fn new(text: &str) -> Result<Pattern, Error> {
        let path = text.strip_prefix("./").unwrap_or(text).trim_matches('/');
        let glob = |glob: &str| GlobBuilder::new(glob).literal_separator(true).build().map_err(Error::from);
        Ok(Pattern { text: text.to_owned(), itself: glob(path)?, inside: glob(&format!("{path}/**"))? })
    }

    /// The globs of what is meant: paths that count from the same folder.
    pub(crate) fn globs(&self) -> [&Glob; 2] {
        [&self.itself, &self.inside]
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
    use std::path::Path;

    use super::*;

    #[track_caller]
    fn check(glob: &str, yes: &[&str], no: &[&str]) {
        let pattern = Pattern::new(glob).expect("a glob");
        let matches = |path: &str| pattern.globs().iter().any(|it| it.compile_matcher().is_match(Path::new(path)));
        for path in yes {
            assert!(matches(path), "{glob} should match {path}");
        }
        for path in no {
            assert!(!matches(path), "{glob} should not match {path}");
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
