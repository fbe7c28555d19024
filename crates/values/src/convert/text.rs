//! Conversions of texts, and types that take everything.

use std::sync::{Arc, LazyLock};

use issue::Issue;

use super::constructor::{Constructor, entry, is_true};
use crate::format::PATTERN;
use crate::regex::Regex;
use crate::{Value, binary, format};

pub(super) fn string() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        let container = "Struct[{Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String, \
                         Optional[string_formats] => Hash[Type, Format]}]";
        Constructor::new("new_string")
            .alias("Format", &format!("Pattern[/{PATTERN}/]"))
            .alias("ContainerFormat", container)
            .alias("TypeMap", "Hash[Type, Variant[Format, ContainerFormat]]")
            .alias("Convertible", "Any")
            .alias("Formats", "Variant[Default, String[1], TypeMap]")
            .overload(&["Convertible from", "Formats string_formats?"], |arguments, _| {
                let value = arguments.first().unwrap_or(&Value::Undef);
                format::string(value, arguments.get(1)).map(Value::from).map_err(Issue::from)
            })
    });
    &CONSTRUCTOR
}

pub(super) fn regexp() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_float").overload(&["String pattern", "Boolean escape?"], |arguments, _| {
            let pattern = arguments.first().and_then(Value::as_str).unwrap_or_default();
            let escaped;
            let pattern = if is_true(arguments.get(1)) {
                escaped = escape(pattern);
                &escaped
            } else {
                pattern
            };
            Ok(Value::Regex(Arc::new(Regex::new(pattern)?)))
        })
    });
    &CONSTRUCTOR
}

/// Ruby's `Regexp.escape`.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x0c' => out.push_str("\\f"),
            '\x0b' => out.push_str("\\v"),
            '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^' | '$' | '#' | ' ' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

pub(super) fn type_() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_type").overload(&["String[1] type_string"], |arguments, context| {
            let text = arguments.first().and_then(Value::as_str).unwrap_or_default();
            context.resolve_type(text).map(Value::Type)
        })
    });
    &CONSTRUCTOR
}

pub(super) fn sensitive() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_Sensitive")
            .overload(&["Sensitive value"], |arguments, _| Ok(first(arguments)))
            .overload(&["Any value"], |arguments, _| Ok(Value::Sensitive(Arc::new(first(arguments)))))
    });
    &CONSTRUCTOR
}

pub(super) fn unit() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> =
        LazyLock::new(|| Constructor::new("new_unit").overload(&["Any from"], |arguments, _| Ok(first(arguments))));
    &CONSTRUCTOR
}

fn first(arguments: &[Value]) -> Value {
    arguments.first().cloned().unwrap_or(Value::Undef)
}

pub(super) fn binary() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_Binary")
            .alias("ByteInteger", "Integer[0,255]")
            .alias("Base64Format", "Enum['%b', '%u', '%B', '%s', '%r']")
            .alias("StringHash", "Struct[{value => String, 'format' => Optional[Base64Format]}]")
            .alias("ArrayHash", "Struct[{value => Array[ByteInteger]}]")
            .alias("BinaryArgsHash", "Variant[StringHash, ArrayHash]")
            .overload(&["String str", "Base64Format format?"], |arguments, _| {
                let text = arguments.first().and_then(Value::as_str).unwrap_or_default();
                of_text(text, arguments.get(1).and_then(Value::as_str))
            })
            .overload(&["Array[ByteInteger] byte_array"], |arguments, _| Ok(of_bytes(arguments.first())))
            .overload(&["BinaryArgsHash hash_args"], |arguments, _| match entry(arguments, "value") {
                Some(Value::String(text)) => of_text(text, entry(arguments, "format").and_then(Value::as_str)),
                value => Ok(of_bytes(value)),
            })
    });
    &CONSTRUCTOR
}

fn of_bytes(list: Option<&Value>) -> Value {
    let Some(Value::Array(values)) = list else { return Value::Binary(Arc::from([])) };
    let byte = |it: &Value| match it {
        Value::Integer(it) => u8::try_from(*it).ok(),
        _ => None,
    };
    Value::Binary(values.iter().filter_map(byte).collect())
}

fn of_text(text: &str, format: Option<&str>) -> Result<Value, Issue> {
    let bytes = match format.unwrap_or("%B") {
        "%b" => binary::decode_lenient(text),
        "%u" => binary::decode_url(text)?,
        "%B" => binary::decode(text)?,
        _ => text.as_bytes().to_vec(),
    };
    Ok(Value::Binary(bytes.into()))
}
