//! Numbers and booleans.

use std::sync::LazyLock;

use issue::Issue;

use super::constructor::{Constructor, cannot, entry, is_true};
use crate::format::{parse_float, parse_integer, to_whole};
use crate::{Value, mismatch, ops};

const INTEGER: &str = r"\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z";
const FLOAT: &str = r"\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z";

pub(super) fn integer() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new")
            .alias("Radix", "Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]]")
            .alias("Convertible", &format!("Variant[Numeric, Boolean, Pattern[/{INTEGER}/], Timespan, Timestamp]"))
            .alias("NamedArgs", "Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}]")
            .overload(&["Convertible from", "Radix radix?", "Boolean abs?"], |arguments, _| {
                to_integer(arguments.first(), arguments.get(1), is_true(arguments.get(2)))
            })
            .overload(&["NamedArgs hash_args"], |arguments, _| {
                to_integer(entry(arguments, "from"), entry(arguments, "radix"), is_true(entry(arguments, "abs")))
            })
            .refusing(&["Hash hash_args"], |arguments| {
                if let Some(from) = entry(arguments, "from")
                    && !integer().named("Convertible").is_instance(from)
                {
                    return Ok(cannot(from, "Integer"));
                }
                check_radix(entry(arguments, "radix"))?;
                let given = arguments.first().unwrap_or(&Value::Undef);
                Err(mismatch::value("Integer.new", integer().named("NamedArgs"), given))
            })
            .refusing(&["Any from", "Integer radix?", "Boolean abs?"], |arguments| {
                check_radix(arguments.get(1))?;
                Ok(cannot(arguments.first().unwrap_or(&Value::Undef), "Integer"))
            })
    });
    &CONSTRUCTOR
}

fn check_radix(radix: Option<&Value>) -> Result<(), Issue> {
    match radix {
        None | Some(Value::Undef | Value::Default | Value::Integer(2 | 8 | 10 | 16)) => Ok(()),
        Some(other) => Err(format!("Illegal radix: {}, expected 2, 8, 10, 16, or default", crate::print::interpolate(other)).into()),
    }
}

fn to_integer(from: Option<&Value>, radix: Option<&Value>, absolute: bool) -> Result<Value, Issue> {
    let radix = match radix {
        Some(Value::Integer(radix)) => u32::try_from(*radix).ok(),
        _ => None,
    };
    let value = match from.unwrap_or(&Value::Undef) {
        Value::String(text) => parse_integer(text, radix).or_else(|error| match without_space(text) {
            Some(joined) => parse_integer(&joined, radix).map_err(|_| error),
            None => Err(error),
        })?,
        Value::Boolean(it) => i128::from(*it),
        Value::Integer(it) => i128::from(*it),
        Value::Timestamp(it) => it.seconds(),
        Value::Timespan(it) => it.seconds(),
        other => {
            let whole = to_whole(other)?;
            let value = whole.decimal.parse::<i128>().map_err(|_| too_large(&whole.decimal))?;
            if whole.negative { -value } else { value }
        }
    };
    let value = if absolute { value.abs() } else { value };
    // Ruby's integers have no end, those of Puppet's catalogs do.
    i64::try_from(value).map(Value::Integer).map_err(|_| too_large(&value.to_string())).map_err(Issue::from)
}

fn too_large(number: &str) -> String {
    format!("The number {number} does not fit into 64 bits")
}

/// `- 5` with its sign at the digits.
fn without_space(text: &str) -> Option<String> {
    let sign = text.chars().next().filter(|it| matches!(it, '+' | '-'))?;
    let rest = text.get(1..)?;
    let number = rest.trim_start_matches([' ', '\t']);
    (number.len() < rest.len() && !number.contains('\n')).then(|| format!("{sign}{number}"))
}

