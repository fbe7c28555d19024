//! Bytes as base64.

use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD, URL_SAFE};

use crate::FormatError;

/// On one line, with padding.
pub fn encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// A line end after every 60 characters and at the end, as in mail.
pub fn encode_lines(bytes: &[u8]) -> String {
    let mut out = String::new();
    for line in bytes.chunks(45) {
        out.push_str(&STANDARD.encode(line));
        out.push('\n');
    }
    out
}

pub fn encode_url(bytes: &[u8]) -> String {
    URL_SAFE.encode(bytes)
}

/// Refuses everything that is not exact.
pub fn decode(text: &str) -> Result<Vec<u8>, FormatError> {
    STANDARD.decode(text).map_err(|_| FormatError::Base64)
}

/// Skips what is no base64, and ends at the padding.
pub fn decode_lenient(text: &str) -> Vec<u8> {
    let body: Vec<u8> = text.bytes().take_while(|b| *b != b'=').filter(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/')).collect();
    // A lone character at the end says nothing.
    let body = if body.len() % 4 == 1 { body.get(..body.len() - 1).unwrap_or(&body) } else { &body };
    lenient(&alphabet::STANDARD).decode(body).unwrap_or_default()
}

pub fn decode_url(text: &str) -> Result<Vec<u8>, FormatError> {
    lenient(&alphabet::URL_SAFE).decode(text).map_err(|_| FormatError::Base64)
}

fn lenient(alphabet: &alphabet::Alphabet) -> GeneralPurpose {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent).with_decode_allow_trailing_bits(true);
    GeneralPurpose::new(alphabet, config)
}
