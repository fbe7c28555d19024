//! Types as Puppet prints them.

use std::fmt;

use super::Type;

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short_name())
    }
}

impl Type {
    /// The name without parameters, `Integer`.
    pub fn short_name(&self) -> String {
        String::from("Any")
    }

    /// As printed where an alias has to show what it stands for: `Array[A = Integer[1, 2]]`.
    pub fn expanded(&self) -> String {
        self.to_string()
    }
}
