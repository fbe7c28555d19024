//! What is installed, where packages say it.

use serde_json::{Value as Json, json};

use super::Machine;

const STATUS: &str = "/var/lib/dpkg/status";

pub fn augeas(machine: &Machine) -> Option<Json> {
    let (_, version) = installed(&machine.text(STATUS)?, |name| name == "libaugeas0")?;
    Some(json!({"version": version}))
}

/// The system's own Ruby.
pub fn ruby(machine: &Machine) -> Option<Json> {
    let is_ruby =
        |name: &str| name.strip_prefix("ruby").is_some_and(|it| it.contains('.') && it.chars().all(|c| c.is_ascii_digit() || c == '.'));
    let (name, version) = installed(&machine.text(STATUS)?, is_ruby)?;
    let api = name.strip_prefix("ruby")?.to_owned();
    let platform = match machine.host.machine()?.as_str() {
        "x86_64" => "x86_64-linux-gnu".to_owned(),
        "armv7l" => "arm-linux-gnueabihf".to_owned(),
        other => format!("{other}-linux-gnu"),
    };
    Some(json!({"platform": platform, "sitedir": format!("/usr/local/lib/site_ruby/{api}.0"), "version": version}))
}

/// The name and the version, without what the packager added, of the first package that is installed and wanted.
fn installed(status: &str, wanted: impl Fn(&str) -> bool) -> Option<(String, String)> {
    status.split("\n\n").find_map(|package| {
        let field = |name: &str| package.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(": "));
        let name = field("Package").filter(|it| wanted(it))?;
        let there = field("Status").is_some_and(|it| it.ends_with(" installed"));
        let version = field("Version").filter(|_| there)?;
        let version = version.split_once(':').map_or(version, |(_, it)| it);
        let version = version.rsplit_once('-').map_or(version, |(it, _)| it);
        Some((name.to_owned(), version.split(['+', '~']).next().unwrap_or(version).to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_of_their_makers() {
        let status = "Package: a\nStatus: install ok installed\nVersion: 1\n\nPackage: ruby3.1\nStatus: install ok installed\nVersion: 1:3.1.2-7+deb12u1\n\nPackage: b\nStatus: deinstall ok config-files\nVersion: 2\n";
        assert_eq!(installed(status, |it| it.starts_with("ruby")), Some(("ruby3.1".to_owned(), "3.1.2".to_owned())));
        assert_eq!(installed(status, |it| it == "b"), None);
    }
}
