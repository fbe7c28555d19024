//! Values for people: as they are written in a manifest, cut where they get long, and nothing of what is secret.

use values::{Value, print};

use crate::type_text::shortened;

/// Deeper lists and hashes are left out.
const DEEPEST: usize = 6;

/// A value on one line of about this number of characters.
pub(crate) fn text(value: &Value, longest: usize) -> String {
    let mut out = String::new();
    write(&mut out, value, longest, 0);
    cut(out, longest)
}

/// Whether a value fits into this number of characters. The type of one that is not known always finds room.
pub(crate) fn fits(value: &Value, longest: usize) -> bool {
    matches!(value, Value::Unknown(_)) || text(value, longest).chars().count() <= longest
}

fn write(out: &mut String, value: &Value, longest: usize, depth: usize) {
    if out.len() > longest.saturating_mul(4) {
        return;
    }
    match value {
        Value::String(text) => out.push_str(&print::quote(&head(text, longest))),
        Value::Array(_) | Value::Hash(_) | Value::Iterator(_) if depth >= DEEPEST => out.push('…'),
        Value::Array(items) => list(out, items, longest, depth),
        Value::Iterator(it) => list(out, &it.elements, longest, depth),
        Value::Hash(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if out.len() > longest {
                    out.push('…');
                    break;
                }
                out.push_str(if index == 0 { "" } else { ", " });
                write(out, key, longest, depth + 1);
                out.push_str(" => ");
                write(out, value, longest, depth + 1);
            }
            out.push('}');
        }
        Value::Sensitive(_) => out.push_str("Sensitive"),
        Value::Deferred(it) => out.push_str(&format!("Deferred({})", print::quote(&it.name))),
        Value::Object(it) => out.push_str(&format!("{}(…)", if it.ty.name.is_empty() { "Object" } else { &it.ty.name })),
        Value::Unknown(it) => out.push_str(&shortened(&it.ty.to_string(), longest)),
        Value::Type(ty) => out.push_str(&shortened(&ty.to_string(), longest)),
        other => out.push_str(&print::readable(other)),
    }
}

fn list(out: &mut String, items: &[Value], longest: usize, depth: usize) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if out.len() > longest {
            out.push('…');
            break;
        }
        out.push_str(if index == 0 { "" } else { ", " });
        write(out, item, longest, depth + 1);
    }
    out.push(']');
}

/// The beginning of a long text.
fn head(text: &str, longest: usize) -> String {
    cut(text.to_owned(), longest)
}

fn cut(mut text: String, longest: usize) -> String {
    if let Some((at, _)) = text.char_indices().nth(longest) {
        text.truncate(at);
        text.push('…');
    }
    text
}

/// A text as code of Markdown.
pub(crate) fn code(text: &str) -> String {
    let line = text.replace(['\n', '\r'], " ");
    match line.contains('`') {
        true => format!("`` {line} ``"),
        false => format!("`{line}`"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn values_are_cut_and_secrets_kept() {
        let long = Value::from("x".repeat(50));
        assert_eq!(text(&long, 10), "'xxxxxxxxx…");
        let list = Value::array((0..100).map(Value::Integer).collect());
        assert_eq!(text(&list, 12), "[0, 1, 2, 3,…");
        let secret = Value::Sensitive(Arc::new("p".into()));
        assert_eq!(text(&Value::array(vec![secret, Value::Undef]), 40), "[Sensitive, undef]");
        assert_eq!(text(&"it's\n".into(), 40), "\"it's\\n\"");
        assert_eq!(code("a`b"), "`` a`b ``");
    }
}
