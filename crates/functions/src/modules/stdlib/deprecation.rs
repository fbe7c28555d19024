//! `deprecation`, which fails where Puppet is strict, and the functions that have moved into the namespace of the module.

use std::path::Path;

use issue::Issue;
use values::{Strict, Value};

use crate::{Call, Context, Failure, Outcome};

pub(super) fn deprecation(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.get(2) {
        Some(Value::Boolean(false)) => tell(context, call.text(0), call.text(1)),
        _ => say(context, call.text(0), call.text(1))?,
    }
    Ok(Value::Undef)
}

/// A function that has moved into the namespace of its module: the old name still leads there. Before version 9.2 it fails where
/// Puppet is strict, and what it declares is declared at top scope.
pub(super) fn moved(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let new = format!("stdlib::{}", call.name);
    let message = format!("This function is deprecated, please use {new} instead.");
    let arguments = call.arguments.to_vec();
    if context.module_version("stdlib") < (9, 2) {
        say(context, call.name, &message)?;
        return context.call_function_at_top(&new, arguments, call.block);
    }
    // This one says so itself.
    if call.name != "time" {
        tell(context, call.name, &message);
    }
    context.call_function(&new, arguments, call.block)
}

/// With `strict=error` an error, else a warning.
pub(in crate::modules) fn say(context: &mut dyn Context, key: &str, message: &str) -> Result<(), Failure> {
    match context.strict() {
        Strict::Off => Ok(()),
        Strict::Error => Err(Issue::DeprecatedFunction { name: key.into(), advice: message.to_owned(), calls: calls(context) }.into()),
        Strict::Warning => {
            tell(context, key, message);
            Ok(())
        }
    }
}

/// A warning. It says where in Ruby's own code it comes from.
fn tell(context: &mut dyn Context, key: &str, message: &str) {
    let line = if context.module_version("stdlib") >= (9, 0) { 35 } else { 36 };
    let folder = context.module_path("stdlib").unwrap_or_else(|| Path::new("/usr/share/puppet/modules/stdlib").to_owned());
    let file = folder.join("lib/puppet/functions/deprecation.rb");
    let message = format!("{message} at {}", calls(context));
    context.deprecated(key, format!("{message}\n   (location: {}:{line}:in `deprecation')", file.display()));
}

/// The two innermost calls.
fn calls(context: &dyn Context) -> String {
    let stack = context.stack();
    let frame = |index: usize| match stack.get(index) {
        Some((file, line)) => format!("[{}, {line}]", values::print::inspect_str(file.as_deref().unwrap_or("unknown"))),
        None => String::new(),
    };
    format!("{}:{}", frame(0), frame(1))
}
