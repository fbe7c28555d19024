//! The systems that there are releases for.

use super::glibc::Version;

pub struct Target {
    pub triple: &'static str,
    /// Built by cargo-zigbuild.
    pub zig: bool,
    /// The oldest C library that it runs with: that of Debian 10, RHEL 8 and Ubuntu 20.04, which VS Code needs too.
    pub glibc: Option<Version>,
    /// Debian's name of the processor.
    pub debian: Option<&'static str>,
    /// VS Code's name of the system.
    pub vscode: &'static str,
    pub windows: bool,
    /// Runner of its programs on other systems, with its options.
    pub player: &'static [&'static str],
}

const GLIBC: Option<Version> = Some(Version(2, 28));

pub const TARGETS: &[Target] = &[
    linux("x86_64-unknown-linux-gnu", "amd64", "linux-x64", &["qemu-x86_64", "-L", "/usr/x86_64-linux-gnu"]),
    linux("aarch64-unknown-linux-gnu", "arm64", "linux-arm64", &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    Target { triple: "x86_64-pc-windows-gnu", zig: true, glibc: None, debian: None, vscode: "win32-x64", windows: true, player: &["wine"] },
    mac("x86_64-apple-darwin", "darwin-x64"),
    mac("aarch64-apple-darwin", "darwin-arm64"),
];

const fn linux(triple: &'static str, debian: &'static str, vscode: &'static str, player: &'static [&'static str]) -> Target {
    Target { triple, zig: true, glibc: GLIBC, debian: Some(debian), vscode, windows: false, player }
}

/// Apple's own tools are needed, so it is built there.
const fn mac(triple: &'static str, vscode: &'static str) -> Target {
    Target { triple, zig: false, glibc: None, debian: None, vscode, windows: false, player: &[] }
}

impl Target {
    pub fn named(name: &str) -> Result<&'static Target, String> {
        let all = || TARGETS.iter().map(|it| it.triple).collect::<Vec<_>>().join(", ");
        TARGETS.iter().find(|it| it.triple == name).ok_or_else(|| format!("{name} is none of {}", all()))
    }

    /// The system that this runs on.
    pub fn host() -> Result<&'static Target, String> {
        let system = match std::env::consts::OS {
            "linux" => "unknown-linux-gnu",
            "macos" => "apple-darwin",
            "windows" => "pc-windows-gnu",
            other => return Err(format!("there are no releases for {other}")),
        };
        Target::named(&format!("{}-{system}", std::env::consts::ARCH))
    }

    /// As cargo-zigbuild reads it: with the version of the C library.
    pub fn wanted(&self) -> String {
        match self.glibc {
            Some(version) if self.zig => format!("{}.{version}", self.triple),
            _ => self.triple.to_owned(),
        }
    }

    pub fn apple(&self) -> bool {
        self.triple.ends_with("-apple-darwin")
    }

    pub fn program(&self) -> &'static str {
        if self.windows { "bunraku.exe" } else { "bunraku" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_targets() {
        assert_eq!(Target::named("aarch64-unknown-linux-gnu").map(|it| it.wanted()), Ok("aarch64-unknown-linux-gnu.2.28".to_owned()));
        assert_eq!(Target::named("x86_64-pc-windows-gnu").map(|it| it.wanted()), Ok("x86_64-pc-windows-gnu".to_owned()));
        assert!(Target::named("sparc64-unknown-linux-gnu").is_err());
    }
}
