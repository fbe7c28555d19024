//! The module `postgresql`.

mod scram;

use values::{Hash, Value};

use crate::core::digest;
use crate::{Call, Context, Failure, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [
        Function::new("postgresql::postgresql_acls_to_resources_hash", acls_to_resources_hash),
        Function::new("postgresql::postgresql_escape", escape),
        Function::new("postgresql::postgresql_password", password),
        Function::new("postgresql::postgresql_password", scram::password).since_version((7, 5), "postgresql::postgresql_password 7.5"),
    ]
    .into_iter()
    .map(|it| it.in_module("postgresql"))
}

fn password(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let text = ruby::to_s(call.at(1)) + &ruby::to_s(call.at(0));
    Ok(Value::from(format!("md5{}", digest::md5_of(text.as_bytes()))))
}

/// Between dollars; with a tag if the text has dollars itself.
fn escape(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let text = call.text(0);
    if !text.contains("$$") && !text.ends_with('$') {
        return Ok(Value::from(format!("$${text}$$")));
    }
    let letters = |text: &str| digest::md5_of(text.as_bytes()).chars().take(6).filter(|it| !it.is_ascii_digit()).collect::<String>();
    let mut tag = letters(text);
    // Without letters it is found everywhere; no text needs many attempts.
    for _ in 0..1_000 {
        if !text.contains(&tag) {
            break;
        }
        tag = letters(&tag);
    }
    Ok(Value::from(format!("${tag}${text}${tag}$")))
}

fn acls_to_resources_hash(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (Value::Array(acls), Value::Integer(offset)) = (call.at(0), call.at(2)) else { return Ok(Value::Undef) };
    let id = call.text(1);
    let mut resources = Hash::default();
    for acl in acls.iter() {
        // The first of equal ones counts.
        let index = acls.iter().position(|it| it == acl).unwrap_or_default();
        let parts: Vec<&str> = acl.as_str().unwrap_or_default().split_ascii_whitespace().collect();
        let [kind, database, user, fourth, rest @ ..] = &parts[..] else {
            let name = "postgresql::postgresql_acls_to_resources_hash()";
            return Err(Failure::plain(format!("{name}: acl line {index} does not have enough parts")));
        };
        let order = offset.saturating_add(i64::try_from(index).unwrap_or(i64::MAX));
        let mut resource = Hash::default();
        let mut set = |name: &str, value: String| {
            resource.insert(Value::from(name), Value::from(value));
        };
        set("type", (*kind).to_owned());
        set("database", (*database).to_owned());
        set("user", (*user).to_owned());
        set("order", format!("{order:03}"));
        let mut method = None;
        let options = if *kind == "local" {
            method = Some(*fourth);
            rest
        } else if let Some(mask) = rest.first().filter(|it| it.starts_with(|it: char| it.is_ascii_digit())) {
            set("address", format!("{fourth} {mask}"));
            method = rest.get(1).copied();
            rest.get(2..).unwrap_or_default()
        } else {
            set("address", (*fourth).to_owned());
            method = rest.first().copied().or(method);
            rest.get(1..).unwrap_or_default()
        };
        if let Some(method) = method {
            set("auth_method", method.to_owned());
        }
        if !options.is_empty() {
            set("auth_option", options.join(" "));
        }
        if method.is_none() {
            resource.insert(Value::from("auth_method"), Value::Undef);
        }
        resources.insert(Value::from(format!("postgresql class generated rule {id} {index}")), Value::hash(resource));
    }
    Ok(Value::hash(resources))
}
