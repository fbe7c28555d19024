//! The parts of a URI that a program can ask for.

use crate::Value;

pub(crate) struct Uri<'a> {
    scheme: Option<&'a str>,
    userinfo: Option<&'a str>,
    host: Option<&'a str>,
    port: Option<&'a str>,
    path: Option<&'a str>,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
    opaque: Option<&'a str>,
}

impl<'a> Uri<'a> {
    pub(crate) fn new(text: &'a str) -> Uri<'a> {
        let (whole, fragment) = split(text, '#');
        let scheme = whole.split_once(':').filter(|(scheme, _)| is_scheme(scheme));
        let (scheme, rest) = scheme.map_or((None, whole), |(scheme, rest)| (Some(scheme), rest));
        let mut uri = Uri { scheme, userinfo: None, host: None, port: None, path: None, query: None, fragment, opaque: None };
        if scheme.is_some() && !rest.starts_with('/') {
            uri.opaque = Some(rest);
            return uri;
        }
        let (rest, query) = split(rest, '?');
        uri.query = query;
        let Some(after) = rest.strip_prefix("//") else {
            uri.path = Some(rest);
            return uri;
        };
        let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
        let (userinfo, host) = match authority.rsplit_once('@') {
            Some((userinfo, host)) => (Some(userinfo), host),
            None => (None, authority),
        };
        let (host, port) = match host.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|it| it.is_ascii_digit()) => (host, Some(port)),
            _ => (host, None),
        };
        uri.userinfo = userinfo;
        uri.host = Some(host).filter(|it| !it.is_empty() || uri.is("file"));
        uri.port = port.filter(|it| !it.is_empty());
        // A path on an FTP server begins where one logs in.
        uri.path = Some(if uri.is("ftp") { path.strip_prefix('/').unwrap_or(path) } else { path });
        uri
    }

    fn is(&self, scheme: &str) -> bool {
        self.scheme.is_some_and(|it| it.eq_ignore_ascii_case(scheme))
    }

    fn port(&self) -> Option<i64> {
        const USUAL: [(&str, i64); 7] =
            [("ftp", 21), ("http", 80), ("https", 443), ("ldap", 389), ("ldaps", 636), ("ws", 80), ("wss", 443)];
        let written = self.port.and_then(|it| it.parse().ok());
        written.or_else(|| USUAL.into_iter().find(|(scheme, _)| self.is(scheme)).map(|(_, port)| port))
    }

    /// None where URIs have no such part.
    pub(super) fn member(&self, name: &str) -> Option<Value> {
        let part = match name {
            "port" => return Some(self.port().map_or(Value::Undef, Value::Integer)),
            "scheme" => self.scheme,
            "userinfo" => self.userinfo,
            "host" => self.host,
            "path" => self.path,
            "query" => self.query,
            "fragment" => self.fragment,
            "opaque" => self.opaque,
            _ => return None,
        };
        Some(part.map_or(Value::Undef, Value::string))
    }

    /// Whether both name the same: the case of scheme and host does not matter, nor a usual port, nor a slash alone.
    pub(crate) fn is_same(&self, other: &Uri<'_>) -> bool {
        let folded = |text: Option<&str>| text.map(str::to_ascii_lowercase);
        folded(self.scheme) == folded(other.scheme)
            && folded(self.host) == folded(other.host)
            && path(self.path) == path(other.path)
            && self.port() == other.port()
            && (self.userinfo, self.query, self.fragment, self.opaque) == (other.userinfo, other.query, other.fragment, other.opaque)
    }
}

fn path(path: Option<&str>) -> Option<&str> {
    path.map(|it| if it.is_empty() { "/" } else { it })
}

fn split(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

#[cfg(test)]
mod tests {
    use super::Uri;
    use crate::print::puppet;

    #[test]
    fn parts() {
        let all = |text: &str| {
            let uri = Uri::new(text);
            let names = ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"];
            names.iter().filter_map(|name| uri.member(name)).map(|it| puppet(&it)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(all("http://u:p@a:81/b?q#f"), "'http' 'u:p' 'a' 81 '/b' 'q' 'f' undef");
        assert_eq!(all("http://a?q"), "'http' undef 'a' 80 '' 'q' undef undef");
        assert_eq!(all("mailto:a@b"), "'mailto' undef undef undef undef undef undef 'a@b'");
        assert_eq!(all("ftp://a/b"), "'ftp' undef 'a' 21 'b' undef undef undef");
        assert_eq!(all("file:///b"), "'file' undef '' undef '/b' undef undef undef");
        assert_eq!(all("a/b"), "undef undef undef undef 'a/b' undef undef undef");
    }

    #[test]
    fn equality() {
        let same = |a: &str, b: &str| Uri::new(a).is_same(&Uri::new(b));
        assert!(same("http://a", "http://a/") && same("HTTP://A", "http://a") && same("http://a:80", "http://a"));
        assert!(!same("http://a/B", "http://a/b") && !same("mailto:a@B", "mailto:a@b"));
    }
}
