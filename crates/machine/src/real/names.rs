//! Names of files that are no text.
//!
//! A byte that is none becomes a character of the private use area, and becomes that byte again where the system is asked. So such a
//! file is listed, compared and removed as any other. Logs show the byte: [`readable`].

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Stands for the byte 0x80; the others follow it.
const FIRST: u32 = 0xf780;
const LAST: u32 = FIRST + 0x7f;

fn byte(it: char) -> Option<u8> {
    let code = u32::from(it);
    (FIRST..=LAST).contains(&code).then(|| u8::try_from(code - FIRST + 0x80).ok()).flatten()
}

fn character(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte) - 0x80).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// A path as the system wants it.
pub(super) fn to_system(path: &str) -> Cow<'_, OsStr> {
    if !path.chars().any(|it| byte(it).is_some()) {
        return Cow::Borrowed(OsStr::new(path));
    }
    let mut bytes = Vec::with_capacity(path.len());
    for it in path.chars() {
        match byte(it) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(it.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(OsString::from_vec(bytes))
}

/// A name as the system has it.
pub(super) fn from_system(name: &OsStr) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.as_bytes().utf8_chunks() {
        for it in chunk.valid().chars() {
            match byte(it) {
                // What looks as if it stood for a byte is written in bytes itself, so that it comes back as it was.
                Some(_) => text.extend(it.encode_utf8(&mut [0; 4]).bytes().map(character)),
                None => text.push(it),
            }
        }
        text.extend(chunk.invalid().iter().map(|it| character(*it)));
    }
    text
}

/// For people: `\xE9` where a byte is no text.
pub fn readable(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.chars().any(|it| byte(it).is_some()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().fold(String::new(), |mut out, it| {
        match byte(it) {
            Some(byte) => out.push_str(&format!("\\x{byte:02X}")),
            None => out.push(it),
        }
        out
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_comes_back_as_it_was() {
        for name in [&b"plain"[..], "bücher".as_bytes(), b"caf\xe9", b"\xff\x80\xfe", "\u{f7e9}".as_bytes(), b"a\xf0\x9f"] {
            let text = from_system(OsStr::from_bytes(name));
            assert_eq!(to_system(&text).as_bytes(), name, "{text:?}");
        }
    }

    #[test]
    fn logs_show_the_bytes() {
        assert_eq!(readable(&from_system(OsStr::from_bytes(b"caf\xe9!"))), "caf\\xE9!");
        assert_eq!(readable("plain"), "plain");
    }
}
