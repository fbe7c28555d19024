//! Under which facts and settings classes are included.

#[derive(Debug)]
pub struct Configuration {
    pub name: &'static str,
    pub facts: &'static str,
    /// With Puppet 7's settings: what is strict in 8 is a warning.
    pub seven: bool,
    pub about: &'static str,
}

pub const ALL: [Configuration; 4] = [
    Configuration {
        name: "debian12",
        facts: "tests/oracle/puppet/facts/debian12.json",
        seven: false,
        about: "Debian 12, legacy facts included, Puppet 8's settings",
    },
    Configuration {
        name: "debian12-structured",
        facts: "tests/oracle/puppet/facts/debian12-structured.json",
        seven: false,
        about: "Debian 12 without legacy facts",
    },
    Configuration {
        name: "debian12-lax",
        facts: "tests/oracle/puppet/facts/debian12.json",
        seven: true,
        about: "Debian 12, legacy facts included, Puppet 7's settings",
    },
    Configuration {
        name: "redhat9",
        facts: "tests/oracle/puppet/facts/redhat9.json",
        seven: false,
        about: "RedHat 9, legacy facts and those of the modules included",
    },
];
