//! How bad a finding is taken to be.

use std::str::FromStr;

use crate::Error;

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

impl FromStr for Level {
    type Err = Error;

    fn from_str(name: &str) -> Result<Level, Error> {
        match name {
            "error" => Ok(Level::Error),
            "warning" => Ok(Level::Warning),
            "hint" => Ok(Level::Hint),
            "off" => Ok(Level::Off),
            _ => Err(Error::Level(name.to_owned())),
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
