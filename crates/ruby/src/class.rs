//! The classes that are known, and what they inherit.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::ast::Name;
use crate::value::{Callable, Value};

/// Each class or module with what stands after it, nearest first.
const CLASSES: &[(&str, &[&str])] = &[
    ("BasicObject", &[]),
    ("Object", &["Kernel", "BasicObject"]),
    ("Kernel", &[]),
    ("Comparable", &[]),
    ("Enumerable", &[]),
    ("NilClass", &["Object", "Kernel", "BasicObject"]),
    ("TrueClass", &["Object", "Kernel", "BasicObject"]),
    ("FalseClass", &["Object", "Kernel", "BasicObject"]),
    ("Numeric", &["Comparable", "Object", "Kernel", "BasicObject"]),
    ("Integer", &["Numeric", "Comparable", "Object", "Kernel", "BasicObject"]),
    ("Float", &["Numeric", "Comparable", "Object", "Kernel", "BasicObject"]),
    ("String", &["Comparable", "Object", "Kernel", "BasicObject"]),
    ("Symbol", &["Comparable", "Object", "Kernel", "BasicObject"]),
    ("Array", &["Enumerable", "Object", "Kernel", "BasicObject"]),
    ("Hash", &["Enumerable", "Object", "Kernel", "BasicObject"]),
    ("Range", &["Enumerable", "Object", "Kernel", "BasicObject"]),
    ("Regexp", &["Object", "Kernel", "BasicObject"]),
    ("MatchData", &["Object", "Kernel", "BasicObject"]),
    ("Proc", &["Object", "Kernel", "BasicObject"]),
    ("Method", &["Object", "Kernel", "BasicObject"]),
    ("Binding", &["Object", "Kernel", "BasicObject"]),
    ("UnboundMethod", &["Object", "Kernel", "BasicObject"]),
    ("Class", &["Module", "Object", "Kernel", "BasicObject"]),
    ("Module", &["Object", "Kernel", "BasicObject"]),
    ("Struct", &["Enumerable", "Object", "Kernel", "BasicObject"]),
    ("Base64", &[]),
    ("CGI", &["Object", "Kernel", "BasicObject"]),
    ("ERB", &["Object", "Kernel", "BasicObject"]),
    ("ERB::Util", &[]),
    ("URI", &[]),
    ("RubyLibrary", &[]),
    ("JSON", &[]),
    ("Math", &[]),
    ("Math::DomainError", &["ArgumentError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("YAML", &[]),
    ("Zlib", &[]),
    ("Dir", &["Enumerable", "Object", "Kernel", "BasicObject"]),
    ("ENV", &[]),
    ("IO", &["Enumerable", "Object", "Kernel", "BasicObject"]),
    ("File", &["IO", "Enumerable", "Object", "Kernel", "BasicObject"]),
    ("Exception", &["Object", "Kernel", "BasicObject"]),
    ("ScriptError", &["Exception", "Object", "Kernel", "BasicObject"]),
    ("NotImplementedError", &["ScriptError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("LoadError", &["ScriptError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("SyntaxError", &["ScriptError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("SecurityError", &["Exception", "Object", "Kernel", "BasicObject"]),
    ("StandardError", &["Exception", "Object", "Kernel", "BasicObject"]),
    ("ArgumentError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("EncodingError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Encoding::CompatibilityError", &["EncodingError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Encoding::ConverterNotFoundError", &["EncodingError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Encoding::InvalidByteSequenceError", &["EncodingError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Encoding::UndefinedConversionError", &["EncodingError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("FloatDomainError", &["RangeError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("FrozenError", &["RuntimeError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("IOError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("EOFError", &["IOError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("SystemCallError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Errno::EACCES", &["SystemCallError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Errno::EEXIST", &["SystemCallError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Errno::EISDIR", &["SystemCallError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Errno::ENOENT", &["SystemCallError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Errno::ENOTDIR", &["SystemCallError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("SocketError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("IndexError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("KeyError", &["IndexError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("StopIteration", &["IndexError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("NoMatchingPatternError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("NoMatchingPatternKeyError", &["NoMatchingPatternError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("LocalJumpError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("NameError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("NoMethodError", &["NameError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("RangeError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("RegexpError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("RuntimeError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("TypeError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("ZeroDivisionError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("JSON::JSONError", &["StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("JSON::ParserError", &["JSON::JSONError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("JSON::GeneratorError", &["JSON::JSONError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("JSON::NestingError", &["JSON::ParserError", "JSON::JSONError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Psych::Exception", &["RuntimeError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Psych::SyntaxError", &["Psych::Exception", "RuntimeError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
    ("Psych::DisallowedClass", &["Psych::Exception", "RuntimeError", "StandardError", "Exception", "Object", "Kernel", "BasicObject"]),
];

/// The same by their names, with the names as values have them.
static BY_NAME: LazyLock<FxHashMap<&str, (Name, &[&str])>> =
    LazyLock::new(|| CLASSES.iter().map(|(name, ancestors)| (*name, (Name::from(*name), *ancestors))).collect());

/// Classes that are modules.
const MODULES: &[&str] =
    &["Kernel", "Comparable", "Enumerable", "RubyLibrary", "JSON", "YAML", "Base64", "ERB::Util", "Math", "URI", "Zlib"];

/// The name of a constant, if it is a known class.
pub fn named(name: &str) -> Option<Name> {
    let name = match name {
        "Psych" => "YAML",
        "YAML::Exception" => "Psych::Exception",
        "YAML::SyntaxError" => "Psych::SyntaxError",
        "YAML::DisallowedClass" => "Psych::DisallowedClass",
        "Fixnum" | "Bignum" => return None,
        name => name,
    };
    BY_NAME.get(name).map(|it| it.0.clone())
}

pub fn ancestors(name: &str) -> Option<&'static [&'static str]> {
    BY_NAME.get(name).map(|it| it.1)
}

pub fn is_module(name: &str) -> bool {
    MODULES.contains(&name)
}

/// Whether the class is the other or below it.
pub fn inherits(name: &str, other: &str) -> bool {
    name == other || ancestors(name).is_some_and(|it| it.contains(&other))
}

/// The class of a value, where it has one of the known.
pub fn class_of(value: &Value) -> Name {
    let name = match value {
        Value::Nil => "NilClass",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) | Value::Big(_) => "Integer",
        Value::Float(_) => "Float",
        Value::Symbol(_) => "Symbol",
        Value::String(_) | Value::Bytes(_) | Value::Output => "String",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Range(_) => "Range",
        Value::Regex(_) => "Regexp",
        Value::Match(_) => "MatchData",
        Value::Proc(it) => match &it.what {
            Callable::Method(..) => "Method",
            Callable::Member(it) if it.receiver.is_some() => "Method",
            Callable::Member(_) => "UnboundMethod",
            Callable::Binding(_) => "Binding",
            _ => "Proc",
        },
        Value::Class(name) if is_module(name) => "Module",
        Value::Class(_) => "Class",
        Value::Exception(it) => return it.class.clone(),
        Value::Foreign(it) => return it.class.clone(),
        Value::Object(it) => return it.class.clone(),
        Value::This | Value::Unknown => "Object",
    };
    BY_NAME.get(name).map_or_else(|| name.into(), |it| it.0.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inherited_is_known() {
        for (name, ancestors) in CLASSES {
            for ancestor in *ancestors {
                assert!(*ancestor == "IO" || named(ancestor).is_some(), "{name} inherits {ancestor}");
            }
        }
    }
}
