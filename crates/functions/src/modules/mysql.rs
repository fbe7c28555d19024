//! The module `mysql`.

use sha1::{Digest, Sha1};
use values::Value;

use crate::{Call, Context, Function, Outcome};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [
        Function::new("mysql::password", password).of("mysql"),
        Function::new("mysql::strip_hash", strip_hash).of("mysql"),
        Function::old("mysql_password", -1, old_password).of("mysql"),
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
    let hash = Sha1::digest(Sha1::digest(password.as_bytes()));
    let hexadecimal: String = hash.iter().map(|byte| format!("{byte:02X}")).collect();
    Ok(format!("*{hexadecimal}").into())
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
        bytes.len() >= 41 && bytes[bytes.len() - 41] == b'*' && bytes[bytes.len() - 40..].iter().all(is_digit)
    })
}
