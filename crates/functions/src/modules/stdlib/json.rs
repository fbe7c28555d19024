//! `to_json`, `to_json_pretty`, `parsejson`, `parsepson`, `loadjson` and `load_module_metadata`.

use std::path::Path;

use values::{Hash, Value, data};

use super::file::{Content, content};
use crate::{Call, Context, Failure, Outcome, ruby};

/// Ruby refuses deeper values.
const DEEPEST: usize = 100;

/// Separators of the parts.
struct Style<'a> {
    indent: &'a str,
    space: &'a str,
    space_before: &'a str,
    object_end: &'a str,
    array_end: &'a str,
    allow_nan: bool,
    deepest: usize,
}

const COMPACT: Style<'static> =
    Style { indent: "", space: "", space_before: "", object_end: "", array_end: "", allow_nan: false, deepest: DEEPEST };

pub(super) fn to_json(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    generate(call.at(0), &COMPACT).map(Value::from)
}

pub(super) fn to_json_pretty(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let text = |name: &str, default: &'static str| match call.at(2) {
        Value::Hash(options) => options.get(&Value::from(name)).map_or(default.to_owned(), ruby::to_s),
        _ => default.to_owned(),
    };
    let option = |name: &str| match call.at(2) {
        Value::Hash(options) => options.get(&Value::from(name)).cloned(),
        _ => None,
    };
    let (indent, space, space_before) = (text("indent", "  "), text("space", " "), text("space_before", ""));
    let (object_end, array_end) = (text("object_nl", "\n"), text("array_nl", "\n"));
    let deepest = match option("max_nesting") {
        // Ours ends somewhere, too.
        Some(Value::Integer(-1 | 0)) => 500,
        Some(Value::Integer(it)) => usize::try_from(it).unwrap_or(DEEPEST).min(500),
        _ => DEEPEST,
    };
    let style = Style {
        indent: &indent,
        space: &space,
        space_before: &space_before,
        object_end: &object_end,
        array_end: &array_end,
        allow_nan: option("allow_nan").is_some_and(|it| it.is_true()),
        deepest,
    };
    let value = match (call.at(0), call.at(1)) {
        (Value::Array(list), Value::Boolean(true)) => Value::array(list.iter().filter(|it| !it.is_undef()).cloned().collect()),
        (Value::Hash(hash), Value::Boolean(true)) => {
            Value::hash(hash.iter().filter(|(_, it)| !it.is_undef()).map(|(key, it)| (key.clone(), it.clone())).collect())
        }
        (value, _) => value.clone(),
    };
    Ok(Value::from(generate(&value, &style)? + "\n"))
}

/// A value as Ruby writes it in JSON: in one line, or as `JSON.pretty_generate` lays it out.
pub fn json_text(value: &Value, pretty: bool) -> Result<String, Failure> {
    let pretty_style = Style { indent: "  ", space: " ", object_end: "\n", array_end: "\n", ..COMPACT };
    generate(value, if pretty { &pretty_style } else { &COMPACT })
}

/// `value.to_json`.
pub(in crate::modules) fn compact(value: &Value) -> Result<String, Failure> {
    generate(value, &COMPACT)
}

fn generate(value: &Value, style: &Style<'_>) -> Result<String, Failure> {
    let mut out = String::new();
    write(value, style, 0, &mut out)?;
    Ok(out)
}

fn write(value: &Value, style: &Style<'_>, depth: usize, out: &mut String) -> Result<(), Failure> {
    match value {
        Value::Undef => out.push_str("null"),
        Value::Boolean(_) | Value::Integer(_) => out.push_str(&ruby::to_s(value)),
        Value::Float(it) if !it.is_finite() && !style.allow_nan => {
            let shown = ruby::to_s(value);
            return Err(Failure::plain(format!("920: {shown} not allowed in JSON")));
        }
        Value::Float(_) => out.push_str(&ruby::to_s(value)),
        Value::Array(list) => parts(['[', ']'], style.array_end, list.iter().map(|it| (None, it)), style, depth, out)?,
        Value::Iterator(it) => parts(['[', ']'], style.array_end, it.elements.iter().map(|it| (None, it)), style, depth, out)?,
        Value::Hash(hash) => parts(['{', '}'], style.object_end, hash.iter().map(|(key, it)| (Some(key), it)), style, depth, out)?,
        other => string(&ruby::to_s(other), out),
    }
    Ok(())
}

