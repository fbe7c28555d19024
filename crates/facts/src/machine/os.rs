//! The operating system: which distribution, which release.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::{Machine, kernel, object, release, selinux};

/// Words in the names of distributions, by the family that they belong to.
const FAMILIES: &[(&str, &[&str])] = &[
    (
        "RedHat",
        &[
            "redhat",
            "rhel",
            "fedora",
            "centos",
            "scientific",
            "ascendos",
            "cloudlinux",
            "psbm",
            "oraclelinux",
            "ovs",
            "oel",
            "amazon",
            "xenserver",
            "xcp-ng",
            "virtuozzo",
            "photon",
            "mariner",
        ],
    ),
    ("Debian", &["debian", "ubuntu", "huaweios", "linuxmint", "devuan", "kde"]),
    ("Suse", &["sles", "sled", "suse"]),
    ("Gentoo", &["gentoo"]),
    ("Archlinux", &["arch", "manjaro"]),
    ("Mandrake", &["mandrake", "mandriva", "mageia"]),
];

pub fn resolve(machine: &Machine) -> Json {
    let fields = os_release(machine);
    let field = |name: &str| fields.get(name).map(String::as_str).filter(|it| !it.is_empty());
    let family = field("ID_LIKE").or_else(|| field("ID")).map_or_else(|| "Linux".to_owned(), family);
    let name = field("NAME").map_or_else(|| "Linux".to_owned(), name);
    let id = field("ID").unwrap_or("");
    let machine_name = machine.host.machine();
    let version = field("VERSION_ID").map(|it| if it.contains('.') { it.to_owned() } else { format!("{it}.0") });
    let red_hat = machine.line("/etc/redhat-release");
    let full = match family.as_str() {
        "Debian" if id != "ubuntu" => machine.line("/etc/debian_version").or(version),
        "RedHat" => red_hat.as_deref().and_then(red_hat_version).or(version),
        "Gentoo" => machine.line("/etc/gentoo-release").and_then(|it| it.rsplit(' ').next().map(str::to_owned)),
        "Archlinux" => kernel::release(machine),
        _ => version,
    };
    let release = match full {
        // The parts of Ubuntu's version are one.
        Some(full) if id == "ubuntu" => Some(json!({"full": full, "major": full})),
        Some(full) => Some(without_leading_zero(release(&full), &family)),
        None => None,
    };
    let distro = match (family.as_str(), &red_hat) {
        ("Debian", _) => Some(object([
            ("codename", field("VERSION_CODENAME").map(str::to_owned).or_else(|| code_name(field("VERSION")?)).map(Json::from)),
            ("description", field("PRETTY_NAME").map(Json::from)),
            ("id", Some(capitalized(id).into())),
            ("release", release.clone()),
        ])),
        ("RedHat", Some(line)) => Some(object([
            ("codename", line.split_once('(').and_then(|(_, it)| it.strip_suffix(')')).map(Json::from)),
            ("description", Some(line.as_str().into())),
            ("id", line.split_once(" release").map(|(it, _)| it.replace(" Linux", "").replace(' ', "").into())),
            ("release", release.clone()),
        ])),
        _ => None,
    };
    object([
        ("architecture", machine_name.as_deref().map(|it| architecture(it, &family).into())),
        ("distro", distro),
        ("family", Some(family.into())),
        ("hardware", machine_name.map(Json::from)),
        ("name", Some(name.into())),
        ("release", release),
        ("selinux", Some(selinux::resolve(machine))),
    ])
}

fn os_release(machine: &Machine) -> HashMap<String, String> {
    let text = machine.text("/etc/os-release").or_else(|| machine.text("/usr/lib/os-release")).unwrap_or_default();
    let fields = text.lines().filter_map(|line| line.trim().split_once('='));
    fields.map(|(name, value)| (name.to_owned(), value.replace('"', ""))).collect()
}

fn family(id: &str) -> String {
    let id = id.to_lowercase();
    let known = FAMILIES.iter().find(|(_, words)| words.iter().any(|word| id.contains(word)));
    known.map_or_else(|| capitalized(&id), |(family, _)| (*family).to_owned())
}

fn name(full: &str) -> String {
    let lower = full.to_lowercase();
    let words: Vec<&str> = full.split(' ').collect();
    let joined = if ["red", "oracle", "arch", "manjaro"].iter().any(|it| lower.starts_with(it)) {
        words.iter().take(2).copied().collect::<String>()
    } else if lower.ends_with("mariner") {
        words.last().copied().unwrap_or(full).to_owned()
    } else {
        words.first().copied().unwrap_or(full).to_owned()
    };
    match joined.to_lowercase() {
        it if it.starts_with("arch") || it.starts_with("manjaro") => capitalized(&joined),
        it if it.starts_with("virtuozzo") => format!("{joined}Linux"),
        _ => joined,
    }
}

fn red_hat_version(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("release ")?;
    let version: String = rest.chars().take_while(|it| it.is_ascii_digit() || *it == '.').collect();
    (!version.is_empty()).then_some(version)
}

