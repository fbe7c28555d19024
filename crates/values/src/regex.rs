//! Regular expressions as Ruby has them.

use std::hash::{Hash, Hasher};

/// A pattern and what it was compiled to.
#[derive(Debug)]
pub struct Regex {
    source: crate::Str,
    compiled: fancy_regex::Regex,
}

impl Regex {
    /// The pattern, without its slashes.
    pub fn source(&self) -> &str {
        &self.source
    }
}

impl PartialEq for Regex {
    fn eq(&self, other: &Regex) -> bool {
        self.source == other.source
    }
}

impl Eq for Regex {}

impl Hash for Regex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.source.hash(state);
    }
}

/// What a pattern found: the whole, then its groups; none where a group took no part.
pub type Captures = Vec<Option<String>>;

impl Regex {
    /// The text of the error is Ruby's where it is known.
    pub fn new(source: &str) -> Result<Regex, String> {
        let compiled = fancy_regex::RegexBuilder::new(source).oniguruma_mode(true).build().map_err(|error| error.to_string())?;
        Ok(Regex { source: source.into(), compiled })
    }

    pub fn is_match(&self, text: &str) -> bool {
        self.compiled.is_match(text).unwrap_or(false)
    }

    pub fn captures(&self, text: &str) -> Option<Captures> {
        let found = self.compiled.captures(text).ok().flatten()?;
        Some((0..found.len()).map(|group| found.get(group).map(|it| it.as_str().to_owned())).collect())
    }
}
