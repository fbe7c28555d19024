//! The parts of a URI.

use crate::{Hash, Value};

/// Parts of `URI['…']`; none where there are none.
pub(crate) fn parts(text: &str) -> Option<Value> {
    let mut parts = Hash::default();
    let (rest, fragment) = split(text, '#');
    let (rest, query) = split(rest, '?');
    let scheme = rest.split_once(':').filter(|(scheme, _)| is_scheme(scheme));
    let (scheme, rest) = match scheme {
        Some((scheme, rest)) => (Some(scheme.to_ascii_lowercase()), rest),
        None => (None, rest),
    };
    let mut set = |name: &str, value: &str| {
        parts.insert(name.into(), value.into());
    };
    if let Some(scheme) = &scheme {
        set("scheme", scheme);
    }
    let mut path = rest;
    let mut opaque = None;
    if let Some(after) = rest.strip_prefix("//") {
        let end = after.find('/').unwrap_or(after.len());
        let (authority, after) = after.split_at(end);
        path = after;
        let (user, host) = match authority.rsplit_once('@') {
            Some((user, host)) => (Some(user), host),
            None => (None, authority),
        };
        let (host, port) = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => (name, Some(port)),
            _ => (host, None),
        };
        if let Some(user) = user {
            set("userinfo", user);
        }
        if !host.is_empty() {
            set("host", &host.to_lowercase());
        }
        let default = matches!((scheme.as_deref(), port), (Some("http"), Some("80")) | (Some("https"), Some("443")));
        match port {
            Some(port) if !port.is_empty() && !default => set("port", port),
            // Ruby gives the usual port of these where none is written.
            None => match scheme.as_deref() {
                Some("ftp") => set("port", "21"),
                Some("ldap") => set("port", "389"),
                Some("ldaps") => set("port", "636"),
                Some("ws") => set("port", "80"),
                Some("wss") => set("port", "443"),
                _ => {}
            },
            _ => {}
        }
    } else if scheme.is_some() && !rest.starts_with('/') {
        opaque = Some(rest);
        path = "";
    }
    // A path on an FTP server begins where one logs in.
    if scheme.as_deref() == Some("ftp") {
        path = path.strip_prefix('/').unwrap_or(path);
    }
    if !path.is_empty() {
        set("path", path);
    }
    if let Some(query) = query {
        set("query", query);
    }
    if let Some(fragment) = fragment {
        set("fragment", fragment);
    }
    if let Some(opaque) = opaque {
        set("opaque", opaque);
    }
    if parts.is_empty() { None } else { Some(Value::hash(parts)) }
}

fn split(text: &str, at: char) -> (&str, Option<&str>) {
    match text.split_once(at) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}
