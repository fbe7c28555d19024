//! Services that are scripts of `/etc/init.d` and have no unit of their own.

use machine::{Command, System};

use crate::error::StateError;

const UNITS: [&str; 3] = ["/lib/systemd/system", "/usr/lib/systemd/system", "/etc/systemd/system"];

/// Whether a service is such a script.
pub fn exists(system: &dyn System, name: &str) -> bool {
    let is_unit = |folder: &str| {
        [name.to_owned(), format!("{name}.service")]
            .iter()
            .any(|it| system.look(&format!("{folder}/{it}"), false).is_ok_and(|it| it.is_some()))
    };
    !name.contains('/') && system.is_executable(&format!("/etc/init.d/{name}")) && !UNITS.iter().any(|it| is_unit(it))
}

/// Whether the current runlevel starts it.
pub fn is_enabled(system: &mut dyn System, name: &str) -> bool {
    let words = vec!["runlevel".to_owned()];
    let text = system.run(&Command { words, ..Command::default() }).map(|it| it.text()).unwrap_or_default();
    let level = text.split_whitespace().nth(1).unwrap_or("2");
    system.list(&format!("/etc/rc{level}.d")).unwrap_or_default().iter().any(|it| starts(it, name))
}

/// Whether a link starts a service: `S`, at most two digits, and its name.
fn starts(link: &str, name: &str) -> bool {
    let Some(rest) = link.strip_prefix('S') else { return false };
    let digits = rest.chars().take(2).take_while(char::is_ascii_digit).count();
    rest.ends_with(name) && (0..=digits).any(|it| rest.get(it..).is_some_and(|it| it.starts_with(name)))
}

/// Enables or disables a script.
pub fn toggle(system: &mut dyn System, name: &str, on: bool) -> Result<bool, StateError> {
    let folders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];
    let find = |program: &str| folders.iter().map(|it| format!("{it}/{program}")).find(|it| system.is_executable(it));
    let Some(program) = find("update-rc.d") else {
        return Err(match find("chkconfig") {
            Some(_) => StateError::NotSupported { function: "chkconfig".to_owned() },
            None => StateError::Command { text: "Unable to find sysv service manager (tried update-rc.d, chkconfig)".to_owned() },
        });
    };
    let action: &[&str] = if on { &["defaults", "99"] } else { &["remove"] };
    let words = [program.as_str(), "-f", name].into_iter().chain(action.iter().copied()).map(str::to_owned).collect();
    Ok(system.run(&Command { words, ..Command::default() }).is_ok_and(|it| it.code == Some(0)))
}

#[cfg(test)]
mod tests {
    use super::starts;

    #[test]
    fn links_start_services() {
        let cases = [("S01own", true), ("Sown", true), ("S1own", true), ("K01own", false), ("S01other", false), ("S011own", false)];
        for (link, expected) in cases {
            assert_eq!(starts(link, "own"), expected, "{link}");
        }
        assert!(starts("S012d", "2d"));
    }
}
