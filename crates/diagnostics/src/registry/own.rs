//! Codes that are about Bunraku itself: its settings, and the comments that it heeds.

use settings::Level;

/// A code that comes from no text of Puppet's language alone.
pub(crate) struct Own {
    pub(crate) code: &'static str,
    pub(crate) level: Option<Level>,
}

/// The lines are read by `cargo xtask tidy` too.
pub(crate) const OWN: &[Own] = &[
    Own { code: INVALID_SETTING, level: None },
    Own { code: UNKNOWN_SETTING, level: None },
    Own { code: UNUSED_IGNORE, level: Some(Level::Hint) },
];

pub(crate) const INVALID_SETTING: &str = "invalid-setting";
pub(crate) const UNKNOWN_SETTING: &str = "unknown-setting";
pub(crate) const UNUSED_IGNORE: &str = "unused-ignore";
