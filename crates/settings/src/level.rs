//! How bad a finding is taken to be.

use std::fmt;
use std::str::FromStr;

/// Level of a code that a user may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    Error,
    Warning,
    Hint,
    /// It is not reported at all.
    Off,
}

impl Level {
    pub const NAMES: &'static [&'static str] = &["error", "warning", "hint", "off"];

    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Hint => "hint",
            Level::Off => "off",
        }
    }
}

/// A name that no level has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown level `{}`: expected error, warning, hint or off", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        match name {
            "error" => Ok(Level::Error),
            "warning" => Ok(Level::Warning),
            "hint" => Ok(Level::Hint),
            "off" => Ok(Level::Off),
            _ => Err(UnknownLevel(name.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_a_level() {
        for name in Level::NAMES {
            assert_eq!(name.parse().map(Level::name), Ok(*name));
        }
        assert!("Error".parse::<Level>().is_err());
    }
}
