//! The remainder of a division, for the tests `odd` and `even`.

use crate::ast::Binary;
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::value::{Value, repr_str};

pub(crate) fn rest_is(r: &mut Renderer<'_>, value: &Value, by: i64, wanted: i64) -> Outcome<bool> {
    let rest = r.binary(Binary::Mod, value, &Value::Int(by)).map_err(|error| match (error.kind(), value) {
        (ErrorKind::Python("TypeError"), Value::None | Value::List(_) | Value::Dict(_) | Value::Tuple(_)) => {
            Error::type_error(format!("unsupported operand type(s) for %: {} and 'int'", repr_str(&value.type_name())))
        }
        _ => error,
    })?;
    rest.equals(&Value::Int(wanted))
}
