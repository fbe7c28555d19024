//! Filters that put one value into quotes: of YAML, or of a shell.

use std::fmt::Write;

use jinja::{Args, Error, Outcome, Str, Value};

use super::filters::{text, value};

/// `yaml_encode`: numbers and words of YAML as they are, texts in double quotes.
pub fn encode(args: &Args) -> Outcome {
    Ok(match value(args)? {
        Value::None => Value::str("null"),
        Value::Bool(it) => Value::str(if it { "true" } else { "false" }),
        Value::Int(it) => Value::str(it.to_string()),
        Value::Big(it) => Value::str(it.to_string()),
        other if other.is_unknown() => other,
        other => match other.as_str() {
            Some(text) => Value::str(double(text)),
            None if matches!(other, Value::List(_) | Value::Tuple(_) | Value::Dict(_)) => {
                return Err(Error::type_error(format!("yaml_encode() only works with YAML scalar data; failed for {}", class(&other))));
            }
            None => Value::unknown("a YAML scalar"),
        },
    })
}

/// `yaml_dquote`: what is no text is printed as Python prints it.
pub fn double_quoted(args: &Args) -> Outcome {
    Ok(match value(args)? {
        Value::None => Value::str("\"None\""),
        Value::Bool(it) => Value::str(if it { "\"True\"" } else { "\"False\"" }),
        Value::Int(it) => Value::str(format!("\"{it}\"")),
        other if other.is_unknown() => other,
        other => other.as_str().map_or_else(|| Value::unknown("a text"), |it| Value::str(double(it))),
    })
}

/// `yaml_squote`: texts of several lines are written over several lines by rules that are not known here.
pub fn single_quoted(args: &Args) -> Outcome {
    let text = text(args)?;
    if text.contains(['\n', '\u{85}', '\u{2028}', '\u{2029}']) {
        return Ok(Value::unknown("a text of several lines in single quotes"));
    }
    Ok(Value::str(format!("'{}'", text.replace('\'', "''"))))
}

/// `quote`: one word of a shell.
pub fn shell(args: &Args) -> Outcome {
    let text = text(args)?;
    let is_safe = |it: char| it.is_ascii_alphanumeric() || "@%+=:,./-_".contains(it);
    if !text.is_empty() && text.chars().all(is_safe) {
        return Ok(args.positional.first().cloned().unwrap_or(Value::None));
    }
    // What `json` and `yaml` give is marked as safe for HTML, and Python escapes the quotes that are added to it.
    if matches!(args.positional.first(), Some(Value::Str(it)) if it.is_safe()) && !text.is_empty() {
        let text = text.replace('\'', "&#39;&#34;&#39;&#34;&#39;");
        return Ok(Value::Str(Str::safe(format!("&#39;{text}&#39;"))));
    }
    Ok(Value::str(format!("'{}'", text.replace('\'', "'\"'\"'"))))
}

fn class(value: &Value) -> &'static str {
    match value {
        Value::List(_) => "<class 'list'>",
        Value::Tuple(_) => "<class 'tuple'>",
        _ => "<class 'dict'>",
    }
}

/// Returns the text in double quotes, with the escapes of PyYAML.
fn double(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in text.chars() {
        let short = match char {
            '\0' => '0',
            '\u{7}' => 'a',
            '\u{8}' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\u{b}' => 'v',
            '\u{c}' => 'f',
            '\r' => 'r',
            '\u{1b}' => 'e',
            '"' | '\\' => char,
            '\u{85}' => 'N',
            '\u{a0}' => '_',
            '\u{2028}' => 'L',
            '\u{2029}' => 'P',
            ' '..='~' => {
                out.push(char);
                continue;
            }
            _ => {
                let code = u32::from(char);
                // Writing to a text does not fail.
                let _ = match code {
                    0..=0xff => write!(out, "\\x{code:02X}"),
                    0x100..=0xffff => write!(out, "\\u{code:04X}"),
                    _ => write!(out, "\\U{code:08X}"),
                };
                continue;
            }
        };
        out.push('\\');
        out.push(short);
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As PyYAML 6 writes them.
    #[test]
    fn texts_are_escaped_as_pyyaml_does() {
        for (text, quoted) in [
            ("it's", r#""it's""#),
            ("a \"b\" \\c/", r#""a \"b\" \\c/""#),
            ("a\tb\nc\u{1b}", r#""a\tb\nc\e""#),
            ("gr\u{fc}n \u{20ac} \u{1f600}\u{a0}", r#""gr\xFCn \u20AC \U0001F600\_""#),
            ("\u{7f}\u{1}", r#""\x7F\x01""#),
        ] {
            assert_eq!(double(text), quoted);
        }
    }
}
