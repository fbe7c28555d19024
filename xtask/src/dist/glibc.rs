//! Which C library a program of Linux needs.

use std::fmt;
use std::path::Path;
use std::process::Command;

use super::run::ran;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// The newest version that a symbol of the program asks for.
pub fn needed(binary: &Path) -> Result<Version, String> {
    let text = ran(Command::new("readelf").arg("--version-info").arg("--wide").arg(binary))?;
    newest(&text).ok_or_else(|| format!("{} asks for no glibc", binary.display()))
}

/// The libraries that are loaded with the program.
pub fn libraries(binary: &Path) -> Result<Vec<String>, String> {
    let text = ran(Command::new("readelf").arg("--dynamic").arg("--wide").arg(binary))?;
    let needed = text.lines().filter(|it| it.contains("(NEEDED)"));
    Ok(needed.filter_map(|it| Some(it.split('[').nth(1)?.split(']').next()?.to_owned())).collect())
}

fn newest(text: &str) -> Option<Version> {
    let versions = text.split("GLIBC_").skip(1).filter_map(|rest| {
        let number: &str = rest.split(|c: char| !c.is_ascii_digit() && c != '.').next()?;
        let mut parts = number.split('.');
        Some(Version(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    });
    versions.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        let text = "Name: GLIBC_2.9  Flags: none\n Name: GLIBC_2.17\n Name: GLIBC_2.2.5  GCC_3.0 GLIBC_PRIVATE";
        assert_eq!(newest(text), Some(Version(2, 17)));
        assert_eq!(newest("Name: GCC_3.0"), None);
    }
}