/// A list or a hash, whose parts have keys.
fn parts<'a>(
    brackets: [char; 2],
    line_end: &str,
    parts: impl Iterator<Item = (Option<&'a Value>, &'a Value)>,
    style: &Style<'_>,
    depth: usize,
    out: &mut String,
) -> Result<(), Failure> {
    let depth = depth + 1;
    if depth > style.deepest {
        return Err(Failure::plain(format!("nesting of {} is too deep", style.deepest)));
    }
    let indent = |out: &mut String, depth: usize| {
        if !line_end.is_empty() {
            (0..depth).for_each(|_| out.push_str(style.indent));
        }
    };
    out.push(brackets[0]);
    // Of an empty hash the line ends once, of an empty list twice.
    if brackets[0] == '[' {
        out.push_str(line_end);
    }
    for (index, (key, value)) in parts.enumerate() {
        if index > 0 {
            out.push(',');
        }
        if index > 0 || brackets[0] == '{' {
            out.push_str(line_end);
        }
        indent(out, depth);
        if let Some(key) = key {
            string(&ruby::to_s(key), out);
            out.push_str(style.space_before);
            out.push(':');
            out.push_str(style.space);
        }
        write(value, style, depth, out)?;
    }
    if brackets[0] == '{' || !line_end.is_empty() {
        out.push_str(line_end);
        indent(out, depth - 1);
    }
    out.push(brackets[1]);
    Ok(())
}

/// A text in quotes: Ruby's library escapes the same characters.
fn string(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

/// The data of a text; what it is not is an error in Ruby's words, with the number of a line of the library in C.
pub(in crate::modules) fn parse(text: &str) -> Result<Value, Failure> {
    match serde_json::from_str(text) {
        Ok(json) => Ok(data::from_json(&json)),
        Err(_) => Err(Failure::plain(format!("859: unexpected token at '{text}'"))),
    }
}

/// Whether no number of the text may be `-0`, which Ruby reads as an integer.
pub(super) fn has_no_negative_zero(arguments: &[Value]) -> bool {
    !arguments.first().and_then(Value::as_str).is_some_and(|it| it.contains("-0"))
}

pub(super) fn parsejson(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Some(text) = call.get(0) else {
        return Err(Failure::plain("Wrong number of arguments. 1 or 2 arguments should be provided."));
    };
    let default = call.at(1);
    let parsed = match text {
        Value::String(text) => parse(text),
        other => Err(crate::core::digest::no_conversion(other)),
    };
    match parsed {
        Ok(value) if value.is_true() => Ok(value),
        Ok(_) => Ok(default.clone()),
        Err(_) if default.is_true() => Ok(default.clone()),
        Err(error) => Err(error),
    }
}

/// The data of a text. Until stdlib 9 it was read with what Puppet 8 no longer has.
fn parse_here(context: &mut dyn Context, text: &str) -> Outcome {
    if context.module_version("stdlib") >= (9, 0) {
        return parse(text);
    }
    Err(Failure::plain("uninitialized constant Puppet::Parser::Functions::PSON"))
}

pub(super) fn parsepson(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    if context.module_version("stdlib") >= (9, 0) {
        let message = "This method is deprecated. From Puppet 8, PSON is no longer natively supported. Please use JSON.parse().";
        return match super::deprecated(context, "parsepson", message) {
            Ok(()) => Ok(Value::Undef),
            Err(failure) => call.get(1).cloned().ok_or(failure),
        };
    }
    match call.get(1) {
        Some(default) => Ok(default.clone()),
        None => Err(Failure::plain("uninitialized constant Puppet::Pops::Loader::RubyFunctionInstantiator::PSON")),
    }
}

/// The folder of a module, which must be there.
pub(super) fn get_module_path(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [name] = call.arguments else {
        return Err(Failure::plain("get_module_path(): Wrong number of arguments, expects one"));
    };
    let name = ruby::to_s(name);
    match context.module_path(&name) {
        Some(path) => Ok(Value::from(path.to_string_lossy().into_owned())),
        None => {
            let environment = context.variable("environment").map_or("production".to_owned(), |it| ruby::to_s(&it));
            Err(Failure::plain(format!("Could not find module {name} in environment {environment}")))
        }
    }
}

pub(super) fn load_module_metadata(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    if !matches!(call.arguments.len(), 1 | 2) {
        return Err(Failure::plain("load_module_metadata(): Wrong number of arguments, expects one or two"));
    }
    let path = get_module_path(context, &Call { arguments: &call.arguments[..1], ..*call })?;
    let path = Path::new(path.as_str().unwrap_or_default()).join("metadata.json");
    if let Ok(bytes) = context.read_file(&path) {
        return parse_here(context, &String::from_utf8_lossy(&bytes));
    }
    if call.at(1).is_true() {
        return Ok(Value::hash(Hash::default()));
    }
    let name = ruby::to_s(call.at(0));
    Err(Failure::plain(format!("load_module_metadata(): No metadata.json file for module {name}")))
}

pub(super) fn loadjson(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let default = call.at(1);
    let text = match content(context, call)? {
        Content::Default(default) => return Ok(default),
        Content::Text(text) => text,
    };
    match parse_here(context, &text) {
        Ok(value) if value.is_true() => Ok(value),
        Err(failure) if !default.is_true() => Err(failure),
        _ => Ok(default.clone()),
    }
}
