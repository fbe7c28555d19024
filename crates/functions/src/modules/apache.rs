//! The module `apache`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use values::Value;

use crate::core::digest;
use crate::{Call, Context, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [
        Function::new("apache::bool2httpd", bool2httpd).in_module("apache"),
        Function::new("apache::pw_hash", pw_hash).in_module("apache"),
        Function::new("apache::apache_pw_hash", old_pw_hash).in_module("apache"),
        Function::new("apache_pw_hash", old_pw_hash).in_module("apache"),
    ]
    .into_iter()
}

fn pw_hash(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::String(password) = call.at(0) else { return Err(digest::no_conversion(call.at(0))) };
    Ok(Value::from(format!("{{SHA}}{}", STANDARD.encode(digest::sha1_of(password.as_bytes())))))
}

fn old_pw_hash(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    super::stdlib::deprecated(context, call.name, "This function is deprecated, please use apache::pw_hash instead.")?;
    context.call_function("apache::pw_hash", call.arguments.to_vec(), None)
}

fn bool2httpd(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let value = call.at(0);
    let holds = |word: &str| value.as_str().is_some_and(|it| it.to_ascii_lowercase().contains(word));
    Ok(Value::from(match value {
        Value::Undef | Value::Boolean(false) => "Off".to_owned(),
        Value::Boolean(true) => "On".to_owned(),
        _ if holds("false") => "Off".to_owned(),
        _ if holds("true") => "On".to_owned(),
        other => ruby::to_s(other),
    }))
}
