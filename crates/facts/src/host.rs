//! Facts of a machine that no file contains.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

#[cfg(unix)]
mod unix;

#[cfg(unix)]
pub use unix::RealHost;

/// Answers of the operating system that are in no file.
pub trait Host: Send + Sync {
    /// In the order in which the system has them.
    fn interfaces(&self) -> Vec<Interface>;
    /// The room of the file system that a path is on.
    fn space(&self, path: &Path) -> Option<Space>;
    fn identity(&self) -> Option<Identity>;
    /// The kind of processor, as `x86_64`.
    fn machine(&self) -> Option<String>;
    /// The name of the zone that clocks go by, as `CET`.
    fn timezone(&self) -> Option<String>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    pub name: String,
    /// As `02:fc:00:00:00:01`.
    pub mac: Option<String>,
    pub addresses: Vec<Address>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    pub ip: IpAddr,
    /// How many bits name the network.
    pub prefix: u8,
}

/// In bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    pub total: u64,
    pub free: u64,
    /// For those who are not the administrator.
    pub available: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub uid: u32,
    pub user: String,
    pub gid: u32,
    pub group: String,
}

/// One that says what it was given: for tests, and for machines that are not this one.
#[derive(Clone, Debug, Default)]
pub struct FixedHost {
    pub interfaces: Vec<Interface>,
    pub spaces: BTreeMap<PathBuf, Space>,
    pub identity: Option<Identity>,
    pub machine: Option<String>,
    pub timezone: Option<String>,
}

impl Host for FixedHost {
    fn interfaces(&self) -> Vec<Interface> {
        self.interfaces.clone()
    }

    fn space(&self, path: &Path) -> Option<Space> {
        self.spaces.get(path).copied()
    }

    fn identity(&self) -> Option<Identity> {
        self.identity.clone()
    }

    fn machine(&self) -> Option<String> {
        self.machine.clone()
    }

    fn timezone(&self) -> Option<String> {
        self.timezone.clone()
    }
}

/// Nothing but files is asked on other systems.
#[cfg(not(unix))]
#[derive(Clone, Copy, Debug, Default)]
pub struct RealHost;

#[cfg(not(unix))]
impl Host for RealHost {
    fn interfaces(&self) -> Vec<Interface> {
        Vec::new()
    }

    fn space(&self, _: &Path) -> Option<Space> {
        None
    }

    fn identity(&self) -> Option<Identity> {
        None
    }

    fn machine(&self) -> Option<String> {
        None
    }

    fn timezone(&self) -> Option<String> {
        None
    }
}
