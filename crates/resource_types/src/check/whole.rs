//! Checks of a resource as a whole, when all its values are set.

use super::Given;
use super::own::{lines, unqualified};
use crate::value::Value;

/// The attribute that is to blame, and what Puppet says.
pub(super) fn mistake(type_name: &str, reference: &str, given: &Given<'_>, provider: Option<&str>) -> Option<(&'static str, String)> {
    match type_name {
        "exec" if provider == Some("posix") && given.get("path").is_none() => {
            let command = given.get("command")?;
            let program = match command {
                Value::Str(text) if text.starts_with(' ') => "",
                Value::List(words) if words.is_empty() => "",
                other => unqualified(other)?,
            };
            let why = format!("'{program}' is not qualified and no path was specified. Please qualify the command or specify a path.");
            Some(("command", why))
        }
        "file" => file(given),
        "cron" => cron(given, reference),
        "zone" => zone(given),
        "file_line" => file_line(given),
        "concat_fragment" => fragment(given),
        "augeas" if given.has("lens") != given.has("incl") && given.get("incl").is_none_or(|it| it.as_str().is_some()) => {
            Some(("lens", "You must specify both the lens and incl parameters, or neither.".to_owned()))
        }
        // The user may be found out from a target in the home directory, and the reverse.
        "ssh_authorized_key" if !given.has("user") && !given.has("target") => {
            Some(("user", "Attribute 'user' or 'target' is mandatory".to_owned()))
        }
        _ => None,
    }
}

fn file(given: &Given<'_>) -> Option<(&'static str, String)> {
    let creators = ["content", "source", "target"];
    // Any other word is what a link leads to.
    let leads = |it: &Value| !matches!(it.text().as_str(), "" | "absent" | "directory" | "false" | "file" | "link" | "present");
    let is_link = given.get("ensure").is_some_and(|it| it.items().iter().any(|it| !it.is_deferred() && leads(it)));
    if creators.iter().filter(|it| given.has(it) || is_link && **it == "target").count() > 1 {
        return Some(("content", format!("You cannot specify more than one of {}", creators.join(", "))));
    }
    if given.is("recurse", "remote") && !given.has("source") {
        return Some(("recurse", "You cannot specify a remote recursion without a source".to_owned()));
    }
    if given.is("checksum", "none") && given.has("source") {
        return Some(("checksum", "You cannot specify source when using checksum 'none'".to_owned()));
    }
    let odd = ["none", "ctime", "mtime"].into_iter().find(|it| given.is("checksum", it));
    if let (Some(odd), true) = (odd, given.has("content")) {
        return Some(("checksum", format!("You cannot specify content when using checksum '{odd}'")));
    }
    checksum_value(given)
}

/// A sum has the length of its kind. With a content Puppet checks it only where its kind is set.
fn checksum_value(given: &Given<'_>) -> Option<(&'static str, String)> {
    let sum = given.get("checksum_value")?;
    let sum = sum.items().first().unwrap_or(&Value::Nil);
    let kind = given.get("checksum").filter(|it| it.truthy()).map(Value::text);
    if kind.is_none() && given.has("content") {
        return None;
    }
    let kind = kind.unwrap_or_else(|| "sha256".to_owned());
    let length = match kind.strip_suffix("lite").unwrap_or(&kind) {
        "md5" => 32,
        "sha1" => 40,
        "sha224" => 56,
        "sha256" => 64,
        "sha384" => 96,
        "sha512" => 128,
        // Those of times are whatever Ruby takes for one.
        _ => return None,
    };
    let is_sum = |it: &str| it.len() == length && it.bytes().all(|it| it.is_ascii_hexdigit());
    let right = sum.as_str().is_some_and(|it| lines(it).any(is_sum));
    (!right).then(|| ("checksum_value", format!("Checksum value '{}' is not a valid checksum type {kind}", sum.text())))
}

/// A job has times, or the name of a time.
fn cron(given: &Given<'_>, reference: &str) -> Option<(&'static str, String)> {
    given.get("special").filter(|it| it.truthy() && it.text() != "absent")?;
    let says = |it: &&str| {
        let first = given.get(it).and_then(|it| it.items().first());
        first.is_some_and(|it| it.truthy() && !matches!(it.text().as_str(), "absent" | "*"))
    };
    let field = ["minute", "hour", "weekday", "monthday", "month"].into_iter().find(says)?;
    Some(("special", format!("{reference} cannot specify both a special schedule and a value for {field}")))
}

/// An interface and an address, or with a stack of its own the interface alone.
fn zone(given: &Given<'_>) -> Option<(&'static str, String)> {
    let shared = given.get("iptype").is_none() || given.is("iptype", "shared");
    for ip in given.get("ip")?.items() {
        // Empty parts at the end are none.
        let ip = ip.as_str()?.trim_end_matches(':');
        let mut parts = ip.split(':').filter(|_| !ip.is_empty());
        let (interface, address) = (parts.next(), parts.next());
        if shared && (interface.is_none() || address.is_none()) {
            return Some(("ip", "ip must contain interface name and ip address separated by a \":\"".to_owned()));
        }
        if let (false, Some(interface), Some(address)) = (shared, interface, address) {
            let why = format!("only interface may be specified when using exclusive IP stack: {interface}:{address}");
            return Some(("ip", why));
        }
    }
    None
}

fn file_line(given: &Given<'_>) -> Option<(&'static str, String)> {
    let all = given.is("replace_all_matches_not_matching_line", "true");
    if all && given.is("multiple", "false") {
        return Some(("multiple", "multiple must be true when replace_all_matches_not_matching_line is true".to_owned()));
    }
    if all && given.is("replace", "false") {
        return Some(("replace", "replace must be true when replace_all_matches_not_matching_line is true".to_owned()));
    }
    let absent = given.is("ensure", "absent") && given.is("match_for_absence", "true") && given.has("match");
    if !given.has("line") && !absent {
        return Some(("line", "line is a required attribute".to_owned()));
    }
    (!given.has("path")).then(|| ("path", "path is a required attribute".to_owned()))
}

fn fragment(given: &Given<'_>) -> Option<(&'static str, String)> {
    if !given.has("target") && !given.has("tag") {
        return Some(("target", "No 'target' or 'tag' set".to_owned()));
    }
    match (given.has("source"), given.has("content")) {
        (false, false) => Some(("source", "Set either 'source' or 'content'".to_owned())),
        (true, true) => Some(("source", "Can't use 'source' and 'content' at the same time".to_owned())),
        _ => None,
    }
}
