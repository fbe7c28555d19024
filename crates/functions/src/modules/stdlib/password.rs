//! `pw_hash`, `str2saltedpbkdf2` and `str2saltedsha512`.

use values::{Hash, Value};

use crate::core::digest::hexadecimal;
use crate::{Call, Context, Failure, Outcome, ruby};

fn unwrapped(value: &Value) -> &Value {
    match value {
        Value::Sensitive(inner) => inner,
        other => other,
    }
}

pub(super) fn pw_hash(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let wrong = |message: &str| Err(Failure::plain(format!("pw_hash(): {message}")));
    let (password, kind, salt) = (unwrapped(call.at(0)), unwrapped(call.at(1)), unwrapped(call.at(2)));
    if !matches!(password, Value::String(_) | Value::Undef) {
        return wrong("first argument must be a string");
    }
    let Value::String(kind) = kind else { return wrong("second argument must be a string") };
    let lower = kind.to_lowercase();
    let (prefix, bcrypt) = match &*lower {
        "md5" => ("1", false),
        "sha-256" => ("5", false),
        "sha-512" => ("6", false),
        "bcrypt" => ("2b", true),
        "bcrypt-a" => ("2a", true),
        "bcrypt-x" => ("2x", true),
        "bcrypt-y" => ("2y", true),
        _ => return wrong(&format!("{kind} is not a valid hash type")),
    };
    let Value::String(salt) = salt else { return wrong("third argument must be a string") };
    if salt.is_empty() {
        return wrong("third argument must not be empty");
    }
    let pattern = match bcrypt {
        true if context.module_version("stdlib") >= (8, 6) => "^(0[4-9]|[12][0-9]|3[01])\\$[./A-Za-z0-9]{22}",
        true => "^[0-9]{2}\\$[./A-Za-z0-9]{22}",
        false => "\\A[a-zA-Z0-9./]+\\z",
    };
    if !values::regex::Regex::new(pattern).is_ok_and(|it| it.is_match(salt)) {
        let rule = if bcrypt { format!("match (?-mix:{})", pattern.replace('/', "\\/")) } else { "be in the set [a-zA-Z0-9./]".to_owned() };
        return wrong(&format!("characters in salt must {rule}"));
    }
    let Some(password) = password.as_str().filter(|it| !it.is_empty()) else { return Ok(Value::Undef) };
    // Thousands of rounds; those of the last kind grow with the number that the salt begins with.
    let cost: u32 = if bcrypt { salt.get(..2).and_then(|it| it.parse().ok()).unwrap_or(0) } else { 10 };
    if cost > 16 {
        return wrong("the cost is too high to be computed while a catalog is compiled");
    }
    context.spend(1 << cost)?;
    Ok(pwhash::unix::crypt(password, &format!("${prefix}${salt}")).map_or(Value::Undef, Value::from))
}

pub(super) fn str2saltedpbkdf2(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let wrong = |message: &str| Err(Failure::plain(format!("str2saltedpbkdf2(): {message}")));
    let [password, salt, iterations] = call.arguments else {
        return wrong(&format!("wrong number of arguments ({} for 3)", call.arguments.len()));
    };
    let Value::String(password) = unwrapped(password) else { return wrong("first argument must be a string") };
    let Value::String(salt) = unwrapped(salt) else { return wrong("second argument must be a string") };
    if salt.len() < 8 {
        return wrong("second argument must be at least 8 bytes long");
    }
    let Value::Integer(iterations) = unwrapped(iterations) else { return wrong("third argument must be an integer") };
    let rounds = match u32::try_from(*iterations) {
        Ok(rounds) if rounds > 40_000 && rounds < 70_000 => rounds,
        _ => return wrong("third argument must be between 40,000 and 70,000"),
    };
    context.spend(u64::from(rounds) / 16)?;
    let mut hash = [0; 128];
    pbkdf2::pbkdf2_hmac::<sha2::Sha512>(password.as_bytes(), salt.as_bytes(), rounds, &mut hash);
    let entries = [
        ("password_hex", Value::from(hexadecimal(&hash))),
        ("salt_hex", Value::from(hexadecimal(salt.as_bytes()))),
        ("iterations", Value::Integer(*iterations)),
    ];
    Ok(Value::hash(entries.into_iter().map(|(name, value)| (Value::from(name), value)).collect::<Hash>()))
}

/// Ruby takes another salt every time; here it follows from the password, so that catalogs stay the same.
pub(super) fn str2saltedsha512(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    use sha2::Digest;
    let [password] = call.arguments else {
        let count = call.arguments.len();
        return Err(Failure::plain(format!("str2saltedsha512(): Wrong number of arguments passed ({count} but we require 1)")));
    };
    let Value::String(password) = password else {
        let class = ruby::class(password);
        return Err(Failure::plain(format!("str2saltedsha512(): Requires a String argument, you passed: {class}")));
    };
    let seed = sha2::Sha256::digest(password.as_bytes());
    let salt = seed.get(..4).unwrap_or_default();
    let salted = sha2::Sha512::digest([salt, password.as_bytes()].concat());
    Ok(Value::from(hexadecimal(salt) + &hexadecimal(&salted)))
}
