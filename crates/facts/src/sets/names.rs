//! How systems and releases are called: by people, by `metadata.json`, by Facter.

/// Common names of systems, in lower case without blanks, and Facter's names.
const SYSTEMS: &[(&str, &str)] = &[
    ("alma", "AlmaLinux"),
    ("amazonlinux", "Amazon"),
    ("amzn", "Amazon"),
    ("arch", "Archlinux"),
    ("macos", "Darwin"),
    ("macosx", "Darwin"),
    ("ol", "OracleLinux"),
    ("opensuseleap", "openSUSE"),
    ("oracle", "OracleLinux"),
    ("osx", "Darwin"),
    ("pop", "Pop!_OS"),
    ("redhatenterpriselinux", "RedHat"),
    ("rhel", "RedHat"),
    ("rockylinux", "Rocky"),
    ("sl", "Scientific"),
    ("scientificlinux", "Scientific"),
    ("suse", "SLES"),
    ("virtuozzo", "VirtuozzoLinux"),
];

/// As Facter writes those that no set is built in for.
const OTHERS: &[&str] = &[
    "AIX",
    "Alpine",
    "Ascendos",
    "CloudLinux",
    "DragonFly",
    "Devuan",
    "HP-UX",
    "KDE neon",
    "LinuxMint",
    "Mageia",
    "Manjarolinux",
    "NetBSD",
    "OEL",
    "OVS",
    "OracleVM",
    "PSBM",
    "Photon",
    "Raspbian",
    "SLED",
    "SmartOS",
    "VirtuozzoLinux",
    "XCP-ng",
    "XenServer",
];

/// As the fact `os.name` has it; what nobody knows stays as it is.
pub fn system(name: &str) -> String {
    let small = bare(name);
    if let Some((_, known)) = SYSTEMS.iter().find(|(it, _)| *it == small) {
        return (*known).to_owned();
    }
    let built_in = super::archive::all().map(|it| it.system).find(|it| bare(it) == small);
    built_in.or_else(|| OTHERS.iter().copied().find(|it| bare(it) == small)).unwrap_or(name).to_owned()
}

pub(super) fn same(a: &str, b: &str) -> bool {
    bare(a) == bare(b)
}

/// Without case, blanks and other signs.
fn bare(name: &str) -> String {
    name.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Major part of a release: `12` for `12.5`, `2012 R2` for `Server 2012 R2 Core`, but `22.04` for Ubuntu.
pub(super) fn release(system: &str, release: &str) -> String {
    let release = release.trim();
    if same(system, "windows") {
        let small = release.to_lowercase();
        let core = small.strip_prefix("server").unwrap_or(&small).trim();
        let core = core.strip_suffix("core").unwrap_or(core).trim();
        return core.replace(' ', "_").to_uppercase();
    }
    if has_two_numbers(system) {
        return release.split('.').take(2).collect::<Vec<_>>().join(".");
    }
    release.split(['.', ' ']).next().unwrap_or(release).replace('/', "_")
}

/// Systems whose major release has a dot.
pub(super) fn has_two_numbers(system: &str) -> bool {
    ["Ubuntu", "Pop!_OS", "AIX"].iter().any(|it| same(system, it))
}

/// Those whose releases say nothing: what they have is the newest.
fn is_rolling(system: &str) -> bool {
    ["Archlinux", "Gentoo"].iter().any(|it| same(system, it))
}

/// `2012 R2` for `2012_R2`.
pub(super) fn plain(release: &str) -> String {
    if release.starts_with(|it: char| it.is_ascii_digit()) { release.replace('_', " ") } else { release.replace('_', "/") }
}

pub(super) fn label(system: &str, release: &str) -> String {
    let system = if system == "Pop_OS" { "Pop!_OS" } else { system };
    if release.is_empty() || is_rolling(system) { system.to_owned() } else { format!("{system} {}", plain(release)) }
}

/// To be compared: `22.04` is 22 and 4.
pub(super) fn number(release: &str) -> (u32, u32) {
    let mut parts = release.split(|it: char| !it.is_ascii_digit()).map(|it| it.parse().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}

/// One with a number: `trixie/sid` is none.
pub(super) fn is_release(release: &str) -> bool {
    release.starts_with(|it: char| it.is_ascii_digit())
}

/// The system and the release in `debian-12`, `Debian 12`, `rhel9`, `windows 2012 R2`.
pub fn parse_label(text: &str) -> (String, String) {
    let text = text.trim();
    let digit = text.find(|it: char| it.is_ascii_digit()).unwrap_or(text.len());
    let (os, release) = text.split_at(digit);
    let os = os.trim_end_matches(['-', ' ', '_', ':']);
    // `windows server 2012`
    let os = os.strip_suffix("server").or_else(|| os.strip_suffix("Server")).unwrap_or(os).trim_end_matches(['-', ' ', '_']);
    (os.to_owned(), release.replace('_', " "))
}
