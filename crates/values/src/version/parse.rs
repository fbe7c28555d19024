//! Versions and the parts of ranges from text.

use super::Version;
use crate::FormatError;

pub(super) fn version(text: &str) -> Result<Version, FormatError> {
    let unable = || FormatError::Version(text.to_owned());
    // Ruby's `\Z` lets a line end follow.
    let body = text.strip_suffix('\n').unwrap_or(text);
    let partial = partial(body).ok_or_else(unable)?;
    let Partial { major: Some(major), minor: Some(minor), patch: Some(patch), prerelease, build, .. } = partial else {
        return Err(unable());
    };
    Ok(Version { major, minor, patch, prerelease: identifiers(prerelease)?, build: build.map(parts) })
}

/// `1`, `1.x`, `1.2.3-rc1+b`: none where nothing or an `x` stands.
#[derive(Default)]
pub(super) struct Partial<'a> {
    pub major: Option<u64>,
    pub minor: Option<u64>,
    pub patch: Option<u64>,
    pub prerelease: Option<&'a str>,
    pub build: Option<&'a str>,
}

impl Partial<'_> {
    pub(super) fn version(&self) -> Result<Version, FormatError> {
        Ok(Version {
            major: self.major.unwrap_or(0),
            minor: self.minor.unwrap_or(0),
            patch: self.patch.unwrap_or(0),
            prerelease: identifiers(self.prerelease)?,
            build: self.build.map(parts),
        })
    }
}

fn parts(text: &str) -> Vec<String> {
    text.split('.').map(str::to_owned).collect()
}

fn identifiers(text: Option<&str>) -> Result<Option<Vec<String>>, FormatError> {
    let Some(text) = text else { return Ok(None) };
    let parts = parts(text);
    if parts.iter().any(|part| part.len() > 1 && part.starts_with('0') && part.bytes().all(|b| b.is_ascii_digit())) {
        return Err(FormatError::LeadingZero);
    }
    Ok(Some(parts))
}

pub(super) fn partial(text: &str) -> Option<Partial<'_>> {
    let mut partial = Partial::default();
    let (major, rest) = number(text)?;
    partial.major = major;
    let Some(rest) = rest.strip_prefix('.') else { return rest.is_empty().then_some(partial) };
    let (minor, rest) = number(rest)?;
    partial.minor = minor;
    let Some(rest) = rest.strip_prefix('.') else { return rest.is_empty().then_some(partial) };
    let (patch, mut rest) = number(rest)?;
    partial.patch = patch;
    if let Some(after) = rest.strip_prefix('-') {
        let (found, after) = qualifier(after)?;
        partial.prerelease = Some(found);
        rest = after;
    }
    if let Some(after) = rest.strip_prefix('+') {
        let (found, after) = qualifier(after)?;
        partial.build = Some(found);
        rest = after;
    }
    rest.is_empty().then_some(partial)
}

fn number(text: &str) -> Option<(Option<u64>, &str)> {
    if let Some(rest) = text.strip_prefix(['x', 'X', '*']) {
        return Some((None, rest));
    }
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at_checked(length)?;
    if digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    Some((Some(digits.parse().unwrap_or(u64::MAX - 1)), rest))
}

fn qualifier(text: &str) -> Option<(&str, &str)> {
    let length = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.')).count();
    let (found, rest) = text.split_at_checked(length)?;
    found.split('.').all(|part| !part.is_empty()).then_some((found, rest))
}
