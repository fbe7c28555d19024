//! Jinja's tests.

use crate::value::{Function, Value};

pub(crate) fn find(name: &str) -> Option<Function> {
    match name {
        "defined" => {
            Some(Function::new("defined", |_, args| Ok(Value::Bool(args.positional.first().is_some_and(|it| !it.is_undefined())))))
        }
        _ => None,
    }
}