pub(super) fn float() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_float")
            .alias("Convertible", &format!("Variant[Numeric, Boolean, Pattern[/{FLOAT}/], Timespan, Timestamp]"))
            .alias("NamedArgs", "Struct[{from => Convertible, Optional[abs] => Boolean}]")
            .overload(&["Convertible from", "Boolean abs?"], |arguments, _| to_float(arguments.first(), is_true(arguments.get(1))))
            .overload(&["NamedArgs hash_args"], |arguments, _| to_float(entry(arguments, "from"), is_true(entry(arguments, "abs"))))
            .refusing(&["Any from", "Boolean abs?"], |arguments| Ok(cannot(arguments.first().unwrap_or(&Value::Undef), "Float")))
    });
    &CONSTRUCTOR
}

fn to_float(from: Option<&Value>, absolute: bool) -> Result<Value, Issue> {
    let value = match from.unwrap_or(&Value::Undef) {
        Value::String(text) if &**text == "0" => {
            let line = "            if from[0] == '0' && from[1].casecmp('b').zero?";
            let mark = "                                        ^^^^^^^^";
            return Err(format!("undefined method `casecmp' for nil:NilClass\n\n{line}\n{mark}").into());
        }
        Value::String(text) if text.starts_with("0b") || text.starts_with("0B") => parse_integer(text, None)? as f64,
        Value::String(text) => parse_float(text).or_else(|error| match without_space(text) {
            Some(joined) => parse_float(&joined).map_err(|_| error),
            None => Err(error),
        })?,
        Value::Boolean(it) => f64::from(u8::from(*it)),
        other => crate::format::to_float(other)?,
    };
    Ok(Value::Float(if absolute { value.abs() } else { value }))
}

pub(super) fn numeric() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_numeric")
            .alias("Convertible", &format!("Variant[Integer, Float, Boolean, Pattern[/{FLOAT}/], Timespan, Timestamp]"))
            .alias("NamedArgs", "Struct[{from => Convertible, Optional[abs] => Boolean}]")
            .overload(&["Convertible from", "Boolean abs?"], |arguments, _| to_numeric(arguments.first(), is_true(arguments.get(1))))
            .overload(&["NamedArgs hash_args"], |arguments, _| to_numeric(entry(arguments, "from"), is_true(entry(arguments, "abs"))))
            .refusing(&["Any from", "Boolean abs?"], |arguments| Ok(cannot(arguments.first().unwrap_or(&Value::Undef), "Numeric")))
    });
    &CONSTRUCTOR
}

fn to_numeric(from: Option<&Value>, absolute: bool) -> Result<Value, Issue> {
    let value = match from.unwrap_or(&Value::Undef) {
        Value::String(text) if text.starts_with("0b") || text.starts_with("0B") => to_integer(from, None, false)?,
        Value::String(text) => ops::number_of(text).unwrap_or(Value::Undef),
        Value::Boolean(it) => Value::Integer(i64::from(*it)),
        Value::Timestamp(it) => Value::Float(it.to_f64()),
        Value::Timespan(it) => Value::Float(it.to_f64()),
        other => other.clone(),
    };
    match value {
        Value::Integer(it) if absolute => {
            it.checked_abs().map(Value::Integer).ok_or_else(|| too_large("9223372036854775808")).map_err(Issue::from)
        }
        Value::Float(it) if absolute => Ok(Value::Float(it.abs())),
        other => Ok(other),
    }
}

pub(super) fn boolean() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_boolean")
            .overload(&["Variant[Integer, Float, Boolean, Enum['false', 'true', 'yes', 'no', 'y', 'n', true]] from"], |arguments, _| {
                Ok(Value::Boolean(match arguments.first().unwrap_or(&Value::Undef) {
                    Value::Integer(it) => *it != 0,
                    Value::Float(it) => *it != 0.0,
                    Value::Boolean(it) => *it,
                    Value::String(text) => !matches!(text.to_lowercase().as_str(), "false" | "no" | "n"),
                    _ => true,
                }))
            })
            .refusing(&["Any from"], |arguments| Ok(cannot(arguments.first().unwrap_or(&Value::Undef), "Boolean")))
    });
    &CONSTRUCTOR
}
