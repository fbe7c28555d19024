//! JSON as Python's `json.dumps` writes it.

use super::{Filter, filter};
use crate::error::{Error, ErrorKind, Outcome};
use crate::value::{Str, Value, float, work};

pub(super) static FILTERS: &[Filter] = &[filter(&["tojson"], "do_tojson", &["value", "indent"], 1, 1, |r, args| {
    let style = JsonStyle { sort_keys: true, indent: indent_of(args.some(1)?)?, ..JsonStyle::default() };
    let text = to_json(&args.value(0), &style)?;
    r.charge_text(text.len())?;
    let safe = text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026").replace('\'', "\\u0027");
    Ok(Value::Str(Str::safe(safe)))
})];

fn indent_of(value: Option<&Value>) -> Outcome<Option<String>> {
    Ok(match value {
        None => None,
        Some(Value::Str(text)) => Some(text.to_string()),
        Some(other) => Some(" ".repeat(usize::try_from(crate::args::integer(other)?).unwrap_or(0).min(1000))),
    })
}

/// The options of `json.dumps`.
#[derive(Clone, Debug)]
pub struct JsonStyle {
    pub sort_keys: bool,
    /// What a level is indented by; none is one line.
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
        it => float(it),
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
    let comma = if style.indent.is_some() { "," } else { ", " };
    let items = match value.known()? {
        Value::None => {
            out.push_str("null");
            return Ok(());
        }
        Value::Bool(it) => {
            out.push_str(if *it { "true" } else { "false" });
            return Ok(());
        }
        Value::Int(it) => {
            out.push_str(&it.to_string());
            return Ok(());
        }
        Value::Big(it) => {
            out.push_str(&it.to_string());
            return Ok(());
        }
        Value::Float(it) => {
            out.push_str(&number(*it));
            return Ok(());
        }
        Value::Str(it) => {
            string(it, style.ensure_ascii, out);
            return Ok(());
        }
        Value::List(it) => it.to_vec(),
        Value::Tuple(it) => it.to_vec(),
        Value::Dict(it) => {
            let mut pairs = it.pairs();
            if style.sort_keys {
                pairs = sort(pairs)?;
            }
            if pairs.is_empty() {
                {
                    out.push_str("{}");
                    return Ok(());
                }
            }
            out.push('{');
            for (index, (key, value)) in pairs.iter().enumerate() {
                out.push_str(if index > 0 { comma } else { "" });
                new_line(style, depth + 1, out);
                let key = match key {
                    Value::Str(it) => it.to_string(),
                    Value::None => "null".to_owned(),
                    Value::Bool(it) => if *it { "true" } else { "false" }.to_owned(),
                    Value::Int(it) => it.to_string(),
                    Value::Big(it) => it.to_string(),
                    Value::Float(it) => number(*it),
                    other => {
                        let message = format!("keys must be str, int, float, bool or None, not {}", other.type_name());
                        return Err(Error::type_error(message));
                    }
                };
                string(&key, style.ensure_ascii, out);
                out.push_str(": ");
                write(value, style, depth + 1, out)?;
            }
            new_line(style, depth, out);
            {
                out.push('}');
                return Ok(());
            }
        }
        other => return Err(Error::type_error(format!("Object of type {} is not JSON serializable", other.type_name()))),
    };
    if items.is_empty() {
        {
            out.push_str("[]");
            return Ok(());
        }
    }
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        out.push_str(if index > 0 { comma } else { "" });
        new_line(style, depth + 1, out);
        write(item, style, depth + 1, out)?;
    }
    new_line(style, depth, out);
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

fn string(text: &str, ensure_ascii: bool, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c if ensure_ascii && !(' '..='~').contains(&c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
