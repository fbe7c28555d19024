//! The module `mysql`.

mod merge;

use std::sync::Arc;

use sha1::{Digest, Sha1};
use values::Value;

use crate::{Call, Context, Function, Outcome};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [
        Function::new("mysql::password", password).in_module("mysql"),
        Function::new("mysql::password", password_or_secret).since_version((11, 1), "mysql::password 11.1").in_module("mysql"),
        Function::new("mysql::normalise_and_deepmerge", merge::normalised).takes_unknown_elements().in_module("mysql"),
        Function::new("mysql::strip_hash", strip_hash).in_module("mysql"),
        Function::old("mysql_password", -1, old_password).in_module("mysql"),
        Function::new("mysql_password", renamed).since_version((0, 0), "mysql::password 11.1").in_module("mysql"),
    ]
    .into_iter()
}

fn old_password(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments {
        [_] => password(context, call),
        many => Err(crate::Failure::plain(format!("mysql_password(): Wrong number of arguments given ({} for 1)", many.len()))),
    }
}

/// The hash that MySQL keeps of a password; what is one already stays.
fn password(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Some(Value::String(password)) = call.arguments.first() else { return Ok(Value::Undef) };
    if password.is_empty() || is_hash(password) {
        return Ok(Value::String(password.clone()));
    }
    Ok(hash_of(password).into())
}

/// A star and forty digits.
const HASH: usize = 41;

fn hash_of(password: &str) -> String {
    let hash = Sha1::digest(Sha1::digest(password.as_bytes()));
    let hexadecimal: String = hash.iter().map(|byte| format!("{byte:02X}")).collect();
    format!("*{hexadecimal}")
}

/// The same of a password that may be secret; the second argument says whether the hash is.
fn password_or_secret(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let bare = super::bare(call.at(0)).as_str().unwrap_or_default();
    // Until then it was enough that it ended as a hash does.
    let hash = match bare.is_empty() || bare.split('\n').any(|line| line.len() == HASH && is_hash(line)) {
        true => Value::from(bare),
        false => Value::from(hash_of(bare)),
    };
    Ok(if call.at(1).is_true() { Value::Sensitive(Arc::new(hash)) } else { hash })
}

fn renamed(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let message = "This method has been deprecated, please use the namespaced version 'mysql::password' instead.";
    super::stdlib::deprecated(context, "mysql_password", message)?;
    context.call_function("mysql::password", call.arguments.to_vec(), None)
}

/// Without the entries that are empty, also of the hashes within.
fn strip_hash(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::Hash(hash) = call.at(0) else { return Ok(Value::Undef) };
    let stripped = |hash: &values::Hash| -> values::Hash {
        hash.iter().filter(|(_, value)| value.as_str() != Some("")).map(|(key, value)| (key.clone(), value.clone())).collect()
    };
    let mut outer = stripped(hash);
    for value in outer.values_mut() {
        if let Value::Hash(inner) = value {
            *value = Value::hash(stripped(inner));
        }
    }
    Ok(Value::hash(outer))
}

/// Whether a line ends with a star and forty digits.
fn is_hash(text: &str) -> bool {
    text.split('\n').any(|line| {
        let bytes = line.as_bytes();
        let is_digit = |it: &u8| it.is_ascii_digit() || (b'A'..=b'F').contains(it);
        bytes.len() >= HASH && bytes[bytes.len() - HASH] == b'*' && bytes[bytes.len() - 40..].iter().all(is_digit)
    })
}
