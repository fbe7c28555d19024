//! The kernel, its load, and who asks it.

use serde_json::{Value as Json, json};

use super::Machine;

pub fn release(machine: &Machine) -> Option<String> {
    machine.line("/proc/sys/kernel/osrelease")
}

pub fn major(release: &str) -> String {
    release.split('.').take(2).collect::<Vec<_>>().join(".")
}

/// The first three numbers.
pub fn version(release: &str) -> String {
    let numbers = release.split(|it: char| !it.is_ascii_digit()).filter(|it| !it.is_empty());
    numbers.take(3).collect::<Vec<_>>().join(".")
}

pub fn load_averages(machine: &Machine) -> Option<Json> {
    let text = machine.line("/proc/loadavg")?;
    let mut numbers = text.split_whitespace().map_while(|it| it.parse::<f64>().ok());
    Some(json!({"1m": numbers.next()?, "5m": numbers.next()?, "15m": numbers.next()?}))
}

pub fn identity(machine: &Machine) -> Option<Json> {
    let it = machine.host.identity()?;
    Some(json!({"gid": it.gid, "group": it.group, "privileged": it.uid == 0, "uid": it.uid, "user": it.user}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_cut_from_the_release() {
        assert_eq!((major("6.1.0-29-amd64"), version("6.1.0-29-amd64")), ("6.1".to_owned(), "6.1.0".to_owned()));
        assert_eq!((major("6"), version("6")), ("6".to_owned(), "6".to_owned()));
        assert_eq!(version("5.14.0-362.8.1.el9_3.x86_64"), "5.14.0");
    }
}
