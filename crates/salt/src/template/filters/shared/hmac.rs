//! Texts that are signed with a secret.

use hmac::{Hmac, KeyInit, Mac};
use jinja::{Error, Outcome};
use sha2::Sha256;

/// The HMAC of a text with SHA-256.
pub fn signature(text: &str, secret: &str) -> Outcome<Vec<u8>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map_err(|_| Error::not_covered("a secret"))?;
    mac.update(text.as_bytes());
    Ok(mac.finalize().into_bytes().to_vec())
}
