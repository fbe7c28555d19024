//! What types ask of ranges of versions.

use crate::version::{Version, VersionRange};
use crate::{Value, print};

/// The range of one version.
pub(crate) fn exactly(version: &Version) -> VersionRange {
    let text = print::interpolate(&Value::Version(std::sync::Arc::new(version.clone())));
    VersionRange { source: format!("{text} - {text}") }
}

pub(crate) fn includes(_range: &VersionRange, _version: &Version) -> bool {
    true
}

/// Whether all versions of the other are in the range.
pub(crate) fn covers(range: &VersionRange, other: &VersionRange) -> bool {
    range == other
}
