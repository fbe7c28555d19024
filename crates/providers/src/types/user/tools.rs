//! The programs that change accounts: `useradd` and its family, or that of libuser, which changes only files.

use crate::instance::{Cx, ProviderError};
use crate::types::{libuser, tool};

/// The properties of how long a password holds, with their flags.
pub const AGES: [(&str, &str); 3] = [("password_min_age", "-m"), ("password_max_age", "-M"), ("password_warn_days", "-W")];

/// The flags of the other properties, in Puppet's order.
pub const FLAGS: [(&str, &str); 7] =
    [("comment", "-c"), ("expiry", "-e"), ("gid", "-g"), ("groups", "-G"), ("home", "-d"), ("shell", "-s"), ("uid", "-u")];

/// Those that libuser cannot set.
pub const NOT_LOCAL: [&str; 2] = ["groups", "expiry"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tools {
    Shadow,
    Libuser,
}

impl Tools {
    pub fn is_local(self) -> bool {
        self == Tools::Libuser
    }

    pub fn add(self) -> &'static str {
        if self.is_local() { "luseradd" } else { "useradd" }
    }

    pub fn delete(self) -> &'static str {
        if self.is_local() { "luserdel" } else { "userdel" }
    }

    pub fn ages(self) -> &'static str {
        if self.is_local() { "lchage" } else { "chage" }
    }

    /// The program that sets a property, and its flag.
    pub fn modify(self, property: &str) -> (&'static str, &'static str) {
        let flag = |all: &[(&'static str, &'static str)]| all.iter().find(|it| it.0 == property).map(|it| it.1);
        match (flag(&AGES), self.is_local() && !NOT_LOCAL.contains(&property)) {
            (Some(flag), _) => (self.ages(), flag),
            (None, true) => ("lusermod", flag(&FLAGS).unwrap_or("-c")),
            (None, false) => ("usermod", flag(&FLAGS).unwrap_or("-c")),
        }
    }

    /// Runs one of them, which has to succeed.
    pub fn run(self, words: Vec<String>, what: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let done = match self {
            Tools::Libuser => libuser::succeed(words, cx),
            Tools::Shadow => tool::succeed(&tool::command(words), cx.system).map(drop),
        };
        done.map_err(|it| ProviderError::new(format!("{what}: {}", it.message)))
    }
}
