//! `Digest` and `Base64`.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use sha2::Digest as _;

use crate::ast::Name;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::Value;

/// `Digest::MD5` and its kin.
pub const DIGEST: &[Method] = &[
    row("base64digest", 1, 1, |ruby, it, given| {
        let digest = digest(ruby, it, given)?;
        Ok(ruby.heap.text(STANDARD.encode(digest)))
    }),
    row("hexdigest", 1, 1, |ruby, it, given| {
        let digest = digest(ruby, it, given)?;
        let text: String = digest.iter().map(|it| format!("{it:02x}")).collect();
        Ok(ruby.heap.text(text))
    }),
];

pub const BASE64: &[Method] = &[
    row("decode64", 1, 1, |ruby, _, given| {
        let text = ruby.needs_text(&given.at(0))?;
        // What is no letter of it is skipped.
        let text: String = text.chars().filter(|it| it.is_ascii_alphanumeric() || matches!(it, '+' | '/' | '=')).collect();
        decoded(ruby, &text)
    }),
    row("encode64", 1, 1, |ruby, _, given| {
        let text = ruby.needs_text(&given.at(0))?;
        let encoded = STANDARD.encode(text.as_bytes());
        let mut lines = String::new();
        for line in encoded.as_bytes().chunks(60) {
            lines.push_str(&String::from_utf8_lossy(line));
            lines.push('\n');
        }
        Ok(ruby.heap.text(lines))
    }),
    row("strict_decode64", 1, 1, |ruby, _, given| {
        let text = ruby.needs_text(&given.at(0))?;
        match STANDARD.decode(text.as_bytes()) {
            Ok(_) => decoded(ruby, &text),
            Err(_) => ruby.raise("ArgumentError", "invalid base64"),
        }
    }),
    row("strict_encode64", 1, 1, |ruby, _, given| {
        let text = ruby.needs_text(&given.at(0))?;
        Ok(ruby.heap.text(STANDARD.encode(text.as_bytes())))
    }),
    row("urlsafe_encode64", 1, 1, |ruby, _, given| {
        let text = ruby.needs_text(&given.at(0))?;
        Ok(ruby.heap.text(URL_SAFE.encode(text.as_bytes())))
    }),
];

/// Texts of bytes are not covered, but for those that are ASCII, which they equal.
fn decoded(ruby: &mut Ruby<'_>, text: &str) -> Outcome {
    match STANDARD.decode(text.as_bytes()).ok().and_then(|it| String::from_utf8(it).ok()).filter(|it| it.is_ascii()) {
        Some(text) => Ok(ruby.heap.text(text)),
        None => ruby.not_covered("a binary text (Base64)"),
    }
}

fn digest(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome<Vec<u8>> {
    let text = ruby.needs_text(&given.at(0))?;
    ruby.spend(text.len() as u64 / 64)?;
    let name: Name = match it {
        Value::Class(name) => name.clone(),
        _ => "".into(),
    };
    let bytes = text.as_bytes();
    Ok(match &*name {
        "Digest::MD5" => md5::Md5::digest(bytes).to_vec(),
        "Digest::SHA1" => sha1::Sha1::digest(bytes).to_vec(),
        "Digest::SHA256" => sha2::Sha256::digest(bytes).to_vec(),
        "Digest::SHA384" => sha2::Sha384::digest(bytes).to_vec(),
        "Digest::SHA512" => sha2::Sha512::digest(bytes).to_vec(),
        name => return ruby.not_covered(format!("{name}.hexdigest")),
    })
}
