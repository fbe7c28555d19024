//! Points in time and lengths of time.

use std::sync::LazyLock;

use issue::Issue;

use super::constructor::{Constructor, entry, is_true};
use crate::Value;
use crate::time::{NANOS_PER_SECOND, TIMESPAN_FORMATS, Timespan, Timestamp, nanos_of};

const FORMATS: &str = "Variant[String[2],Array[String[2], 1]]";

pub(super) fn timestamp() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_timestamp")
            .alias("Formats", FORMATS)
            .overload(&[], |_, context| Ok(Value::Timestamp(context.now())))
            .overload(&["Variant[Integer,Float] seconds"], |arguments, _| Ok(Value::Timestamp(Timestamp(nanos(arguments.first())?))))
            .overload(&["String[1] string", "Formats format?", "String[1] timezone?"], |arguments, _| {
                read_timestamp(arguments.first(), arguments.get(1), arguments.get(2))
            })
            .overload(
                &["Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}] hash_arg"],
                |arguments, _| read_timestamp(entry(arguments, "string"), entry(arguments, "format"), entry(arguments, "timezone")),
            )
    });
    &CONSTRUCTOR
}

fn nanos(seconds: Option<&Value>) -> Result<i128, Issue> {
    match seconds {
        Some(Value::Integer(seconds)) => Ok(i128::from(*seconds) * NANOS_PER_SECOND),
        Some(Value::Float(seconds)) => nanos_of(*seconds)
            .ok_or_else(|| {
                let nanos = seconds * 1e9;
                if nanos.is_nan() { "NaN".to_owned() } else { crate::print::float(nanos) }
            })
            .map_err(Issue::from),
        _ => Ok(0),
    }
}

fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(values) => values.iter().filter_map(Value::as_str).collect(),
        other => other.as_str().into_iter().collect(),
    }
}

fn read_timestamp(text: Option<&Value>, format: Option<&Value>, zone: Option<&Value>) -> Result<Value, Issue> {
    let text = text.and_then(Value::as_str).unwrap_or_default();
    let zone = zone.and_then(Value::as_str);
    let read = match format {
        Some(list @ Value::Array(_)) => Timestamp::parse_any(text, &texts(list), true, zone),
        Some(format @ Value::String(_)) => Timestamp::parse(text, Some(&texts(format)), zone),
        _ => Timestamp::parse(text, None, zone),
    };
    read.map(Value::Timestamp).map_err(Issue::from)
}

pub(super) fn timespan() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        let fields = "Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer, \
                      Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer, \
                      Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}] hash_arg";
        Constructor::new("new_timespan")
            .alias("Formats", FORMATS)
            .overload(&["Variant[Integer,Float] seconds"], |arguments, _| Ok(Value::Timespan(Timespan(nanos(arguments.first())?))))
            .overload(&["String[1] string", "Formats format?"], |arguments, _| read_timespan(arguments.first(), arguments.get(1)))
            .overload(
                &[
                    "Integer days",
                    "Integer hours",
                    "Integer minutes",
                    "Integer seconds",
                    "Integer milliseconds?",
                    "Integer microseconds?",
                    "Integer nanoseconds?",
                ],
                |arguments, _| of_fields(arguments.iter().map(Some).collect(), false),
            )
            .overload(&["Struct[{string => String[1], Optional[format] => Formats}] hash_arg"], |arguments, _| {
                read_timespan(entry(arguments, "string"), entry(arguments, "format"))
            })
            .overload(&[fields], |arguments, _| {
                let names = ["days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"];
                of_fields(names.map(|name| entry(arguments, name)).into(), is_true(entry(arguments, "negative")))
            })
    });
    &CONSTRUCTOR
}

/// A timespan of a hash of days, hours and the like.
pub(crate) fn timespan_of_fields(fields: &crate::Hash) -> Timespan {
    let field = |name: &str| fields.get(&Value::from(name));
    let names = ["days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"];
    match of_fields(names.map(field).into(), matches!(field("negative"), Some(Value::Boolean(true)))) {
        Ok(Value::Timespan(it)) => it,
        _ => Timespan(0),
    }
}

fn of_fields(fields: Vec<Option<&Value>>, negative: bool) -> Result<Value, Issue> {
    const UNITS: [i128; 7] = [86_400_000_000_000, 3_600_000_000_000, 60_000_000_000, NANOS_PER_SECOND, 1_000_000, 1000, 1];
    // A sum of a few 64 bit numbers times at most 10^14 fits.
    let nanos: i128 = fields
        .into_iter()
        .zip(UNITS)
        .map(|(field, unit)| match field {
            Some(Value::Integer(count)) => i128::from(*count) * unit,
            _ => 0,
        })
        .sum();
    Ok(Value::Timespan(Timespan(if negative { -nanos } else { nanos })))
}

fn read_timespan(text: Option<&Value>, format: Option<&Value>) -> Result<Value, Issue> {
    let text = text.and_then(Value::as_str).unwrap_or_default();
    let read = match format {
        Some(list @ Value::Array(_)) => Timespan::parse(text, &texts(list)),
        Some(Value::String(format)) => Timespan::parse_one(text, format),
        _ => Timespan::parse(text, &TIMESPAN_FORMATS),
    };
    read.map(Value::Timespan).map_err(Issue::from)
}