/// Debian's minor releases were once written `6.03`.
fn without_leading_zero(release: Json, family: &str) -> Json {
    let Json::Object(mut fields) = release else { return release };
    if family == "Debian"
        && let Some(minor) = fields.get("minor").and_then(Json::as_str).and_then(|it| it.strip_prefix('0')).filter(|it| !it.is_empty())
    {
        let minor = Json::from(minor);
        fields.insert("minor".to_owned(), minor);
    }
    Json::Object(fields)
}

/// `12 (bookworm)` is called bookworm, `14.04.5 LTS, Trusty Tahr` trusty.
fn code_name(version: &str) -> Option<String> {
    if let Some((_, name)) = version.strip_suffix(')').and_then(|it| it.split_once('(')) {
        return Some(name.to_owned());
    }
    let words = version.rsplit(", ").next()?;
    Some(words.split(' ').find(|it| it.chars().all(char::is_alphabetic))?.to_lowercase())
}

fn architecture(machine: &str, family: &str) -> String {
    match machine {
        "x86_64" if family == "Debian" => "amd64".to_owned(),
        "i386" | "i486" | "i586" | "i686" => "i386".to_owned(),
        it if it.contains("pentium") => "i386".to_owned(),
        other => other.to_owned(),
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().map(|it| it.to_uppercase().collect()).unwrap_or_default();
    first + &chars.as_str().to_lowercase()
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;
    use crate::FixedHost;

    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &Json) {
        let mut world = MemoryWorld::new();
        for (path, text) in files {
            world.add_file(format!("/etc/{path}"), *text);
        }
        let host = FixedHost { machine: Some("x86_64".to_owned()), ..FixedHost::default() };
        assert_eq!(&resolve(&Machine { world: &world, host: &host }), expected);
    }

    /// Facter's answers on such machines.
    #[test]
    fn distributions() {
        let off = json!({"enabled": false});
        check(
            &[
                (
                    "os-release",
                    "PRETTY_NAME=\"Ubuntu 22.04.5 LTS\"\nNAME=\"Ubuntu\"\nVERSION_ID=\"22.04\"\nVERSION_CODENAME=jammy\nID=ubuntu\nID_LIKE=debian\n",
                ),
                ("debian_version", "bookworm/sid\n"),
            ],
            &json!({"architecture": "amd64", "distro": {"codename": "jammy", "description": "Ubuntu 22.04.5 LTS", "id": "Ubuntu", "release": {"full": "22.04", "major": "22.04"}}, "family": "Debian", "hardware": "x86_64", "name": "Ubuntu", "release": {"full": "22.04", "major": "22.04"}, "selinux": off}),
        );
        check(
            &[
                ("os-release", "NAME=\"Red Hat Enterprise Linux\"\nID=\"rhel\"\nID_LIKE=\"fedora\"\nVERSION_ID=\"9.3\"\n"),
                ("redhat-release", "Red Hat Enterprise Linux release 9.3 (Plow)\n"),
            ],
            &json!({"architecture": "x86_64", "distro": {"codename": "Plow", "description": "Red Hat Enterprise Linux release 9.3 (Plow)", "id": "RedHatEnterprise", "release": {"full": "9.3", "major": "9", "minor": "3"}}, "family": "RedHat", "hardware": "x86_64", "name": "RedHat", "release": {"full": "9.3", "major": "9", "minor": "3"}, "selinux": off}),
        );
        check(
            &[
                ("os-release", "NAME=\"CentOS Stream\"\nID=\"centos\"\nID_LIKE=\"rhel fedora\"\nVERSION_ID=\"9\"\n"),
                ("redhat-release", "CentOS Stream release 9\n"),
            ],
            &json!({"architecture": "x86_64", "distro": {"description": "CentOS Stream release 9", "id": "CentOSStream", "release": {"full": "9", "major": "9"}}, "family": "RedHat", "hardware": "x86_64", "name": "CentOS", "release": {"full": "9", "major": "9"}, "selinux": off}),
        );
        check(
            &[("os-release", "NAME=\"openSUSE Leap\"\nID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\nVERSION_ID=\"15.4\"\n")],
            &json!({"architecture": "x86_64", "family": "Suse", "hardware": "x86_64", "name": "openSUSE", "release": {"full": "15.4", "major": "15", "minor": "4"}, "selinux": off}),
        );
    }

    #[test]
    fn names_lose_their_tails() {
        let names = ["Debian GNU/Linux", "Arch Linux", "Oracle Linux Server", "Fedora Linux", "Alpine Linux", "Gentoo"];
        assert_eq!(names.map(name), ["Debian", "Archlinux", "OracleLinux", "Fedora", "Alpine", "Gentoo"]);
        assert_eq!(["alpine", "amzn", "nixos"].map(family), ["Alpine", "Amzn", "Nixos"]);
        assert_eq!(code_name("14.04.5 LTS, Trusty Tahr").as_deref(), Some("trusty"));
    }
}
