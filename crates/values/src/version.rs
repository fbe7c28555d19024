//! Semantic versions and their ranges.

/// A version of semver.org, `1.2.3-rc1+build`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    pub major: u64,
    pub minor: u64,
    pub patch: u64,
    pub prerelease: Option<Vec<String>>,
    pub build: Option<Vec<String>>,
}

/// A range as written, `>=1.0.0 <2.0.0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VersionRange {
    pub source: String,
}
