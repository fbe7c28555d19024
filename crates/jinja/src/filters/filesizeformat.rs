//! The filter `filesizeformat`: takes a number of bytes and returns it as a text with a unit.

use super::shared::parse_float;
use super::{Filter, filter};
use crate::args::Bound;
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::number::to_float;
use crate::value::{Number, Value, big_of_float, repr_str};

pub(super) static FILTER: Filter = filter(&["filesizeformat"], "do_filesizeformat", &["value", "binary"], 1, 0, file_size);

fn file_size(_: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let value = args.value(0);
    let bytes = match (value.defined()?, Number::from(&value)) {
        (Value::Str(text), _) => {
            parse_float(text).ok_or_else(|| Error::value_error(format!("could not convert string to float: {}", repr_str(text))))?
        }
        (_, Some(number)) => to_float(&number)?,
        (other, None) => {
            let message = format!("float() argument must be a string or a real number, not {}", repr_str(&other.type_name()));
            return Err(Error::type_error(message));
        }
    };
    let binary = args.truth(1, false)?;
    let base: f64 = if binary { 1024.0 } else { 1000.0 };
    if (bytes - 1.0).abs() == 0.0 {
        return Ok(Value::str("1 Byte"));
    }
    if bytes < base {
        if !bytes.is_finite() {
            return Err(Error::new(ErrorKind::Python("OverflowError"), "cannot convert float infinity to integer"));
        }
        return Ok(Value::str(format!("{} Bytes", big_of_float(bytes))));
    }
    let prefixes = ["k", "M", "G", "T", "P", "E", "Z", "Y"];
    let mut unit = base;
    let mut text = String::new();
    for prefix in prefixes {
        unit *= base;
        let prefix = if binary { prefix.to_uppercase() + "iB" } else { prefix.to_owned() + "B" };
        text = format!("{:.1} {prefix}", base * bytes / unit);
        if bytes < unit {
            break;
        }
    }
    Ok(Value::str(text))
}
