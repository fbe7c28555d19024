//! `shellquote`.

use values::Value;

use crate::{Call, Context, Outcome, ruby};

pub(super) fn shellquote(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let mut words = Vec::new();
    for word in ruby::flatten(call.arguments) {
        match word {
            Value::String(word) => words.push(quoted(&word)),
            other => return Err(ruby::no_method("length", &other)),
        }
    }
    Ok(Value::from(words.join(" ")))
}

/// In the quotes that it needs, and no others.
fn quoted(word: &str) -> String {
    let safe = |it: char| it.is_ascii_alphanumeric() || "@%_+=:,./-".contains(it);
    let dangerous = |it: char| "!\"`$\\".contains(it);
    if !word.is_empty() && word.chars().all(safe) {
        return word.to_owned();
    }
    if !word.contains(dangerous) {
        return format!("\"{word}\"");
    }
    if !word.contains('\'') {
        return format!("'{word}'");
    }
    let mut text = String::from("\"");
    for it in word.chars() {
        if dangerous(it) {
            text.push('\\');
        }
        text.push(it);
    }
    text + "\""
}
