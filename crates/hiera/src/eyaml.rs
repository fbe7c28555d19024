//! Values that are encrypted, as `hiera-eyaml` writes them: `ENC[PKCS7,…]`, alone or among other text.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use issue::Issue;
use values::{Hash, Origin, Size, Type, Value};

use crate::interpolate::not_known;

/// Opens what is encrypted. Only a program that somebody gave keys to has one: an editor has none.
pub trait Unseal: Send + Sync {
    /// Decrypts a text; `options` are those of the level of the hierarchy. The issue has the text of hiera-eyaml where it has one.
    fn unseal(&self, sealed: &[u8], options: &Hash) -> Result<Vec<u8>, Issue>;
}

/// A value with all its texts opened. The error names the text that it is about.
pub(crate) fn open(value: &Value, options: &Hash, with: &dyn Unseal, depth: usize) -> Result<Value, (String, Issue)> {
    Ok(match value {
        Value::String(text) if is_sealed(text) => open_text(text, options, with).map_err(|it| (text.to_string(), it))?.into(),
        Value::Array(items) if depth < DEEPEST => {
            let items: Result<Vec<Value>, _> = items.iter().map(|it| open(it, options, with, depth + 1)).collect();
            Value::array(items?)
        }
        Value::Hash(entries) if depth < DEEPEST => {
            let mut opened = Hash::default();
            for (key, value) in entries.iter() {
                opened.insert(key.clone(), open(value, options, with, depth + 1)?);
            }
            Value::hash(opened)
        }
        other => other.clone(),
    })
}

/// Whether any text of a value is encrypted.
pub(crate) fn holds_sealed(value: &Value, depth: usize) -> bool {
    match value {
        Value::String(text) => is_sealed(text),
        Value::Array(items) if depth < DEEPEST => items.iter().any(|it| holds_sealed(it, depth + 1)),
        Value::Hash(entries) if depth < DEEPEST => entries.values().any(|it| holds_sealed(it, depth + 1)),
        _ => false,
    }
}

/// The same where nobody has the keys: texts that are encrypted are not known.
pub(crate) fn closed(value: &Value, depth: usize) -> Value {
    match value {
        Value::String(text) if is_sealed(text) => not_known(Type::String(Size::ANY), Origin::Data("".into())),
        Value::Array(items) if depth < DEEPEST => Value::array(items.iter().map(|it| closed(it, depth + 1)).collect()),
        Value::Hash(entries) if depth < DEEPEST => {
            Value::hash(entries.iter().map(|(key, it)| (key.clone(), closed(it, depth + 1))).collect())
        }
        other => other.clone(),
    }
}

const DEEPEST: usize = 100;

/// As Puppet asks: an opening, and a bracket after it on the same line.
fn is_sealed(text: &str) -> bool {
    text.lines().any(|line| line.split_once("ENC[").is_some_and(|(_, rest)| rest.contains(']')))
}

fn open_text(text: &str, options: &Hash, with: &dyn Unseal) -> Result<String, Issue> {
    let mut opened = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("ENC[") {
        opened.extend_from_slice(before.as_bytes());
        match token(behind) {
            Some((scheme, sealed, after)) => {
                if !scheme.eq_ignore_ascii_case("PKCS7") {
                    let text = format!("Bunraku opens no values of the scheme {scheme}, only those of PKCS7");
                    return Err(Issue::failed(text));
                }
                opened.extend(with.unseal(&decoded(sealed), options)?);
                rest = after;
            }
            None => {
                opened.extend_from_slice(b"ENC[");
                rest = behind;
            }
        }
    }
    opened.extend_from_slice(rest.as_bytes());
    let mut opened = String::from_utf8(opened).map_err(|_| Issue::failed("what was encrypted is no text"))?;
    if opened.ends_with('\n') {
        opened.pop();
    }
    if opened.ends_with('\r') {
        opened.pop();
    }
    Ok(opened)
}

/// Parts after `ENC[`: the scheme, the encrypted text, and the rest after the bracket. None if it is other text.
fn token(behind: &str) -> Option<(&str, &str, &str)> {
    let (inside, after) = behind.split_once(']')?;
    let (scheme, sealed) = match inside.split_once(',') {
        Some(("", _)) => return None,
        Some((scheme, sealed)) if scheme.chars().all(|it| it.is_ascii_alphanumeric() || it == '_') => (scheme, sealed),
        Some(_) => return None,
        None => ("PKCS7", inside),
    };
    let is_part = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'/' | b'=' | b' ' | b'\n');
    (!sealed.is_empty() && sealed.bytes().all(is_part)).then_some((scheme, sealed, after))
}

/// Base64, however it is folded; what is cut short gives what there is.
fn decoded(text: &str) -> Vec<u8> {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent).with_decode_allow_trailing_bits(true);
    let text: Vec<u8> = text.bytes().filter(|it| !it.is_ascii_whitespace()).take_while(|it| *it != b'=').collect();
    // A single character at the end is no byte.
    let whole = if text.len() % 4 == 1 { text.len() - 1 } else { text.len() };
    GeneralPurpose::new(&STANDARD, config).decode(text.get(..whole).unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives back what is sealed, in capitals.
    struct Loud;

    impl Unseal for Loud {
        fn unseal(&self, sealed: &[u8], _: &Hash) -> Result<Vec<u8>, Issue> {
            Ok(sealed.to_ascii_uppercase())
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let opened = open(&Value::string(text), &Hash::default(), &Loud, 0);
        assert_eq!(opened.unwrap(), Value::string(expected));
    }

    #[test]
    fn what_is_sealed_is_opened_where_it_stands() {
        check("ENC[PKCS7,aGVsbG8=]", "HELLO");
        check("a ENC[PKCS7,aGVsbG8=]-ENC[aGVsbG8=] b", "a HELLO-HELLO b");
        check("ENC[PKCS7,aGVs\nbG8 =]", "ENC[PKCS7,aGVs\nbG8 =]");
        check("ENC[a]\nENC[PKCS7,aGVs\nbG8 =]", "\nHELLO");
    }

    #[test]
    fn other_text_stays() {
        check("ENC[PKCS7,???]", "ENC[PKCS7,???]");
        check("ENC[,aGVsbG8=] ENC[", "ENC[,aGVsbG8=] ENC[");
        check("plain", "plain");
    }

    #[test]
    fn other_schemes_are_refused() {
        let opened = open(&Value::string("ENC[GPG,aGVsbG8=]"), &Hash::default(), &Loud, 0);
        assert!(opened.is_err_and(|(text, it)| text.starts_with("ENC[GPG") && it.to_string().contains("scheme GPG")));
    }
}
