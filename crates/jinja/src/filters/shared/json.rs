//! JSON as Python's `json.dumps` writes it.

use literals::{python_float, write_json_string};

use crate::error::{Error, ErrorKind, Outcome};
use crate::value::{Value, work};

/// The options of `json.dumps`.
#[derive(Clone, Debug)]
pub struct JsonStyle {
    pub sort_keys: bool,
    /// Indentation of a level; none for one line.
    pub indent: Option<String>,
    pub ensure_ascii: bool,
}

impl Default for JsonStyle {
    fn default() -> Self {
        JsonStyle { sort_keys: false, indent: None, ensure_ascii: true }
    }
}

/// Python's `json.dumps`.
pub fn to_json(value: &Value, style: &JsonStyle) -> Outcome<String> {
    let mut out = String::new();
    write(value, style, 0, &mut out)?;
    Ok(out)
}

fn new_line(style: &JsonStyle, depth: usize, out: &mut String) {
    if let Some(indent) = &style.indent {
        out.push('\n');
        out.push_str(&indent.repeat(depth));
    }
}

fn number(value: f64) -> String {
    match value {
        it if it.is_nan() => "NaN".to_owned(),
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        it => python_float(it),
    }
}

fn write(value: &Value, style: &JsonStyle, depth: usize, out: &mut String) -> Outcome<()> {
    if depth > 150 {
        return Err(Error::new(ErrorKind::Python("RecursionError"), "maximum recursion depth exceeded while encoding a JSON object"));
    }
    if out.len() > 64 << 20 {
        return Err(Error::new(ErrorKind::Limit("output"), "a text is too long"));
    }
    work::charge(1)?;
    match value.known()? {
        Value::Big(it) => {
            work::charge_digits(it.bits())?;
            out.push_str(&it.to_string());
            Ok(())
        }
        Value::List(it) => list(&it.to_vec(), style, depth, out),
        Value::Tuple(it) => list(it, style, depth, out),
        Value::Dict(it) => map(it.pairs(), style, depth, out),
        Value::Str(it) => {
            write_json_string(it, style.ensure_ascii, out);
            Ok(())
        }
        other => match plain(other) {
            Some(text) => {
                out.push_str(&text);
                Ok(())
            }
            None => Err(Error::type_error(format!("Object of type {} is not JSON serializable", other.type_name()))),
        },
    }
}

/// Text of a value without parts or quotes.
fn plain(value: &Value) -> Option<String> {
    Some(match value {
        Value::None => "null".to_owned(),
        Value::Bool(it) => it.to_string(),
        Value::Int(it) => it.to_string(),
        Value::Big(it) => it.to_string(),
        Value::Float(it) => number(*it),
        _ => return None,
    })
}

fn separate(index: usize, style: &JsonStyle, depth: usize, out: &mut String) {
    if index > 0 {
        out.push_str(if style.indent.is_some() { "," } else { ", " });
    }
    new_line(style, depth + 1, out);
}

fn list(items: &[Value], style: &JsonStyle, depth: usize, out: &mut String) -> Outcome<()> {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        separate(index, style, depth, out);
        write(item, style, depth + 1, out)?;
    }
    if !items.is_empty() {
        new_line(style, depth, out);
    }
    out.push(']');
    Ok(())
}

/// By their keys, stably; keys without an order are an error.
fn sort(pairs: Vec<(Value, Value)>) -> Outcome<Vec<(Value, Value)>> {
    let mut sorted: Vec<(Value, Value)> = Vec::with_capacity(pairs.len());
    if pairs.iter().all(|it| matches!(it.0, Value::Str(_))) {
        sorted = pairs;
        sorted.sort_by(|a, b| a.0.as_str().cmp(&b.0.as_str()));
        return Ok(sorted);
    }
    for pair in pairs {
        let mut at = sorted.len();
        while at > 0 && sorted.get(at - 1).map_or(Ok(false), |it| pair.0.less(&it.0))? {
            at -= 1;
        }
        sorted.insert(at, pair);
    }
    Ok(sorted)
}

fn map(pairs: Vec<(Value, Value)>, style: &JsonStyle, depth: usize, out: &mut String) -> Outcome<()> {
    let pairs = if style.sort_keys { sort(pairs)? } else { pairs };
    out.push('{');
    for (index, (key, value)) in pairs.iter().enumerate() {
        separate(index, style, depth, out);
        match (key, plain(key)) {
            (Value::Str(it), _) => write_json_string(it, style.ensure_ascii, out),
            (_, Some(text)) => write_json_string(&text, style.ensure_ascii, out),
            (other, None) => {
                let message = format!("keys must be str, int, float, bool or None, not {}", other.type_name());
                return Err(Error::type_error(message));
            }
        }
        out.push_str(": ");
        write(value, style, depth + 1, out)?;
    }
    if !pairs.is_empty() {
        new_line(style, depth, out);
    }
    out.push('}');
    Ok(())
}
