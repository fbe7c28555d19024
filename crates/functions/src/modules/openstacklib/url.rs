//! `os_database_connection` and `os_transport_url`.

use values::{Hash, Value};

use crate::{Call, Context, Failure, Outcome, ruby};

/// Percent signs for everything but what may stand in any part of a URL.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

fn get<'a>(hash: &'a Hash, name: &str) -> Option<&'a Value> {
    hash.get(&Value::from(name))
}

/// `user:password`, where there is a user.
fn user_info(hash: &Hash) -> Option<String> {
    let text = |name: &str| get(hash, name).map(ruby::to_s).filter(|it| !it.is_empty()).map(|it| encoded(&it));
    let user = text("username")?;
    Some(match text("password") {
        Some(password) => format!("{user}:{password}"),
        None => user,
    })
}

/// Each value must be of the class that its key says.
fn check(name: &str, hash: &Hash, class_of: impl Fn(&str) -> &'static str) -> Result<(), Failure> {
    for (key, value) in hash {
        let key = ruby::to_s(key);
        let class = class_of(&key);
        if ruby::class(value) != class {
            return Err(Failure::plain(format!("{name}(): {key} should be a {class}")));
        }
    }
    Ok(())
}

fn query(entries: &Hash) -> String {
    let parts: Vec<String> = entries.iter().map(|(key, value)| format!("{}={}", ruby::to_s(key), ruby::to_s(value))).collect();
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

pub(super) fn os_database_connection(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [value] = call.arguments else {
        let count = call.arguments.len();
        return Err(Failure::plain(format!("os_database_connection(): Wrong number of arguments given ({count} for 1)")));
    };
    let Value::Hash(hash) = value else {
        return Err(Failure::plain(format!("os_database_connection(): Requires an hash, got {}", ruby::class(value))));
    };
    check("os_database_connection", hash, |key| if key == "extra" { "Hash" } else { "String" })?;
    let required =
        |name: &str| get(hash, name).map(ruby::to_s).ok_or_else(|| Failure::plain(format!("os_database_connection(): {name} is required")));
    let (dialect, database) = (required("dialect")?, required("database")?);
    let host = get(hash, "host").map(ruby::to_s);
    let port = match (get(hash, "port"), &host) {
        (Some(_), None) => return Err(Failure::plain("os_database_connection(): host is required with port")),
        (Some(port), Some(_)) => format!(":{}", ruby::to_i(&ruby::to_s(port))),
        (None, _) => String::new(),
    };
    let mut extra = match get(hash, "extra") {
        Some(Value::Hash(extra)) => (**extra).clone(),
        _ => Hash::default(),
    };
    if let Some(charset) = get(hash, "charset") {
        extra.insert(Value::from("charset"), charset.clone());
    }
    let user = user_info(hash).map_or(String::new(), |it| format!("{it}@"));
    let place = match host {
        Some(host) if host.contains(':') && !host.starts_with('[') => format!("//{user}[{host}]{port}/{database}"),
        Some(host) => format!("//{user}{host}{port}/{database}"),
        None => format!("///{database}"),
    };
    Ok(Value::from(format!("{}:{place}{}", dialect.to_lowercase(), query(&extra))))
}

fn truth(value: &Value) -> Result<bool, Failure> {
    let text = value.as_str().unwrap_or_default();
    let among = |words: &[&str]| text.split('\n').any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word)));
    if text.is_empty() || !among(&["1", "t", "y", "true", "yes"]) && among(&["0", "f", "n", "false", "no", "undef", "undefined"]) {
        Ok(false)
    } else if among(&["1", "t", "y", "true", "yes"]) {
        Ok(true)
    } else {
        Err(Failure::plain("os_transport_url _str2bool(): Unknown type of boolean given"))
    }
}

pub(super) fn os_transport_url(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [value] = call.arguments else { return Err(Failure::plain("os_transport_url(): Wrong number of arguments")) };
    let Value::Hash(raw) = value else {
        return Err(Failure::plain(format!("os_transport_url(): Requires an hash, got {}", ruby::class(value))));
    };
    let mut hash = (**raw).clone();
    if let Some(port) = hash.get_mut(&Value::from("port")) {
        *port = Value::from(ruby::to_s(port));
    }
    check("os_transport_url", &hash, |key| match key {
        "hosts" => "Array",
        "query" => "Hash",
        _ => "String",
    })?;
    let Some(transport) = get(&hash, "transport").map(ruby::to_s) else {
        return Err(Failure::plain("os_transport_url(): transport is required"));
    };
    let hosts = match (get(&hash, "host"), get(&hash, "hosts")) {
        (None, None) => return Err(Failure::plain("os_transport_url(): host or hosts is required")),
        (Some(_), Some(_)) => return Err(Failure::plain("os_transport_url(): cannot use both host and hosts.")),
        (Some(hosts), None) | (None, Some(hosts)) => hosts.clone(),
    };
    let user = user_info(&hash).map_or(String::new(), |it| format!("{it}@"));
    let port = get(&hash, "port").map_or(String::new(), |it| format!(":{}", ruby::to_s(it)));
    let hosts = match context.call_function("normalize_ip_for_uri", vec![hosts], None)? {
        Value::Array(hosts) => hosts.to_vec(),
        host => vec![host],
    };
    let hosts: Vec<String> = hosts.iter().map(|host| format!("{user}{}{port}", ruby::to_s(host))).collect();
    let path = get(&hash, "virtual_host").map_or(String::new(), ruby::to_s);
    let mut entries = match get(&hash, "query") {
        Some(Value::Hash(entries)) => (**entries).clone(),
        _ => Hash::default(),
    };
    if let Some(ssl) = get(&hash, "ssl") {
        entries.insert(Value::from("ssl"), Value::Integer(i64::from(truth(ssl)?)));
    }
    Ok(Value::from(format!("{transport}://{}/{path}{}", hosts.join(","), query(&entries))))
}
