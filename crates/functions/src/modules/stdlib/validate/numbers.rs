//! `validate_integer` and `validate_numeric`: a number or a list of them, no larger and no smaller than others.

use values::{Value, print};

use super::{Problem, Verdict, refused};
use crate::ruby;

/// One of the two kinds of numbers.
struct Kind {
    name: &'static str,
    /// As the messages call it, with its article.
    what: &'static str,
    read: fn(&str) -> Option<Number>,
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Number {
    Integer(i64),
    Float(f64),
}

impl Number {
    fn text(self) -> String {
        match self {
            Number::Integer(it) => it.to_string(),
            Number::Float(it) => print::float(it),
        }
    }
}

pub(super) fn integer(arguments: &[Value]) -> Verdict {
    let read = |text: &str| ruby::integer(text).map(Number::Integer);
    check(arguments, &Kind { name: "validate_integer", what: "an Integer", read })
}

pub(super) fn numeric(arguments: &[Value]) -> Verdict {
    let read = |text: &str| ruby::float(text).map(Number::Float);
    check(arguments, &Kind { name: "validate_numeric", what: "a Numeric", read })
}

fn check(arguments: &[Value], kind: &Kind) -> Verdict {
    let Kind { name, what, read } = kind;
    let given = arguments.len();
    let (Some(input), 1..=3) = (arguments.first(), given) else {
        return refused(format!("{name}(): Wrong number of arguments; must be 1, 2 or 3, got {given}"));
    };
    let limit = |index: usize, which: &str, may_be_empty: bool| -> Result<Option<Number>, Problem> {
        let Some(limit) = arguments.get(index) else { return Ok(None) };
        let text = ruby::to_s(limit);
        if may_be_empty && text.is_empty() {
            return Ok(None);
        }
        match read(&text) {
            Some(it) => Ok(Some(it)),
            None => {
                // The greatest is a text by now.
                let class = if index == 1 { "String" } else { ruby::class(limit) };
                refused(format!("{name}(): Expected {which} argument to be unset or {what}, got {text}:{class}"))
            }
        }
    };
    let max = limit(1, "second", given > 2)?;
    let min = limit(2, "third", false)?;
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        let (min, max) = (min.text(), max.text());
        return refused(format!("{name}(): Expected second argument to be larger than third argument, got {max} < {min}"));
    }
    let within = |number: Number, shown: &str| -> Verdict {
        if let Some(max) = max
            && number > max
        {
            return refused(format!("{name}(): Expected {shown} to be smaller or equal to {}, got {shown}.", max.text()));
        }
        if let Some(min) = min
            && number < min
        {
            return refused(format!("{name}(): Expected {shown} to be greater or equal to {}, got {shown}.", min.text()));
        }
        Ok(())
    };
    let first = if *name == "validate_integer" { "an Integer or Array" } else { "a Numeric or Array" };
    match input {
        Value::Array(list) => {
            for (position, value) in list.iter().enumerate() {
                let number = if matches!(value, Value::Hash(_)) { None } else { read(&ruby::to_s(value)) };
                match number {
                    Some(number) => within(number, &ruby::inspect(input))?,
                    None => {
                        let class = ruby::class(value);
                        return refused(format!("{name}(): Expected element at array position {position} to be {what}, got {class}"));
                    }
                }
            }
            Ok(())
        }
        Value::Hash(_) => refused(format!("validate_integer(): Expected first argument to be {first}, got Hash")),
        value => match read(&ruby::to_s(value)) {
            Some(number) => within(number, &number.text()),
            None => refused(format!("{name}(): Expected first argument to be {first}, got {}", ruby::class(value))),
        },
    }
}
