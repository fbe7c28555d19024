//! Digests, and what is made of them.

use hmac::{KeyInit, Mac};
use sha2::Digest as _;

use crate::bytes;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::{Encoding, Value};

/// Parts of `RubyLibrary`.
pub const METHODS: &[Method] = &[
    row("bytes", 1, 1, |ruby, _, given| {
        let bytes = ruby.needs_bytes(&given.at(0))?;
        Ok(bytes::exact(ruby, bytes, Encoding::Binary))
    }),
    row("digest", 2, 2, |ruby, _, given| {
        let (name, text) = (ruby.needs_text(&given.at(0))?, ruby.needs_bytes(&given.at(1))?);
        ruby.spend(text.len() as u64 / 64)?;
        let digest = match &*name {
            "MD5" => md5::Md5::digest(text).to_vec(),
            "SHA1" => sha1::Sha1::digest(text).to_vec(),
            "SHA224" => sha2::Sha224::digest(text).to_vec(),
            "SHA256" => sha2::Sha256::digest(text).to_vec(),
            "SHA384" => sha2::Sha384::digest(text).to_vec(),
            "SHA512" => sha2::Sha512::digest(text).to_vec(),
            name => return ruby.not_covered(format!("the digest {name}")),
        };
        bytes::value(ruby, digest, Encoding::Binary)
    }),
    row("hmac", 3, 3, hmac),
    row("pbkdf2", 5, 5, pbkdf2),
];

fn hmac(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let name = ruby.needs_text(&given.at(0))?;
    let (key, text) = (ruby.needs_bytes(&given.at(1))?, ruby.needs_bytes(&given.at(2))?);
    ruby.spend((key.len() + text.len()) as u64 / 64 + 8)?;
    macro_rules! made {
        ($hash:ty) => {
            hmac::Hmac::<$hash>::new_from_slice(&key).ok().map(|it| it.chain_update(&text).finalize().into_bytes().to_vec())
        };
    }
    let made = match &*name {
        "MD5" => made!(md5::Md5),
        "SHA1" => made!(sha1::Sha1),
        "SHA224" => made!(sha2::Sha224),
        "SHA256" => made!(sha2::Sha256),
        "SHA384" => made!(sha2::Sha384),
        "SHA512" => made!(sha2::Sha512),
        _ => None,
    };
    match made {
        Some(bytes) => bytes::value(ruby, bytes, Encoding::Binary),
        None => ruby.not_covered(format!("the digest {name}")),
    }
}

fn pbkdf2(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let name = ruby.needs_text(&given.at(0))?;
    let (password, salt) = (ruby.needs_bytes(&given.at(1))?, ruby.needs_bytes(&given.at(2))?);
    let (rounds, length) = (ruby.needs_integer(&given.at(3))?, ruby.needs_integer(&given.at(4))?);
    let (Ok(rounds), Ok(length)) = (u32::try_from(rounds), usize::try_from(length)) else {
        return ruby.not_covered("pbkdf2_hmac with such numbers");
    };
    if rounds == 0 || length == 0 || length > 1 << 20 {
        return ruby.not_covered("pbkdf2_hmac with such numbers");
    }
    let blocks = length as u64 / 16 + 1;
    ruby.spend(u64::from(rounds).saturating_mul(blocks).saturating_mul(16))?;
    let mut key = vec![0; length];
    match &*name {
        "SHA1" => pbkdf2::pbkdf2_hmac::<sha1::Sha1>(&password, &salt, rounds, &mut key),
        "SHA256" => pbkdf2::pbkdf2_hmac::<sha2::Sha256>(&password, &salt, rounds, &mut key),
        "SHA384" => pbkdf2::pbkdf2_hmac::<sha2::Sha384>(&password, &salt, rounds, &mut key),
        "SHA512" => pbkdf2::pbkdf2_hmac::<sha2::Sha512>(&password, &salt, rounds, &mut key),
        name => return ruby.not_covered(format!("pbkdf2_hmac with {name}")),
    }
    bytes::value(ruby, key, Encoding::Binary)
}

/// `text.crypt(salt)`, with the salts whose results are the same everywhere.
pub fn crypt(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let (text, salt) = (ruby.needs_text(it)?, ruby.needs_text(&given.at(0))?);
    let is_salt = |it: &str| it.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'.' | b'/'));
    let mut parts = salt.split('$');
    let fits = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(""), Some("1" | "5" | "6"), Some(rounds), Some(salt)) if rounds.starts_with("rounds=") => {
            let count = rounds.trim_start_matches("rounds=").parse::<u64>().unwrap_or(0);
            ruby.spend(count.saturating_mul(32))?;
            (1000..1_000_000).contains(&count) && is_salt(salt) && (1..=16).contains(&salt.len())
        }
        (Some(""), Some("1"), Some(salt), _) => is_salt(salt) && (1..=8).contains(&salt.len()),
        (Some(""), Some("5" | "6"), Some(salt), _) => is_salt(salt) && (1..=16).contains(&salt.len()),
        // DES
        (Some(salt), None, None, None) => is_salt(salt) && salt.len() >= 2,
        _ => false,
    };
    if !fits || text.contains('\0') || text.len() > 256 {
        return ruby.not_covered("String#crypt with such a salt");
    }
    ruby.spend(200_000)?;
    let made = match salt.starts_with('$') {
        true => pwhash::unix::crypt(&*text, &salt),
        false => des(&text, salt.get(..2).unwrap_or_default()),
    };
    match made {
        Ok(it) => Ok(ruby.heap.text(it)),
        Err(_) => ruby.not_covered("String#crypt with such a salt"),
    }
}

/// A password in the oldest form, which no new one should have: code may compare it with one that exists.
#[expect(deprecated, reason = "the result must be that of Ruby")]
fn des(text: &str, salt: &str) -> Result<String, pwhash::error::Error> {
    pwhash::unix_crypt::hash_with(salt, text)
}
