//! `postgresql::postgresql_password` since it knows more than one kind of hash.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pbkdf2::hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use values::Value;
use values::regex::Regex;

use crate::core::digest;
use crate::{Call, Context, Failure, Outcome, ruby};

const ROUNDS: u32 = 4096;

/// The hash of a password for a user; what is one already stays. The third argument says whether it is secret.
pub(super) fn password(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let kind = match call.at(3) {
        Value::Undef if context.module_version("postgresql") >= (10, 0) => {
            context.call_function("postgresql::default", vec!["password_encryption".into()], None)?
        }
        other => other.clone(),
    };
    let password = super::super::bare(call.at(1));
    let done = |text: &str| Regex::new("^(md5[0-9a-f]{32}$|SCRAM-SHA-256\\$)").is_ok_and(|it| it.is_match(text));
    let hash = match (password, &kind) {
        (Value::String(text), _) if done(text) => password.clone(),
        (_, Value::Unknown(unknown)) => return Ok(crate::unknown::because(unknown, values::Type::Any)),
        (_, kind) if kind.is_undef() || kind.as_str() == Some("md5") => {
            let pair = [call.at(0).clone(), password.clone()];
            super::password(context, &Call { arguments: &pair, ..*call })?
        }
        (_, Value::String(kind)) if &**kind == "scram-sha-256" => {
            let salt = call.get(4).filter(|it| it.is_true()).unwrap_or(call.at(0));
            let (Value::String(password), Value::String(salt)) = (password, salt) else {
                let other = if matches!(password, Value::String(_)) { salt } else { password };
                return Err(digest::no_conversion(other));
            };
            context.spend(u64::from(ROUNDS) / 16)?;
            Value::from(scram(password.as_bytes(), salt.as_bytes())?)
        }
        (_, other) => {
            let shown = ruby::to_s(other);
            return Err(Failure::plain(format!("postgresql::postgresql_password(): got unkown hash type '{shown}'")));
        }
    };
    Ok(if call.at(2).is_true() { Value::Sensitive(Arc::new(hash)) } else { hash })
}

/// As RFC 5803 stores it.
fn scram(password: &[u8], salt: &[u8]) -> Result<String, Failure> {
    let mut salted = [0; 32];
    pbkdf2::pbkdf2_hmac::<Sha256>(password, salt, ROUNDS, &mut salted);
    let key = |name: &str| {
        let mut mac = Hmac::<Sha256>::new_from_slice(&salted).map_err(|error| Failure::plain(error.to_string()))?;
        mac.update(name.as_bytes());
        Ok::<_, Failure>(mac.finalize().into_bytes())
    };
    let (salt, stored) = (STANDARD.encode(salt), STANDARD.encode(Sha256::digest(key("Client Key")?)));
    Ok(format!("SCRAM-SHA-256${ROUNDS}:{salt}${stored}:{}", STANDARD.encode(key("Server Key")?)))
}
