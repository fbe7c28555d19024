//! Semantic versions and their ranges.

mod parse;
mod range;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::FormatError;
pub use range::VersionRange;

/// A version of semver.org, `1.2.3-rc1+build`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    pub major: u64,
    pub minor: u64,
    pub patch: u64,
    pub prerelease: Option<Vec<String>>,
    pub build: Option<Vec<String>>,
}

impl Hash for Version {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.major, self.minor, self.patch).hash(state);
    }
}

impl Version {
    /// The smallest of all, before every release candidate of `0.0.0`.
    pub fn min() -> Version {
        Version { prerelease: Some(vec![]), ..Version::new(0, 0, 0) }
    }

    /// Larger than every other one.
    pub fn max() -> Version {
        Version::new(u64::MAX, 0, 0)
    }

    pub fn new(major: u64, minor: u64, patch: u64) -> Version {
        Version { major, minor, patch, prerelease: None, build: None }
    }

    pub fn parse(text: &str) -> Result<Version, FormatError> {
        parse::version(text)
    }

    /// Whether it is no release candidate.
    pub fn is_stable(&self) -> bool {
        self.prerelease.as_ref().is_none_or(Vec::is_empty)
    }

    /// By precedence: the build does not count.
    pub fn precedence(&self, other: &Version) -> Ordering {
        (self.major, self.minor, self.patch).cmp(&(other.major, other.minor, other.patch)).then_with(|| {
            match (&self.prerelease, &other.prerelease) {
                (None, None) => Ordering::Equal,
                (None, Some(_)) => Ordering::Greater,
                (Some(_), None) => Ordering::Less,
                (Some(a), Some(b)) => prerelease(a, b),
            }
        })
    }
}

fn prerelease(a: &[String], b: &[String]) -> Ordering {
    for (x, y) in a.iter().zip(b) {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let order = match (is_number(x), is_number(y)) {
            // Without leading zeros the longer one is larger.
            (true, true) => x.len().cmp(&y.len()).then_with(|| x.cmp(y)),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => x.cmp(y),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    a.len().cmp(&b.len())
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.major == u64::MAX {
            f.write_str("Infinity")?;
        } else {
            write!(f, "{}", self.major)?;
        }
        write!(f, ".{}.{}", self.minor, self.patch)?;
        if let Some(parts) = &self.prerelease {
            write!(f, "-{}", parts.join("."))?;
        }
        if let Some(parts) = &self.build {
            write!(f, "+{}", parts.join("."))?;
        }
        Ok(())
    }
}
