//! The version of Ruby whose meaning an evaluation has.

use crate::class;
use crate::eval::Ruby;
use crate::methods;
use crate::stop::Outcome;
use crate::value::Value;

/// A version of Ruby that runs Puppet 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// That of Debian 12.
    V3_1,
    /// That of Puppet's packages.
    V3_2,
}

impl Version {
    pub const ALL: [Version; 2] = [Version::V3_1, Version::V3_2];

    pub const fn name(self) -> &'static str {
        match self {
            Version::V3_1 => "3.1",
            Version::V3_2 => "3.2",
        }
    }

    /// `RUBY_VERSION` of that package: Debian 12, and `puppet-agent` 8.10.
    pub const fn number(self) -> &'static str {
        match self {
            Version::V3_1 => "3.1.2",
            Version::V3_2 => "3.2.5",
        }
    }

    /// The version that is called `3.1` or `3.2`.
    pub fn named(name: &str) -> Option<Version> {
        Version::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// Methods of every object that Ruby 3.2 has removed.
const REMOVED: &[&str] = &["=~", "taint", "tainted?", "trust", "untaint", "untrust", "untrusted?"];

/// Methods that Ruby 3.2 has added, by class.
const ADDED: &[(&str, &[&str])] = &[
    ("String", &["byteindex", "byterindex", "bytesplice", "dedup"]),
    ("Integer", &["ceildiv"]),
    ("MatchData", &["byteoffset", "deconstruct", "deconstruct_keys"]),
    ("Regexp", &["timeout"]),
];

/// Whether a class has `=~` of its own.
fn has_own_match(value: &Value) -> bool {
    matches!(value, Value::Nil | Value::String(_) | Value::Bytes(_) | Value::Symbol(_) | Value::Regex(_))
}

impl Ruby<'_> {
    /// The version, where the results of versions differ.
    pub fn needs_version(&self, construct: &str) -> Outcome<Version> {
        match self.version {
            Some(version) => Ok(version),
            None => self.not_covered(format!("{construct}, which differs between Ruby 3.1 and 3.2")),
        }
    }

    /// Runs a method that Ruby 3.2 has removed.
    pub fn removed(&mut self, receiver: &Value, name: &str, result: Value) -> Outcome {
        match self.needs_version(&format!("Object#{name}"))? {
            Version::V3_1 => Ok(result),
            Version::V3_2 if self.member_of(receiver, "method_missing").is_some() => self.not_covered(format!("Object#{name}")),
            Version::V3_2 => self.undefined_method(receiver, name),
        }
    }

    /// Whether Ruby has a method of that name for the value, covered or not.
    pub fn has_method(&self, value: &Value, name: &str) -> Outcome<bool> {
        if REMOVED.contains(&name) && !(name == "=~" && has_own_match(value)) {
            return Ok(self.needs_version(&format!("Object#{name}"))? == Version::V3_1);
        }
        let class = match value {
            Value::Exception(it) if self.lineage(&it.class).iter().any(|it| methods::find_below(it, name).is_some()) => return Ok(true),
            Value::Exception(_) => "Exception".into(),
            value => class::class_of(value),
        };
        if methods::may_be_added(&class, name) {
            return self.not_covered(format!("{class}#{name} of a library"));
        }
        self.class_has(&class, name).map(|has| has.unwrap_or_else(|| methods::find(value, name).is_some() || methods::exists(value, name)))
    }

    /// The same for values of a class.
    pub fn instances_have(&self, class: &str, name: &str) -> Outcome<bool> {
        let has_match = matches!(class, "NilClass" | "String" | "Symbol" | "Regexp");
        if REMOVED.contains(&name) && !(name == "=~" && has_match) {
            return Ok(self.needs_version(&format!("Object#{name}"))? == Version::V3_1);
        }
        if methods::may_be_added(class, name) {
            return self.not_covered(format!("{class}#{name} of a library"));
        }
        self.class_has(class, name).map(|has| has.unwrap_or_else(|| methods::exists_in(class, name)))
    }

    /// Whether a class has a method that was added to it; none for other methods.
    fn class_has(&self, class: &str, name: &str) -> Outcome<Option<bool>> {
        match ADDED.iter().any(|(of, names)| *of == class && names.contains(&name)) {
            true => Ok(Some(self.needs_version(&format!("{class}#{name}"))? >= Version::V3_2)),
            false => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Plain;
    use crate::{Error, Limits, evaluate};

    fn answer(code: &str, version: Option<Version>) -> String {
        let mut host = Plain { version, ..Plain::default() };
        match evaluate(code, &mut host, Limits::default()) {
            Ok((inspected, _)) => inspected,
            Err(Error::NotCovered(lack)) => format!("refused: {}", lack.construct),
            Err(other) => other.to_string(),
        }
    }

    /// Recorded from Ruby 3.1.2 and 3.2.
    #[test]
    fn each_version_has_its_own_answer() {
        let cases = [
            ("[] =~ /a/", "nil", "NoMethodError: undefined method `=~' for []:Array"),
            ("1 !~ /a/", "true", "NoMethodError: undefined method `=~' for 1:Integer"),
            ("1.untaint", "1", "NoMethodError: undefined method `untaint' for 1:Integer"),
            ("'a'.tainted?", "false", "NoMethodError: undefined method `tainted?' for \"a\":String"),
            ("true.respond_to?(:=~)", "true", "false"),
            ("Array.method_defined?(:taint)", "true", "false"),
            ("7.respond_to?(:ceildiv)", "false", "true"),
            ("Hash.new(3).shift", "3", "nil"),
            ("Struct.new(:a).new(a: 1).a", "{:a=>1}", "1"),
        ];
        for (code, old, new) in cases {
            assert_eq!(answer(code, Some(Version::V3_1)), old, "{code}");
            assert_eq!(answer(code, Some(Version::V3_2)), new, "{code}");
            let unknown = answer(code, None);
            assert!(unknown.starts_with("refused: ") && unknown.ends_with(", which differs between Ruby 3.1 and 3.2"), "{code}: {unknown}");
        }
    }

    #[test]
    fn what_all_versions_have_needs_none() {
        for code in ["nil =~ /a/", "'b' =~ /a/", "nil.respond_to?(:=~)", "String.method_defined?(:=~)", "7.respond_to?(:pred)"] {
            assert!(!answer(code, None).starts_with("refused"), "{code}");
        }
        assert_eq!(answer("'a'.byteindex('a')", Some(Version::V3_1)), "NoMethodError: undefined method `byteindex' for \"a\":String");
        assert_eq!(answer("'a'.byteindex('a')", Some(Version::V3_2)), "refused: String#byteindex");
    }
}
