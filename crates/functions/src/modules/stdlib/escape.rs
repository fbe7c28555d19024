//! `shell_escape`, `shell_join`, `shell_split`, `batch_escape`, `powershell_escape`, `regexpescape`, `uriescape` and `xml_encode`.

use values::Value;

use crate::{Call, Context, Failure, Outcome, ruby};

fn shell(text: &str) -> String {
    if text.is_empty() {
        return "''".to_owned();
    }
    let mut escaped = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            // A backslash before the end of a line would join two lines.
            '\n' => escaped.push_str("'\n'"),
            'A'..='Z' | 'a'..='z' | '0'..='9' | '_' | '-' | '.' | ',' | ':' | '+' | '/' | '@' => escaped.push(it),
            other => {
                escaped.push('\\');
                escaped.push(other);
            }
        }
    }
    escaped
}

pub(super) fn shell_escape(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Ok(Value::from(shell(&ruby::to_s(call.at(0)))))
}

pub(super) fn shell_join(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [Value::Array(list)] => Ok(Value::from(list.iter().map(|it| shell(&ruby::to_s(it))).collect::<Vec<_>>().join(" "))),
        [other] => Err(Failure::plain(format!("First argument is not an Array: {}", ruby::inspect(other)))),
        many => Err(Failure::plain(format!("shell_join(): Wrong number of arguments given ({} for 1)", many.len()))),
    }
}

pub(super) fn shell_split(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [text] = call.arguments else {
        return Err(Failure::plain(format!("shell_split(): Wrong number of arguments given ({} for 1)", call.arguments.len())));
    };
    let text = ruby::to_s(text);
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = text.chars();
    while let Some(it) = characters.next() {
        match it {
            ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c' => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        None => return Err(Failure::plain(format!("Unmatched quote: {}", values::print::inspect_str(&text)))),
                        Some(end) if end == it => break,
                        Some('\\') if it == '"' => match characters.next() {
                            Some(escaped @ ('$' | '`' | '"' | '\\')) => word.push(escaped),
                            Some('\n') => {}
                            Some(other) => word.extend(['\\', other]),
                            None => return Err(Failure::plain(format!("Unmatched quote: {}", values::print::inspect_str(&text)))),
                        },
                        Some(other) => word.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(characters.next()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(Value::array(words.into_iter().map(Value::from).collect()))
}

pub(super) fn batch_escape(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let mut escaped = String::from("\"");
    for it in ruby::to_s(call.at(0)).chars() {
        match it {
            '"' => escaped.push_str("\"\""),
            '$' | '\\' => escaped.extend(['\\', it]),
            other => escaped.push(other),
        }
    }
    escaped.push('"');
    Ok(Value::from(escaped))
}

pub(super) fn powershell_escape(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let mut escaped = String::new();
    for it in ruby::to_s(call.at(0)).chars() {
        match it {
            ' ' | '\'' | '`' | '|' | '\n' | '$' => escaped.extend(['`', it]),
            '"' => escaped.push_str("\\`\""),
            other => escaped.push(other),
        }
    }
    Ok(Value::from(escaped))
}

/// Changes a text, or the texts of a list.
fn texts(call: &Call<'_>, change: impl Fn(&str) -> String) -> Outcome {
    let name = call.name;
    let changed = |value: &Value| match value {
        Value::String(text) => Value::from(change(text)),
        other => other.clone(),
    };
    match call.get(0) {
        None => Err(Failure::plain(format!("{name}(): Wrong number of arguments given (0 for 1)"))),
        Some(Value::Array(list)) => Ok(Value::array(list.iter().map(changed).collect())),
        Some(text @ Value::String(_)) => Ok(changed(text)),
        Some(_) => Err(Failure::plain(format!("{name}(): Requires either array or string to work with"))),
    }
}

pub(super) fn regexpescape(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    texts(call, values::regex::escape)
}

pub(super) fn swapcase(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    texts(call, |text| {
        let swap = |it: char| -> String { if it.is_uppercase() { it.to_lowercase().collect() } else { it.to_uppercase().collect() } };
        text.chars().map(swap).collect()
    })
}

pub(super) fn uriescape(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    if context.module_version("stdlib") >= (9, 0) {
        let message = "Puppet: This function is not available in Puppet 8. URI.escape no longer exists as of Ruby 3+.";
        return Err(Failure::plain(message));
    }
    texts(call, |text| {
        let mut escaped = String::with_capacity(text.len());
        for byte in text.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => escaped.push(char::from(byte)),
                b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' => escaped.push(char::from(byte)),
                b';' | b'/' | b'?' | b':' | b'@' | b'&' | b'=' | b'+' | b'$' | b',' | b'[' | b']' => escaped.push(char::from(byte)),
                other => escaped.push_str(&format!("%{other:02X}")),
            }
        }
        escaped
    })
}

pub(super) fn xml_encode(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let attribute = call.get(1).and_then(Value::as_str) == Some("attr");
    let mut encoded = String::from(if attribute { "\"" } else { "" });
    for it in call.text(0).chars() {
        match it {
            '&' => encoded.push_str("&amp;"),
            '<' => encoded.push_str("&lt;"),
            '>' => encoded.push_str("&gt;"),
            '"' if attribute => encoded.push_str("&quot;"),
            '\'' if attribute => encoded.push_str("&apos;"),
            other => encoded.push(other),
        }
    }
    encoded.push_str(if attribute { "\"" } else { "" });
    Ok(Value::from(encoded))
}

pub(super) fn dos2unix(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.at(0) {
        Value::String(text) => Ok(Value::from(text.replace("\r\n", "\n"))),
        _ => Err(Failure::plain("dos2unix(): Requires string as argument")),
    }
}

pub(super) fn unix2dos(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::String(text) = call.at(0) else { return Err(Failure::plain("unix2dos(): Requires string as argument")) };
    let lines: Vec<&str> = text.split('\n').collect();
    let last = lines.len() - 1;
    let ended: Vec<&str> = lines.iter().enumerate().map(|(at, line)| if at < last { line.trim_end_matches('\r') } else { line }).collect();
    Ok(Value::from(ended.join("\r\n")))
}
