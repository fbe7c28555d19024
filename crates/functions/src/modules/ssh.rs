//! The module `ssh`.

use values::{Strict, Value};

use crate::{Call, Context, Failure, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::old("ipaddresses", -1, ipaddresses).in_module("ssh")].into_iter()
}

/// A variable as Ruby's code asks for it.
fn variable(context: &mut dyn Context, name: &str) -> Outcome {
    let value = super::stdlib::variable(context, name)?;
    if context.strict() == Strict::Warning && value.is_undef() && context.variable(name).is_none() {
        context.warn_once(format!("Undefined variable '{name}'; "));
    }
    Ok(value)
}

/// The addresses of all interfaces whose names do not hold `lo`, by old facts.
fn ipaddresses(context: &mut dyn Context, _: &Call<'_>) -> Outcome {
    let interfaces = match variable(context, "interfaces")? {
        Value::Undef => return Ok(Value::Boolean(false)),
        Value::String(interfaces) => interfaces,
        Value::Unknown(unknown) => return Ok(crate::unknown::because(&unknown, values::Type::Any)),
        other => return Err(ruby::no_method("split", &other)),
    };
    let mut addresses = Vec::new();
    for interface in interfaces.split(',').filter(|it| !it.is_empty() && !it.contains("lo")) {
        let found: Result<Vec<Value>, Failure> =
            ["ipaddress", "ipaddress6"].into_iter().map(|it| variable(context, &format!("{it}_{interface}"))).collect();
        addresses.extend(found?.into_iter().filter(Value::is_true));
    }
    Ok(Value::array(addresses))
}
