//! URIs.

use std::sync::LazyLock;

use issue::Issue;

use super::constructor::Constructor;
use crate::Value;

pub(super) fn uri() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        let parts = "Struct[{Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1], \
                     Optional[port] => Integer[0], Optional[path] => String[1], Optional[query] => String[1], \
                     Optional[fragment] => String[1], Optional[opaque] => String[1]}] hash";
        Constructor::new("new_error")
            .overload(&["String[1] uri"], |arguments, _| parse(arguments.first().and_then(Value::as_str).unwrap_or_default()))
            .overload(&[parts], |arguments, _| {
                let part = |name: &str| super::constructor::entry(arguments, name).map(crate::print::interpolate);
                build(&Parts {
                    scheme: part("scheme"),
                    userinfo: part("userinfo"),
                    host: part("host"),
                    port: part("port"),
                    path: part("path"),
                    query: part("query"),
                    fragment: part("fragment"),
                    opaque: part("opaque"),
                })
            })
    });
    &CONSTRUCTOR
}

fn parse(text: &str) -> Result<Value, Issue> {
    check(text)?;
    Ok(Value::Uri(normal(text).into()))
}

/// Whether Ruby reads it.
pub(crate) fn check(text: &str) -> Result<(), Issue> {
    if !text.is_ascii() {
        return Err(format!("URI must be ascii only {}", crate::print::inspect_str(text)).into());
    }
    let legal = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    let escapes = text.split('%').skip(1).all(|it| it.as_bytes().iter().take(2).filter(|b| b.is_ascii_hexdigit()).count() == 2);
    // What stands before the first colon is a scheme, and no path.
    let nameless = text.split(['/', '?', '#']).next().is_some_and(|it| it.starts_with(':'));
    if !text.chars().all(legal) || !escapes || nameless || text.matches('#').count() > 1 {
        return Err(format!("bad URI(is not URI?): {}", crate::print::inspect_str(text)).into());
    }
    Ok(())
}

/// Ruby writes the scheme in small letters.
fn normal(text: &str) -> String {
    match text.split_once(':') {
        Some((scheme, rest))
            if scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)) =>
        {
            format!("{}:{rest}", scheme.to_ascii_lowercase())
        }
        _ => text.to_owned(),
    }
}

struct Parts {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: Option<String>,
    query: Option<String>,
    fragment: Option<String>,
    opaque: Option<String>,
}

fn build(parts: &Parts) -> Result<Value, Issue> {
    let scheme = parts.scheme.as_deref().map(str::to_ascii_lowercase);
    if scheme.as_deref() == Some("mailto") {
        // These are built of recipients, which nobody can give.
        return Err("bad component(expected opaque component): ".to_owned().into());
    }
    let is_hierarchical = parts.host.is_some() || parts.port.is_some() || parts.userinfo.is_some() || parts.path.is_some();
    if let Some(path) = &parts.path {
        let bad = path.chars().any(|c| !(c.is_ascii_alphanumeric() || "-._~:/@!$&'()*+,;=%".contains(c)));
        let web = matches!(scheme.as_deref(), Some("http" | "https" | "ws" | "wss"));
        if bad || (web && !path.starts_with('/')) {
            let kind = if scheme.is_some() || web { "absolute" } else { "relative" };
            return Err(format!("bad component(expected {kind} path component): {path}").into());
        }
    }
    if parts.opaque.is_some() && is_hierarchical {
        return Err("can not set opaque with host, port, userinfo or path".to_owned().into());
    }
    let mut out = String::new();
    if let Some(scheme) = &scheme {
        out.push_str(scheme);
        out.push(':');
    }
    if let Some(opaque) = &parts.opaque {
        out.push_str(opaque);
    } else {
        if parts.host.is_some() || scheme.as_deref() == Some("file") {
            out.push_str("//");
        }
        if let Some(user) = &parts.userinfo {
            out.push_str(user);
            out.push('@');
        }
        out.push_str(parts.host.as_deref().unwrap_or_default());
        let usual = matches!(
            (scheme.as_deref(), parts.port.as_deref()),
            (Some("http" | "ws"), Some("80"))
                | (Some("https" | "wss"), Some("443"))
                | (Some("ftp"), Some("21"))
                | (Some("ldap"), Some("389"))
                | (Some("ldaps"), Some("636"))
        );
        if let Some(port) = parts.port.as_deref().filter(|_| !usual) {
            out.push(':');
            out.push_str(port);
        }
        let path = parts.path.as_deref().unwrap_or_default();
        if parts.host.is_some() && !path.is_empty() && !path.starts_with('/') {
            out.push('/');
        }
        out.push_str(path);
        if let Some(query) = &parts.query {
            out.push('?');
            out.push_str(query);
        }
    }
    if let Some(fragment) = &parts.fragment {
        out.push('#');
        out.push_str(fragment);
    }
    Ok(Value::Uri(out.into()))
}
