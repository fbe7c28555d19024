//! Escapes for HTML and URLs: `CGI`, `ERB::Util`, `URI`.

use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::Value;

pub const CGI: &[Method] = &[
    row("escape", 1, 1, |ruby, _, given| escaped(ruby, given, b"_.-~", b"+")),
    row("escapeHTML", 1, 1, html),
    row("escape_html", 1, 1, html),
    row("h", 1, 1, html),
];

pub const ERB_UTIL: &[Method] =
    &[row("h", 1, 1, html_of_any), row("html_escape", 1, 1, html_of_any), row("u", 1, 1, url_of_any), row("url_encode", 1, 1, url_of_any)];

pub const URI: &[Method] =
    &[row("encode_www_form_component", 1, 1, |ruby, _, given| escaped_text(ruby, given, b"*-._", b"+")).of_ruby(1, 2)];

fn escaped(ruby: &mut Ruby<'_>, given: &Args, unescaped: &[u8], blank: &[u8]) -> Outcome {
    let text = ruby.needs_text(&given.at(0))?;
    encode(ruby, &text, unescaped, blank)
}

/// The same of anything that has a text.
fn escaped_text(ruby: &mut Ruby<'_>, given: &Args, unescaped: &[u8], blank: &[u8]) -> Outcome {
    let text = ruby.text_of(&given.at(0))?;
    encode(ruby, &text, unescaped, blank)
}

/// Letters, digits and what is kept stay; all other bytes become `%XX`.
fn encode(ruby: &mut Ruby<'_>, text: &str, unescaped: &[u8], blank: &[u8]) -> Outcome {
    ruby.spend(text.len() as u64 / 16)?;
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b' ' => blank.iter().for_each(|it| encoded.push(char::from(*it))),
            it if it.is_ascii_alphanumeric() || unescaped.contains(&it) => encoded.push(char::from(it)),
            it => encoded.push_str(&format!("%{it:02X}")),
        }
    }
    Ok(ruby.heap.text(encoded))
}

fn url_of_any(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    escaped_text(ruby, given, b"_.-~", b"%20")
}

fn html(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let text = ruby.needs_text(&given.at(0))?;
    escape_html(ruby, &text)
}

fn html_of_any(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let text = ruby.text_of(&given.at(0))?;
    escape_html(ruby, &text)
}

fn escape_html(ruby: &mut Ruby<'_>, text: &str) -> Outcome {
    ruby.spend(text.len() as u64 / 16)?;
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\'' => escaped.push_str("&#39;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            other => escaped.push(other),
        }
    }
    Ok(ruby.heap.text(escaped))
}
