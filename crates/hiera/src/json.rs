//! JSON as Ruby reads it.

use std::fmt;

use serde_json::Value as Json;
use values::{Hash, Value};

/// Data is nested no deeper in Ruby.
const DEEPEST: usize = 100;

/// Why a text is no JSON. The text of it is Ruby's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JsonError {
    /// The rest of the text where Ruby's parser stopped.
    Token(String),
    /// Values inside of each other; how many.
    Nesting(usize),
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonError::Token(rest) => write!(f, "859: unexpected token at '{rest}'"),
            JsonError::Nesting(depth) => write!(f, "nesting of {depth} is too deep"),
        }
    }
}

/// The value of a text.
pub(crate) fn load(bytes: &[u8]) -> Result<Value, JsonError> {
    let text = String::from_utf8_lossy(bytes);
    let trimmed = text.trim_start_matches([' ', '\t', '\n', '\r']);
    if trimmed.is_empty() {
        return Err(JsonError::Token(String::new()));
    }
    let json: Json = serde_json::from_str(trimmed).map_err(|error| problem(trimmed, &error))?;
    value(&json, 0)
}

/// Ruby names what is left from where its parser stopped: in a list the element, else the whole.
fn problem(text: &str, error: &serde_json::Error) -> JsonError {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let before: usize = text.lines().take(error.line().saturating_sub(1)).map(|it| it.len() + 1).sum();
    let at = before + error.column().saturating_sub(1).min(line.len());
    let rest = text.get(stopped(text, at)..).unwrap_or_default();
    JsonError::Token(rest.to_owned())
}

/// Where the element of the innermost list begins that the mistake is in.
fn stopped(text: &str, at: usize) -> usize {
    // For each container that is open: where its element begins, if it is a list.
    let mut open: Vec<Option<usize>> = Vec::new();
    let (mut in_text, mut escaped) = (false, false);
    for (index, it) in text.char_indices().take_while(|(index, _)| *index < at) {
        if in_text {
            in_text = escaped || it != '"';
            escaped = !escaped && it == '\\';
            continue;
        }
        match it {
            '"' => in_text = true,
            '[' => open.push(Some(index + 1)),
            '{' => open.push(None),
            ']' | '}' => {
                open.pop();
            }
            ',' => {
                if let Some(Some(start)) = open.last_mut() {
                    *start = index + 1;
                }
            }
            _ => {}
        }
    }
    let start = open.iter().rev().find_map(|it| *it).unwrap_or(0);
    let blank = text.get(start..).map_or(0, |rest| rest.len() - rest.trim_start().len());
    (start + blank).min(text.len())
}

fn value(json: &Json, depth: usize) -> Result<Value, JsonError> {
    if depth > DEEPEST {
        return Err(JsonError::Nesting(depth));
    }
    Ok(match json {
        Json::Null => Value::Undef,
        Json::Bool(it) => Value::Boolean(*it),
        Json::Number(it) => it.as_i64().map_or_else(|| Value::Float(it.as_f64().unwrap_or_default()), Value::Integer),
        Json::String(it) => Value::string(it),
        Json::Array(items) => Value::array(items.iter().map(|it| value(it, depth + 1)).collect::<Result<_, _>>()?),
        Json::Object(entries) => {
            let mut hash = Hash::default();
            for (key, it) in entries {
                hash.insert(Value::string(key), value(it, depth + 1)?);
            }
            Value::hash(hash)
        }
    })
}
