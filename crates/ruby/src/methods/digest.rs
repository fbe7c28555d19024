//! `Digest` and `Base64`.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use sha2::Digest as _;

use crate::ast::Name;
use crate::bytes;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::{Encoding, Key, Value};

/// `Digest::MD5` and its kin.
pub const DIGEST: &[Method] = &[
    row("base64digest", 1, 1, |ruby, it, given| {
        let digest = digest(ruby, it, given)?;
        Ok(ruby.heap.text(STANDARD.encode(digest)))
    }),
    row("digest", 1, 1, |ruby, it, given| {
        let digest = digest(ruby, it, given)?;
        bytes::value(ruby, digest, Encoding::Binary)
    }),
    row("hexdigest", 1, 1, |ruby, it, given| {
        let digest = digest(ruby, it, given)?;
        let text: String = digest.iter().map(|it| format!("{it:02x}")).collect();
        Ok(ruby.heap.text(text))
    }),
];

pub const BASE64: &[Method] = &[
    row("decode64", 1, 1, |ruby, _, given| {
        let bytes = ruby.needs_bytes(&given.at(0))?;
        bytes::value(ruby, super::unpack::base64(&bytes), Encoding::Binary)
    }),
    row("encode64", 1, 1, |ruby, _, given| {
        let bytes = ruby.needs_bytes(&given.at(0))?;
        let lines = super::pack::base64(&bytes, 45);
        Ok(ruby.heap.text(lines))
    }),
    row("strict_decode64", 1, 1, |ruby, _, given| {
        let text = ruby.needs_bytes(&given.at(0))?;
        match STANDARD.decode(text) {
            Ok(bytes) => bytes::value(ruby, bytes, Encoding::Binary),
            Err(_) => ruby.raise("ArgumentError", "invalid base64"),
        }
    }),
    row("strict_encode64", 1, 1, |ruby, _, given| {
        let bytes = ruby.needs_bytes(&given.at(0))?;
        Ok(ruby.heap.text(STANDARD.encode(bytes)))
    }),
    row("urlsafe_decode64", 1, 1, |ruby, _, given| {
        let mut text = ruby.needs_text(&given.at(0))?.replace('-', "+").replace('_', "/");
        // The padding may be left out.
        if !text.ends_with('=') && !text.len().is_multiple_of(4) {
            text.push_str(&"=".repeat(4 - text.len() % 4));
        }
        match STANDARD.decode(text) {
            Ok(bytes) => bytes::value(ruby, bytes, Encoding::Binary),
            Err(_) => ruby.raise("ArgumentError", "invalid base64"),
        }
    }),
    row("urlsafe_encode64", 1, 2, |ruby, _, given| {
        let bytes = ruby.needs_bytes(&given.at(0))?;
        let encoded = URL_SAFE.encode(bytes);
        let pads = match given.get(1) {
            None => true,
            Some(Value::Hash(options)) if given.keywords => match options.get(&Key::Symbol("padding".into())) {
                Some(value) => ruby.truth(&value)?,
                None => return ruby.not_covered("such options of urlsafe_encode64"),
            },
            Some(_) => return ruby.not_covered("such options of urlsafe_encode64"),
        };
        Ok(ruby.heap.text(if pads { &encoded } else { encoded.trim_end_matches('=') }))
    }),
];

fn digest(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome<Vec<u8>> {
    let bytes = ruby.needs_bytes(&given.at(0))?;
    ruby.spend(bytes.len() as u64 / 64)?;
    let name: Name = match it {
        Value::Class(name) => name.clone(),
        _ => "".into(),
    };
    Ok(match &*name {
        "Digest::MD5" => md5::Md5::digest(bytes).to_vec(),
        "Digest::SHA1" => sha1::Sha1::digest(bytes).to_vec(),
        "Digest::SHA256" => sha2::Sha256::digest(bytes).to_vec(),
        "Digest::SHA384" => sha2::Sha384::digest(bytes).to_vec(),
        "Digest::SHA512" => sha2::Sha512::digest(bytes).to_vec(),
        name => return ruby.not_covered(format!("{name}.hexdigest")),
    })
}
