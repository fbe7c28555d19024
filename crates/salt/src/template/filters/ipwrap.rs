//! The filter `ipwrap`: takes a text or a list and returns it with addresses of IPv6 in brackets.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::addresses::address;
use super::shared::given::{given, known};
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "ipwrap", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let value = given(args, &["data"])?.value(0);
    match &value {
        Value::List(_) | Value::Tuple(_) => value.iterate()?.into_iter().map(|it| one(known(it)?)).collect::<Outcome<_>>().map(Value::list),
        _ => one(value),
    }
}

fn one(value: Value) -> Outcome {
    let is_v6 = address(&value)?.is_some_and(|it| !it.is_v4());
    // With the size of a network, Salt prints it in another form.
    match value.as_str().filter(|_| is_v6) {
        None => Ok(value),
        Some(text) if text.contains('/') => Err(Error::not_covered("a network in brackets")),
        Some(_) => Ok(Value::str(format!("[{}]", address(&value)?.map_or_else(String::new, |it| it.print())))),
    }
}
