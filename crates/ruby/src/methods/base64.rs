//! `Base64`.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use crate::bytes;
use crate::invoke::{Method, row};
use crate::value::{Encoding, Key, Value};

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
