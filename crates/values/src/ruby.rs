//! Ruby's class names, where errors of Puppet show them.

use crate::Value;

/// `value.class`; none for what has no class of its own in Puppet, or one that depends on more than the kind of value.
pub fn class(value: &Value) -> Option<&'static str> {
    Some(match value {
        Value::Undef => "NilClass",
        Value::Default => "Symbol",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regex(_) => "Regexp",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan",
        Value::Version(_) => "SemanticPuppet::Version",
        Value::VersionRange(_) => "SemanticPuppet::VersionRange",
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
        Value::Uri(_) => "URI::Generic",
        Value::Iterator(_) => "Puppet::Pops::Types::Iterator",
        Value::Type(_) | Value::Deferred(_) | Value::Object(_) | Value::Unknown(_) => return None,
    })
}
