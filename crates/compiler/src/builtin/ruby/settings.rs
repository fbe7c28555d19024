//! Puppet's settings and the environment, as Ruby code reads them: `Puppet[:strict]`, `scope.environment.name`.

use std::rc::Rc;

use ruby::value::Foreign;
use ruby::{Heap, Outcome, Stop};
use values::Value;

use super::super::ruby_values::{Seen, to_ruby};
use crate::compiler::Compiler;
use crate::settings::{Setting, setting};

struct Settings;

struct OfCompilation;

/// Settings that Ruby has as symbols.
const SYMBOLS: &[&str] = &[
    "catalog_terminus",
    "certificate_revocation",
    "data_binding_terminus",
    "default_file_terminus",
    "node_terminus",
    "storeconfigs_backend",
    "strict",
];

/// Settings that a compilation has, besides those with a default.
const KNOWN: &[&str] = &["certname", "environment", "node_name_value", "storeconfigs", "strict", "strict_variables"];

/// The settings as a constant of Puppet's own code.
pub fn constant(name: &str) -> Option<ruby::Value> {
    (name == "PuppetSettings").then(|| {
        let object = Box::new(Settings);
        ruby::Value::Foreign(Rc::new(Foreign { class: "Puppet::Settings".into(), ancestors: None, text: None, inspect: None, object }))
    })
}

/// The environment that is compiled.
pub fn environment(compiler: &Compiler<'_>) -> ruby::Value {
    let (object, text) = (Box::new(OfCompilation), Some((*compiler.environment.name).into()));
    ruby::Value::Foreign(Rc::new(Foreign { class: "Puppet::Node::Environment".into(), ancestors: None, text, inspect: None, object }))
}

/// A method of one of these; none of another object.
pub fn call(
    compiler: &Compiler<'_>,
    heap: &Heap,
    seen: &mut Seen,
    receiver: &Foreign,
    name: &str,
    arguments: &[ruby::Value],
) -> Option<Outcome> {
    if receiver.object.is::<OfCompilation>() {
        return match (name, arguments) {
            ("name", []) => Some(Ok(ruby::Value::Symbol((*compiler.environment.name).into()))),
            ("to_s" | "class" | "nil?", _) => None,
            _ => Some(Err(Stop::not_covered(format!("scope.environment.{name}")))),
        };
    }
    if !receiver.object.is::<Settings>() {
        return None;
    }
    Some(match (name, arguments) {
        ("[]" | "value", [ruby::Value::Symbol(asked)]) => value(compiler, heap, seen, asked),
        ("[]" | "value", [ruby::Value::String(asked)]) => value(compiler, heap, seen, &asked.get()),
        ("[]" | "value", [ruby::Value::Unknown]) => Ok(heap.unknown()),
        _ => Err(Stop::not_covered(format!("Puppet.settings.{name}"))),
    })
}

fn value(compiler: &Compiler<'_>, heap: &Heap, seen: &mut Seen, name: &str) -> Outcome {
    let is_known = KNOWN.contains(&name) || !matches!(setting(name), Some(Setting::Asked));
    if !is_known || name == "all_local" {
        return Err(Stop::not_covered(format!("Puppet[:{name}]")));
    }
    match compiler.setting_variable(name) {
        Some(Value::String(text)) if SYMBOLS.contains(&name) => Ok(ruby::Value::Symbol((*text).into())),
        Some(value) => to_ruby(heap, seen, &value, 0),
        // Puppet has no such setting, and gives nil. A later version may have one.
        None if compiler.analysis.is_on() => Ok(heap.unknown()),
        None => Ok(ruby::Value::Nil),
    }
}
