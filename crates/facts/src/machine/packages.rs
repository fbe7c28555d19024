//! Installed versions, where packages record them.

use memchr::{memchr, memmem};
use serde_json::{Value as Json, json};

use super::Machine;

const STATUS: &str = "/var/lib/dpkg/status";

pub fn augeas(machine: &Machine) -> Option<Json> {
    let (_, version) = installed(&machine.bytes(STATUS)?, |name| name == b"libaugeas0")?;
    Some(json!({"version": version}))
}

/// The system's own Ruby.
pub fn ruby(machine: &Machine) -> Option<Json> {
    let is_number = |it: &[u8]| it.contains(&b'.') && it.iter().all(|c| c.is_ascii_digit() || *c == b'.');
    let (name, version) = installed(&machine.bytes(STATUS)?, |name| name.strip_prefix(b"ruby").is_some_and(is_number))?;
    let api = name.strip_prefix("ruby")?.to_owned();
    let platform = match machine.host.machine()?.as_str() {
        "x86_64" => "x86_64-linux-gnu".to_owned(),
        "armv7l" => "arm-linux-gnueabihf".to_owned(),
        other => format!("{other}-linux-gnu"),
    };
    Some(json!({"platform": platform, "sitedir": format!("/usr/local/lib/site_ruby/{api}.0"), "version": version}))
}

/// How the first field of a package begins.
const PACKAGE: &[u8] = b"Package: ";

/// The name and the version, without what the packager added, of the first package that is installed and wanted.
///
/// Each run asks, and there may be thousands of packages: only what is wanted is read as a text.
fn installed(status: &[u8], wanted: impl Fn(&[u8]) -> bool) -> Option<(String, String)> {
    let starts = memmem::find_iter(status, PACKAGE).filter(|it| *it == 0 || status.get(it - 1) == Some(&b'\n'));
    starts.filter_map(|it| status.get(it..)).find_map(|rest| {
        let name = rest.get(PACKAGE.len()..memchr(b'\n', rest).unwrap_or(rest.len()))?;
        if !wanted(name) {
            return None;
        }
        let package = String::from_utf8_lossy(rest.get(..memmem::find(rest, b"\n\n").unwrap_or(rest.len()))?);
        let field = |name: &str| package.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(": "));
        let there = field("Status").is_some_and(|it| it.ends_with(" installed"));
        let version = field("Version").filter(|_| there)?;
        let version = version.split_once(':').map_or(version, |(_, it)| it);
        let version = version.rsplit_once('-').map_or(version, |(it, _)| it);
        let name = String::from_utf8_lossy(name).into_owned();
        Some((name, version.split(['+', '~']).next().unwrap_or(version).to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_of_their_makers() {
        let status = "Package: a\nStatus: install ok installed\nVersion: 1\n\nPackage: ruby3.1\nStatus: install ok installed\nVersion: 1:3.1.2-7+deb12u1\n\nPackage: b\nStatus: deinstall ok config-files\nVersion: 2\n";
        let found = |name: &str| installed(status.as_bytes(), |it| it.starts_with(name.as_bytes()));
        assert_eq!(found("ruby"), Some(("ruby3.1".to_owned(), "3.1.2".to_owned())));
        assert_eq!(found("a"), Some(("a".to_owned(), "1".to_owned())));
        assert_eq!(found("b"), None);
    }
}
