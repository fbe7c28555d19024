//! Objects that are built in.

use std::sync::{Arc, LazyLock};

use super::constructor::{Constructor, entry};
use crate::{Deferred, Value};

pub(super) fn deferred() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        let name = r"Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/]";
        Constructor::new("new_Deferred")
            .overload(&[&format!("Struct[{{'name' => {name}, Optional['arguments'] => Optional[Array]}}] hash")], |arguments, _| {
                Ok(call(entry(arguments, "name"), entry(arguments, "arguments")))
            })
            .overload(&[&format!("{name} name"), "Optional[Array] arguments?"], |arguments, _| {
                Ok(call(arguments.first(), arguments.get(1)))
            })
    });
    &CONSTRUCTOR
}

fn call(name: Option<&Value>, arguments: Option<&Value>) -> Value {
    let name = name.and_then(Value::as_str).unwrap_or_default().into();
    let arguments = match arguments {
        Some(Value::Array(values)) => Some(values.clone()),
        _ => None,
    };
    Value::Deferred(Arc::new(Deferred { name, arguments }))
}
