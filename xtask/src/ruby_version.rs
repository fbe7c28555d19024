//! The version of the Ruby of this machine, with which Puppet runs here.

use std::process::Command;
use std::sync::OnceLock;

use ruby::Version;

/// The version that has recorded answers.
const RECORDED: Version = Version::V3_1;

/// Asks Ruby for its version. Without Ruby, or with another version than those that are covered, it is that of the recorded answers.
pub fn of_machine() -> Version {
    static VERSION: OnceLock<Version> = OnceLock::new();
    *VERSION.get_or_init(|| {
        let output = Command::new("ruby").args(["-e", "print RUBY_VERSION"]).output().ok();
        output.and_then(|it| version(&String::from_utf8_lossy(&it.stdout))).unwrap_or(RECORDED)
    })
}

/// The version of a text like `3.1.2`.
fn version(text: &str) -> Option<Version> {
    Version::named(text.rsplit_once('.')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_has_two_parts() {
        assert_eq!(version("3.1.2"), Some(Version::V3_1));
        assert_eq!(version("3.2.8"), Some(Version::V3_2));
        assert_eq!(version("2.7.0"), None);
        assert_eq!(version(""), None);
    }
}
