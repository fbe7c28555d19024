//! The module `apache`.

use values::Value;

use crate::{Call, Context, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::new("apache::bool2httpd", bool2httpd).of("apache")].into_iter()
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
